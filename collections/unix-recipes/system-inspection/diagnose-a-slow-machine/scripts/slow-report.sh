#!/bin/sh
# slow-report.sh [SECONDS]: what a slow Linux machine waits for, from two looks SECONDS apart (default 5; 0: since boot).
# Reads /proc only. PROC names another folder of that form, for tests and containers.
set -eu
export LC_ALL=C
proc=${PROC:-/proc}
seconds=${1:-5}
[ -r "$proc/stat" ] || { echo "cannot read $proc/stat: this is for Linux" >&2; exit 2; }

# Ticks of programs, kernel, idle, waiting for disks, stolen; then pages swapped in and out.
look() {
  awk '$1 == "cpu" { print $2 + $3, $4 + $7 + $8, $5, $6, $9 }' "$proc/stat"
  awk '$1 == "pswpin" { i = $2 } $1 == "pswpout" { o = $2 } END { print i + 0, o + 0 }' "$proc/vmstat"
}
# Share of the last 10 s in which somebody waited; a kernel without pressure figures gives a dash.
pressure() { awk '$1 == "some" { sub("avg10=", "", $2); print $2; exit }' "$proc/pressure/$1" 2> /dev/null || true; }

before='0 0 0 0 0 0 0'
if [ "$seconds" != 0 ]; then
  before=$(look | tr '\n' ' ')
  sleep "$seconds"
fi
after=$(look | tr '\n' ' ')
blocked=$(awk '$1 == "procs_blocked" { print $2 }' "$proc/stat")
cores=$(awk '/^cpu[0-9]/ { n++ } END { print n + 0 }' "$proc/stat")
load=$(cut -d ' ' -f 1-3 "$proc/loadavg")
memory=$(awk '$1 == "MemTotal:" { t = $2 } $1 == "MemAvailable:" { a = $2 } END { print t, a }' "$proc/meminfo")
cpu=$(pressure cpu) mem=$(pressure memory) io=$(pressure io)

printf '%s\n' "$before" "$after" | awk -v seconds="$seconds" -v blocked="${blocked:-0}" -v cores="$cores" -v loads="$load" \
  -v memory="$memory" -v cpu="${cpu:--}" -v mem="${mem:--}" -v io="${io:--}" '
  NR == 1 { for (i = 1; i <= 7; i++) old[i] = $i; next }
  { for (i = 1; i <= 7; i++) d[i] = $i - old[i] }
  END {
    for (i = 1; i <= 5; i++) all += d[i]
    if (all == 0) all = 1
    for (i = 1; i <= 5; i++) share[i] = 100 * d[i] / all
    per = seconds > 0 ? seconds : 1
    split(memory, m, " ")
    free = m[1] > 0 ? 100 * m[2] / m[1] : 0
    swapping = seconds > 0 ? (d[6] + d[7]) / per : 0
    printf "load      %s on %d cores\n", loads, cores
    printf "cpu       programs %.0f %%, kernel %.0f %%, idle %.0f %%, waiting for disks %.0f %%, stolen %.0f %%\n", share[1], share[2], share[3], share[4], share[5]
    printf "memory    %.0f of %.0f MiB available (%.0f %%), %.0f pages a second to and from swap\n", m[2] / 1024, m[1] / 1024, free, swapping
    printf "pressure  cpu %s, memory %s, disks %s (%% of the last 10 s)\n", cpu, mem, io
    printf "blocked   %d processes wait for disks\n", blocked
    if (share[5] > 10) verdict = "stolen: other machines on this host take the processor"
    else if (free < 10 && (mem + 0 > 5 || swapping > 50)) verdict = "memory"
    else if (share[4] > 20 || io + 0 > 20) verdict = "disks"
    else if (share[1] + share[2] > 85 || cpu + 0 > 25) verdict = "processor"
    else verdict = "nothing of these: look at the slow program itself"
    print "verdict   " verdict
  }'
