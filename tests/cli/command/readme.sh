# The worked example of the README: its files are taken from there, and its commands must succeed.
awk '/^```[a-z]+ [a-z.]+$/ { file = $2; next } /^```/ { file = "" } file { print >file }' \
  "$SOURCE/README.md"
ls
awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$SOURCE/README.md" >commands
grep -vc '^slicewise ' commands
while read -r line; do
  echo "\$ $line"
  eval "$line" >page || echo "status $?"
done <commands
cat page
ls results both report
