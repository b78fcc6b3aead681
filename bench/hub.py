"""The least that a push to many sockets can cost on daphne: a loop of sends. `bench/fanout.py` compares with it.

And the least that a push through the channel layer can cost: on /echo a POST is sent to a group, and the sockets there
are its members.
"""

import argparse
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer
from daphne.server import Server

from bench.bare import show

fragment = ""
sends: set[Callable[[dict[str, Any]], Any]] = set()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A POST sends the fragment to every open socket, and is answered with it."""
    layer = get_channel_layer()
    if scope["type"] == "websocket":
        if scope["path"] == "/echo":
            await show("echo", layer, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        sends.add(send)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        sends.remove(send)
        return
    while (await receive()).get("more_body"):
        pass
    if scope["path"] == "/echo":
        await layer.group_send("echo", {"type": "table", "html": fragment})
    for each in sends if scope["path"] == "/" else ():
        await each({"type": "websocket.send", "text": fragment})
    answer = fragment.encode()
    headers = [(b"content-type", b"text/html"), (b"content-length", str(len(answer)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})


def main() -> None:
    """Serve on the port given."""
    global fragment
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--fragment-bytes", type=int, required=True)
    options = parser.parse_args()
    fragment = "x" * options.fragment_bytes
    Server(application, endpoints=[f"tcp:port={options.port}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main()
