"""Sends what tests/hostile/requests.py and frames.py make, over many connections at once, and looks at the answers."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from tests.hostile.frames import CLOSE, frame, good_handshake, hostile_frame, hostile_handshake
from tests.hostile.raw import Answer, Line
from tests.hostile.requests import Gunner, Shot
from tests.hostile.served import Served

THREADS = 4
SHORT = 0.1  # seconds to wait for an answer that need not come
LONG_LINE = 4000  # of a failing request, when it is shown


class Volley:
    """One server under attack."""

    def __init__(self, server: Served, names: dict[str, str], sessions: dict[str, list[str]], seed: int) -> None:
        self.server, self.names, self.sessions, self.seed = server, names, sessions, seed
        self.counts: Counter[str] = Counter()
        self._faults: list[str] = []
        self._round = 0

    def take_faults(self) -> list[str]:
        """What was found wrong since the last call; counting begins anew."""
        faults, self._faults, self.counts = self._faults, [], Counter()
        return faults

    def fire(self, what: str, number: int) -> None:
        """Send `number` requests, handshakes or frames, from several threads. Raises what one of them has raised."""
        self._round += 1
        shoot = {"requests": self._requests, "handshakes": self._handshakes, "frames": self._frames}[what]
        share = -(-number // THREADS)

        def run(thread: int) -> None:
            shoot(Random(f"{self.seed} {what} {self._round} {thread}"), share)

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(run, range(THREADS)))

    def again(self, kept: Path) -> list[str]:
        """Send what has failed once, each a line of Python's bytes, with {names} for ids; gives the faults."""
        for text in kept.read_text().splitlines():
            if text.startswith("b"):
                data = eval(text.format_map(self._braces()), {"__builtins__": {}})  # noqa: S307  our own file
                line = Line(self.server.port)
                line.send(data)
                self._judge(line.answer(patience=2), Shot(data, "regression", False, False))
                line.close()
        self.counts.clear()
        return self.take_faults()

    def _braces(self) -> dict[str, str]:
        sessions = {f"session_{role}": keys[0] for role, keys in self.sessions.items()}
        return {**self.names, **sessions, "port": str(self.server.port)}

    def _requests(self, random: Random, number: int) -> None:
        gunner = Gunner(random, self.names, self.sessions)
        line = Line(self.server.port)
        sent = 0
        while sent < number:
            shots = [gunner.shot() for _ in range(random.choice((1,) * 20 + (2, 5)))]
            sent += len(shots)
            line.send(b"".join(shot.data for shot in shots))
            open_yet = True
            for shot in shots:
                patience = 30.0 if shot.is_whole and open_yet else SHORT
                answer = line.answer(to_head=shot.to_head, patience=patience)
                self._judge(answer, shot)
                open_yet = open_yet and shot.is_whole and answer is not None and answer.leaves_open
                if not open_yet:
                    break
            if not open_yet:
                line.close()
                line = Line(self.server.port)
        line.close()

    def _handshakes(self, random: Random, number: int) -> None:
        matches = [self.names[name] for name in ("playing_public", "playing_link", "open_link", "unknown")]
        for _ in range(number):
            line = Line(self.server.port)
            data = hostile_handshake(random, self.server.port, random.choice(matches))
            line.send(data)
            self._judge(line.answer(patience=0.5), Shot(data, "handshake", False, False))
            line.close()

    def _frames(self, random: Random, number: int) -> None:
        sent = 0
        while sent < number:
            line = Line(self.server.port)
            session = random.choice(random.choice(list(self.sessions.values())))
            line.send(good_handshake(random, self.server.port, self.names["playing_public"], session))
            answer = line.answer()
            if answer is None or answer.status != 101:
                self._note("no socket", b"", answer)
                line.close()
                continue
            burst = [hostile_frame(random) for _ in range(random.randrange(1, 30))]
            sent += len(burst)
            if random.random() < 0.5:
                line.send(b"".join(burst))
            else:
                for each in burst:
                    line.send(each)
            line.send(frame(CLOSE, (1000).to_bytes(2, "big")))
            if random.random() < 0.5:
                closed = line.rest(5)
                self.counts["closed" if closed else "cut off"] += 1
            line.close()
        self.counts["frames"] += sent

    def _judge(self, answer: Answer | None, shot: Shot) -> None:
        self.counts[str(answer.status) if answer else "none"] += 1
        if answer and answer.status >= 500:
            self._note("an answer", shot.data, answer)
        elif answer is None and shot.is_whole:
            self._note("no answer", shot.data, answer)

    def _note(self, fault: str, data: bytes, answer: Answer | None) -> None:
        if len(self._faults) < 20:
            status = answer.status if answer else "none"
            self._faults.append(f"{fault} ({status}) to {data[:LONG_LINE]!r}")
        time.sleep(0.01)
