#!/bin/sh
# usage: with-env.sh COMMAND [ARGUMENT...], as root
# Runs a command as the units of deploy/systemd run theirs: as barpoint, with the variables of /etc/barpoint.env.
set -eu
set -a
# shellcheck source=/dev/null
. /etc/barpoint.env
set +a
cd /opt/barpoint
PATH=/opt/barpoint/.venv/bin:$PATH exec setpriv --reuid barpoint --regid barpoint --init-groups "$@"
