#!/bin/sh
# memory-by-command.sh [ROWS]: proportional memory and swap per command name, in MiB. As root it sees all processes.
set -eu
export LC_ALL=C
rows=${1:-20}
printf '%10s %10s %6s  %s\n' 'PSS MiB' 'swap MiB' count command
for folder in /proc/[0-9]*; do
  # A process may end between listing and reading; what cannot be read is left out.
  name=$(cat "$folder/comm" 2> /dev/null) || continue
  awk '/^Pss:/ { pss = $2 } /^SwapPss:/ { swap = $2 } END { if (pss != "") printf "%d\t%d\t", pss, swap; else exit 1 }' \
    "$folder/smaps_rollup" 2> /dev/null && printf '%s\n' "$name"
done | awk -F '\t' '{ pss[$3] += $1; swap[$3] += $2; n[$3]++ }
  END { for (name in n) printf "%10.1f %10.1f %6d  %s\n", pss[name] / 1024, swap[name] / 1024, n[name], name }' |
  sort -rn | head -n "$rows"
