# Every command answers --help, and help COMMAND says the same.
try help
for command in run compare report explain check import generate list complete help; do
  slicewise help $command >one
  slicewise $command --help >two
  cmp one two
  try help $command
done
