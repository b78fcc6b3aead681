"""What flies and sounds: `data-flights` and `data-sounds` of the table, worked out by hand for each view."""

import re

import pytest

from games.rules.game import Phase, Seat
from games.selectors.table import TableFacts
from tests.presenters.long_turns import CHOOSING, CHOSEN, ROLLS_AGAIN, TURN_OVER
from tests.presenters.scenes import BEARING_OFF, DANCED, DOUBLED, MIDGAME, RESIGNING, ROLLED, TAKEN, white_drafts
from tests.presenters.tables import (
    BLACK,
    WHITE,
    at,
    does,
    facts,
    fragment,
    over_facts,
    play,
    roll,
    shown,
    started,
    went_on,
)


def played(text: str, seat: Seat = WHITE) -> TableFacts:
    """A table at which `seat` has just played this, and the other is to roll. What stands on it does not matter."""
    return facts(at("24:15", "24:15", Phase.TO_ROLL, seat.other), [play(seat, text)])


def flights(table: TableFacts, view: str) -> list[str]:
    """Who flies from where to where; how high the piles are is left out."""
    return re.sub(r"\.-?\d+", "", shown(table, view).newest.flights).split()


def sounds(table: TableFacts, view: str) -> str:
    return shown(table, view).newest.sounds


def test_steps_fly_as_each_view_numbers_them() -> None:
    # Black played 24/18 13/11.
    assert flights(MIDGAME, "black") == ["black:point-24>point-18", "black:point-13>point-11"]
    assert flights(MIDGAME, "white") == ["black:point-1>point-7", "black:point-12>point-14"]
    assert flights(MIDGAME, "spectator") == flights(MIDGAME, "white")


def test_a_hit_on_the_way_flies_to_the_bar_of_whoever_is_hit() -> None:
    table = played("13/7*/5")
    assert flights(table, "white") == ["white:point-13>point-7", "black:point-7>bar-theirs", "white:point-7>point-5"]
    assert flights(table, "black") == ["white:point-12>point-18", "black:point-18>bar", "white:point-18>point-20"]
    assert flights(table, "spectator") == flights(table, "white")


def test_of_a_double_each_checker_flies_and_the_first_one_hits() -> None:
    table = played("8/4(2) 6/4*(2)", BLACK)
    assert flights(table, "black") == [
        "black:point-8>point-4",
        "black:point-8>point-4",
        "black:point-6>point-4",
        "white:point-4>bar-theirs",
        "black:point-6>point-4",
    ]


def test_checkers_enter_from_the_bar_and_hit_there() -> None:
    table = played("bar/21* bar/23")
    assert flights(table, "white") == ["white:bar>point-21", "black:point-21>bar-theirs", "white:bar>point-23"]
    assert flights(table, "black") == ["white:bar-theirs>point-4", "black:point-4>bar", "white:bar-theirs>point-2"]


def test_checkers_borne_off_fly_to_their_tray() -> None:
    # Black played 4/3 4/2; then Ana has borne off her last two.
    assert flights(BEARING_OFF, "white") == []  # she has rolled since
    assert flights(over_facts(), "white") == ["white:point-1>off", "white:point-1>off"]
    assert flights(over_facts(), "black") == ["white:point-24>off-theirs", "white:point-24>off-theirs"]


def test_checkers_enter_from_the_hand() -> None:
    assert flights(ROLLS_AGAIN, "white") == ["white:hand>point-20"] * 4
    assert flights(ROLLS_AGAIN, "black") == ["white:hand-theirs>point-5"] * 4


@pytest.mark.parametrize("view", ["white", "black", "spectator"])
def test_nothing_flies_but_what_was_just_played(view: str) -> None:
    for table in (ROLLED, DOUBLED, DANCED, CHOSEN):
        assert flights(table, view) == []


