"""Records of matches played by the rules alone, without server and database: honest ones, to be spoilt by tests.

The dice are made here from hashlib and the words of docs/dice.md, not by the code under test.
"""

import hashlib
import hmac
import json
import random
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from games.rules.game import GameState, Phase, new_game
from games.rules.history import Entry, Kind, apply
from games.rules.match import MatchTerms, Score, settle, terms_for_game, winner
from games.rules.notation import format_play

MATCH = "aBcDeFgHiJkLmNo_"
Fields = dict[str, Any]
Choose = Callable[[GameState, random.Random, int], Entry | None]  # what is done after so many moves; None: anything


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def chain_of(match: str, links: int, seed: bytes) -> list[bytes]:
    """All links, the root first."""
    chain = [seed]
    for number in range(links, 0, -1):
        chain.insert(0, sha(b"barpoint-dice/1|chain|%s|%d|" % (match.encode(), number), chain[0]))
    return chain


def commitment_to(match: str, seat: str, secret: bytes) -> str:
    return sha(b"barpoint-dice/1|secret|%s|%s|" % (match.encode(), seat.encode()), secret).hex()


def key_of(match: str, number: int, link: bytes, white: bytes, black: bytes) -> bytes:
    message = b"barpoint-dice/1|key|%s|%d|" % (match.encode(), number) + white + black
    return hmac.new(link, message, hashlib.sha256).digest()


def dice_of(key: bytes, number: int) -> list[int]:
    """Roll `number` of the game with this key."""
    dice: list[int] = []
    block = 0
    while len(dice) < 2:
        message = b"barpoint-dice/1|roll|" + number.to_bytes(4, "big") + block.to_bytes(4, "big")
        dice += [byte % 6 + 1 for byte in hmac.new(key, message, hashlib.sha256).digest() if byte < 252]
        block += 1
    return dice[:2]


def sealed(record: Fields) -> bytes:
    text = json.dumps(record, separators=(",", ":")).encode()
    return b'{"record":' + text + b',"seal":"' + hashlib.sha256(text).hexdigest().encode() + b'"}\n'


def opened(data: bytes) -> Fields:
    record = json.loads(data)["record"]
    assert isinstance(record, dict)
    return record


def play_on(state: GameState, rng: random.Random) -> Entry:
    """What may be done next, roll and play above all; a roll is still without its dice."""
    seat = state.to_act
    if seat is None:
        return Entry(Kind.ROLL)
    if state.phase == Phase.DOUBLED:
        return Entry(rng.choice([Kind.TAKE, Kind.DROP, Kind.BEAVER if state.can_beaver(seat) else Kind.TAKE]), seat)
    if state.phase == Phase.RESIGNING:
        return Entry(rng.choice([Kind.ACCEPT, Kind.REFUSE]), seat)
    if state.phase == Phase.TO_CHOOSE:
        return Entry(Kind.CHOOSE, seat, text=str(rng.randint(1, 6)))
    if rng.random() < 0.02 and (levels := state.resign_levels(seat)):
        return Entry(Kind.RESIGN, seat, text=str(rng.choice(levels)))
    if state.phase == Phase.TO_PLAY:
        legal = state.legal()
        return Entry(Kind.PLAY, seat, text=format_play(legal.play_for(rng.choice(legal.results))))
    if state.can_double(seat) and rng.random() < 0.1:
        return Entry(Kind.DOUBLE, seat)
    return Entry(Kind.ROLL, seat)


