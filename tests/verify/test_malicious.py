"""A server that lies and makes the seal anew: what the record alone shows, and what only a player's note does."""

import copy
import json
from typing import Any

import pytest

from games.rules.history import Entry, Kind
from games.rules.match import MatchTerms, Score
from games.rules.verify import verify
from tests.verify.checkers import CHECKERS, fault_by_ours, fault_by_stand_alone
from tests.verify.evil import AFTERWARDS, OTHER, TERMS, honest, rolls_of, steady, two_games
from tests.verify.false_dice import FALSE_DICE
from tests.verify.records import MATCH, Fields, Table, chain_of, commitment_to, dice_of, sealed


@pytest.fixture(scope="module")
def base() -> Table:
    table = honest()
    assert [bool(game["ended_at"]) for game in table.record["games"]] == [True, True, False]
    assert fault_by_ours(table.file) is None
    assert fault_by_stand_alone(table.file) is None
    return table


@pytest.mark.parametrize("name", AFTERWARDS)
def test_record_changed_afterwards_is_refused(base: Table, name: str) -> None:
    spoil, by = AFTERWARDS[name]
    record = copy.deepcopy(base.record)
    spoil(record)
    assert record != base.record
    refused = {checker: check(sealed(record)) for checker, check in CHECKERS.items()}
    assert tuple(checker for checker, fault in refused.items() if fault) == by, refused
    assert "this is not a record" not in refused.values()  # there is a reason


@pytest.mark.parametrize("name", FALSE_DICE)
def test_games_on_false_dice_are_refused(name: str) -> None:
    """They were played to their ends on these dice, so that nothing but the dice is wrong."""
    table, shown_by = FALSE_DICE[name]
    file = two_games(table(TERMS, seed=11)).file
    faults = verify(file).faults
    assert faults
    assert all(shown_by in fault for fault in faults)
    assert fault_by_stand_alone(file) not in (None, "this is not a record")


def test_true_secret_of_a_running_game_is_told_too_early(base: Table) -> None:
    table = copy.deepcopy(base)
    game = table.record["games"][2]
    game["secret"] = table.chain[3].hex()
    assert verify(table.file).faults == ("Game 3: its secret was revealed while it was running.",)
    assert fault_by_stand_alone(table.file) == "game 3 tells its secret too early or not at all"
    game["ended_at"] = table.record["moves"][-1]["made_at"]  # the stand-alone checker does not know when a game is over
    assert verify(table.file).faults == ("Game 3: the record and its moves do not agree about whether it is over.",)
    assert fault_by_stand_alone(table.file) is None


def test_secrets_without_dice_are_a_fault(base: Table) -> None:
    faults = verify(sealed(base.record | {"dice": None})).faults
    assert faults == ("Games have secrets, but there is nothing that was committed to before them.",)


def test_creators_secret_is_told_before_anybody_has_joined() -> None:
    table = Table(TERMS, seed=11)
    table.record["status"] = "open"
    table.record["dice"] |= {"joiner_secret": "", "joiner_revealed_at": None}
    assert verify(table.file).faults == (
        "There is the secret of the match's creator without the secret of the player who joined.",
    )


def test_games_go_on_after_the_end_of_the_match() -> None:
    table = Table(MatchTerms("backgammon", 1), seed=3)
    table.chain = chain_of(MATCH, 2, table.chain[1])  # long enough for two games
    table.record["dice"]["root"] = table.chain[0].hex()
    table.play()
    table.score = Score()
    table.play()
    assert verify(table.file).faults == (
        "There are more games than the chain has links.",
        "Game 2 was played though the match was over.",
    )
    assert fault_by_stand_alone(table.file) == "the chain has a wrong length"


def test_games_go_on_after_the_match_was_called_off() -> None:
    table = Table(TERMS, seed=11)
    table.play(choose=lambda state, _, made: Entry(Kind.ABORT, state.to_act) if made else None)
    assert verify(table.file).holds
    table.play(choose=steady)
    table.record["status"] = "playing"
    assert verify(table.file).faults == ("Game 2 was played though the match had been called off.",)


def test_games_go_on_while_one_is_played() -> None:
    table = Table(TERMS, seed=11)
    table.play(choose=steady, moves=12)
    table.play(choose=steady)
    AFTERWARDS["the dice are said to be older than all this"][0](table.record)  # with dice more would be wrong
    assert verify(table.file).faults == ("Game 2 began, but the game before it has no end.",)


def test_false_roll_of_a_running_game_is_found_when_it_is_over() -> None:
    """It is "not yet" until then, and not told as right."""
    table = Table(TERMS, seed=11)
    table.play(choose=steady)
    table.dice = lambda game, roll: [6, 6] if roll == 3 else Table.dice(table, game, roll)  # type: ignore[method-assign]
    before = copy.deepcopy(table)
    before.play(choose=steady, moves=14)
    assert [6, 6] in [move["dice"] for move in rolls_of(before.record, 2)]
    verdict = verify(before.file)
    assert verdict.holds
    assert "can be checked when it is over" in verdict.games[-1].sentence
    assert fault_by_stand_alone(before.file) is None
    table.play(choose=steady)
    due = "-".join(map(str, dice_of(table.key(2), 3)))
    assert fault_by_ours(table.file) == f"Game 2: roll 3 is 6-6, but the secrets make it {due}."
    assert fault_by_stand_alone(table.file) == "roll 3 of game 2 is a wrong one"