def test_of_a_draft_its_last_step_flies_and_nothing_when_it_is_taken_back() -> None:
    def drafted(*texts: str) -> tuple[str, str]:
        newest = shown(ROLLED, "white", white_drafts(*texts)).newest
        return newest.flights, newest.sounds

    assert drafted("13/7*") == ("white:point-13.4>point-7.0 black:point-7.0>bar-theirs.0", "step hit")
    assert drafted("13/7*", "24/20") == ("white:point-24.1>point-20.0", "step")
    assert drafted() == ("", "")
    assert shown(ROLLED, "white").newest.sounds == "roll"


def test_each_checker_says_how_many_lay_below_it_when_it_left_and_when_it_landed() -> None:
    # Two are left on 6, one on 5, none on 8; the blot on 2 is the second one on the bar.
    after = at("6:2 5:1 2:3", "bar:2 6:13", Phase.TO_ROLL, BLACK)
    table = facts(after, [roll(WHITE, 3, 3), play(WHITE, "8/2*(2) 5/2")])
    assert shown(table, "white").newest.flights.split() == [
        "white:point-8.1>point-2.0",
        "black:point-2.0>bar-theirs.1",
        "white:point-8.0>point-2.1",
        "white:point-5.1>point-2.2",
    ]


def test_a_board_has_one_name_however_it_came_about_and_flights_lead_from_one_to_the_next() -> None:
    begun, drafted = (shown(ROLLED, "white", draft).newest for draft in (None, white_drafts("13/7*")))
    both = shown(ROLLED, "white", white_drafts("13/7*", "24/20")).newest
    assert begun.at == begun.was == drafted.was != drafted.at == both.was != both.at
    confirmed = went_on(ROLLED, play(WHITE, "24/20 13/7*"))
    assert shown(confirmed, "white").newest.at == both.at
    assert shown(confirmed, "white").newest.was == begun.at
    assert shown(confirmed, "black").newest.was == shown(ROLLED, "black").newest.at
    refused = shown(ROLLED, "white", white_drafts("13/7*"), "That is not possible.").newest
    assert refused.at == refused.was == drafted.at


def test_nothing_flies_or_sounds_where_a_command_was_refused() -> None:
    for draft in (None, white_drafts("13/7*")):
        refused = shown(ROLLED, "white", draft, "That is not possible.").newest
        assert (refused.flights, refused.sounds) == ("", "")
    refused = shown(MIDGAME, "white", notice="That is not possible.").newest
    assert (refused.flights, refused.sounds) == ("", "")


@pytest.mark.parametrize(
    ("table", "white", "black", "spectator"),
    [
        (started((3, 1)), "roll turn", "roll", "roll"),
        (started((3, 3), (1, 3)), "roll", "roll turn", "roll"),
        (MIDGAME, "step turn", "step", "step"),
        (played("13/7*/5"), "step hit", "step hit turn", "step hit"),
        (ROLLED, "roll", "roll", "roll"),
        (DANCED, "roll", "roll turn", "roll"),
        (DOUBLED, "cube", "cube turn", "cube"),
        (TAKEN, "cube turn", "cube", "cube"),
        (RESIGNING, "turn", "", ""),
        (CHOOSING, "step", "step", "step"),
        (CHOSEN, "cube", "cube", "cube"),
        (TURN_OVER, "step", "step turn", "step"),
        (over_facts(), "step over", "step over", "step over"),
        (over_facts(record=[does(BLACK, "drop")]), "over", "over", "over"),
        (over_facts(record=[play(WHITE, "1/off(2)"), does(WHITE, "leave")]), "", "", ""),
        (facts(None), "", "", ""),
    ],
)
def test_sounds_say_what_happened_and_to_whoever_is_to_act_that_he_is(
    table: TableFacts, white: str, black: str, spectator: str
) -> None:
    assert [sounds(table, view) for view in ("white", "black", "spectator")] == [white, black, spectator]


def test_the_fragment_carries_both() -> None:
    html = fragment(MIDGAME, "black")
    assert 'data-flights="black:point-24.1&gt;point-18.0 black:point-13.4&gt;point-11.0" data-sounds="step"' in html
