#!/bin/sh
# risky-permissions.sh FOLDER...: kind, mode, owner and path of what others could misuse. Reads only.
set -eu
export LC_ALL=C
[ $# -gt 0 ] || { echo 'usage: risky-permissions.sh FOLDER...' >&2; exit 2; }
for folder do
  [ -d "$folder" ] || { echo "not a folder: $folder" >&2; exit 2; }
done

# Prints what find selects: `ls -ld` is the common ground of GNU and BSD. Unreadable folders are passed over.
report() {
  kind=$1
  shift
  find "$@" -exec ls -ldn {} + 2> /dev/null |
    awk -v kind="$kind" '{ mode = $1; owner = $3; path = $0
      for (i = 1; i <= 8; i++) sub(/^ *[^ ]+/, "", path)
      sub(/^ /, "", path)
      print kind, mode, owner, path }' || true
}

report setuid "$@" -xdev -type f -perm -4000
report setgid "$@" -xdev -type f -perm -2000 ! -perm -4000
report writable-file "$@" -xdev -type f -perm -0002
report writable-folder "$@" -xdev -type d -perm -0002 ! -perm -1000
report unowned "$@" -xdev \( -nouser -o -nogroup \)
# Small files that say of themselves that they are keys.
find "$@" -xdev -type f -size -40 \( -name 'id_*' -o -name '*.pem' -o -name '*.key' -o -name '*_key' \) \
  \( -perm -0040 -o -perm -0004 \) -exec grep -l -e '-----BEGIN .*PRIVATE KEY-----' {} + 2> /dev/null |
  while read -r path; do report private-key "$path" -prune; done || true