# What a lone record cannot show. White has created the match; what the players' browsers noted is what they were shown.


def notes_of(table: Table) -> tuple[Fields, Fields]:
    """White's and Black's note."""
    shown = {"root": table.record["dice"]["root"], "commitment": table.record["dice"]["creator_commitment"]}
    white, black = shown | {"secret": table.white.hex()}, shown | {"secret": table.black.hex()}
    return white | {"joiner": table.black.hex()}, black


def faults_with(table: Table, note: Fields) -> tuple[str, ...]:
    return verify(table.file, json.dumps(note).encode()).faults


def test_honest_record_agrees_with_both_notes(base: Table) -> None:
    for note in notes_of(base):
        verdict = verify(base.file, json.dumps(note).encode())
        assert verdict.holds
        assert verdict.sentence.endswith("The record agrees with what your browser noted before the first roll.")
    assert verify(base.file).sentence.endswith("only a player's own note can tell (--note).")


class NewChain(Table):
    """The server takes another chain when it knows the secrets, one that it likes, and says it was always that one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chain = chain_of(MATCH, self.links, OTHER)
        self.record["dice"]["root"] = self.chain[0].hex()


class NewJoiner(Table):
    """The server, or the joiner with it, takes another secret for Black when it knows White's."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.black = OTHER
        self.record["dice"]["joiner_secret"] = OTHER.hex()


class NewCreator(Table):
    """The server, or the creator with it, takes another secret for White, and another commitment."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.white = OTHER
        self.record["dice"]["creator_secret"] = OTHER.hex()
        self.record["dice"]["creator_commitment"] = commitment_to(MATCH, "white", OTHER)


ROOT = "The root of the server's chain is not the one your browser was shown."
COMMITMENT = "The commitment of the player who created the match is not the one your browser has noted."
OWN = "The secret your browser drew is not in the record."
JOINER = "The secret of the player who joined is not the one your browser was shown before it told yours."


@pytest.mark.parametrize(
    ("forged", "whites", "blacks"),
    [(NewChain, (ROOT,), (ROOT,)), (NewJoiner, (JOINER,), (OWN,)), (NewCreator, (COMMITMENT, OWN), (COMMITMENT,))],
)
def test_record_made_up_as_a_whole_is_shown_by_notes_alone(
    base: Table, forged: type[Table], whites: tuple[str, ...], blacks: tuple[str, ...]
) -> None:
    """Consistent in itself, it passes every checker: nothing else can be expected of one."""
    table = two_games(forged(TERMS, seed=11))
    assert fault_by_ours(table.file) is None
    assert fault_by_stand_alone(table.file) is None
    whites_note, blacks_note = notes_of(base)
    assert faults_with(table, whites_note) == whites
    assert faults_with(table, blacks_note) == blacks


def test_creator_who_did_not_note_the_joiners_secret_cannot_see_another(base: Table) -> None:
    """Why the creator's browser notes it before it reveals its own."""
    note, _ = notes_of(base)
    del note["joiner"]
    assert faults_with(two_games(NewJoiner(TERMS, seed=11)), note) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_secret_of_a_browser_cannot_be_told_as_the_servers(base: Table, seat: int) -> None:
    table = copy.deepcopy(base)
    table.record["dice"]["joiner_by_server" if seat else "creator_by_server"] = True
    assert fault_by_ours(table.file) is None
    assert faults_with(table, notes_of(base)[seat]) == (
        "Your browser drew your secret, but the record says that the server did.",
    )


def test_dice_that_are_no_longer_told_are_missed_by_the_note(base: Table) -> None:
    table = copy.deepcopy(base)
    AFTERWARDS["the dice are said to be older than all this"][0](table.record)
    assert verify(table.file).faults == ()
    assert not verify(table.file).holds
    assert faults_with(table, notes_of(base)[0]) == (
        "Your browser has a note about the dice of this match, but the record has nothing about them.",
    )


def test_note_before_the_secrets_are_told(base: Table) -> None:
    """White's fits its commitment before anybody has joined; Black's may be of somebody who has not joined yet."""
    table = Table(TERMS, seed=11)
    table.record["status"] = "open"
    table.record["dice"] |= {"creator_secret": "", "creator_revealed_at": None}
    table.record["dice"] |= {"joiner_secret": "", "joiner_revealed_at": None}
    white, black = notes_of(base)
    assert faults_with(table, white | {"joiner": ""}) == ()
    assert faults_with(table, black) == ()
    assert faults_with(table, black | {"root": OTHER.hex()}) == (ROOT,)


def test_note_of_a_player_whose_secret_the_server_drew(base: Table) -> None:
    _, note = notes_of(base)
    assert faults_with(base, note | {"secret": ""}) == ()
    assert faults_with(base, note | {"secret": "", "root": OTHER.hex()}) == (ROOT,)
