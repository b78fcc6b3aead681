"""The answers to what can be asked at a table by a word: sentences that change nothing."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.call import draft_text, headline
from games.presenters.clocks import figures
from games.presenters.cube import cube_view
from games.presenters.dice import told
from games.presenters.labels import mine_named, place_label, step_text, theirs_named
from games.presenters.outcome import standing
from games.presenters.people import People, people, points, roll_text, sentences, stop
from games.presenters.positions import pips_text, position_text
from games.presenters.speech import left_text
from games.presenters.table import badge, heading, position_shown
from games.presenters.turns import Part, Turn, newest_turn, read_turns
from games.presenters.words import words_to_do, words_to_hear
from games.rules.errors import BadNotation, gettext_noop
from games.rules.game import Seat, Stage
from games.rules.plays import Draft
from games.rules.position import BAR, HAND, OFF, Position

if TYPE_CHECKING:
    from games.selectors.table import TableFacts

LONGEST_ECHO = 20


@dataclass(frozen=True, slots=True)
class _Asked:
    """A table, and who asks about it."""

    facts: "TableFacts"
    who: People
    draft: Draft | None
    position: Position  # as the near side sees it
    now: datetime


def reading(facts: "TableFacts", view: str, question: str, draft: Draft | None, now: datetime) -> str:
    """What this view is told when it asks by this word; `draft` is what it sees on the board.

    Raises BadNotation, naming what is possible, for a word there is not.
    """
    who = people(facts, view)
    asked = _Asked(facts, who, draft, position_shown(facts, draft, who), now)
    word = " ".join(question.lower().split())
    if point := re.fullmatch(r"(?:point ?)?(\d{1,3})(?: ?point)?", word):
        return _point(asked, int(point[1]))
    if word not in ANSWERS:
        raise BadNotation(
            gettext_noop("“%(word)s” is no word of this table. %(words)s"),
            word=word if word.isascii() and word.isprintable() and len(word) <= LONGEST_ECHO else "…",
            words=sentences(_possible_now(asked), _("Write help for all words.")),
        )
    return ANSWERS[word](asked)


def _point(asked: _Asked, number: int) -> str:
    """A point with all that can be played from it, not by the leading die alone."""
    if not 1 <= number <= 24:
        raise BadNotation(gettext_noop("There is no point %(number)s: they are numbered from 1 to 24."), number=number)
    who, mine, theirs = asked.who, asked.position.mine[number], asked.position.theirs[25 - number]
    name = place_label(who.language, who.you, number, mine, theirs, None)
    return sentences(stop(name), _ways_on(asked, number))


def _ways_on(asked: _Asked, place: int) -> str:
    steps = asked.draft.next_steps if asked.draft else ()
    return sentences(*(step_text(step) for step in steps if step.source == place))


def _bar(asked: _Asked) -> str:
    return _both(asked, BAR, _("The bar is empty."), _("On the bar: %(checkers)s."))


def _off(asked: _Asked) -> str:
    return _both(asked, OFF, _("No checker is off yet."), _("Off: %(checkers)s."))


def _hand(asked: _Asked) -> str:
    return _both(asked, HAND, _("No checker is in hand."), _("In hand: %(checkers)s."))


def _both(asked: _Asked, place: int, none: str, some: str) -> str:
    """Both sides' checkers in a place that each side has one of."""
    near, far = asked.position.mine[place], asked.position.theirs[place]
    named = [mine_named(asked.who.you, near)] * bool(near) + [theirs_named(asked.who.you, far)] * bool(far)
    if not named:
        return none
    return sentences(some % {"checkers": ", ".join(named)}, _ways_on(asked, place))


def _board(asked: _Asked) -> str:
    return position_text(asked.position, asked.who)


def _pips(asked: _Asked) -> str:
    return pips_text(asked.facts.terms.rules, asked.position, asked.who)


def _dice(asked: _Asked) -> str:
    rolled = told(asked.facts.state, newest_turn(read_turns(asked.facts.record)), asked.who)
    if not rolled:
        return _("No dice are on the table.")
    if asked.draft is None:
        return stop(rolled)
    if not asked.draft.next_steps:
        return sentences(stop(rolled), _("Nothing is left to play."))
    left = ", ".join(map(str, asked.draft.dice_left))
    return sentences(stop(rolled), _("Left to play: %(dice)s.") % {"dice": left})


