"""How a game and a match ended, in words: reason, points, score, ratings, and where to go from there."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.presenters.challenges import signed
from games.presenters.people import People, game_points, level_name, sentences
from games.rules.clock import begins_by_itself
from games.rules.dice_chain import links_for
from games.rules.game import Reason, Seat
from games.rules.history import Kind
from games.rules.match import shown_score
from games.rules.variants import Variant

if TYPE_CHECKING:
    from games.selectors.table import GameResult, TableFacts


@dataclass(frozen=True, slots=True)
class LineView:
    """A finished game of the match in one line."""

    css: str
    text: str


@dataclass(frozen=True, slots=True)
class RatingView:
    """What the match did to a player's rating."""

    css: str
    name: str
    change: str
    rating: str


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """The card that lies on the board between games and after the match."""

    title: str
    detail: str
    ratings: tuple[RatingView, ...] = ()
    can_go_on: bool = False
    can_leave: bool = False
    rematch: str = ""  # what the button that asks for, or agrees to, a rematch says
    rematch_note: str = ""
    rematch_link: str = ""  # public id of the rematch, for whoever only has to walk over
    rematch_terms: tuple[str, str, str] = ("", "", "")  # its id, root and commitment, for whoever may accept it
    again: str = ""  # address of the form for a new match, where there is no rematch to ask for
    dice_url: str = ""  # where the dice of the finished games are checked


def outcome_view(facts: "TableFacts", who: People) -> OutcomeView | None:
    """The end of a game or match; None while a game is going on or before the first."""
    if facts.status == "over":
        return _match_outcome(facts, who)
    if facts.status == "aborted":
        return _called_off(facts, who)
    state = facts.state
    if state is None or state.result is None or facts.status != "playing":
        return None
    return OutcomeView(
        title=game_won(facts.results[-1], facts.terms.rules, who),
        detail=sentences(_jacoby_note(facts), _race_note(facts), standing(facts, who), _next_note(facts)),
        can_go_on=who.you is not None and _has_next(facts),
        can_leave=who.you is not None and facts.terms.length == 0,
        dice_url=dice_url(facts),
    )


def dice_url(facts: "TableFacts") -> str:
    """Where the dice of this match are checked, once a game of it is over."""
    return _dice_url(facts.public_id) if facts.results else ""


@lru_cache(maxsize=4096)
def _dice_url(public_id: str) -> str:
    return reverse("games:check_dice", args=[public_id])


def _match_outcome(facts: "TableFacts", who: People) -> OutcomeView:
    asked, mine = facts.rematch_by, who.you is not None
    may_ask = mine and asked is None
    may_agree = mine and asked == (who.you and who.you.other)
    fresh = facts.rematch_secrets
    note = ""
    if asked:
        note = who.tell(
            asked,
            _("You asked for a rematch."),
            _("%(name)s would like a rematch."),
        )
    last = sentences(game_won(facts.results[-1], facts.terms.rules, who), _race_note(facts))
    return OutcomeView(
        title=match_won(facts, who),
        detail=last if facts.terms.length else standing(facts, who),
        ratings=tuple(
            RatingView(seat, who.names[seat], signed(after - before), f"{after:.2f}")
            for seat, (before, after) in sorted(facts.rating_changes.items(), reverse=True)
        ),
        rematch=_("Rematch") if may_ask else _("Accept the rematch") if may_agree else "",
        rematch_note=note,
        rematch_link=facts.rematch_id or "" if not (may_ask or may_agree) else "",
        dice_url=dice_url(facts),
        rematch_terms=(facts.rematch_id or "", fresh.root, fresh.commitment) if may_agree and fresh else ("", "", ""),
    )


def _called_off(facts: "TableFacts", who: People) -> OutcomeView:
    """A challenge that was cancelled, or a match that somebody called off before both had played (END-4)."""
    entry = facts.record[-1] if facts.record else None
    detail = ""
    if facts.is_joined and facts.cancelled_by:
        detail = who.tell(
            facts.cancelled_by,
            _("You called it off before it had begun."),
            _("%(name)s called it off before it had begun."),
        )
    elif entry and entry.seat:
        detail = who.tell(
            entry.seat,
            _("You called it off before both of you had played, so it does not count."),
            _("%(name)s called it off before both players had played, so it does not count."),
        )
    terms = facts.terms
    asked = {"variant": terms.variant, "pace": facts.clock.pace.key, "kind": "match" if terms.length else "session"}
    if terms.length:
        asked["length"] = str(terms.length)
    return OutcomeView(
        title=_("The match was called off.") if facts.is_joined else _("The challenge was cancelled."),
        detail=detail,
        again=f"{reverse('games:create')}?{urlencode(asked)}",
        dice_url=dice_url(facts),
    )


