"""Who can press what, in every phase and view, and what each answer says it costs."""

from dataclasses import replace

import pytest

from games.presenters.table import begin_draft
from games.rules import game
from games.rules.errors import RuleError
from games.rules.game import Cube, GameState, Phase, Terms
from games.rules.plays import Draft
from tests.presenters.scenes import (
    BEARING_OFF,
    DANCED,
    DOUBLED,
    MIDGAME,
    ON_THE_BAR,
    RATED_END,
    RESIGNING,
    ROLLED,
    SCENES,
    TAKEN,
    white_drafts,
)
from tests.presenters.tables import (
    BLACK,
    SESSION,
    VIEWS,
    WHITE,
    Markup,
    at,
    controls,
    facts,
    fragment,
    over_facts,
    play,
    roll,
    shown,
    started,
    went_on,
)

START = "24:2 13:5 8:3 6:5"
RESIGN = {"resign-1", "resign-2", "resign-3", "resign-match"}


def test_to_roll_with_the_right_to_double() -> None:
    assert controls(MIDGAME, "white") == {"roll", "double"} | RESIGN
    assert controls(MIDGAME, "black") == {"resign-match"}


def test_to_roll_without_the_right_to_double() -> None:
    # Black took, so White may not double again (CUBE-8).
    assert controls(TAKEN, "white") == {"roll"} | RESIGN


def test_either_player_may_call_the_match_off_until_both_have_played() -> None:
    """END-4."""
    first = replace(started((5, 3)), game_number=1)
    one_played = went_on(first, play(WHITE, "8/3 6/3"))
    both_played = went_on(one_played, roll(BLACK, 6, 2), play(BLACK, "24/18 13/11"))
    for table, may in ((first, True), (one_played, True), (both_played, False), (started((5, 3)), False)):
        assert [("abort" in controls(table, view)) for view in VIEWS] == [may, may, False]
    assert "<b>Call the match off:</b> <span>nothing counts</span>" in fragment(first, "black")


def test_to_play_offers_the_sources_and_the_dice_but_nothing_to_confirm_yet() -> None:
    points = {"point-24", "point-13", "point-8", "point-6"}
    assert controls(ROLLED, "white") == points | {"dice"} | RESIGN
    assert controls(ROLLED, "black") == {"resign-match"}


def test_on_the_bar_only_the_bar_can_be_tapped() -> None:
    # Both checkers enter, each with one die; either die may lead.
    assert controls(ON_THE_BAR, "white") == {"bar", "dice"} | RESIGN


def test_a_draft_can_be_undone_and_once_complete_confirmed() -> None:
    assert {"undo"} == controls(ROLLED, "white", white_drafts("24/18")) & {"undo", "confirm", "dice"}
    assert {"undo", "confirm"} == controls(ROLLED, "white", white_drafts("24/18", "13/9")) & {"undo", "confirm"}


def test_confirm_sends_the_play_in_canonical_notation() -> None:
    drafted = shown(ROLLED, "white", white_drafts("13/9", "24/18")).actions
    assert drafted
    assert drafted.confirm
    assert (drafted.confirm.play, drafted.confirm.undo) == ("24/18 13/9", "13/9")


def test_undo_of_the_only_step_keeps_the_die_that_was_chosen_to_lead() -> None:
    assert ROLLED.state
    drafted = shown(ROLLED, "white", begin_draft(ROLLED.state, "8/4", lead=4)).actions
    assert drafted
    assert drafted.confirm
    assert (drafted.confirm.undo, drafted.confirm.lead) == ("", "4")


def test_starting_over_is_offered_where_it_undoes_more_than_one_step() -> None:
    one, two = (Markup(fragment(ROLLED, "white", white_drafts(*texts))) for texts in (["24/18"], ["24/18", "13/9"]))
    assert one.with_id("start-over")["aria-disabled"] == "true"
    assert "form" not in one.with_id("start-over")
    assert (two.with_id("start-over")["form"], two.with_id("start-over")["value"]) == ("draft-form", "")
    assert two.with_id("table")["data-draft"] == "24/18 13/9"


