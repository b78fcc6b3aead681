"""The path of one turn: a player's command becomes stored moves, in one transaction, exactly once."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.access import Access, access_match
from games.commands import Command
from games.dice_source import RollDice
from games.errors import BadCommand, MatchOver, NotNow, StaleMatch, TimeUp
from games.models import Game, Match, Move
from games.rules.errors import RuleError
from games.rules.game import GameState, Phase, Seat
from games.rules.history import Entry, Kind, replay
from games.rules.notation import format_play, read_play
from games.rules.snapshot import from_json
from games.services.clocks import check_may_claim, fall, next_game
from games.services.heartbeat import catch_up
from games.services.record import OpenTable
from games.stored import entry_of, match_score

# Commands that say all by their name.
BARE = {Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.BEAVER, Kind.ACCEPT, Kind.REFUSE, Kind.CLAIM, Kind.ABORT}


@dataclass(frozen=True, slots=True)
class Done:
    """A command that was carried out: the match after it, and what it added. A retry adds nothing."""

    access: Access
    state: GameState | None = None
    entries: tuple[Entry, ...] = ()


def perform(
    viewer: User | AnonymousUser,
    public_id: str,
    version: int,
    command: Command,
    *,
    now: datetime,
    roll_dice: RollDice,
) -> Done:
    """Carry out a command that was made looking at `version`; answers with the match after it.

    A repeated command whose effect is already stored changes nothing and gets the match as it is (design: the
    version is the key). Dice are drawn under the lock, once per roll (TURN-2). `now` is when the command arrived.
    Raises MatchError (no such match, not your seat, stale, over, ...) or RuleError; then nothing has changed, except
    by TimeUp: the flag that had fallen is stored.
    """
    catch_up(now)
    done = _carry_out(viewer, public_id, version, command, now, roll_dice)
    if command.kind != Kind.FLAG and any(entry.kind == Kind.FLAG for entry in done.entries):
        raise TimeUp
    return done


def _carry_out(
    viewer: User | AnonymousUser, public_id: str, version: int, command: Command, now: datetime, roll_dice: RollDice
) -> Done:
    with transaction.atomic(durable=True):
        access = access_match(viewer, public_id, lock=True)
        seat, match = access.require_seat(), access.match
        if version != match.version:
            return _answer_again(access, version, seat, command)
        if match.status in (Match.Status.OVER, Match.Status.ABORTED):
            raise MatchOver
        table = OpenTable(match, now)
        table.heard_of(seat)
        if fall(table):
            pass  # whatever was asked for came too late
        elif command.kind == Kind.FLAG:
            raise NotNow(_("The time has not run out yet."))
        elif command.kind == "next":
            next_game(table, roll_dice, begun_by=seat)
        elif command.kind == Kind.LEAVE:
            _leave(table, seat)
        else:
            table.store(_entry(table, seat, command, roll_dice))
        table.save()
        return Done(access, table.state, tuple(table.entries))


def _entry(table: OpenTable, seat: Seat, command: Command, roll_dice: RollDice) -> Entry:
    """The entry that a command asks for, its play in canonical notation, its dice drawn."""
    state = table.state
    if command.kind == Kind.ROLL:
        if state.phase != Phase.TO_ROLL or seat != state.on_roll:
            raise state.out_of_turn(seat)
        return Entry(Kind.ROLL, seat, table.roll(roll_dice))
    if command.kind == Kind.PLAY:
        return Entry(Kind.PLAY, seat, text=_canonical(state, seat, command.text))
    if command.kind == Kind.RESIGN and command.text == "match":
        if state.terms.away is None:
            raise BadCommand(_("A session cannot be resigned as a whole: resign this game, then leave."))
        return Entry(Kind.FORFEIT, seat)
    if command.kind == Kind.RESIGN:
        return Entry(Kind.RESIGN, seat, text=_level(state, seat, command.text))
    if command.kind == Kind.CHOOSE:
        return Entry(Kind.CHOOSE, seat, text=command.text)
    if command.kind == Kind.CLAIM:
        check_may_claim(table, seat)
    if command.kind == Kind.ABORT:
        _check_may_abort(table)
    if command.kind in BARE:
        return Entry(command.kind, seat)
    raise BadCommand


def _level(state: GameState, seat: Seat, text: str) -> str:
    return str(state.losses(seat)[0]) if text == "lowest" else text


def _canonical(state: GameState, seat: Seat, text: str) -> str:
    return format_play(read_play(state.variant, state.seen_by(seat), state.dice_to_play(seat), text))


def _check_may_abort(table: OpenTable) -> None:
    """A match can be called off until both have confirmed a play (END-4)."""
    plays = Move.objects.filter(match=table.match, kind=Kind.PLAY).values("seat").distinct()
    if table.game_number > 1 or plays.count() == 2:
        raise NotNow(_("You have both played: the match can be resigned, but not called off any more."))


def _leave(table: OpenTable, seat: Seat) -> None:
    """End a session between two games; whoever has more points has won it (MONEY-1)."""
    if table.match.length:
        raise NotNow(_("Only a session can be left; a match can be resigned."))
    if table.state.phase != Phase.OVER:
        raise NotNow(_("A session can be left between two games. You can resign this game first."))
    table.append(Entry(Kind.LEAVE, seat))
    score = match_score(table.match)
    level = score.white == score.black
    table.end_match(None if level else Seat.WHITE if score.white > score.black else Seat.BLACK)


def _answer_again(access: Access, version: int, seat: Seat, command: Command) -> Done:
    """The answer to a command that was not made for the present version: a retry is done, anything else too late."""
    stored = Move.objects.filter(match=access.match, version=version + 1).first()
    if stored and _is_stored(stored, seat, command):
        return Done(access)
    raise TimeUp if stored and stored.kind == Kind.FLAG else StaleMatch


def _is_stored(stored: Move, seat: Seat, command: Command) -> bool:
    """Whether the move stored after the version of a command is this very command of this very seat: a retry.

    Whose command it was does not matter where either seat, or the keeper, could have made it.
    """
    if command.kind == "next":
        return stored.kind == Kind.ROLL and not stored.seat
    if command.kind in (Kind.FLAG, Kind.ABORT):
        return stored.kind == command.kind
    if stored.seat != seat:
        return False
    if command.kind == Kind.RESIGN and command.text == "match":
        return stored.kind == Kind.FORFEIT
    if stored.kind != command.kind:
        return False
    if command.kind == Kind.RESIGN and command.text == "lowest":
        return True
    return stored.text == command.text or (stored.kind == Kind.PLAY and _same_play(stored, command.text))


def _same_play(stored: Move, text: str) -> bool:
    """Whether `text` is another way to write the stored play: read where that play was made (MOVE-13)."""
    game = Game.objects.get(moves=stored)
    earlier = Move.objects.filter(game=game, version__lt=stored.version).order_by("version")
    state = replay(from_json(game.state).terms, [entry_of(move) for move in earlier])
    try:
        return _canonical(state, Seat(stored.seat), text) == stored.text
    except RuleError:
        return False
