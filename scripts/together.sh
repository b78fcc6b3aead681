#!/bin/sh
# usage: together.sh TARGET...
# Makes targets at the same time, each one's output in one piece when it ends; fails if one of them does.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

one() { # TARGET
    if make --no-print-directory "$1" >"$folder/$1" 2>&1; then status=0; else status=$?; fi
    cat "$folder/$1"
    return $status
}

echo "Together: $*"
jobs=""
for target in "$@"; do
    one "$target" &
    jobs="$jobs $!"
done
status=0
for job in $jobs; do
    wait "$job" || status=1
done
exit $status
