"""GameState: one moment of a game, and every question about it. The commands are in game."""

from dataclasses import dataclass, replace

from games.rules.errors import CubeRefused, NotOnRoll, RuleError, WrongPhase, gettext_noop
from games.rules.plays import LegalPlays, legal_plays
from games.rules.position import Position
from games.rules.terms import Cube, Lost, Offer, Phase, PossibleDouble, Reason, Resignation, Result, Seat, Stakes, Terms
from games.rules.variants import Stage, Variant

# What a player hears whose command came at the wrong moment of his own turn.
WAITS_FOR = {
    Phase.OPENING: gettext_noop("That is not possible now: the opening roll comes first."),
    Phase.TO_ROLL: gettext_noop("That is not possible now: it is your turn to roll."),
    Phase.TO_PLAY: gettext_noop("That is not possible now: you have rolled and must play."),
    Phase.TO_CHOOSE: gettext_noop("That is not possible now: choose the double you want to play."),
    Phase.DOUBLED: gettext_noop("That is not possible now: a double is waiting for your answer."),
    Phase.RESIGNING: gettext_noop("That is not possible now: a resignation is waiting for your answer."),
    Phase.OVER: gettext_noop("That is not possible now: the game is over."),
}
OTHER_TO_ANSWER = {
    Phase.DOUBLED: gettext_noop("Your opponent has to answer the double first."),
    Phase.RESIGNING: gettext_noop("Your opponent has to answer the resignation first."),
}
OTHER_TO_ACT = gettext_noop("It is your opponent's turn.")


