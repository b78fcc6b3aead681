"""A server that changes honest records afterwards, and makes the seal anew each time.

Each is to be refused by the checkers named beside it. The stand-alone checker knows no rules of backgammon.
"""

import copy
import random
from collections.abc import Callable

from games.rules.game import GameState, Phase
from games.rules.history import Entry, Kind
from games.rules.match import MatchTerms
from tests.verify.records import Fields, Table, play_on

TERMS = MatchTerms("backgammon", 7)
OTHER = random.Random(99).randbytes(32)
LATE, EARLY = "2026-12-31T00:00:00.000000Z", "2026-01-01T00:00:00.000000Z"
BOTH, OURS = ("ours", "stand-alone"), ("ours",)

Spoil = Callable[[Fields], None]
AFTERWARDS: dict[str, tuple[Spoil, tuple[str, ...]]] = {}


def steady(state: GameState, rng: random.Random, _: int) -> Entry | None:
    """Nobody doubles or resigns: two long games."""
    if state.phase == Phase.TO_ROLL:
        return Entry(Kind.ROLL, state.to_act)
    entry = play_on(state, rng)
    return play_on(state, random.Random(1)) if entry.kind == Kind.RESIGN else entry


def two_games(table: Table) -> Table:
    """Two games that are over, and one that runs."""
    table.play(choose=steady)
    table.play(choose=steady)
    table.play(choose=steady, moves=12)
    return table


def honest() -> Table:
    return two_games(Table(TERMS, seed=11))


def afterwards(name: str, by: tuple[str, ...]) -> Callable[[Spoil], Spoil]:
    def add(spoil: Spoil) -> Spoil:
        AFTERWARDS[name] = spoil, by
        return spoil

    return add


def set_dice(name: str, by: tuple[str, ...] = BOTH, **values: object) -> None:
    AFTERWARDS[name] = lambda record: record["dice"].update(values), by


def set_game(name: str, number: int, by: tuple[str, ...] = BOTH, **values: object) -> None:
    AFTERWARDS[name] = lambda record: record["games"][number - 1].update(values), by


def set_match(name: str, by: tuple[str, ...] = OURS, **values: object) -> None:
    AFTERWARDS[name] = lambda record: record.update(copy.deepcopy(values)), by


def rolls_of(record: Fields, game: int) -> list[Fields]:
    return [move for move in record["moves"] if move["game"] == game and move["kind"] == "roll"]


def renumber(record: Fields) -> None:
    """Versions and rolls without a gap, as if nothing had happened."""
    for version, move in enumerate(record["moves"], 1):
        move["version"] = version
    for game in record["games"]:
        for number, move in enumerate(rolls_of(record, game["number"])):
            move["roll"] = number


set_dice("the root is another", root=OTHER.hex())
set_dice("the root is missing", root="")
set_dice("the joiner's secret is another", joiner_secret=OTHER.hex())
set_dice("the joiner's secret is missing", joiner_secret="")
set_dice("the joiner's secret has no time", joiner_revealed_at=None)
set_dice("the creator's secret is another", creator_secret=OTHER.hex())
set_dice("the creator's secret is missing", creator_secret="")
set_dice("a game began without the creator's secret", creator_secret="", creator_revealed_at=None)
set_dice("the commitment is another", creator_commitment=OTHER.hex())
set_dice("the commitment is missing", creator_commitment="")
set_dice("the seats are exchanged", creator="black")
set_dice("the chain is said to be of another length", links=14)
set_dice("the protocol is another", protocol="barpoint-dice/2")
set_dice("the game began before the creator's secret was there", creator_revealed_at=LATE)
set_dice("the creator's secret was told before the joiner's", creator_revealed_at=EARLY)
set_dice("the joiner's secret was told before the creator had committed to his", joiner_revealed_at=EARLY)
set_dice("the server committed last", committed_at=LATE)
set_game("a secret is of another chain", 1, secret=OTHER.hex())
set_game("a secret of a game that is over is not told", 2, secret="")
set_game("the secret of a game that runs is told", 3, secret=OTHER.hex())
set_game("a game began before the one before it was over", 2, started_at=EARLY)
set_game("a game was over before it began", 1, ended_at=EARLY)
set_game("a game that is over is said to run", 1, ended_at=None, secret="")
set_game("the winner of a game is another", 1, OURS, winner="")
set_game("the reason is another", 1, OURS, reason="drop")
set_game("a win is higher", 1, OURS, multiplier=3, points=3)
set_game("points are more", 2, OURS, points=5)
set_game("a game has no terms", 1, OURS, terms=None)
set_game("a game began when it had been rolled in already", 3, OURS, started_at=LATE)
set_match("the score is another", score=[7, 0])
set_match("the match has a winner", winner="white")
set_match("the match is over", status="over")
set_match("what was agreed is neither yes nor no", jacoby="yes")
set_match("another game was agreed", variant="acey-deucey")
set_match("the match was longer", BOTH, length=9)
set_match("the match is another", BOTH, match="another_match_id")
set_match("the dice are no longer told, but secrets are", BOTH, dice=None)


