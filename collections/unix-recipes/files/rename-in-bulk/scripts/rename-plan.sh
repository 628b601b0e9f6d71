#!/bin/sh
# Checks, and with --apply carries out, a list of renames: OLD <tab> NEW, one a line.
set -eu
export LC_ALL=C
apply=no
if [ "${1:-}" = --apply ]; then apply=yes; shift; fi
[ $# -eq 1 ] && [ -f "$1" ] || { echo 'usage: rename-plan.sh [--apply] PLAN' >&2; exit 2; }
plan=$1
tab=$(printf '\t')
bad=0
complain() { printf '%s\n' "$1" >&2; bad=1; }

inode() { ls -di -- "$1" | awk '{ print $1; exit }'; }
lower() { printf '%s' "$1" | tr '[:upper:]' '[:lower:]'; }
# Names that differ only in case may be one file, where the disk ignores case. A hard link is not that.
same_file() { [ "$(lower "$1")" = "$(lower "$2")" ] && [ "$(inode "$1")" = "$(inode "$2")" ]; }

shape=$(awk -F '\t' 'NF != 2 || $1 == "" || $2 == "" { print NR; exit }' "$plan")
[ -z "$shape" ] || { echo "line $shape does not have two fields" >&2; exit 1; }
twice=$(awk -F '\t' '$1 != $2 && seen[$2]++ { print $2 }' "$plan")
[ -z "$twice" ] || complain "wanted by two files: $twice"

while IFS=$tab read -r old new; do
  [ "$old" != "$new" ] || continue
  if [ ! -e "$old" ] && [ ! -L "$old" ]; then complain "does not exist: $old"; continue; fi
  if [ -e "$new" ] || [ -L "$new" ]; then same_file "$old" "$new" || complain "is taken: $new"; fi
done < "$plan"
[ "$bad" = 0 ] || { echo 'nothing was renamed' >&2; exit 1; }

[ "$apply" = no ] || : > "$plan.undo"
while IFS=$tab read -r old new; do
  [ "$old" != "$new" ] || continue
  printf '%s -> %s\n' "$old" "$new"
  [ "$apply" = yes ] || continue
  if [ -e "$new" ]; then mv -- "$old" "$old.renaming"; mv -- "$old.renaming" "$new"; else mv -n -- "$old" "$new"; fi
  printf '%s\t%s\n' "$new" "$old" >> "$plan.undo"
done < "$plan"
