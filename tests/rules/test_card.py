"""The rule card says the rules that are in force, and changes with each of them."""

from dataclasses import replace

import pytest

from games.rules.card import card
from games.rules.clock import PACES
from games.rules.match import MatchTerms

MATCH = MatchTerms("backgammon", 5)
SESSION = MatchTerms("backgammon", 0, jacoby=True)
ACEY_DEUCEY = MatchTerms("acey-deucey", 5)
EVERY_CARD = [
    MATCH,
    SESSION,
    replace(MATCH, cube=False),
    replace(MATCH, length=1),
    replace(SESSION, max_beavers=2, automatic_doubles=3),
    ACEY_DEUCEY,
    replace(ACEY_DEUCEY, length=0, options=("count",)),
    replace(ACEY_DEUCEY, length=1, options=("european",)),
    replace(ACEY_DEUCEY, options=("european", "count")),
]


def sentences(terms: MatchTerms, pace: str = "none") -> list[str]:
    return [str(sentence) for section in card(terms, PACES[pace]) for sentence in section.sentences]


def told(terms: MatchTerms, pace: str = "none") -> str:
    return " ".join(sentences(terms, pace))


def changes(before: MatchTerms, after: MatchTerms) -> tuple[list[str], list[str]]:
    """The sentences that go, and those that come."""
    old, new = sentences(before), sentences(after)
    return [each for each in old if each not in new], [each for each in new if each not in old]


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("terms", EVERY_CARD, ids=str)
def test_card_is_whole(terms: MatchTerms, pace: str) -> None:
    """Every section says something, every sentence ends, nothing is said twice, and no value is left open."""
    assert [section.title for section in card(terms, PACES[pace])] == [
        "What wins",
        "The start",
        "A turn",
        "Moving",
        "Hits and the bar",
        "Bearing off",
        "The doubling cube",
        "Time",
        "Resigning",
    ]
    assert all(section.sentences for section in card(terms, PACES[pace]))
    told = sentences(terms, pace)
    assert len(told) == len(set(told)) <= 30
    for sentence in told:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "%" not in sentence


def test_card_of_backgammon() -> None:
    said = told(MATCH)
    assert "15 checkers on its points 24 (2), 13 (5), 8 (3), 6 (5)" in said  # SETUP-1
    assert "The higher begins, and plays both numbers" in said  # OPEN-3
    assert "2 if the loser has borne off none (a gammon)" in said  # WIN-2
    assert "The match is won with 5 points or more" in said  # MATCH-1
    assert "with none there or higher, from the highest point" in said  # OFF-4
    assert "Crawford rule: " in said
    for word in ("hand", "Jacoby", "Beavers", "automatic"):
        assert word not in said


def test_card_of_acey_deucey() -> None:
    said = told(ACEY_DEUCEY)
    assert "All 15 checkers of each side start in the hand" in said  # AD-1
    assert "The higher begins, and rolls both dice afresh" in said  # AD-2
    assert "may move while others are still in the hand" in said  # AD-4
    assert "those in the hand included" in said  # AD-7
    assert "you name any double and play it" in said  # AD-9
    assert "the turn is over" in said  # AD-10
    assert "none on bar or in hand" in said  # AD-12
    assert "wins at once, also in the middle of a turn" in said  # AD-13
    assert "There is no doubling cube." in said
    for word in ("gammon,", "Crawford", "Jacoby", "eaver", "utomatic"):
        assert word not in said


def test_card_length() -> None:
    assert changes(MATCH, replace(MATCH, length=7)) == (
        ["The match is won with 5 points or more."],
        ["The match is won with 7 points or more."],
    )
    gone, come = changes(ACEY_DEUCEY, replace(ACEY_DEUCEY, length=0))
    assert gone == ["The match is won with 5 points or more.", "Either player may give up the whole match at any time."]
    assert ["either player may leave between two games" in each for each in come] == [True]


def test_card_one_point_match_has_no_cube() -> None:
    """MATCH-2."""
    said = told(replace(MATCH, length=1))
    assert "who wins it, however high, wins the match" in said
    assert "There is no doubling cube." in said
    assert "Crawford" not in said


