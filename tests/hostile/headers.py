"""Compares the headers and cookies of all kinds of answers with tests/hostile/headers.tsv.

    python -m tests.hostile.headers

A process of its own, because it makes a site of its own. Prints what differs.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.hostile.raw import Answer, Line
from tests.hostile.served import Served, found_site, served

TABLE = Path(__file__).with_name("headers.tsv")
# Different for every answer, and no matter here.
UNCOUNTED = {
    "connection",
    "content-length",
    "date",
    "expires",
    "etag",
    "last-modified",
    "content-type",
    "sec-websocket-accept",
    "upgrade",
}
TOO_OFTEN = "11 times "
SOCKET = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
)


class Row(NamedTuple):
    """A line of the table: a request, who sends it, and what its answer is."""

    route: str
    ask: str
    who: str
    status: str
    kind: str
    cache: str
    cookies: str
    others: str


class Golden(NamedTuple):
    """The table: what all answers of a kind have in common, and the single ones."""

    common: dict[str, dict[str, str]]
    rows: list[Row]


def read_table() -> Golden:
    """Lines that begin with a kind in brackets give what is common to it; the others are single answers."""
    common: dict[str, dict[str, str]] = {}
    rows = []
    for line in TABLE.read_text().splitlines():
        cells = line.split("\t")
        if line.startswith("#["):
            common.setdefault(cells[0][1:].strip("[]"), {})[cells[1]] = cells[2]
        elif not line.startswith("#"):
            rows.append(Row(*cells))
    return Golden(common, rows)


def main() -> int:
    """Ask everything of two servers, one of them with HTTPS."""
    golden, wrong = read_table(), []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="barpoint-headers-")))
        found_site(folder, settings="tests.hostile.settings")
        from tests.hostile.world import ROLES, build_world

        world = build_world()
        names, sessions = dict(world.names()), {role: world.session(role) for role in ROLES}
        for https in (False, True):
            server = stack.enter_context(served(folder, BARPOINT_HTTPS="1" if https else "0"))
            for row in golden.rows:
                answer = ask(server, row, names, sessions[row.who], https=https)
                wrong += [
                    f"{'https' if https else 'http'} {row.ask} {row.who}: {fault}"
                    for fault in differences(row, answer, golden.common, https=https)
                ]
    print("\n".join(wrong) or "All as in the table")
    return 1 if wrong else 0


def ask(server: Served, row: Row, names: dict[str, str], session: str, *, https: bool) -> Answer | None:
    """Send the request of a line."""
    method, _, rest = row.ask.removeprefix(TOO_OFTEN).format_map(names).partition(" ")
    path, _, more = rest.partition(" ")
    origin = f"http{'s' if https else ''}://localhost"
    prefix = "__Host-" if https else ""
    lines = {"Host": "localhost", "X-Forwarded-Proto": "https", "Connection": "close"}
    if session:
        lines["Cookie"] = f"{prefix}sessionid={session}"
    if method == "POST":
        lines |= {"Cookie": lines.get("Cookie", "x=y") + f"; {prefix}csrftoken={'a' * 32}", "Content-Length": "0"}
    lines |= dict(pair.split(":", 1) for pair in more.split() if ":" in pair)
    lines = {name: value.replace("ORIGIN", origin).replace("TOKEN", "a" * 32) for name, value in lines.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    if method == "WS":
        method, head = "GET", head.replace("Connection: close\r\n", "") + SOCKET
    for _ in range(11 if row.ask.startswith(TOO_OFTEN) else 1):
        line = Line(server.port)
        line.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
        answer = line.answer(to_head=method == "HEAD")
        line.close()
    return answer


def differences(row: Row, answer: Answer | None, common: dict[str, dict[str, str]], *, https: bool) -> Iterator[str]:
    """What is not as the table says."""
    if answer is None:
        yield "no answer"
        return
    found = row._replace(
        status=str(answer.status),
        cache=answer.header("cache-control") or "-",
        cookies=" ".join(sorted(name.removeprefix("__Host-") for name, _ in cookies_of(answer))) or "-",
    )
    expected = {**common.get(row.kind, {}), **(common.get(f"{row.kind} https", {}) if https else {})}
    headers = {name: plain(name, answer.header(name)) for name, _ in answer.headers}
    for name, value in expected.items():
        if headers.get(name) != value:
            yield f"{name} is {headers.get(name)!r}, not {value!r}"
    left = headers.keys() - expected.keys() - UNCOUNTED - {"cache-control", "set-cookie"}
    found = found._replace(others=" ".join(sorted(left)) or "-")
    if found != row:
        yield f"{' | '.join(found[3:])} instead of {' | '.join(row[3:])}"
    flags = common["cookie https" if https else "cookie"]
    for name, given in cookies_of(answer):
        if name not in flags or flags[name] != given:
            yield f"the cookie {name} has {given}"


def cookies_of(answer: Answer) -> Iterator[tuple[str, str]]:
    """Names and flags of the cookies that are set; one that is taken away needs none."""
    for name, value in answer.headers:
        if name == "set-cookie" and "Max-Age=0" not in value:
            first, *flags = value.split("; ")
            yield first.partition("=")[0], "; ".join(sorted(flag for flag in flags if not flag.startswith("expires")))


def plain(name: str, value: str) -> str:
    """A header's value; the directives of the content policy come in any order."""
    return "; ".join(sorted(re.split("; ?", value))) if name == "content-security-policy" else value


if __name__ == "__main__":
    sys.exit(main())
