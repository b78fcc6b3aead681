"""What time does to a match: a flag falls, a win is claimed from somebody who has gone, the next game begins."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.dice_source import RollDice
from games.errors import NotNow
from games.models import Match
from games.rules.dice_chain import SESSION_GAMES, links_for
from games.rules.game import Phase, Seat
from games.rules.history import Entry, Kind
from games.services.record import OpenTable
from games.stored import claim_opens_at

# The keeper waits so much longer than anybody else: a command that came in time may still be waiting for the lock.
LAST = timedelta(seconds=1)


def fall(table: OpenTable) -> bool:
    """Store that a flag has fallen, if it has (CLK-6): whoever finds it so, under the match's lock."""
    clock = table.clock
    if clock.seat is None or not clock.has_fallen(table.now):
        return False
    table.store(Entry(Kind.FLAG, clock.seat))
    return True


def next_game(table: OpenTable, roll_dice: RollDice, begun_by: Seat | None) -> None:
    """Begin the next game of a match that goes on (OPEN-5): a player asks for it, or the time between games is up."""
    if table.state.phase != Phase.OVER:
        raise NotNow(_("The next game can begin when this one is over."))
    if table.game_number >= links_for(table.match.length):
        raise NotNow(_("A session has at most %(games)s games. You can leave it.") % {"games": SESSION_GAMES})
    table.begin_game(roll_dice, begun_by)


def check_may_claim(table: OpenTable, seat: Seat) -> None:
    """Whether this seat may claim the win: the other is gone, in his own turn, for long enough (END-3, CLK-7)."""
    if table.state.to_act != seat.other:
        raise NotNow(_("A win can be claimed only while your opponent is to act."))
    opens_at = claim_opens_at(table.match, table.state)
    if opens_at is None or table.now < opens_at:
        raise NotNow(_("It is too early to claim the win: your opponent may still come back."))


def due_matches(now: datetime, size: int) -> list[int]:
    """Matches in which something is to be done though nobody acts, the longest overdue first."""
    due = Match.objects.filter(due_at__lt=now - LAST).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:size])


def attend(match_id: int, now: datetime, roll_dice: RollDice) -> bool:
    """Do what is due in one match: let the flag fall, or begin the next game. Whether there was anything to do.

    Any number of processes may do so at once: a match that another attends to is left to it.
    """
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update(skip_locked=True).filter(pk=match_id, due_at__lt=now - LAST).first()
        if match is None:
            return False
        table = OpenTable(match, now)
        if not fall(table):
            next_game(table, roll_dice, begun_by=None)
        table.save()
        return True
