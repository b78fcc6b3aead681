"""Players who do anything that is allowed, for properties over whole matches."""

import random
from datetime import UTC, datetime, timedelta

from accounts.models import User
from games.commands import Command
from games.models import Game, Match
from games.rules.game import GameState, Phase, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from games.rules.variants import VARIANTS, variant
from games.services.matches import create_match, join_match
from games.services.moves import perform

BEGIN = datetime(2026, 1, 1, 12, tzinfo=UTC)
SESSION_GAMES = 3
PLAYED = ["backgammon"] * 2 + list(VARIANTS)  # a match of the others is several times as long


class RandomMatch:
    """One match between two users, played by chance from one seed."""

    def __init__(self, seed: int, white: User, black: User, clock: str = "none") -> None:
        self.random = random.Random(seed)
        self.users = {Seat.WHITE: white, Seat.BLACK: black}
        self.now = BEGIN
        length = self.random.choice([0, 1, 2, 3, 3, 5])
        key = self.random.choice(PLAYED)
        answers = tuple(self.random.choice(question.options).key for question in VARIANTS[key].questions)
        terms = MatchTerms(
            variant=key,
            options=variant(key, answers).options,
            length=length,
            crawford=self.random.random() < 0.8,
            cube=self.random.random() < 0.9,
            jacoby=length == 0 and self.random.random() < 0.5,
            max_beavers=self.random.choice([0, 1, 2]) if length == 0 else 0,
            automatic_doubles=self.random.choice([0, 1, 3]) if length == 0 else 0,
        )
        rated = length > 0 and self.random.random() < 0.5
        match = create_match(white, terms, rated=rated, public=True, seat=Seat.WHITE, now=self.now, clock=clock)
        self.match = join_match(black, match.public_id, None, now=self.now, roll_dice=self.roll)

    def roll(self, *_: object) -> tuple[int, int]:
        """Two dice."""
        return self.random.randint(1, 6), self.random.randint(1, 6)

    @property
    def state(self) -> GameState:
        """The newest game, from its snapshot."""
        return from_json(Game.objects.filter(match=self.match).latest("number").state)

    def do(self, seat: Seat, command: Command, version: int | None = None) -> Match:
        """Carry out a command a few seconds later."""
        self.now += timedelta(seconds=self.random.randint(1, 20))
        version = self.match.version if version is None else version
        self.done = perform(self.users[seat], self.match.public_id, version, command, now=self.now, roll_dice=self.roll)
        self.match = self.done.access.match
        return self.match

    def next_command(self, state: GameState) -> tuple[Seat, Command]:
        """Somebody who may act, and something he may do."""
        seat = state.to_act
        if seat is None:
            seat = self.random.choice(list(Seat))
            done = self.match.length == 0 and self.match.games.count() >= SESSION_GAMES
            return seat, Command("leave" if done else "next")
        if state.phase == Phase.DOUBLED:
            kinds = ["take", "take", "drop"] + (["beaver"] if state.can_beaver(seat) else [])
            return seat, Command(self.random.choice(kinds))
        if state.phase == Phase.RESIGNING:
            return seat, Command(self.random.choice(["accept", "refuse", "refuse"]))
        if state.resign_levels(seat) and self.random.random() < 0.01:
            return seat, Command("resign", str(self.random.choice(state.resign_levels(seat))))
        if state.phase == Phase.TO_ROLL:
            doubles = state.can_double(seat) and self.random.random() < 0.15
            return seat, Command("double" if doubles else "roll")
        if state.phase == Phase.TO_CHOOSE:
            return seat, Command("choose", str(self.random.randint(1, 6)))
        legal = state.legal()
        return seat, Command("play", format_play(legal.play_for(self.random.choice(legal.results))))