def test_card_without_cube() -> None:
    for terms in (MATCH, replace(SESSION, max_beavers=1, automatic_doubles=1)):
        said = told(replace(terms, cube=False))
        assert "There is no doubling cube." in said
        for word in ("Crawford", "Jacoby", "eaver", "utomatic"):
            assert word not in said


def test_card_crawford() -> None:
    gone, come = changes(MATCH, replace(MATCH, crawford=False))
    assert [each.partition(":")[0] for each in gone] == ["Crawford rule"]
    assert come == ["Without the Crawford rule: doubling is allowed in every game."]


def test_card_jacoby() -> None:
    gone, come = changes(SESSION, replace(SESSION, jacoby=False))
    assert [each.partition(":")[0] for each in gone] == ["Jacoby rule"]
    assert come == ["Without the Jacoby rule: gammons count also when nobody has doubled."]


def test_card_beavers() -> None:
    gone, come = changes(SESSION, replace(SESSION, max_beavers=1))
    assert (gone, len(come)) == (["No beavers: a double is taken or dropped."], 1)
    assert come[0].startswith("Beavers: ")
    gone, come = changes(replace(SESSION, max_beavers=1), replace(SESSION, max_beavers=3))
    assert (gone, len(come)) == ([], 1)
    assert "raccoon); in all at most 3×" in come[0]


def test_card_automatic_doubles() -> None:
    gone, come = changes(SESSION, replace(SESSION, automatic_doubles=2))
    assert gone == ["No automatic doubles: a tie in the opening roll changes nothing."]
    assert come == ["Automatic doubles: a tie in the opening roll doubles the cube, in a game at most 2×."]


def test_card_count() -> None:
    """AD-14, AD-16."""
    gone, come = changes(ACEY_DEUCEY, replace(ACEY_DEUCEY, options=("count",)))
    assert gone == ["A win is 1 point.", "In your own turn you may resign the game: your opponent wins 1 point."]
    assert come == [
        "A win is 1 point for each checker that the loser has not borne off, hand and bar included.",
        "In your own turn you may resign the game: your opponent wins 1 point for each checker you have not borne off.",
    ]


def test_card_european() -> None:
    """rules.md §2.3."""
    gone, come = changes(ACEY_DEUCEY, replace(ACEY_DEUCEY, options=("european",)))
    assert len(gone) == len(come) == 2
    assert gone[0] == "A double that you roll gives no further roll."
    assert "you play its complement, the double that makes 7 with it" in come[0]
    assert "from the highest point" in gone[1]
    assert come[1] == "A die bears a checker off from the point of its number only; a larger one does not."


def time_section(terms: MatchTerms, pace: str) -> list[str]:
    (section,) = [section for section in card(terms, PACES[pace]) if section.title == "Time"]
    return [str(sentence) for sentence in section.sentences]


def test_card_pace() -> None:
    """CLK-1, CLK-4, CLK-7, END-2, END-3; a match to 5."""
    assert time_section(MATCH, "blitz") == [
        "Each decision begins with 8 seconds that cost nothing; what it takes beyond them comes out of a reserve of "
        "5 min for the whole match.",
        "Who runs out of time loses the match.",
        "A race that is already won is not lost on time: it counts as a single game.",
        "Between two games, and before the first decision of one, clocks stand for up to a minute.",
        "When the player whose turn it is has left the table for 60 seconds, the other may claim the win or go on "
        "waiting.",
    ]
    assert "of a reserve of 6 min, anew in each game." in time_section(SESSION, "standard")[0]
    assert time_section(SESSION, "slow")[1] == (
        "Who runs out of time loses the game, by the most that could still be lost."
    )
    assert time_section(MATCH, "days3")[0] == "A decision may take 3 × 24 hours."
    assert not [each for each in time_section(MATCH, "days3") if "claim" in each]
    assert [each.partition(" ")[0] for each in time_section(MATCH, "none")] == ["There", "When"]


def test_card_flag_in_a_race() -> None:
    """Only where a race can be known to be won."""
    assert not [each for each in time_section(ACEY_DEUCEY, "blitz") if "race" in each]
