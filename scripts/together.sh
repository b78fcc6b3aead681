#!/bin/sh
# usage: together.sh "TARGET..."...
# Makes lists of targets at the same time, each list in its order. What the last one says is seen at once, what another
# says in one piece when it ends. Fails if one of them does.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

targets() { # LIST
    for target in $1; do
        make --no-print-directory "$target" || return $?
    done
}

later() { # LIST NUMBER
    if targets "$1" >"$folder/$2" 2>&1; then status=0; else status=$?; fi
    cat "$folder/$2"
    return $status
}

jobs=""
while [ $# -gt 1 ]; do
    echo "Meanwhile: $1"
    later "$1" $# &
    jobs="$jobs $!"
    shift
done
status=0
targets "$1" || status=1
for job in $jobs; do
    wait "$job" || status=1
done
exit $status
