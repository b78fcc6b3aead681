"""A site under test as its visitors meet it: addresses that may be dead for a while, and answers that may not come."""

import http.client
import itertools
import json
import random
import re
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from urllib.parse import urlencode

from tests.reliability.history import Asked, Op
from tests.reliability.sight import TABLE, show

CSRF = "a" * 32
TOLD = 204
ANSWER_SECONDS = 15.0
# Nobody waits longer than this for an answer, all tries together.
PATIENCE_SECONDS = 120.0
TABS = 4


@dataclass
class Site:
    """The addresses, and what all visitors have seen: a history for each match."""

    ports: list[int]
    histories: dict[str, list[Op]] = field(default_factory=lambda: defaultdict(list))
    surprises: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    notes: list[tuple[str, dict[str, object]]] = field(default_factory=list)  # what browsers have noted of dice
    stopping: threading.Event = field(default_factory=threading.Event)
    moment: "itertools.count[int]" = field(default_factory=itertools.count)  # the order of all that happens

    def tell(self, surprise: str) -> None:
        """Note something that must not happen."""
        self.surprises.append(surprise)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that came."""

    status: int
    body: str
    location: str


class Browser:
    """One tab of one visitor: a connection to any of the servers, made anew whenever it breaks."""

    def __init__(self, site: Site, session: str = "") -> None:
        self.site = site
        self._cookie = f"csrftoken={CSRF}" + (f"; sessionid={session}" if session else "")
        self._connection: http.client.HTTPConnection | None = None

    def ask(self, path: str, form: dict[str, object] | None = None) -> Answer | None:
        """Send one request; None if no answer came."""
        headers = {"Cookie": self._cookie, "X-CSRFToken": CSRF, "HX-Request": "true"}
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if self._connection is None:
            port = random.choice(self.site.ports)
            self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
        try:
            self._connection.request(
                "GET" if form is None else "POST", path, None if form is None else urlencode(form), headers
            )
            response = self._connection.getresponse()
            body = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.close()
            return None
        if random.random() < 0.05:
            self.close()  # the next request goes to any server
        return Answer(response.status, body, response.headers.get("Location") or "")

    def close(self) -> None:
        """Drop the connection."""
        if self._connection:
            self._connection.close()
        self._connection = None

    def insist(self, path: str, form: dict[str, object] | None = None) -> Answer:
        """Send the same request until it is answered by a server that is well."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            answer = self.ask(path, form)
            if answer and answer.status < 500:
                return answer
            self.site.counts["errors" if answer else "unanswered"] += 1
            time.sleep(random.uniform(0.01, 0.05))
        raise TimeoutError(f"no answer to {path} in {PATIENCE_SECONDS} seconds")

    def create(self, form: dict[str, object]) -> str:
        """Make a match; gives its public id."""
        return match_in(self.insist("/matches/new/", form).location)

    def join(self, match: str, secret: dict[str, object]) -> None:
        """Take the free seat; again is the same as once."""
        match_in(self.insist(f"/matches/{match}/join/", secret).location)

    def rematch(self, match: str, secret: dict[str, object]) -> str:
        """Ask for a rematch, or agree to it; gives its public id."""
        return match_in(self.insist(f"/matches/{match}/rematch/", secret).location)

    def tell(self, match: str, **said: object) -> None:
        """Tell the server of this browser's secret for the dice; again is the same as once."""
        answer = self.insist(f"/matches/{match}/dice/exchange/", said)
        if answer.status != TOLD:
            self.site.tell(f"{match}: {', '.join(said)} was answered by {answer.status}")

    def record(self, match: str) -> dict[str, object]:
        """The record of a match as it is downloaded."""
        record: dict[str, object] = json.loads(self.insist(f"/matches/{match}/record.json").body)["record"]
        return record

    def look(self, match: str, version: int = 0) -> Op:
        """Look at a table; noted in its history."""
        return self._note(match, Op(next(self.site.moment), version), f"/matches/{match}/", None)

    def command(self, match: str, version: int, asked: Asked, form: dict[str, object]) -> Op:
        """Give a command once; noted in the history of its match."""
        op = Op(next(self.site.moment), version, asked)
        return self._note(match, op, f"/matches/{match}/moves/", {"version": version, **form})

    def _note(self, match: str, op: Op, path: str, form: dict[str, object] | None) -> Op:
        self.site.histories[match].append(op)
        answer = self.ask(path, form)
        op.ended = next(self.site.moment)
        if answer is None:
            self.site.counts["unanswered"] += 1
        elif answer.status >= 500:
            self.site.counts["errors"] += 1
        else:
            op.seen = show(answer.body) if TABLE.search(answer.body) else None
            op.answer, op.status = "ok" if answer.status == 200 else "refused", answer.status
            self.site.counts[f"{'command' if op.asked else 'look'} {op.answer}"] += 1
        return op


def match_in(location: str) -> str:
    """The public id in the address of a table."""
    found = re.search(r"/matches/([\w-]{16})/", location)
    assert found, location
    return found[1]


def tabs_of(site: Site, sessions: dict[str, str]) -> dict[str, list[Browser]]:
    """Some tabs for each of these people, named with their sessions."""
    return {name: [Browser(site, session) for _ in range(TABS)] for name, session in sessions.items()}
