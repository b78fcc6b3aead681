"""The least that a push to many sockets can cost on daphne: a loop of sends. `bench/fanout.py` compares with it."""

import argparse
from collections.abc import Callable
from typing import Any

from daphne.server import Server

fragment = ""
sends: set[Callable[[dict[str, Any]], Any]] = set()


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A POST sends the fragment to every open socket, and is answered with it."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        sends.add(send)
        while (await receive())["type"] != "websocket.disconnect":
            pass
        sends.remove(send)
        return
    while (await receive()).get("more_body"):
        pass
    for each in sends:
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
