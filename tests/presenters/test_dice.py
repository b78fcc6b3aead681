"""The dice on the table: whose side, which colour, what is used."""

from games.presenters.table import begin_draft
from games.rules.game import Phase
from tests.presenters.scenes import DANCED, DOUBLED, MIDGAME, ROLLED, SCENES, white_drafts
from tests.presenters.tables import WHITE, Markup, at, facts, fragment, roll, shown


def test_the_roll_to_be_played_lies_on_the_rollers_side_and_can_be_swapped() -> None:
    near, far = shown(ROLLED, "white").dice.near, shown(ROLLED, "white").dice.far
    assert near
    assert far is None
    assert near.label == "Dice 6 and 4. Play the 4 first."
    assert near.swap_url == "/matches/k3mw9x2hq4AbCdEf/?v=17&lead=4"


def test_swapped_dice_stand_in_the_other_order() -> None:
    assert ROLLED.state
    near = shown(ROLLED, "white", begin_draft(ROLLED.state, lead=4)).dice.near
    assert near
    assert [die.face for die in near.dice] == ["#die-4", "#die-6"]
    assert near.label == "Dice 4 and 6. Play the 6 first."


def test_a_used_die_is_marked_and_nothing_can_be_swapped_any_more() -> None:
    near = shown(ROLLED, "white", white_drafts("24/18")).dice.near
    assert near
    assert [die.css for die in near.dice] == ["die white is-used", "die white"]
    assert (near.label, near.swap_url) == ("Dice 6 and 4, 6 used", None)


def test_the_dice_of_a_complete_draft_confirm_it() -> None:
    near = shown(ROLLED, "white", white_drafts("24/18", "13/9")).dice.near
    assert near
    assert (near.confirms, near.label) == (True, "Confirm 24/18 13/9. Dice 6 and 4, 6 used, 4 used")
    dice = Markup(fragment(ROLLED, "white", white_drafts("24/18", "13/9"))).with_id("confirm-dice")
    assert (dice["form"], dice["name"], dice["value"], dice["tabindex"]) == ("command", "kind", "play", "-1")
    begun = shown(ROLLED, "white", white_drafts("24/18")).dice.near
    assert begun
    assert not begun.confirms


def test_swapping_back_is_the_address_of_the_table_without_a_draft() -> None:
    assert ROLLED.state
    near = shown(ROLLED, "white", begin_draft(ROLLED.state, lead=4)).dice.near
    assert near
    assert near.swap_url == "/matches/k3mw9x2hq4AbCdEf/?v=17"


def test_a_double_shows_four_dice() -> None:
    state = at("13:15", "13:15", Phase.TO_PLAY, WHITE, (2, 2))
    near = shown(facts(state, [roll(WHITE, 2, 2)]), "white", begin_draft(state, "13/11")).dice.near
    assert near
    assert [die.css for die in near.dice] == ["die white is-used", "die white", "die white", "die white"]
    assert near.label == "Dice: 2 four times, 3 left."


def test_dice_of_the_opening_have_the_colours_of_both_sides() -> None:
    for view, place in (("white", "near"), ("black", "far"), ("spectator", "near")):
        shown_roll = getattr(shown(SCENES["opening"], view).dice, place)
        assert [(die.face, die.css) for die in shown_roll.dice] == [("#die-5", "die white"), ("#die-3", "die black")]


def test_the_last_roll_stays_in_sight_until_the_next() -> None:
    far = shown(MIDGAME, "white").dice.far
    assert far
    assert (far.css, far.label) == ("roll is-past", "Bob rolled 6 and 2")


def test_a_roll_without_a_play_is_struck_out_for_both_to_see() -> None:
    mine, theirs = shown(DANCED, "white").dice.near, shown(DANCED, "black").dice.far
    assert mine
    assert theirs
    assert (mine.css, mine.label) == ("roll is-past", "You rolled 4 and 2")
    assert (theirs.css, theirs.label) == ("roll is-past", "Ana rolled 4 and 2")
    assert [die.css for die in (*mine.dice, *theirs.dice)] == ["die white is-dead"] * 4


def test_the_place_of_the_dice_belongs_to_the_cube_while_it_is_offered() -> None:
    assert shown(DOUBLED, "white").dice.far is None
