#!/bin/sh
# run-job.sh NAME COMMAND [ARGUMENT...]: runs a scheduled command once at a time, keeps a log, and is silent on success.
# The status is the command's; 75 means that the last run has not ended; 124 that MAX_SECONDS (default 3600) were over.
set -u
[ $# -ge 2 ] || { echo 'usage: run-job.sh NAME COMMAND [ARGUMENT...]' >&2; exit 2; }
name=$1
shift
folder=${LOG_FOLDER:-$HOME/log/cron}
mkdir -p "$folder" || exit 2
log=$folder/$name.log

if command -v flock > /dev/null 2>&1; then
  exec 9> "$folder/$name.lock"
  flock -n 9 || { echo "$name: the last run has not ended"; exit 75; }
fi
limit=
if command -v timeout > /dev/null 2>&1; then limit="timeout -k 10 ${MAX_SECONDS:-3600}"; fi

output=$(mktemp) || exit 2
trap 'rm -f "$output"' EXIT
started=$(date '+%Y-%m-%dT%H:%M:%S%z')
# Descriptor 9 is not handed on: a daemon that the command leaves behind would keep the lock.
status=0
$limit "$@" > "$output" 2>&1 < /dev/null 9>&- || status=$?
{
  printf '=== %s %s\n' "$started" "$name"
  cat "$output"
  printf '=== %s status %s\n' "$(date '+%Y-%m-%dT%H:%M:%S%z')" "$status"
} >> "$log"
if [ "$status" -ne 0 ]; then
  printf '%s failed with status %s\n' "$name" "$status"
  cat "$output"
fi
exit "$status"
