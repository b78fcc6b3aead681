"""Tabs that give their commands to the services, without HTTP between: for races in great numbers."""

from dataclasses import dataclass, replace

from django.db import connections

from accounts.models import User
from games.access import access_match
from games.commands import Command
from games.errors import MatchError
from games.models import Game
from games.rules.errors import RuleError
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.rules.snapshot import from_json
from games.selectors.match_record import match_record
from games.services.dice import chained_dice
from games.services.matches import commit_secret, create_match, join_match, rematch, reveal_secret
from games.services.moves import perform
from games.time_source import time_now
from tests.reliability.exchange import by_browsers
from tests.reliability.history import Asked, Op
from tests.reliability.model import DONE, UNPLAYABLE
from tests.reliability.sight import sight_of
from tests.reliability.site import Site

TERMS = MatchTerms("backgammon", length=0, max_beavers=2)


@dataclass
class DirectTab:
    """One tab of one person, as `site.Browser` is one over HTTP; it has a database connection of its thread."""

    site: Site
    user: User

    def create(self, form: dict[str, object]) -> str:
        """Make a session, in which everything may happen."""
        made = create_match(
            self.user,
            TERMS,
            rated=False,
            public=True,
            seat=Seat.WHITE,
            now=time_now(),
            clock="standard",
            server_draws=not by_browsers(form),
        )
        return made.public_id

    def join(self, match: str, secret: dict[str, object]) -> None:
        """Take the free seat."""
        join_match(self.user, match, None, now=time_now(), roll_dice=chained_dice, secret=_drawn(secret))

    def rematch(self, match: str, secret: dict[str, object]) -> str:
        """Ask for a rematch, or agree to it."""
        return rematch(
            self.user,
            match,
            now=time_now(),
            roll_dice=chained_dice,
            server_draws=not by_browsers(secret),
            secret=_drawn(secret),
        ).public_id

    def tell(self, match: str, **said: str) -> None:
        """Commit to a secret for the dice, or reveal it."""
        if "commitment" in said:
            commit_secret(self.user, match, said["commitment"], now=time_now())
        else:
            reveal_secret(self.user, match, said["secret"], now=time_now(), roll_dice=chained_dice)

    def record(self, match: str) -> dict[str, object]:
        """The record of a match."""
        return match_record(access_match(self.user, match).match)

    def look(self, match: str, version: int = 0) -> Op:
        """Read the table; noted in its history."""
        op = Op(next(self.site.moment), version)
        stored = access_match(self.user, match).match
        state = from_json(Game.objects.filter(match=stored).latest("number").state)
        op.ended, op.answer = next(self.site.moment), "ok"
        op.seen = sight_of(stored.version, stored.status, state)
        self.site.histories[match].append(op)
        return op

    def command(self, match: str, version: int, asked: Asked, form: dict[str, object]) -> Op:
        """Give a command; noted in the history of its match."""
        op = Op(next(self.site.moment), version, asked)
        self.site.histories[match].append(op)
        command = Command(asked.kind if asked.seat else "next", asked.text)
        try:
            done = perform(self.user, match, version, command, now=time_now(), roll_dice=chained_dice)
        except (MatchError, RuleError) as error:
            op.answer, op.status = "refused", getattr(error, "status", UNPLAYABLE)
        else:
            op.answer, op.status = "ok", DONE
            if done.state:
                seen = sight_of(done.access.match.version, done.access.match.status, done.state)
                op.seen = replace(seen, rolled=tuple(sorted(set(done.entries[-1].dice or ()))))
        op.ended = next(self.site.moment)
        self.site.counts[f"command {op.answer}"] += 1
        return op

    def close(self) -> None:
        """Nothing to drop but the connection of this thread."""
        connections.close_all()


def _drawn(form: dict[str, object]) -> str | None:
    secret = form.get("secret")
    return str(secret) if secret else None
