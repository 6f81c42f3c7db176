# A plug-in that is not there, or is none, is a fault of the policy: status 4.
jobs a,0,1,1
scenario 1 1 '[policy]' 'plugins = ./gone.so'
replay
echo 'no library' >text.so
sed -i 's/gone/text/' s.ini
replay
