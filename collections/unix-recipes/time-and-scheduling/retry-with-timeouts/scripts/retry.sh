#!/bin/sh
# retry.sh [-n TRIES] [-p SECONDS] [-m MAX] [-t SECONDS] [-x 'STATUS ...'] -- COMMAND [ARGUMENT...]
# -n tries (5), -p first pause (1), doubled each time up to -m (60), -t limit of one try (none), -x statuses not retried.
set -u
tries=5
pause=1
longest=60
limit=
final='126 127'
while getopts n:p:m:t:x: option; do
  case $option in
    n) tries=$OPTARG ;;
    p) pause=$OPTARG ;;
    m) longest=$OPTARG ;;
    t) limit=$OPTARG ;;
    x) final=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || { echo "usage: retry.sh [-n TRIES] [-p SECONDS] [-m MAX] [-t SECONDS] [-x 'STATUS ...'] -- COMMAND" >&2; exit 2; }

try=1
while :; do
  status=0
  if [ -n "$limit" ]; then timeout -k 5 "$limit" "$@" || status=$?; else "$@" || status=$?; fi
  [ "$status" -ne 0 ] || exit 0
  case " $final " in *" $status "*) echo "status $status: not retried" >&2; exit "$status" ;; esac
  [ "$try" -lt "$tries" ] || { echo "status $status after $try tries" >&2; exit "$status"; }
  # Up to half as much again by chance, so that many clients do not come back together.
  wait=$(awk -v p="$pause" -v seed="$$$try" 'BEGIN { srand(seed); printf "%.3f", p * (1 + rand() / 2) }')
  try=$((try + 1))
  echo "status $status; try $try of $tries in $wait s" >&2
  sleep "$wait"
  pause=$(awk -v p="$pause" -v m="$longest" 'BEGIN { p *= 2; print (p > m ? m : p) }')
done
