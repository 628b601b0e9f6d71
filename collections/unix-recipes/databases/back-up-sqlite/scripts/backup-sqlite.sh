#!/bin/sh
# backup-sqlite.sh DATABASE FOLDER [KEEP]: a checked copy of a live database; keeps the newest KEEP (default 7).
set -eu
[ $# -ge 2 ] && [ -f "$1" ] || { echo 'usage: backup-sqlite.sh DATABASE FOLDER [KEEP]' >&2; exit 2; }
database=$1
folder=$2
keep=${3:-7}
umask 077
mkdir -p "$folder"
name=$(basename "$database")
name=${name%.*}
target=$folder/$name-$(date +%Y%m%d-%H%M%S).db
[ ! -e "$target" ] || { echo "exists already: $target" >&2; exit 2; }
part=$target.part
trap 'rm -f "$part" "$part-wal" "$part-shm"' EXIT

# A quote in a path is doubled inside the SQL-like argument of .backup.
quoted=$(printf '%s' "$part" | sed "s/'/''/g")
sqlite3 "$database" '.timeout 5000' ".backup '$quoted'"
# Not -readonly: on a database in WAL mode that would leave -wal and -shm files beside the copy.
verdict=$(sqlite3 "$part" 'PRAGMA integrity_check')
[ "$verdict" = ok ] || { printf 'the copy is not sound: %s\n' "$verdict" >&2; exit 1; }
mv "$part" "$target"
echo "$target"

# Only names of our own shape are removed; the pattern gives them in order of time.
digit='[0-9]'
day=$digit$digit$digit$digit$digit$digit$digit$digit
time=$digit$digit$digit$digit$digit$digit
# shellcheck disable=SC2086  # the digits are meant to be a pattern
set -- "$folder/$name"-$day-$time.db
while [ $# -gt "$keep" ]; do
  rm -- "$1"
  shift
done
