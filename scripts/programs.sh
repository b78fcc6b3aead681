#!/bin/sh
# The programs that tests start: Chromium, PostgreSQL, Redis and nginx. Installed when missing, if this is root on Debian.
set -eu

missing=""
need() { # PACKAGE PROGRAM...: one of the programs must be there
    package=$1
    shift
    for program in "$@"; do
        if command -v "$program" >/dev/null; then return; fi
    done
    missing="$missing $package"
}

need chromium "${CHROMIUM:-chromium}" chromium-browser google-chrome
need postgresql initdb /usr/lib/postgresql/*/bin/initdb
need redis-server redis-server
need sqlite3 sqlite3
need nginx-light nginx /usr/sbin/nginx
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The tests also need:$missing (on Debian, as root: apt-get install$missing)" >&2
    exit 1
fi
echo "Installing$missing."
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
if ! { apt-get update -qq && apt-get install -qq $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "apt-get could not install$missing (above: why)." >&2
    exit 1
fi
rm "$log"
