#!/bin/sh
# fetch-pages.sh [-n JQ] [-m MAX] [-H FILE] URL FOLDER: every page of a JSON API, one file a page; run again, it goes on.
# -n jq expression for the next address in the answer (default: the header "Link: <…>; rel=next")
# -m most pages (10000)   -H file of request headers, such as "Authorization: Bearer …", mode 600
# Status: 0 all pages are there, 1 stopped before the end (the reason on standard error), 2 usage.
set -eu
export LC_ALL=C
next_by= max=10000 headers=
while getopts n:m:H: option; do
  case $option in
    n) next_by=$OPTARG ;;
    m) max=$OPTARG ;;
    H) headers=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || { echo 'usage: fetch-pages.sh [-n JQ] [-m MAX] [-H FILE] URL FOLDER' >&2; exit 2; }
first=$1 folder=$2
mkdir -p "$folder"
stop() { printf '%s\n' "$1" >&2; exit 1; }
# Scheme, host and port: the headers are for these alone.
origin() { printf '%s\n' "$1" | sed -E 's|^([A-Za-z]+://[^/?#]*).*|\1|'; }

[ -s "$folder/next.url" ] || printf '%s\n' "$first" > "$folder/next.url"
[ "$(head -n 1 "$folder/first.url" 2> /dev/null || echo "$first")" = "$first" ] || stop "$folder holds the pages of another address"
printf '%s\n' "$first" > "$folder/first.url"
page=$(find "$folder" -name 'page-*.json' | wc -l | tr -d ' ')

while url=$(cat "$folder/next.url") && [ "$url" != done ]; do
  [ "$page" -lt "$max" ] || stop "stopped after $max pages; the next one is $url"
  [ "$(origin "$url")" = "$(origin "$first")" ] || stop "page $page leads to another host: $url"
  if [ -s "$folder/seen.txt" ] && grep -qxF -- "$url" "$folder/seen.txt"; then stop "the pages go in a circle: $url"; fi
  set -- --silent --show-error --fail --connect-timeout 10 --max-time 120 --retry 6 --retry-max-time 600
  if [ -n "$headers" ]; then set -- "$@" --header "@$headers"; fi
  curl "$@" --dump-header "$folder/headers.part" --output "$folder/page.part" -- "$url" || stop "page $((page + 1)) failed: $url"
  jq empty "$folder/page.part" || stop "page $((page + 1)) is not JSON: $url"
  if [ -n "$next_by" ]; then
    next=$(jq -r "($next_by) // empty" "$folder/page.part")
  else
    # After retries the file holds the headers of every try; the last ones count.
    next=$(tr -d '\r' < "$folder/headers.part" | awk '/^HTTP\// { link = "" } tolower($1) == "link:" { link = link " " $0 }
      END { n = split(link, each, ","); for (i = 1; i <= n; i++) if (each[i] ~ /rel="?next"?/ && match(each[i], /<[^>]*>/)) {
        print substr(each[i], RSTART + 1, RLENGTH - 2); exit } }')
  fi
  case $next in
    '') next=done ;;
    *://*) ;;
    /*) next=$(origin "$url")$next ;;
    '?'*) next=${url%%\?*}$next ;;
    *) stop "the next address is none: $next" ;;
  esac
  page=$((page + 1))
  printf '%s\n' "$url" >> "$folder/seen.txt"
  mv "$folder/page.part" "$(printf '%s/page-%06d.json' "$folder" "$page")"
  printf '%s\n' "$next" > "$folder/next.part" && mv "$folder/next.part" "$folder/next.url"
done
rm -f "$folder/headers.part"
echo "$page pages in $folder"