def _last(asked: _Asked) -> str:
    """The last roll that was played, or could not be."""
    waits = asked.facts.state is not None and asked.facts.state.dice is not None
    for line in reversed(read_turns(asked.facts.record)):
        if isinstance(line, Turn) and line.seat:
            for part in reversed(line.parts):
                if part.play or not (waits or part.opening):
                    return _played(part, line.seat, asked.who)
                waits = False
    return _("Nothing has been played yet.")


def _played(part: Part, seat: Seat, who: People) -> str:
    roll, hit = roll_text(part.dice), ", " + _("hit") if part.play and "*" in part.play else ""
    if not part.play:
        return who.tell(
            seat, _("You rolled %(roll)s: no legal play."), _("%(name)s rolled %(roll)s: no legal play."), roll=roll
        )
    if part.stage == Stage.CHOSEN:
        to_them, of_them = _("You chose %(roll)s, played %(play)s."), _("%(name)s chose %(roll)s, played %(play)s.")
    else:
        to_them, of_them = _("You rolled %(roll)s, played %(play)s."), _("%(name)s rolled %(roll)s, played %(play)s.")
    return who.tell(seat, to_them, of_them, roll=roll, play=part.play + hit)


def _drafted(asked: _Asked) -> str:
    draft = asked.draft
    if draft is None:
        return _("You have no roll to play.")
    if not draft.steps:
        return sentences(_("No step is on the board."), stop(headline(asked.facts, None, asked.who)))
    if draft.complete:
        return _("%(play)s is complete. Write confirm, or undo.") % {"play": draft_text(draft)}
    return f"{draft_text(draft)}. {left_text(draft)}."


def _score(asked: _Asked) -> str:
    facts, state = asked.facts, asked.facts.state
    badged = badge(state)
    return sentences(stop(heading(facts)), stop(badged) if badged else "", standing(facts, asked.who))


def _cube(asked: _Asked) -> str:
    state, who = asked.facts.state, asked.who
    cube = cube_view(state, who)
    if state is None or cube is None:
        return _("There is no doubling cube in this game.")
    seat = state.on_roll
    may = ""
    if seat and state.can_double(seat):
        may = who.tell(
            seat,
            _("You may double to %(value)s."),
            _("%(name)s may double to %(value)s."),
            value=state.cube.value * 2,
        )
    elif stakes := state.stakes():
        may = _("A take plays on for %(take)s, a drop loses %(drop)s.") % {
            "take": points(stakes.take),
            "drop": points(stakes.drop),
        }
    return sentences(stop(cube.label), may)


def _clock(asked: _Asked) -> str:
    if not asked.facts.clock.pace.has_clock:
        return _("There is no clock.")
    return sentences(*(_time_left(asked, seat) for seat in (asked.who.near, asked.who.near.other)))


def _time_left(asked: _Asked, seat: Seat) -> str:
    """The time of one seat until its flag falls: the delay of this decision and the reserve."""
    clock = asked.facts.clock
    left = clock.pace.delay_ms + clock.reserve_of(seat)
    runs = clock.seat == seat and clock.started_at is not None
    if runs and clock.zero_at:
        left = min(left, (clock.zero_at - asked.now) // timedelta(milliseconds=1))
    return asked.who.tell(
        seat,
        _("You: %(time)s left, running.") if runs else _("You: %(time)s left."),
        _("%(name)s: %(time)s left, running.") if runs else _("%(name)s: %(time)s left."),
        time=figures(left),
    )


def _help(asked: _Asked) -> str:
    return sentences(_possible_now(asked), _to_hear(asked))


def _possible_now(asked: _Asked) -> str:
    now = words_to_do(asked.facts, asked.draft, asked.who)
    return _("Now: %(words)s.") % {"words": ", ".join(now)} if now else ""


def _to_hear(asked: _Asked) -> str:
    return _("To hear: %(words)s.") % {"words": ", ".join(words_to_hear(asked.facts))}


ANSWERS: dict[str, Callable[[_Asked], str]] = {
    "board": _board,
    "position": _board,
    "o": _board,
    "pips": _pips,
    "p": _pips,
    "bar": _bar,
    "off": _off,
    "hand": _hand,
    "dice": _dice,
    "last": _last,
    "draft": _drafted,
    "score": _score,
    "cube": _cube,
    "clock": _clock,
    "time": _clock,
    "help": _help,
    "?": _help,
}
