"""What has just happened, as a sentence for each view."""

from django.utils.translation import gettext as _

from games.presenters.people import People, level_name, roll_text
from games.presenters.turns import Turn
from games.rules.game import GameState, Phase, Seat, Stage
from games.rules.history import Entry, Kind


def happened(record: tuple[Entry, ...], turn: Turn | None, state: GameState, who: People) -> str:
    """The newest entry of the record in words; of a roll that ended the turn, that it could not be played."""
    if not record:
        return ""
    entry = record[-1]
    if entry.kind == Kind.ROLL and entry.dice:
        return _rolled(entry, record, turn, state, who)
    if entry.seat is None:
        return ""
    return _done(entry, entry.seat, record, state, who)


def _rolled(entry: Entry, record: tuple[Entry, ...], turn: Turn | None, state: GameState, who: People) -> str:
    if entry.dice is None:
        return ""
    if entry.seat is None:
        return _opening(record, entry.dice, state, who)
    danced = state.phase == Phase.TO_ROLL and state.on_roll != entry.seat
    roll = roll_text(entry.dice)
    if danced:
        return who.tell(
            entry.seat,
            _("You rolled %(roll)s: no legal play."),
            _("%(name)s rolled %(roll)s: no legal play."),
            roll=roll,
        )
    if turn and turn.parts[-1].stage == Stage.EXTRA:
        return who.tell(entry.seat, _("You rolled again: %(roll)s."), _("%(name)s rolled again: %(roll)s."), roll=roll)
    return who.tell(entry.seat, _("You rolled %(roll)s."), _("%(name)s rolled %(roll)s."), roll=roll)


def _opening(record: tuple[Entry, ...], dice: tuple[int, int], state: GameState, who: People) -> str:
    """Both players' dice of the opening roll, and any ties before it (OPEN-1, OPEN-2)."""
    white, black = dice
    first, second = (white, black) if who.near == Seat.WHITE else (black, white)
    text = who.tell(
        who.near,
        _("Opening roll: you %(first)s, %(other)s %(second)s."),
        _("Opening roll: %(name)s %(first)s, %(other)s %(second)s."),
        first=first,
        second=second,
    )
    if state.on_roll:
        text += " " + who.tell(state.on_roll, _("You go first."), _("%(name)s goes first."))
    ties = [roll_text(entry.dice) for entry in record[:-1] if entry.kind == Kind.ROLL and entry.dice]
    if ties:
        text = _("A tie, %(ties)s.") % {"ties": ", ".join(ties)} + " " + text
    return text


def _done(entry: Entry, seat: Seat, record: tuple[Entry, ...], state: GameState, who: People) -> str:
    match entry.kind:
        case Kind.PLAY:
            hit = ", " + _("hit") if "*" in entry.text else ""
            return who.tell(seat, _("You played %(play)s."), _("%(name)s played %(play)s."), play=entry.text + hit)
        case Kind.CHOOSE:
            double = f"{entry.text}-{entry.text}"
            return who.tell(seat, _("You chose %(roll)s."), _("%(name)s chose %(roll)s."), roll=double)
        case Kind.DOUBLE:
            return _turned(seat, state, who, _("You doubled to %(value)s."), _("%(name)s doubled to %(value)s."))
        case Kind.BEAVER:
            return _turned(
                seat,
                state,
                who,
                _("You turned the cube on to %(value)s."),
                _("%(name)s turned the cube on to %(value)s."),
            )
        case Kind.TAKE:
            return who.tell(
                seat,
                _("You took: the cube is yours at %(value)s."),
                _("%(name)s took and owns the cube at %(value)s."),
                value=state.cube.value,
            )
        case Kind.RESIGN:
            return who.tell(
                seat,
                _("You offered to lose %(what)s."),
                _("%(name)s offers to lose %(what)s."),
                what=level_name(state.variant, int(entry.text)),
            )
        case Kind.REFUSE:
            return who.tell(
                seat,
                _("You refused the resignation."),
                _("%(name)s refused the resignation."),
                _("%(name)s refused your resignation."),
            )
        case _:
            return ""  # what ends a game is told by its outcome


def _turned(seat: Seat, state: GameState, who: People, to_them: str, of_them: str) -> str:
    value = state.offer.value if state.offer else state.cube.value
    return who.tell(seat, to_them, of_them, value=value)


def on_the_bar(state: GameState, who: People) -> str:
    """Whether the player to act has checkers on the bar: it decides what he can play."""
    seat = state.to_act
    if seat is None or state.phase not in (Phase.TO_ROLL, Phase.TO_PLAY) or not state.seen_by(seat).mine[25]:
        return ""
    return who.tell(seat, _("You are on the bar."), _("%(name)s is on the bar."))
