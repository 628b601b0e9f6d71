#!/bin/sh
# Judges a tar or zip by its list of entries. Unpacks nothing.
# Status: 0 nothing found, 1 findings, 2 not a readable archive.
set -eu
export LC_ALL=C TZ=UTC
max_entries=${MAX_ENTRIES:-10000}
max_bytes=${MAX_BYTES:-1073741824}
[ $# -eq 1 ] && [ -f "$1" ] || { echo 'usage: inspect-archive.sh ARCHIVE' >&2; exit 2; }
case $1 in /*) archive=$1 ;; *) archive=./$1 ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Both lists have the type in the first column; the second number after it is the size.
if [ "$(head -c 2 "$archive")" = PK ]; then reader=unzip; else reader=tar; fi
command -v "$reader" > /dev/null || { echo "$reader is not here" >&2; exit 2; }
if [ "$reader" = unzip ]; then
  unzip -Z1 "$archive" > "$work/names" || exit 2
  unzip -Zs "$archive" | awk '/^[-dlbcps?]/ && $4 ~ /^[0-9]+$/ { print substr($1, 1, 1) "\t" $4 }' > "$work/facts"
else
  tar -tf "$archive" > "$work/names" 2> "$work/errors" || { cat "$work/errors" >&2; exit 2; }
  # Numbers for owners: a name may hold blanks. GNU prints owner/group as one word, BSD prints link count, owner and group.
  tar --numeric-owner -tvf "$archive" 2> /dev/null |
    awk '{ size = index($2, "/") ? $3 : $5; print substr($1, 1, 1) "\t" size }' > "$work/facts"
fi

# A line that is missing on one side would give every later entry the type of another.
[ "$(wc -l < "$work/facts")" -eq "$(wc -l < "$work/names")" ] || { echo 'the list of entries cannot be read line by line' >&2; exit 2; }

paste "$work/facts" "$work/names" | awk -F '\t' -v max_entries="$max_entries" -v max_bytes="$max_bytes" '
  function finding(what) { print what; bad = 1 }
  { name = $3; bytes += $2 }
  # A zip may give no type at all ("?"): unzip makes a plain file of it.
  $1 != "-" && $1 != "d" && $1 != "?" { finding("link or special file (" $1 "): " name) }
  name ~ /^\// || name ~ /^[A-Za-z]:/ || name ~ /^\\/ { finding("absolute path: " name) }
  name ~ /(^|[\/\\])\.\.([\/\\]|$)/ { finding("climbs out of its folder: " name) }
  END {
    if (NR > max_entries) finding("too many entries: " NR)
    if (bytes > max_bytes) finding(sprintf("too large: %.0f bytes", bytes))
    if (!bad) printf "ok: %d entries, %.0f bytes\n", NR, bytes
    exit bad
  }'