@pytest.mark.parametrize("scene", ["opening", "to play", "on the bar", "bearing off"])
def test_every_tap_is_the_beginning_of_a_legal_play(scene: str) -> None:
    state = SCENES[scene].state
    assert state
    assert _end_legally(state, begin_draft(state))


def _end_legally(state: GameState, draft: Draft) -> bool:
    """Whether tapping on, in every possible way, always comes to a legal position."""
    view = shown(facts(state), "white", draft)
    places = [place for quadrant in view.board.quadrants for place in quadrant.points]
    taps = [place.draft for place in [*places, view.board.bar] if place.draft]
    if not taps:
        return draft.complete and draft.position in state.legal()
    return all(_end_legally(state, begin_draft(state, tap)) for tap in taps)


def test_a_text_that_begins_no_legal_play_is_no_draft() -> None:
    assert ROLLED.state
    assert begin_draft(ROLLED.state, "24/20").complete is False
    with pytest.raises(RuleError):
        begin_draft(ROLLED.state, "24/19")


def test_a_double_is_answered_in_its_own_panel_with_what_each_answer_costs() -> None:
    view = shown(DOUBLED, "black")
    assert view.answer
    assert [(choice.value, choice.text, choice.cost) for choice in view.answer.choices] == [
        ("take", "Take", "play on for 2 points"),
        ("drop", "Drop", "lose 1 point"),
    ]
    assert controls(DOUBLED, "black") == {"take", "drop", "resign-match"}
    assert controls(DOUBLED, "white") == {"resign-match"}


def test_answers_stand_in_another_place_than_roll_double_and_confirm() -> None:
    answers, actions = _inside("answer", fragment(DOUBLED, "black")), _inside("actions", fragment(MIDGAME, "white"))
    assert answers == {"take", "drop"}
    assert {"roll", "double"} <= actions
    assert not _inside("actions", fragment(DOUBLED, "black")) & {"take", "drop"}
    assert _inside("answer", fragment(RESIGNING, "white")) == {"accept", "refuse"}


def _inside(panel: str, html: str) -> set[str]:
    """The ids of the buttons between the panel's start and the next panel's."""
    markup = Markup(html)
    names = [attributes.get("id") or "" for _, attributes in markup.elements]
    if panel not in names:
        return set()
    begin = names.index(panel)
    end = next(index for index in range(begin, len(names)) if names[index] in {"board", "record"})
    return set(names[begin + 1 : end]) & markup.controls


def test_beavers_and_raccoons_are_named_and_priced() -> None:
    terms = Terms(jacoby=True, max_beavers=2)
    doubled = game.double(at(START, START, Phase.TO_ROLL, WHITE, terms=terms), WHITE)
    beavered = game.beaver(doubled, BLACK)
    first = shown(facts(doubled, terms=SESSION), "black").answer
    second = shown(facts(beavered, terms=SESSION), "white").answer
    assert first
    assert second
    assert [(choice.text, choice.cost) for choice in first.choices] == [
        ("Take", "play on for 2 points"),
        ("Drop", "lose 1 point"),
        ("Beaver", "play on for 4 points"),
    ]
    assert [(choice.text, choice.cost) for choice in second.choices] == [
        ("Take", "play on for 4 points"),
        ("Drop", "lose 2 points"),
        ("Raccoon", "play on for 8 points"),
    ]


def test_the_double_names_the_new_stake() -> None:
    actions = shown(MIDGAME, "white").actions
    assert actions
    assert actions.double
    assert (actions.double.text, actions.double.cost) == ("Double", "to 2")


