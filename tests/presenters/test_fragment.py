"""The table fragment: the contract its page, scripts and frames rely on."""

from collections import Counter

import pytest

from tests.presenters.scenes import DOUBLED, MIDGAME, ROLLED, SCENES, white_drafts
from tests.presenters.tables import VIEWS, Markup, facts, fragment, open_facts

SEATED_FORMS = {"command", "resign", "notation"}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scene", SCENES)
def test_ids_are_unique_and_every_place_has_its_own(scene: str, view: str) -> None:
    ids = Counter(Markup(fragment(SCENES[scene], view)).ids)
    assert [name for name, number in ids.items() if number > 1] == []
    assert {f"point-{number}" for number in range(1, 25)} | {"bar", "bar-theirs", "off", "off-theirs"} <= set(ids)
    assert {"table", "board", "call"} <= set(ids)


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("scene", SCENES)
def test_two_renders_are_the_same_bytes_and_nothing_in_them_is_personal(scene: str, view: str) -> None:
    html = fragment(SCENES[scene], view)
    assert html == fragment(SCENES[scene], view)
    assert "csrf" not in html.lower()


@pytest.mark.parametrize("scene", SCENES)
def test_there_is_no_inline_style_or_script(scene: str) -> None:
    for tag, attributes in Markup(fragment(SCENES[scene], "white")).elements:
        assert tag not in {"script", "style"}
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_the_root_says_version_view_status_and_what_to_say() -> None:
    root = Markup(fragment(ROLLED, "white")).with_id("table")
    assert root["data-version"] == "17"
    assert root["data-view"] == "white"
    assert root["data-status"] == "playing"
    assert root["data-say"] == "You rolled 6-4. Your turn: play."
    assert root["data-focus"] == "point-24"
    assert fragment(ROLLED, "white").startswith('<section id="table"')


def test_an_open_challenge_says_so() -> None:
    assert Markup(fragment(open_facts(), "white")).with_id("table")["data-status"] == "open"


def test_a_playable_point_sends_its_draft_and_others_are_readable_but_no_tab_stops() -> None:
    markup = Markup(fragment(ROLLED, "white", white_drafts("24/18")))
    playable, idle = markup.with_id("point-13"), markup.with_id("point-14")
    assert (playable["form"], playable["name"], playable["value"]) == ("draft-form", "draft", "24/18 13/9")
    assert "tabindex" not in playable
    assert (idle["type"], idle["aria-disabled"], idle["tabindex"]) == ("button", "true", "-1")
    assert "disabled" not in idle
    assert idle["aria-label"] == "14 point, 1 of your opponent's checkers"


def test_commands_belong_to_the_forms_of_the_page_and_carry_the_version() -> None:
    markup = Markup(fragment(MIDGAME, "white"))
    assert (markup.with_id("roll")["form"], markup.with_id("roll")["value"]) == ("command", "roll")
    assert (markup.with_id("resign-1")["form"], markup.with_id("resign-1")["value"]) == ("resign", "1")
    versions = {
        attributes["form"]
        for tag, attributes in markup.elements
        if tag == "input" and attributes.get("name") == "version" and attributes["value"] == "17"
    }
    assert versions == SEATED_FORMS


def test_the_draft_form_is_a_get_form_that_names_the_version() -> None:
    markup = Markup(fragment(ROLLED, "white"))
    form = markup.with_id("draft-form")
    assert (form["method"], form["action"]) == ("get", "/matches/k3mw9x2hq4AbCdEf/")
    assert (form["hx-target"], form["hx-swap"], form["hx-sync"]) == ("#table", "outerMorph", "this:replace")
    assert ("input", {"type": "hidden", "name": "v", "value": "17"}) in markup.elements
    assert not [attributes for tag, attributes in Markup(fragment(ROLLED, "black")).elements if tag == "form"]


def test_visible_words_begin_the_name_of_every_labelled_button() -> None:
    # 2.5.3: the points show their number, and their labels begin with it.
    for tag, attributes in Markup(fragment(ROLLED, "white")).elements:
        name = attributes.get("id") or ""
        if tag == "button" and name.startswith("point-"):
            assert (attributes["aria-label"] or "").startswith(f"{name.removeprefix('point-')} point, ")


def test_headings_begin_with_one_of_the_first_level() -> None:
    levels = [tag for tag, _ in Markup(fragment(MIDGAME, "white")).elements if tag in {"h1", "h2", "h3"}]
    assert levels == ["h1", "h2", "h2", "h3"]


def test_names_of_players_are_escaped() -> None:
    players = {
        seat: type(player)(f"<b>{player.name}", is_guest=True) for seat, player in DOUBLED.players.items() if player
    }
    html = fragment(facts(DOUBLED.state, DOUBLED.record, players=players), "spectator")
    assert "<b>Ana" not in html
    assert "&lt;b&gt;Ana" in html
