"""A server that plays games by the rules on dice that are not due: nothing is wrong with such a record but the dice.

Both checkers have to refuse it; beside each is what ours says.
"""

from collections.abc import Callable
from typing import Any

from tests.verify.evil import OTHER
from tests.verify.records import MATCH, Table, chain_of, commitment_to, dice_of

FALSE_DICE: dict[str, tuple[type[Table], str]] = {}


def plays(name: str, shown_by: str) -> Callable[[type[Table]], type[Table]]:
    def add(table: type[Table]) -> type[Table]:
        FALSE_DICE[name] = table, shown_by
        return table

    return add


@plays("another link is used for the second game", "the chain")
class SwapsLink(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chain[2] = OTHER


@plays("another seed is used for all games than the one committed to", "the chain")
class SwapsSeed(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chain[1:] = chain_of(MATCH, self.links, OTHER)[1:]


@plays("the chain of another match is used again", "the chain")
class ReusesChain(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chain = chain_of("another_match_id", self.links, OTHER)
        self.record["dice"]["root"] = self.chain[0].hex()


@plays("the chain is of another length", "The chain should have 13 links")
class OtherLength(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chain = chain_of(MATCH, 12, OTHER)
        self.record["dice"] |= {"root": self.chain[0].hex(), "links": 12}


@plays("the creator's secret is another than the one committed to", "committed to before")
class SwapsCreator(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.white = OTHER
        self.record["dice"]["creator_secret"] = OTHER.hex()


@plays("the commitment is one of another match", "committed to before")
class ReusesCommitment(Table):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.record["dice"]["creator_commitment"] = commitment_to("another_match_id", "white", self.white)


@plays("a roll is left out, and the rest has the numbers it should have had", "but the secrets make it")
class SkipsRoll(Table):
    def dice(self, game: int, roll: int) -> list[int]:
        return super().dice(game, roll + (roll >= 5))


@plays("a roll is made again until it is liked", "but the secrets make it")
class Redraws(Table):
    def dice(self, game: int, roll: int) -> list[int]:
        return [6, 6] if (game, roll) == (2, 9) else super().dice(game, roll)


@plays("the last roll of a game that is over is not its own", "but the secrets make it")
class RedrawsLate(Table):
    def dice(self, game: int, roll: int) -> list[int]:
        due = super().dice(game, roll)
        return due[::-1] if game == 1 and roll > 40 and due[0] != due[1] else due


@plays("the second game has the dice of the first", "but the secrets make it")
class RepeatsGame(Table):
    def dice(self, game: int, roll: int) -> list[int]:
        return dice_of(self.key(1), roll)


@plays("the dice are random, and secrets are put beside them", "but the secrets make it")
class PlainDice(Table):
    def dice(self, game: int, roll: int) -> list[int]:
        return [self.rng.randint(1, 6), self.rng.randint(1, 6)]