def _has_next(facts: "TableFacts") -> bool:
    return facts.game_number < links_for(facts.terms.length)


def match_won(facts: "TableFacts", who: People) -> str:
    """Who has won the match, and how high; a session has a last standing instead."""
    if facts.winner is None or facts.terms.length == 0:
        return _("The session is over.")
    return who.tell(
        facts.winner,
        _("You win the match %(score)s."),
        _("%(name)s wins the match %(score)s."),
        score=_score_from(facts.winner, facts),
    )


def game_won(result: "GameResult", rules: Variant, who: People) -> str:
    """How a game ended: who won what, and by what."""
    if result.winner is None:
        return _("The game was called off.")
    values = {"what": level_name(rules, result.multiplier), "points": game_points(rules, result.points)}
    if result.reason == Reason.DROP:
        return who.tell(
            result.winner.other,
            _("You dropped the double: %(other)s wins %(points)s."),
            _("%(name)s dropped the double: %(other)s wins %(points)s."),
            _("%(name)s dropped the double: you win %(points)s."),
            **values,
        )
    if result.reason == Reason.RESIGN:
        return who.tell(
            result.winner.other,
            _("You resigned %(what)s: %(other)s wins %(points)s."),
            _("%(name)s resigned %(what)s: %(other)s wins %(points)s."),
            _("%(name)s resigned %(what)s: you win %(points)s."),
            **values,
        )
    if result.reason == Reason.FORFEIT:
        return who.tell(result.winner.other, _("You gave up the match."), _("%(name)s gave up the match."), **values)
    if result.reason == Reason.TIME:
        return who.tell(
            result.winner,
            _("Time ran out: you win %(points)s."),
            _("Time ran out: %(name)s wins %(points)s."),
            **values,
        )
    if result.reason == Reason.ABSENT:
        return who.tell(
            result.winner.other,
            _("You were away: %(other)s claimed the win, %(points)s."),
            _("%(name)s was away: %(other)s claimed the win, %(points)s."),
            _("%(name)s was away: you claimed the win, %(points)s."),
            **values,
        )
    return who.tell(
        result.winner,
        _("You win %(what)s: %(points)s."),
        _("%(name)s wins %(what)s: %(points)s."),
        **values,
    )


def _jacoby_note(facts: "TableFacts") -> str:
    state = facts.state
    if state and state.result and state.result.jacoby_applied:
        return _("Nobody doubled, so it counts as a single game.")
    return ""


def _race_note(facts: "TableFacts") -> str:
    """Why the one whose flag has fallen has won: no dice could have changed that."""
    result, entry = facts.results[-1], facts.record[-1]
    if entry.kind == Kind.FLAG and entry.seat == result.winner:
        return _("The race was already won when the flag fell.")
    return ""


def _next_note(facts: "TableFacts") -> str:
    """Where there is a clock nobody need wait for the other (CLK-4)."""
    if not _has_next(facts):
        return _("That was the last game: a session has no dice for more.")
    if begins_by_itself(facts.clock.pace, facts.terms.length, facts.results[-1].reason):
        return _("The next game begins by itself within a minute.")
    return ""


def standing(facts: "TableFacts", who: People) -> str:
    """Who leads, and by what score."""
    white, black = shown_score(facts.terms, facts.score)
    if white == black:
        return _("The score is %(score)s.") % {"score": f"{white}–{black}"}
    leader = Seat.WHITE if white > black else Seat.BLACK
    score = _score_from(leader, facts)
    return who.tell(leader, _("You lead %(score)s."), _("%(name)s leads %(score)s."), score=score)


def _score_from(seat: Seat, facts: "TableFacts") -> str:
    """The score with this seat's points first."""
    white, black = shown_score(facts.terms, facts.score)
    return f"{white}–{black}" if seat == Seat.WHITE else f"{black}–{white}"


def result_lines(results: "tuple[GameResult, ...]", rules: Variant, who: People) -> tuple[LineView, ...]:
    """The finished games of a match, the newest first."""
    return tuple(
        LineView(
            css=result.winner or "",
            text=_("Game %(number)s: %(result)s") % {"number": result.number, "result": game_won(result, rules, who)},
        )
        for result in reversed(results)
    )
