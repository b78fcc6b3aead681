#!/bin/sh
# usage: rolling-restart.sh systemd|compose UPSTREAMS
# Starts all web processes anew, one after the other, while the site goes on: nginx stops sending to a process, the process
# ends, the new one is waited for, nginx sends to it again. UPSTREAMS is the file in which nginx finds them.
# One that does not become ready is left out, and the others keep the version they have.
set -eu
form=$1
upstreams=$2
here=$(dirname "$0")
compose="docker compose --file $here/compose.yaml --env-file $here/compose.env"

reload_nginx() {
    if [ "$form" = systemd ]; then systemctl reload nginx; else $compose exec --no-TTY nginx nginx -s reload; fi
    sleep 1 # until the last request that the old nginx workers sent is answered
}

restart() { # HOST PORT
    if [ "$form" = compose ]; then
        $compose up --detach --no-deps --force-recreate --wait "$1"
        return
    fi
    systemctl restart "barpoint-web@$2"
    for _ in $(seq 60); do
        sleep 1
        if curl --fail --silent --max-time 3 --output /dev/null "http://$1:$2/readyz"; then return; fi
    done
    return 1
}

# shellcheck disable=SC2013  # there are no spaces in them
for server in $(sed -n 's/^server \([^ ;]*\).*/\1/p' "$upstreams"); do
    # It may be left out already: a restart before this one has failed there.
    sed -i "/^server $server /s/\( down\)*;\$/ down;/" "$upstreams"
    reload_nginx
    if ! restart "${server%:*}" "${server##*:}"; then
        echo "$server does not become ready; nginx leaves it out." >&2
        exit 1
    fi
    sed -i "/^server $server /s/ down;\$/;/" "$upstreams"
    reload_nginx
    echo "$server has been started anew."
done