def test_resigning_offers_the_levels_that_can_still_be_lost_and_the_match() -> None:
    # With a checker off only a single game can be lost (RES-5), which needs no consent.
    state = at("6:14", START, Phase.TO_ROLL, WHITE, cube=Cube(2, WHITE))
    actions = shown(facts(state), "white").actions
    assert actions
    assert [(choice.value, choice.text, choice.cost) for choice in actions.resignations] == [
        ("1", "Single game", "lose 2 points"),
        ("match", "The whole match", "Bob wins it at once"),
    ]


def test_resigning_says_what_needs_consent() -> None:
    actions = shown(MIDGAME, "white").actions
    assert actions
    assert [choice.cost for choice in actions.resignations] == [
        "lose 1 point if Bob accepts",
        "lose 2 points if Bob accepts",
        "lose 3 points",
        "Bob wins it at once",
    ]


def test_a_refused_level_is_not_offered_again() -> None:
    assert MIDGAME.state
    refused = game.refuse(game.resign(MIDGAME.state, WHITE, 1), BLACK)
    assert controls(facts(refused), "white") == {"roll", "double"} | RESIGN - {"resign-1"}


def test_a_session_has_no_match_to_give_up() -> None:
    state = at(START, START, Phase.TO_ROLL, WHITE, terms=Terms(jacoby=True))
    assert controls(facts(state, terms=SESSION), "white") == {"roll", "double", "resign-1"}


def test_a_resignation_is_answered_with_what_it_wins() -> None:
    view = shown(RESIGNING, "white")
    assert view.answer
    assert [(choice.text, choice.cost) for choice in view.answer.choices] == [
        ("Accept", "win 4 points"),
        ("Refuse", "play on"),
    ]
    assert controls(RESIGNING, "white") == {"accept", "refuse", "resign-match"}
    assert controls(RESIGNING, "black") == {"resign-match"}


def test_after_a_roll_without_a_play_it_is_the_others_turn() -> None:
    assert controls(DANCED, "white") == {"resign-match"}
    assert {"roll", "double"} <= controls(DANCED, "black")


def test_between_games_both_may_go_on() -> None:
    assert controls(over_facts(), "white") == controls(over_facts(), "black") == {"next"}


def test_between_the_games_of_a_session_both_may_leave() -> None:
    assert controls(over_facts(terms=SESSION), "black") == {"next", "leave"}


def test_after_a_match_both_may_ask_for_a_rematch() -> None:
    assert controls(RATED_END, "white") == controls(RATED_END, "black") == {"rematch"}


def test_a_rematch_that_was_asked_for_is_accepted_by_the_other() -> None:
    asked = replace(RATED_END, rematch_by=BLACK, rematch_id="abcdefghijklmnop")
    accepting, asking, watching = (shown(asked, view).outcome for view in VIEWS)
    assert accepting
    assert asking
    assert watching
    assert (accepting.rematch, accepting.rematch_note) == ("Accept the rematch", "Bob would like a rematch.")
    assert (asking.rematch, asking.rematch_link) == ("", "abcdefghijklmnop")
    assert (watching.rematch, watching.rematch_link) == ("", "abcdefghijklmnop")


@pytest.mark.parametrize("scene", SCENES)
def test_spectators_have_no_control(scene: str) -> None:
    html = fragment(SCENES[scene], "spectator")
    assert Markup(html).controls == set()
    assert "<form" not in html
    assert "<input" not in html


@pytest.mark.parametrize("scene", ["open", "cancelled"])
def test_without_a_game_nobody_has_a_control(scene: str) -> None:
    assert controls(SCENES[scene], "white") == set()


def test_a_draft_of_somebody_elses_roll_is_not_shown() -> None:
    drafted = white_drafts("24/18")
    assert fragment(ROLLED, "black", drafted) == fragment(ROLLED, "black")
    assert fragment(ROLLED, "spectator", drafted) == fragment(ROLLED, "spectator")
    assert fragment(started((5, 3)), "white", drafted) != fragment(started((5, 3)), "white")


def test_bearing_off_can_be_tapped() -> None:
    assert {"point-6", "point-4", "dice"} <= controls(BEARING_OFF, "white")
