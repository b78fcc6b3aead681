#!/bin/sh
# usage: restore.sh [--overwrite] BACKUP
# Puts a backup of backup.sh where this server's variables say. Stop the server before. What is there already is not
# touched without --overwrite, and is kept then: in FOLDER/before-restore, BACKUP being in FOLDER.
set -eu
umask 077
overwrite=
if [ "$1" = --overwrite ]; then
    overwrite=yes
    shift
fi
backup=${1%/}
data=${BARPOINT_DATA:-var}
here=$(dirname "$0")

refuse() {
    echo "$1" >&2
    exit 1
}

keep_what_is_there() {
    [ -n "$overwrite" ] || refuse "There is a database already: nothing was changed. With --overwrite it is replaced, and kept."
    kept=$("$here/backup.sh" "$(dirname "$backup")/before-restore")
    echo "What was there is in $kept"
}

case ${DATABASE_URL:-} in
postgres*)
    [ -f "$backup/database.dump" ] || refuse "$backup is no backup of a PostgreSQL."
    ask() { psql --no-psqlrc --tuples-only --no-align --quiet --command="$1" "$DATABASE_URL"; }
    others=$(ask "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'")
    [ "$others" = 0 ] || refuse "Somebody is using the database: stop the server first."
    if [ "$(ask "SELECT to_regclass('django_migrations') IS NULL")" = f ]; then keep_what_is_there; fi
    pg_restore --clean --if-exists --no-owner --single-transaction --exit-on-error --dbname="$DATABASE_URL" "$backup/database.dump"
    ;;
*)
    [ -f "$backup/database.sqlite3" ] || refuse "$backup is no backup of an SQLite database."
    database=${DATABASE_URL:+${DATABASE_URL#sqlite:///}}
    database=${database:-$data/barpoint.sqlite3}
    if [ -e "$database" ]; then keep_what_is_there; fi
    mkdir -p "$data"
    # The old one's log must not be read into the new one.
    rm -f "$database" "$database-wal" "$database-shm"
    cp "$backup/database.sqlite3" "$database"
    ;;
esac
for key in "$backup"/*_key*; do
    if [ -f "$key" ]; then cp -p "$key" "$data/"; fi
done
echo "Restored. Now: manage.py migrate, then start the server; clocks lose nothing by the time in between."
