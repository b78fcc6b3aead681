"""The table fragment: one match at one version as one view sees it, rendered once per process for everybody.

Pages, answers to commands and the table socket all send these same bytes, so nothing personal and no CSRF token is
in them. They hold for ever: whatever changes on a table raises the version of its match.
"""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.markup import draw
from games.models import Match
from games.once import Once
from games.presenters.seats import seats_view
from games.presenters.table import draft_of, table_view
from games.rules.game import GameState
from games.rules.history import Entry
from games.rules.plays import Draft
from games.selectors.seats import SeatFacts, seats_of
from games.selectors.table import TableFacts, facts_after, table_facts
from games.selectors.versions import of_one_version
from games.time_source import time_now

# The newest versions of some hundred tables: about ten megabytes.
_facts: Once[TableFacts] = Once(size=512)
_tables: Once[SafeString] = Once(size=1024)
_seats: Once["ShownSeats"] = Once(size=512)


class ShownSeats(NamedTuple):
    """The seats as a move left them, and the element that shows them so."""

    facts: SeatFacts
    frame: SafeString


def table_html(
    match: Match,
    view: str,
    *,
    draft: str = "",
    lead: str = "",
    notice: str = "",
    note: str = "",
    is_step: bool = False,
) -> SafeString:
    """The table of `match` (loaded with its players) for one view, at the version of `match` or a newer one.

    A table with a part-played roll (`draft`, leading die `lead`), a `notice` (why a command was refused) or a `note`
    (what was asked for) is made for one answer alone. Raises a RuleError for a draft that cannot be read or played;
    one that is not asked for any more, because the roll has been played, is ignored. To a page that shows this version
    already (`is_step`) goes what a step can change: the record of a long game weighs as much as all the rest.
    """
    facts = facts_of(match)
    if draft or lead or notice or note or is_step:
        is_step = is_step and facts.version == match.version
        return _render(facts, view, draft_of(facts.state, view, draft, lead), notice, note, is_step=is_step)
    return _table(facts, view)


def tables_html(public_id: str, version: int, views: Collection[str]) -> tuple[int, dict[str, SafeString]]:
    """The table for each of these views, at `version` or a newer one; and which. Read only if not known already."""
    facts = _facts.known((public_id, version))
    if facts is None:
        match = Match.objects.select_related("white", "black", "exchange").get(public_id=public_id)
        facts = facts_of(match)
        if facts.version == match.version:
            _keep_seats(match, facts, facts.state, time_now())
    return facts.version, {view: _table(facts, view) for view in views}


def tables_known(public_id: str, version: int, views: Collection[str]) -> dict[str, SafeString] | None:
    """The same, if all of them have been drawn at this version; nothing is waited for."""
    frames = {view: _tables.known((public_id, version, view)) for view in views}
    known = {view: frame for view, frame in frames.items() if frame is not None}
    return known if len(known) == len(frames) else None


def facts_of(match: Match) -> TableFacts:
    """What stands on the table at the version of `match` or a newer one: read once per version."""
    return _facts.get((match.public_id, match.version), partial(of_one_version, table_facts, match))


def follow(match: Match, state: GameState | None, entries: tuple[Entry, ...]) -> None:
    """Take in what a command of this process has stored: the facts before it and its entries make those after it."""
    before = _facts.known((match.public_id, match.version - len(entries)))
    if before is None or state is None:
        return
    key = (match.public_id, match.version)
    if facts := facts_after(before, match, state, entries):
        _facts.get(key, lambda: facts)
    if match.moved_at:
        _keep_seats(match, before, state, match.moved_at)


def _keep_seats(match: Match, facts: TableFacts, state: GameState | None, now: datetime) -> None:
    names = {seat: player.name for seat, player in facts.players.items() if player}
    seats = seats_of(match, state, names)
    _seats.get((match.public_id, match.version), lambda: ShownSeats(seats, seats_html(seats, now)))


def seats_after(public_id: str, version: int) -> ShownSeats | None:
    """The seats as the move that made this version left them, if that is known without reading."""
    return _seats.known((public_id, version))


def seats_html(facts: SeatFacts, now: datetime) -> SafeString:
    """Who is at the table and whose clock runs, as its page shows it and as a frame of its socket changes it."""
    return draw("seats", seats_view(facts, now))


def watchers_html(watchers: int) -> SafeString:
    """How many watch, as the page of a table shows it and as a frame of its socket changes it."""
    words = ngettext("%(number)s watching", "%(number)s watching", watchers) % {"number": watchers}
    return format_html(
        '<span id="watchers" data-number="{}" hx-swap-oob="outerMorph">{}</span>',
        watchers,
        words if watchers else _("Nobody watching"),
    )


def _table(facts: TableFacts, view: str) -> SafeString:
    return _tables.get((facts.public_id, facts.version, view), partial(_render, facts, view))


def _render(
    facts: TableFacts,
    view: str,
    draft: Draft | None = None,
    notice: str = "",
    note: str = "",
    *,
    is_step: bool = False,
) -> SafeString:
    return draw("table", table_view(facts, view, draft, notice, note, is_step=is_step))
