"""A room shows tables and seats: together after a move, and never what is older than what was shown."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from games.access import Pass
from games.fragments import ShownSeats
from games.presenters.people import SPECTATOR
from games.room import Room
from games.rules.clock import PACES, Clock
from games.rules.game import Seat
from games.selectors.seats import SeatFacts
from games.slot import Slot

pytestmark = [pytest.mark.live, pytest.mark.asyncio]
PUBLIC_ID = "k3mw9x2hq4AbCdEf"
BEFORE = SeatFacts(
    public_id=PUBLIC_ID,
    version=6,
    names={Seat.WHITE: "Ana", Seat.BLACK: "Bob"},
    is_playing=True,
    clock=Clock(PACES["none"], (0, 0)),
    left_at={Seat.WHITE: None, Seat.BLACK: None},
    to_act=Seat.WHITE,
    claim_at=None,
)
AFTER = replace(BEFORE, version=7, to_act=Seat.BLACK)
GONE = replace(AFTER, left_at={Seat.WHITE: datetime(2026, 1, 1, tzinfo=UTC), Seat.BLACK: None})
TABLES = {"white": "[white 7]", SPECTATOR: "[spectator 7]"}
SEATS = ShownSeats(AFTER, SafeString("[seats 7]"))


def slot(view: str | None, version: int = 6) -> Slot:
    """The slot of a viewer who has been let in at this version."""
    new = Slot(Pass(None, None, PUBLIC_ID), None)
    new.view, new.version = view, version
    return new


def room(*slots: Slot, seats: SeatFacts | None = BEFORE) -> Room:
    new = Room()
    new.slots, new.seats, new.version = set(slots), seats, 6
    return new


async def sent(slot: Slot) -> list[str] | None:
    """What a socket is sent next; nothing where it would wait."""
    return await slot.take() if slot._filled.is_set() else None


async def test_table_and_seats_after_a_move_are_one_message() -> None:
    white, spectator = slot("white"), slot(SPECTATOR)
    assert room(white, spectator).show_tables(7, TABLES, SEATS)
    assert await sent(white) == ["[white 7][seats 7]"]
    assert await sent(spectator) == ["[spectator 7][seats 7]"]


async def test_viewers_of_a_view_are_sent_the_very_same_message() -> None:
    spectators = [slot(SPECTATOR) for _ in range(3)]
    room(*spectators).show_tables(7, TABLES, SEATS)
    assert len({id(message) for each in spectators for message in await sent(each) or ()}) == 1


async def test_viewer_who_has_seen_the_table_already_is_shown_the_seats() -> None:
    white, joining = slot("white", version=7), slot(None)
    room(white, joining).show_tables(7, TABLES, SEATS)
    assert await sent(white) == ["[seats 7]"]
    assert await sent(joining) is None


async def test_seats_that_wait_are_replaced_by_those_of_the_move() -> None:
    white = slot("white")
    here = room(white)
    here.show_seats(replace(BEFORE, to_act=None), "[seats 6]")
    here.show_tables(7, TABLES, SEATS)
    assert await sent(white) == ["[white 7][seats 7]"]


async def test_of_what_waits_the_newest_is_sent() -> None:
    white = slot("white", version=7)
    here = room(white, seats=AFTER)
    for seats, frame in ((GONE, "[white has left]"), (AFTER, "[white is back]")):
        here.show_seats(seats, frame)
    for watchers in (1, 2):
        white.put_watchers(watchers, f"[{watchers} watching]")
    assert await sent(white) == ["[white is back]", "[2 watching]"]


@pytest.mark.parametrize("shown", [AFTER, GONE, replace(AFTER, version=8), None])
async def test_seats_that_are_not_newer_than_what_was_shown_stay_away(shown: SeatFacts | None) -> None:
    white = slot("white")
    here = room(white, seats=shown)
    assert not here.show_tables(7, TABLES, SEATS)
    assert await sent(white) == ["[white 7]"]
    assert here.seats == shown


async def test_seats_read_before_a_move_are_not_shown_after_it() -> None:
    white = slot("white")
    here = room(white)
    here.show_tables(7, TABLES, SEATS)
    assert await sent(white)
    here.show_seats(replace(BEFORE, to_act=None), "[seats 6]")
    assert await sent(white) is None
    here.show_seats(GONE, "[white has left]")
    assert await sent(white) == ["[white has left]"]
