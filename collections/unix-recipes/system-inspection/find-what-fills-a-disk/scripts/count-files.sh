#!/bin/sh
# count-files.sh [FOLDER] [ROWS]: folders by number of direct entries, on one file system. Reads names only.
set -eu
export LC_ALL=C
folder=${1:-.}
rows=${2:-20}
[ -d "$folder" ] || { echo "not a folder: $folder" >&2; exit 2; }
find "$folder" -xdev ! -path "$folder" -print 2> /dev/null |
  awk '{ sub(/\/[^\/]*$/, ""); if ($0 == "") $0 = "/"; count[$0]++ } END { for (name in count) print count[name], name }' |
  sort -k1,1nr -k2 | head -n "$rows"
