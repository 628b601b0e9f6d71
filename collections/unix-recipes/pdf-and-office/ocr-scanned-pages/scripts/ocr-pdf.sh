#!/bin/sh
# ocr-pdf.sh IN.pdf OUT.pdf [LANGUAGES]: a searchable copy of a scan, page by page.
set -eu
[ $# -ge 2 ] && [ -f "$1" ] || { echo 'usage: ocr-pdf.sh IN.pdf OUT.pdf [LANGUAGES]' >&2; exit 2; }
input=$1
output=$2
languages=${3:-eng}
[ ! -e "$output" ] || { echo "exists already: $output" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pages=$(pdfinfo "$input" | awk '$1 == "Pages:" { print $2 }')
page=1
while [ "$page" -le "$pages" ]; do
  # One page at a time: 300 dpi grey is about 8 MB a page, and a long scan would fill the disk.
  name=$(printf '%s/%06d' "$work" "$page")
  pdftoppm -r 300 -gray -png -singlefile -f "$page" -l "$page" "$input" "$name"
  tesseract "$name.png" "$name" -l "$languages" --dpi 300 pdf < /dev/null 2> "$work/errors" ||
    { cat "$work/errors" >&2; echo "page $page failed" >&2; exit 1; }
  rm "$name.png"
  page=$((page + 1))
done
if [ "$pages" -eq 1 ]; then mv "$work/000001.pdf" "$output"; else pdfunite "$work"/*.pdf "$output"; fi
