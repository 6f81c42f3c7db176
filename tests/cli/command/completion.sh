# The shell asks the program itself.
complete () {
  echo "> $1"
  slicewise complete "$1"
}
complete 'slicewise '
complete 'slicewise co'
complete 'slicewise run --f'
complete 'slicewise run --format '
complete 'slicewise list '
complete 'slicewise list policies e'
complete 'slicewise list mig A'
complete 'slicewise list gpus G'
complete 'slicewise list profiles open'
complete 'slicewise list keys '
complete 'slicewise list figures '
complete 'slicewise compare --policies '
complete 'slicewise import --duplicates '
complete 'slicewise nothing --'
complete 'slicewise compare builtin:m'
complete 'slicewise run builtin:overruns/'
complete 'slicewise list scenarios pairs/'
