"""The rule card: exactly the rules in force in a match, in short sentences, asked of its terms and its variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from games.rules.clock import DAY, MINUTE, Pace
from games.rules.errors import gettext_noop
from games.rules.match import MatchTerms
from games.rules.sentences import Sentence, say

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences about one thing; `title` is marked for translation."""

    title: str
    sentences: tuple[Sentence, ...]


def card(terms: MatchTerms, pace: Pace) -> tuple[Section, ...]:
    """The card of a match or session at this pace.

    >>> from games.rules.clock import PACES
    >>> [section.title for section in card(MatchTerms("backgammon", 3), PACES["blitz"])][:3]
    ['What wins', 'The start', 'A turn']
    """
    rules = terms.rules
    return (
        Section(gettext_noop("What wins"), (*rules.about_scoring(), _length(terms.length))),
        Section(gettext_noop("The start"), rules.about_start()),
        Section(gettext_noop("A turn"), rules.about_turn()),
        Section(gettext_noop("Moving"), rules.about_moving()),
        Section(gettext_noop("Hits and the bar"), rules.about_hits()),
        Section(gettext_noop("Bearing off"), rules.about_bearing_off()),
        Section(gettext_noop("The doubling cube"), tuple(_cube(terms))),
        Section(gettext_noop("Time"), tuple(_time(terms, pace))),
        Section(gettext_noop("Resigning"), (*rules.about_resigning(), *_giving_up(terms.length))),
    )


def _length(length: int) -> Sentence:
    """MATCH-1, MONEY-1."""
    if length == 0:
        return say(gettext_noop("Game follows game, and the points add up; either player may leave between two games."))
    if length == 1:
        return say(gettext_noop("One game decides: who wins it, however high, wins the match."))
    return say(gettext_noop("The match is won with %(points)s points or more."), points=length)


def _giving_up(length: int) -> Iterator[Sentence]:
    """RES-6, END-4."""
    if length:
        yield say(gettext_noop("Either player may give up the whole match at any time."))
    yield say(
        gettext_noop("Until both have played in the first game, either player may call all off; then nothing counts.")
    )


def _time(terms: MatchTerms, pace: Pace) -> Iterator[Sentence]:
    """CLK-1 ... CLK-7, END-2, END-3."""
    if not pace.has_clock:
        yield say(gettext_noop("There is no clock."))
        yield say(
            gettext_noop(
                "When the player whose turn it is has been silent for 24 hours, the other may claim the win or go on "
                "waiting."
            )
        )
        return
    if pace.is_live:
        values = {"delay": pace.delay_ms // 1000, "reserve": pace.reserve(terms.length) // MINUTE}
        if terms.length:
            text = gettext_noop(
                "Each decision begins with %(delay)s seconds that cost nothing; what it takes beyond them comes out of "
                "a reserve of %(reserve)s min for the whole match."
            )
        else:
            text = gettext_noop(
                "Each decision begins with %(delay)s seconds that cost nothing; what it takes beyond them comes out of "
                "a reserve of %(reserve)s min, anew in each game."
            )
        yield say(text, **values)
    else:
        yield say(gettext_noop("A decision may take %(days)s × 24 hours."), days=pace.delay_ms // DAY)
    if terms.length:
        yield say(gettext_noop("Who runs out of time loses the match."))
    else:
        yield say(gettext_noop("Who runs out of time loses the game, by the most that could still be lost."))
    yield from terms.rules.about_time()
    yield say(gettext_noop("Between two games, and before the first decision of one, clocks stand for up to a minute."))
    if pace.patience:
        yield say(
            gettext_noop(
                "When the player whose turn it is has left the table for %(seconds)s seconds, the other may claim the "
                "win or go on waiting."
            ),
            seconds=pace.patience // SECOND,
        )


def _cube(terms: MatchTerms) -> Iterator[Sentence]:
    """CUBE-2 ... CUBE-13, MATCH-2 ... MATCH-7, MONEY-2 ... MONEY-4."""
    if not terms.has_cube:
        yield say(gettext_noop("There is no doubling cube."))
        return
    yield say(
        gettext_noop(
            "At the start of a turn, before rolling, you may double if the cube is in the centre or yours; not in the "
            "first turn of a game."
        )
    )
    yield say(
        gettext_noop(
            "Your opponent takes, which means to play for twice the points and to own the cube, or drops and loses "
            "what was played for before."
        )
    )
    yield say(gettext_noop("What a game is worth is multiplied by the cube, which may be turned without limit."))
    yield from _cube_in_match(terms) if terms.length else _cube_in_session(terms)


def _cube_in_match(terms: MatchTerms) -> Iterator[Sentence]:
    yield say(
        gettext_noop("You may not double when the cube as it stands already gives you all the points you still need.")
    )
    if terms.crawford:
        yield say(
            gettext_noop(
                "Crawford rule: in the game after somebody first comes within a point of winning, nobody may double."
            )
        )
    else:
        yield say(gettext_noop("Without the Crawford rule: doubling is allowed in every game."))


def _cube_in_session(terms: MatchTerms) -> Iterator[Sentence]:
    if terms.jacoby:
        yield say(
            gettext_noop("Jacoby rule: until a double has been taken, a game counts as a single one, however it ends.")
        )
    else:
        yield say(gettext_noop("Without the Jacoby rule: gammons count also when nobody has doubled."))
    yield from _beavers(terms.max_beavers)
    if terms.automatic_doubles:
        yield say(
            gettext_noop(
                "Automatic doubles: a tie in the opening roll doubles the cube, in a game at most %(times)s×."
            ),
            times=terms.automatic_doubles,
        )
    else:
        yield say(gettext_noop("No automatic doubles: a tie in the opening roll changes nothing."))


def _beavers(most: int) -> Iterator[Sentence]:
    if most == 0:
        yield say(gettext_noop("No beavers: a double is taken or dropped."))
        return
    yield say(
        gettext_noop(
            "Beavers: who is doubled may at once double again and still own the cube; the doubler takes that or drops."
        )
    )
    if most > 1:
        yield say(
            gettext_noop(
                "The doubler may answer a beaver by doubling once more (a raccoon); in all at most %(times)s×."
            ),
            times=most,
        )
