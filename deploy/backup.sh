#!/bin/sh
# usage: backup.sh FOLDER
# A backup, taken while the server runs, of what this server's variables name: the database, and the keys made at the first
# start. It becomes a folder in FOLDER, whose name is printed.
set -eu
umask 077
data=${BARPOINT_DATA:-var}
backup=$1/barpoint-$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$1"
mkdir "$backup.unfinished"

case ${DATABASE_URL:-} in
postgres*)
    pg_dump --format=custom --no-owner --file="$backup.unfinished/database.dump" "$DATABASE_URL"
    ;;
*)
    database=${DATABASE_URL:+${DATABASE_URL#sqlite:///}}
    sqlite3 "${database:-$data/barpoint.sqlite3}" ".timeout 5000" ".backup '$backup.unfinished/database.sqlite3'"
    ;;
esac
for key in "$data"/*_key*; do
    if [ -f "$key" ]; then cp -p "$key" "$backup.unfinished/"; fi
done

mv "$backup.unfinished" "$backup"
echo "$backup"
