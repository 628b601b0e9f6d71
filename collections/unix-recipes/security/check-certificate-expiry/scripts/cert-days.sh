#!/bin/sh
# cert-days.sh [-w DAYS] FILE-OR-HOST[:PORT]...: days left of each certificate.
# An existing file, or a name with a slash, is a file; everything else is asked over the network. Status 1: at least one
# has fewer than DAYS (default 21) or cannot be read.
set -eu
export LC_ALL=C TZ=UTC
warn=21
if [ "${1:-}" = -w ]; then warn=$2; shift 2; fi
[ $# -gt 0 ] || { echo 'usage: cert-days.sh [-w DAYS] FILE-OR-HOST[:PORT]...' >&2; exit 2; }

# "Jan  5 10:00:00 2031 GMT" in seconds; GNU date reads it by -d, BSD date by -j -f.
seconds() { date -d "$1" +%s 2> /dev/null || date -j -f '%b %e %T %Y %Z' "$1" +%s; }

read_certificate() {
  case $1 in
    */*) cat "$1" ;;
    *)
      if [ -f "$1" ]; then cat "$1"; return; fi
      host=${1%:*}
      port=${1##*:}
      [ "$port" != "$1" ] || port=443
      openssl s_client -connect "$host:$port" -servername "$host" < /dev/null 2> /dev/null
      ;;
  esac
}

now=$(date +%s)
status=0
for name do
  end=$(read_certificate "$name" 2> /dev/null | openssl x509 -noout -enddate 2> /dev/null) || end=
  if [ -z "$end" ]; then
    printf '%6s %s  < cannot be read\n' '?' "$name"
    status=1
    continue
  fi
  days=$((($(seconds "${end#notAfter=}") - now) / 86400))
  mark=
  [ "$days" -ge "$warn" ] || { mark="  < $warn"; status=1; }
  printf '%6d %s%s\n' "$days" "$name" "$mark"
done
exit "$status"
