#!/bin/sh
# Groups files of equal content below the given folders. Reads only.
set -eu
export LC_ALL=C
[ $# -gt 0 ] || { echo 'usage: duplicates.sh FOLDER...' >&2; exit 2; }
for folder do
  [ -d "$folder" ] || { echo "not a folder: $folder" >&2; exit 2; }
done
if command -v sha256sum > /dev/null 2>&1; then hash=sha256sum; else hash='shasum -a 256'; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nl='
'
odd=$(find "$@" -xdev -type f -name "*$nl*" -exec printf '%.0sx' {} + | wc -c | tr -d ' ')
[ "$odd" = 0 ] || echo "skipped: $odd names with a line end" >&2

# inode, size, path. The columns of `ls -lni` are alike on every system; `stat` is not.
find "$@" -xdev -type f -size +0 ! -path "*$nl*" -exec ls -lnid {} + |
  awk '{ inode = $1; size = $6; path = $0
         for (i = 1; i <= 9; i++) sub(/^ *[^ ]+/, "", path)
         sub(/^ /, "", path)
         if (!seen[inode, size]++) { print size "\t" path } }' |
  sort -n > "$work/sizes"

# Only sizes that occur twice are worth reading.
awk -F '\t' '{ n[$1]++; line[NR] = $0; size[NR] = $1 }
  END { for (i = 1; i <= NR; i++) if (n[size[i]] > 1) print line[i] }' "$work/sizes" > "$work/candidates"

cut -f 2- "$work/candidates" | tr '\n' '\0' | xargs -0 sh -c '
  hash=$1; shift
  for file do
    sum=$($hash < "$file") || continue
    printf "%s\t%s\n" "${sum%% *}" "$file"
  done' sh "$hash" > "$work/hashes"

# size, hash and path side by side, grouped, the greatest waste first
awk -F '\t' 'FILENAME == ARGV[1] { path = substr($0, length($1) + 2); size[path] = $1; next }
  { path = substr($0, length($1) + 2); key = $1; n[key]++; bytes[key] = size[path]; paths[key] = paths[key] path "\n" }
  END { for (key in n) if (n[key] > 1) {
    waste = (n[key] - 1) * bytes[key]
    m = split(paths[key], each, "\n")
    printf "%.0f\t%s\t0\t# %d copies of %d bytes, %.0f bytes wasted\n", waste, key, n[key], bytes[key], waste
    for (i = 1; i < m; i++) printf "%.0f\t%s\t1\t%s\n", waste, key, each[i]
  } }' "$work/candidates" "$work/hashes" |
  sort -t "$(printf '\t')" -k1,1nr -k2,2 -k3,3n -k4 | cut -f 4- |
  awk 'NR > 1 && /^# [0-9]+ copies of / { print "" } { print }'
