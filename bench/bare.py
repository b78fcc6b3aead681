"""The least that a move can cost on this server and database: one transaction, one send.

No URLs, no middleware, no session, no form, no rules, no rendering: an ASGI function on daphne that raises the version
of a match, appends a move and sends a ready fragment to two sockets, with Barpoint's own settings and thread.
`bench/web.py` measures Barpoint against it. There are two floors:

* by Django's ORM, as anybody writes it: the match is locked and read, updated, its game looked up, the move created.
* with --plain two statements and no more, an UPDATE and an INSERT by hand, with all that they need known before.
"""

import argparse
import asyncio
import os
from typing import Any
from urllib.parse import parse_qs

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from asgiref.sync import sync_to_async  # noqa: E402
from channels.layers import get_channel_layer  # noqa: E402
from daphne.server import Server  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.models import Match, Move  # noqa: E402

fragment = ""


def append_move(public_id: str, version: int) -> int:
    """Select, versioned update, insert: one transaction."""
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().get(public_id=public_id)
        if not Match.objects.filter(pk=match.pk, version=version).update(version=version + 1):
            raise ValueError("stale")
        now = timezone.now()
        game_id = match.games.values_list("pk", flat=True)[0]
        Move.objects.create(
            match=match,
            game_id=game_id,
            version=version + 1,
            seat="white",
            kind="play",
            text="13/7 8/7",
            made_at=now,
            thinking_ms=0,
        )
    return version + 1


rows: dict[str, tuple[int, int]] = {}  # the numbers of a match and its game, looked up once


def append_move_plainly(public_id: str, version: int) -> int:
    """Versioned update, insert: one transaction, nothing read."""
    if public_id not in rows:
        match = Match.objects.get(public_id=public_id)
        rows[public_id] = match.pk, match.games.values_list("pk", flat=True)[0]
    match_id, game_id = rows[public_id]
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET version = %s WHERE id = %s AND version = %s", [version + 1, match_id, version]
        )
        if cursor.rowcount != 1:
            raise ValueError("stale")
        cursor.execute(
            "INSERT INTO games_move (match_id, game_id, version, seat, kind, text, made_at, thinking_ms)"
            " VALUES (%s, %s, %s, 'white', 'play', '13/7 8/7', %s, 0)",
            [match_id, game_id, version + 1, now],
        )
    return version + 1


append = append_move


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """POST / with `match` and `version` makes a move; a socket on /MATCH is told of each."""
    layer = get_channel_layer()
    if scope["type"] == "websocket":
        await show(scope["path"].strip("/"), layer, receive, send)
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    form = parse_qs(body.decode())
    public_id, version = form["match"][0], int(form["version"][0])
    await sync_to_async(append)(public_id, version)
    await layer.group_send(public_id, {"type": "table", "html": fragment})
    answer = fragment.encode()
    headers = [(b"content-type", b"text/html"), (b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


async def show(public_id: str, layer: Any, receive: Any, send: Any) -> None:
    """Send every fragment of a match's group to one socket."""
    await receive()
    channel = await layer.new_channel()
    await layer.group_add(public_id, channel)
    await send({"type": "websocket.accept"})

    async def pass_on() -> None:
        while True:
            message = await layer.receive(channel)
            await send({"type": "websocket.send", "text": message["html"]})

    passing = asyncio.create_task(pass_on())
    while (await receive())["type"] != "websocket.disconnect":
        pass
    passing.cancel()


def main() -> None:
    """Serve on the port given."""
    global fragment, append
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--fragment-bytes", type=int, default=6000)
    parser.add_argument("--plain", action="store_true")
    options = parser.parse_args()
    append = append_move_plainly if options.plain else append_move
    fragment = "x" * options.fragment_bytes
    Server(application, endpoints=[f"tcp:port={options.port}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main()
