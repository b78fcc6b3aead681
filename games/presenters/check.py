"""The page on which the dice of a match are checked, in words: its games, all their rolls, and what those come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.challenges import match_title
from games.presenters.outcome import game_won
from games.presenters.people import People, pairing, people_named
from games.presenters.secrets import drawn_label
from games.presenters.verdicts import VerdictView, verdict_views
from games.rules.game import Seat
from games.rules.match import MatchTerms

if TYPE_CHECKING:
    from games.selectors.table import GameResult

GAMES_SHOWN = 49  # as many as the longest match can have; of a session the newest


@dataclass(frozen=True, slots=True)
class RollView:
    """One roll, numbered from 1."""

    number: int
    who: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A finished game with its rolls and the secret that is public since."""

    number: int
    title: str
    result: str
    counted: str
    secret: str
    rolls: tuple[RollView, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class StepView:
    """What was fixed or told before the first roll, in the order in which that has to be done."""

    what: str
    value: str  # "" while it is not there
    when: datetime | None
    drawn: str  # the label where the server drew it


@dataclass(frozen=True, slots=True)
class CheckView:
    """Everything on the page."""

    title: str
    subtitle: str
    match_id: str
    seat: str  # the viewer's, or ""
    match_url: str
    record_url: str
    file_name: str
    has_dice: bool  # an older match has no secrets to check by
    games: tuple[CheckedGame, ...]
    left_out: str  # about the games of a long session that are not shown
    running: str  # about the game that is being played
    finished: int
    rolls: int
    steps: tuple[StepView, ...]
    label: str  # whose secret the server drew
    drawn: str  # the same as a sentence
    verdicts: tuple[VerdictView, ...]


def check_view(
    record: Mapping[str, Any], results: "Mapping[int, GameResult]", terms: MatchTerms, view: str
) -> CheckView:
    """The page about this record for white, black or spectator."""
    who, dice = people_named({seat: record[seat] for seat in Seat}, view), record["dice"]
    rolls = _rolls(record, who)
    finished = [game["number"] for game in record["games"] if game["ended_at"]]
    total = sum(len(rolls[number]) for number in finished)
    shown = finished[-GAMES_SHOWN:]
    drawn = _drawn(dice)
    return CheckView(
        title=pairing(who),
        subtitle=match_title(terms),
        match_id=record["match"],
        seat=who.you or "",
        match_url=reverse("games:table", args=[record["match"]]),
        record_url=reverse("games:record", args=[record["match"]]),
        file_name=file_name(record["match"]),
        has_dice=dice is not None,
        games=tuple(
            CheckedGame(
                number=number,
                title=_("Game %(number)s") % {"number": number},
                result=game_won(results[number], terms.rules, who),
                counted=_roll_count(len(rolls[number])),
                secret=record["games"][number - 1]["secret"],
                rolls=tuple(rolls[number]),
                is_open=finished == [number],
            )
            for number in shown
        ),
        left_out=_left_out(len(finished) - len(shown)),
        running=_running(len(record["games"]) - len(finished)),
        finished=len(finished),
        rolls=total,
        steps=tuple(_steps(dice, who)) if dice else (),
        label=drawn_label(drawn),
        drawn=_drawn_by_server([who.names[seat] for seat in drawn]),
        verdicts=verdict_views(
            _counted(total, len(finished)),
            drawn="".join(who.names[seat] for seat in drawn if len(drawn) == 1),
            other="".join(who.names[seat.other] for seat in drawn if len(drawn) == 1),
        ),
    )


def file_name(match_id: str) -> str:
    """What the record of a match is called where it is kept."""
    return f"barpoint-{match_id}.json"


def _rolls(record: Mapping[str, Any], who: People) -> dict[int, list[RollView]]:
    """The rolls of each game, by its number."""
    rolls: dict[int, list[RollView]] = {game["number"]: [] for game in record["games"]}
    for move in record["moves"]:
        if move["kind"] == "roll":
            of_game = rolls[move["game"]]
            name = who.names[Seat(move["seat"])] if move["seat"] else _("opening")
            of_game.append(RollView(len(of_game) + 1, name, *move["dice"]))
    return rolls


def _drawn(dice: Mapping[str, Any] | None) -> set[Seat]:
    """The seats whose secret the server drew."""
    if dice is None:
        return set()
    creator = Seat(dice["creator"])
    by_server = {creator: dice["creator_by_server"], creator.other: dice["joiner_by_server"]}
    return {seat for seat in Seat if by_server[seat]}


def _drawn_by_server(names: list[str]) -> str:
    if len(names) == 2:
        return _("In this match the server itself drew the secrets of both players.")
    if names:
        return _("In this match the server itself drew the secret of %(name)s.") % {"name": names[0]}
    return ""


def _steps(dice: Mapping[str, Any], who: People) -> Iterable[StepView]:
    creator, drawn = Seat(dice["creator"]), _drawn(dice)
    of_creator, of_joiner = (drawn_label(drawn & {seat}) for seat in (creator, creator.other))
    made, joined = {"name": who.names[creator]}, {"name": who.names[creator.other]}
    for what, key, at, label in (
        (_("Commitment of the server to its secrets"), "root", "committed_at", ""),
        (_("Commitment of %(name)s to a secret") % made, "creator_commitment", "creator_committed_at", of_creator),
        (_("Secret of %(name)s") % joined, "joiner_secret", "joiner_revealed_at", of_joiner),
        (_("Secret of %(name)s") % made, "creator_secret", "creator_revealed_at", of_creator),
    ):
        yield StepView(what, dice[key], datetime.fromisoformat(dice[at]) if dice[at] else None, label)


def _roll_count(number: int) -> str:
    return ngettext("%(number)s roll", "%(number)s rolls", number) % {"number": number}


def _counted(rolls: int, games: int) -> str:
    """How much there is to check, in brackets behind "every roll"."""
    return ngettext("%(rolls)s in %(games)s game", "%(rolls)s in %(games)s games", games) % {
        "rolls": rolls,
        "games": games,
    }


def _left_out(games: int) -> str:
    if not games:
        return ""
    said = ngettext(
        "%(games)s earlier game is checked as well; its rolls are in the record.",
        "%(games)s earlier games are checked as well; their rolls are in the record.",
        games,
    )
    return said % {"games": games}


def _running(games: int) -> str:
    if not games:
        return ""
    return _("The game that is being played can be checked when it is over: only then is its secret told.")