@dataclass(frozen=True, slots=True)
class GameState:
    """One moment of a game. Immutable: a command returns a new state or raises a RuleError.

    `position` is as White sees it, whoever is on roll. `dice` are there while a roll waits to be played;
    those of the opening are White's and Black's. `stage`: which part of his turn the player on roll is in (AD-9).
    `lost`: why the turn before ended early, until the next roll. `refused_level`: the highest resignation refused
    in this turn (RES-4).
    """

    terms: Terms
    position: Position
    phase: Phase = Phase.OPENING
    on_roll: Seat | None = None
    dice: tuple[int, int] | None = None
    stage: Stage = Stage.ROLL
    lost: Lost | None = None
    first_turn: bool = True
    cube: Cube = Cube()
    doubled_automatically: int = 0
    offer: Offer | None = None
    resignation: Resignation | None = None
    refused_level: int = 0
    result: Result | None = None

    @property
    def variant(self) -> Variant:
        """The rules this game is played by."""
        return self.terms.rules

    @property
    def to_act(self) -> Seat | None:
        """Whose decision the game waits for; None before the opening roll and after the end."""
        if self.offer is not None:
            return self.offer.by.other
        if self.resignation is not None:
            return self.resignation.by.other
        return self.on_roll

    def seen_by(self, seat: Seat) -> Position:
        """The board with this seat's checkers as `mine`."""
        return self.position if seat == Seat.WHITE else self.position.swapped()

    def pips(self, seat: Seat) -> int:
        """What this seat still has to move (BRD-6)."""
        return self.variant.pips(self.seen_by(seat).mine)

    def legal(self) -> LegalPlays:
        """All complete plays of the roll that waits to be played, as the player on roll sees them."""
        if self.on_roll is None:
            raise WrongPhase(WAITS_FOR[self.phase])
        return legal_plays(self.variant, self.seen_by(self.on_roll), self.dice_to_play(self.on_roll))

    def dice_to_play(self, seat: Seat) -> tuple[int, int]:
        """The roll this seat has to play now; raises a RuleError if there is none."""
        if self.phase != Phase.TO_PLAY or seat != self.on_roll or self.dice is None:
            raise self.out_of_turn(seat)
        return self.dice

    def out_of_turn(self, seat: Seat) -> RuleError:
        """The error for a command of this seat that does not fit the moment."""
        if self.to_act is None or seat == self.to_act:
            return WrongPhase(WAITS_FOR[self.phase])
        return NotOnRoll(OTHER_TO_ANSWER.get(self.phase, OTHER_TO_ACT))

    def choices(self) -> tuple[PossibleDouble, ...]:
        """The six doubles that may be named now, and how far each can be played (AD-11); none in another phase."""
        if self.phase != Phase.TO_CHOOSE or self.on_roll is None:
            return ()
        return tuple(self._possible_double(self.seen_by(self.on_roll), number) for number in range(1, 7))

    def _possible_double(self, board: Position, number: int) -> PossibleDouble:
        legal = legal_plays(self.variant, board, (number, number))
        complete = legal.dice_used == 4 or any(self.variant.outcome(result) is not None for result in legal.results)
        return PossibleDouble(number, legal.dice_used, complete)

    # The cube

    @property
    def cube_in_play(self) -> bool:
        """Whether this game has a cube at all (CUBE-3)."""
        return self.variant.has_cube and self.terms.cube and not self.terms.crawford

    def double_error(self, seat: Seat) -> RuleError | None:
        """Why this seat may not double now (CUBE-2, CUBE-3); None if it may."""
        if self.phase != Phase.TO_ROLL or seat != self.on_roll:
            return self.out_of_turn(seat)
        if self.terms.crawford:
            return CubeRefused(gettext_noop("This is the Crawford game: nobody may double in it."))
        if not self.cube_in_play:
            return CubeRefused(gettext_noop("This game is played without the cube."))
        if self.first_turn or self.stage != Stage.ROLL:
            return CubeRefused(gettext_noop("You may double only at the start of a later turn."))
        if self.cube.owner not in (None, seat):
            return CubeRefused(gettext_noop("Your opponent owns the cube, so only your opponent may double."))
        needs = self.terms.needs(seat)
        if needs is not None and needs <= self.cube.value:
            return CubeRefused(gettext_noop("The cube is dead: its value already wins you the match."))
        return None

    def double_refusal(self, seat: Seat) -> str | None:
        """The sentence that says why this seat may not double now; None if it may."""
        error = self.double_error(seat)
        return None if error is None else error.message

    def can_double(self, seat: Seat) -> bool:
        """Whether this seat may double now."""
        return self.double_error(seat) is None

    def can_beaver(self, seat: Seat) -> bool:
        """Whether this seat may answer the pending offer by turning the cube once more (CUBE-11, CUBE-12)."""
        offer = self.offer
        return offer is not None and seat != offer.by and offer.beavers < self.terms.max_beavers

    def stakes(self) -> Stakes | None:
        """What each answer to the pending double means; None without one."""
        if self.offer is None:
            return None
        beaver = self.offer.value * 2 if self.can_beaver(self.offer.by.other) else None
        return Stakes(drop=self.offer.price, take=self.offer.value, beaver=beaver)

    def cube_without_offer(self) -> Cube:
        """The cube as it counts while the pending offer is not taken; a beaver has taken what it answers (CUBE-7)."""
        offer = self.offer
        if offer is None:
            return self.cube
        return Cube(offer.price, offer.doubler.other if offer.beavers else self.cube.owner)

    # Resigning

    @property
    def jacoby_holds(self) -> bool:
        """Whether gammons count as singles: Jacoby is agreed and no double has been taken (MONEY-2)."""
        return self.terms.jacoby and self.cube.owner is None

    def losses(self, seat: Seat) -> tuple[int, ...]:
        """The levels at which this seat can still lose, in units of the cube, rising (RES-1, RES-5)."""
        return (1,) if self.jacoby_holds else self.variant.losses(self.seen_by(seat))

    def max_level(self, seat: Seat) -> int:
        """The most times the cube this seat can still lose (RES-5)."""
        return self.losses(seat)[-1]

    def may_resign(self, seat: Seat) -> bool:
        """Whether this seat has the moment to resign: its own turn, nothing pending (RES-1)."""
        return seat == self.to_act and self.phase in (Phase.TO_ROLL, Phase.TO_PLAY, Phase.TO_CHOOSE)

    def resign_levels(self, seat: Seat) -> tuple[int, ...]:
        """The levels this seat may offer now: above any refused in this turn (RES-4), up to the highest."""
        if not self.may_resign(seat):
            return ()
        return tuple(level for level in self.losses(seat) if level > self.refused_level)

    def resign_points(self, level: int) -> int:
        """What a resignation at this level costs, in points (RES-2)."""
        return level * self.cube.value

    def forfeit_points(self, seat: Seat) -> int | None:
        """What the opponent scores if this seat gives up the match: all he still needs; None in a session."""
        return self.terms.needs(seat.other)

    # The end

    def has_won_race(self, seat: Seat) -> bool:
        """Whether no dice can take the game from this seat any more; False where that is not certain."""
        return self.variant.is_won_race(self.seen_by(seat), rolls_next=seat == self.on_roll)

    def won(self, winner: Seat, reason: Reason, multiplier: int) -> "GameState":
        """This game, ended with the winner scoring `multiplier` times the cube (WIN-4), under Jacoby once."""
        counted = 1 if self.jacoby_holds else multiplier
        return self.over(Result(winner, reason, counted, counted * self.cube.value, counted < multiplier))

    def over(self, result: Result) -> "GameState":
        """This game, ended: nobody on roll, nothing pending (END-5)."""
        return replace(
            self,
            phase=Phase.OVER,
            on_roll=None,
            dice=None,
            stage=Stage.ROLL,
            lost=None,
            offer=None,
            resignation=None,
            refused_level=0,
            result=result,
        )