@afterwards("the dice are said to be older than all this", BOTH)
def claim_older(record: Fields) -> None:
    record["dice"] = None
    for game in record["games"]:
        game["secret"] = ""


@afterwards("two links are exchanged", BOTH)
def exchange_links(record: Fields) -> None:
    first, second, _ = record["games"]
    first["secret"], second["secret"] = second["secret"], first["secret"]


@afterwards("the number of a roll is left out", BOTH)
def leave_number_out(record: Fields) -> None:
    for move in rolls_of(record, 1)[5:]:
        move["roll"] += 1


@afterwards("a number is used for two rolls", BOTH)
def use_number_twice(record: Fields) -> None:
    rolls_of(record, 2)[5]["roll"] = 4


@afterwards("rolls have no numbers", BOTH)
def no_numbers(record: Fields) -> None:
    for move in rolls_of(record, 1):
        move["roll"] = None


@afterwards("a turn is dropped, and the rest numbered anew", BOTH)
def drop_turn(record: Fields) -> None:
    place = record["moves"].index(rolls_of(record, 1)[6])
    del record["moves"][place : place + 2]
    renumber(record)


@afterwards("a play is dropped, and the rest numbered anew", OURS)
def drop_play(record: Fields) -> None:
    record["moves"].remove(next(move for move in record["moves"][10:] if move["kind"] == "play"))
    renumber(record)


@afterwards("a move is dropped", BOTH)
def drop_move(record: Fields) -> None:
    del record["moves"][10]


@afterwards("a roll is added", BOTH)
def add_roll(record: Fields) -> None:
    move = rolls_of(record, 1)[6]
    record["moves"].insert(record["moves"].index(move), copy.deepcopy(move))
    renumber(record)


@afterwards("the end of a game is cut off, and its loser resigns", OURS)
def cut_off(record: Fields) -> None:
    last = [move for move in record["moves"] if move["game"] == 1][-5:]
    record["moves"] = [move for move in record["moves"] if move not in last]
    renumber(record)


@afterwards("a whole game is dropped", BOTH)
def drop_game(record: Fields) -> None:
    record["moves"] = [move for move in record["moves"] if move["game"] != 1]
    for things in (record["moves"], record["games"]):
        for thing in things:
            thing["number" if "number" in thing else "game"] -= 1
    del record["games"][0]
    renumber(record)


@afterwards("a game is told twice", BOTH)
def repeat_game(record: Fields) -> None:
    record["games"].insert(1, copy.deepcopy(record["games"][0]))


@afterwards("a die is another", BOTH)
def change_die(record: Fields) -> None:
    dice = rolls_of(record, 2)[7]["dice"]
    dice[0] = dice[0] % 6 + 1


@afterwards("the dice of a roll are exchanged", BOTH)
def exchange_dice(record: Fields) -> None:
    next(move for move in rolls_of(record, 1) if len(set(move["dice"])) == 2)["dice"].reverse()


@afterwards("a die shows seven", BOTH)
def seven(record: Fields) -> None:
    rolls_of(record, 1)[3]["dice"][0] = 7


@afterwards("a roll has no dice", BOTH)
def no_dice(record: Fields) -> None:
    rolls_of(record, 1)[3]["dice"] = None


@afterwards("a play is not legal", OURS)
def illegal_play(record: Fields) -> None:
    next(move for move in record["moves"] if move["kind"] == "play")["text"] = "24/23 24/22"


@afterwards("a move is made by the other player", OURS)
def other_player(record: Fields) -> None:
    move = next(move for move in record["moves"] if move["kind"] == "play")
    move["seat"] = "black" if move["seat"] == "white" else "white"


@afterwards("a move was made before the one it follows", BOTH)
def move_back_in_time(record: Fields) -> None:
    record["moves"][20]["made_at"] = EARLY


@afterwards("a game is played on for other stakes", OURS)
def change_terms(record: Fields) -> None:
    record["games"][1]["terms"]["away"] = [1, 1]


@afterwards("a game is said to be the Crawford game", OURS)
def crawford(record: Fields) -> None:
    record["games"][1]["terms"] |= {"crawford": True, "cube": False}


@afterwards("the match is called off long after it began", OURS)
def call_off(record: Fields) -> None:
    last = record["moves"][-1]
    record["moves"].append(
        last | {"version": last["version"] + 1, "kind": "abort", "dice": None, "roll": None, "text": ""}
    )
    record["status"] = "aborted"