class Table:
    """A match being played; `record` is what the server would tell about it."""

    def __init__(self, terms: MatchTerms, seed: int = 1, creator: str = "white", by_server: str = "") -> None:
        self.terms, self.rng = terms, random.Random(seed)
        self.links = 2 * terms.length - 1 if terms.length else 1000
        self.white, self.black = self.rng.randbytes(32), self.rng.randbytes(32)
        self.chain = chain_of(MATCH, self.links, self.rng.randbytes(32))
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)
        self.score, self.state = Score(), None
        creators, joiners = (self.white, self.black) if creator == "white" else (self.black, self.white)
        self.record: Fields = {
            "format": "barpoint-record/1",
            "match": MATCH,
            "variant": terms.variant,
            "options": list(terms.options),
            "length": terms.length,
            "crawford": terms.crawford,
            "cube": terms.cube,
            "jacoby": terms.jacoby,
            "max_beavers": terms.max_beavers,
            "automatic_doubles": terms.automatic_doubles,
            "rated": False,
            "white": "anna",
            "black": "b\u00f6rge",
            "status": "playing",
            "winner": "",
            "score": [0, 0],
            "dice": {
                "protocol": "barpoint-dice/1",
                "links": self.links,
                "root": self.chain[0].hex(),
                "committed_at": self.moment(),
                "creator": creator,
                "creator_by_server": creator in by_server,
                "creator_commitment": commitment_to(MATCH, creator, creators),
                "creator_committed_at": self.moment(),
                "joiner_by_server": ("black" if creator == "white" else "white") in by_server,
                "joiner_secret": joiners.hex(),
                "joiner_revealed_at": self.moment(),
                "creator_secret": creators.hex(),
                "creator_revealed_at": self.moment(),
            },
            "games": [],
            "moves": [],
        }

    def moment(self) -> str:
        self.now += timedelta(milliseconds=self.rng.randrange(1, 60_000))
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def key(self, number: int) -> bytes:
        return key_of(MATCH, number, self.chain[number], self.white, self.black)

    def dice(self, game: int, roll: int) -> list[int]:
        """What is rolled."""
        return dice_of(self.key(game), roll)

    def play(self, *, moves: int = 10**9, choose: Choose = lambda *_: None) -> GameState:
        """The next game, to its end or for so many moves; `choose` may say what is done."""
        number = len(self.record["games"]) + 1
        state = new_game(terms_for_game(self.terms, self.score))
        game = {"number": number, "terms": told(state), "secret": "", "started_at": self.moment(), "ended_at": None}
        game |= {"winner": "", "reason": "", "multiplier": 0, "points": 0}
        self.record["games"].append(game)
        rolls = 0
        while state.result is None and moves > 0:
            entry = choose(state, self.rng, len(self.record["moves"])) or play_on(state, self.rng)
            if entry.kind == Kind.ROLL:
                first, second = self.dice(number, rolls)
                entry = Entry(Kind.ROLL, entry.seat, (first, second))
            state = apply(state, entry)
            self.append(entry, number, rolls if entry.dice else None)
            rolls += entry.kind == Kind.ROLL
            moves -= 1
        if state.result:
            result = state.result
            game |= {"secret": self.chain[number].hex(), "ended_at": self.record["moves"][-1]["made_at"]}
            game |= {"winner": result.winner or "", "reason": str(result.reason)}
            game |= {"multiplier": result.multiplier, "points": result.points}
            self.score = settle(self.terms, self.score, state.terms, result)
            self.record["score"] = [self.score.white, self.score.black]
            won_by = winner(self.terms, self.score)
            if won_by or result.winner is None:
                self.record["status"] = "over" if won_by else "aborted"
                self.record["winner"] = won_by or ""
        return state

    def append(self, entry: Entry, game: int | None, roll: int | None = None) -> None:
        """Store a move."""
        move: Fields = {
            "version": len(self.record["moves"]) + 1,
            "game": game,
            "seat": entry.seat or "",
            "kind": str(entry.kind),
        }
        move |= {"dice": list(entry.dice) if entry.dice else None, "roll": roll, "text": entry.text}
        self.record["moves"].append(move | {"made_at": self.moment()})

    def play_out(self) -> "Table":
        """The whole match."""
        while self.record["status"] == "playing":
            self.play()
        return self

    @property
    def file(self) -> bytes:
        """The record, sealed."""
        return sealed(self.record)


def told(state: GameState) -> Fields:
    """The terms of a game as the record tells them."""
    terms = state.terms
    return {**asdict(terms), "options": list(terms.options), "away": list(terms.away) if terms.away else None}
