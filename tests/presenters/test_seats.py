"""The seats: who is there, whose clock runs, and what each page is told of an absence."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from games.fragments import seats_html
from games.rules.clock import PACES, Clock, claim_at
from games.rules.game import Seat
from games.selectors.seats import SeatFacts
from tests.presenters.tables import BLACK, WHITE, Markup

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def seats(pace: str = "blitz", *, black_left: datetime | None = None, **changes: Any) -> SeatFacts:
    """Ana (White) waits for Bob (Black), whose clock has run since noon."""
    clock = Clock(PACES[pace], (300_000, 120_000), BLACK, NOON) if pace != "none" else Clock(PACES[pace], (0, 0))
    facts = SeatFacts(
        public_id="k3mw9x2hq4AbCdEf",
        version=17,
        names={WHITE: "Ana", BLACK: "Bob"},
        is_playing=True,
        clock=clock,
        left_at={WHITE: None, BLACK: black_left},
        to_act=BLACK,
        claim_at=claim_at(clock.pace, NOON, black_left),
    )
    return replace(facts, **changes)


def data(html: str) -> dict[str, str | None]:
    return Markup(html).with_id("seats")


def said(html: str, *classes: str) -> list[str]:
    """What the parts of the claim say that have all these classes, without their markup."""
    parts = re.findall(r'<span class="([^"]*)">(.*?)</span>', html)
    return [re.sub(r"<[^>]*>", "", text) for names, text in parts if set(classes) <= set(names.split())]


def test_a_page_learns_what_a_clock_needs() -> None:
    told = data(seats_html(seats(), after(3)))
    noon = int(NOON.timestamp() * 1000)
    assert (told["data-running"], told["data-since"], told["data-now"]) == ("black", str(noon), str(noon + 3000))
    assert (told["data-delay"], told["data-white-reserve"], told["data-black-reserve"]) == ("8000", "300000", "120000")
    assert (told["data-version"], told["data-lag"]) == ("17", "500")


def test_a_clock_that_stands_runs_for_nobody() -> None:
    clock = Clock(PACES["blitz"], (300_000, 120_000))
    told = data(seats_html(seats(clock=clock, to_act=None, claim_at=None), NOON))
    assert (told["data-running"], told["data-since"]) == ("", "")


def test_a_player_is_here_then_reconnecting_then_gone() -> None:
    assert data(seats_html(seats(), NOON))["data-black"] == "here"
    left = seats(black_left=NOON)
    states = {seconds: data(seats_html(left, after(seconds)))["data-black"] for seconds in (0, 14.9, 15, 900)}
    assert states == {0: "away", 14.9: "away", 15: "gone", 900: "gone"}
    assert data(seats_html(left, NOON))["data-white"] == "here"


def test_an_absence_in_ones_own_turn_is_told_to_each_with_the_time_that_is_left() -> None:
    html = seats_html(seats(black_left=NOON), after(15))
    assert said(html, "away") == ["Bob is reconnecting."]
    assert said(html, "gone") == ["Bob has left."]
    assert said(html, "before", "mine") == ["You can claim the win in 0:45, or keep waiting."]
    assert said(html, "before", "theirs") == ["Ana can claim the win in 0:45."]
    assert said(html, "after", "theirs") == ["Ana can claim the win."]


def test_the_claim_is_marked_open_from_its_time_on() -> None:
    left = seats(black_left=NOON)
    before, then = seats_html(left, after(59.9)), seats_html(left, after(60))
    assert "is-claimable" not in (data(before)["class"] or "")
    assert data(then)["class"] == "is-claimable"
    assert data(then)["data-claim-by"] == "white"


def test_nobody_claims_while_the_player_to_act_is_there_or_the_other_is_gone() -> None:
    for facts in (seats(), seats(left_at={WHITE: NOON, BLACK: None}), seats(black_left=NOON, is_playing=False)):
        html = seats_html(facts, after(900))
        assert 'value="claim"' not in html
        assert data(html)["data-claim-at"] == ""


def test_without_a_clock_silence_is_named_and_no_countdown_shown() -> None:
    html = seats_html(seats("none"), after(3600))
    assert "is-silent" in html
    assert said(html, "gone") == ["Bob has been silent for a day."]
    assert said(html, "before") == ["", ""]


def test_by_days_the_clock_alone_decides() -> None:
    assert 'value="claim"' not in seats_html(seats("days3", black_left=NOON), after(900_000))


def test_a_name_is_text_and_never_markup() -> None:
    html = seats_html(seats(black_left=NOON, names={Seat.WHITE: "<b>Ana", Seat.BLACK: "<i>Bob"}), NOON)
    assert "<b>" not in html
    assert "<i>" not in html
