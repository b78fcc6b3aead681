"""Challenges: a match is created, joined, cancelled, and played again."""

from datetime import datetime, timedelta
from secrets import compare_digest
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.access import access_match
from games.dice_source import RollDice
from games.errors import (
    BadCommand,
    ChallengeClosed,
    MatchFull,
    NoSuchMatch,
    NotNow,
    NotYourSeat,
    OwnChallenge,
    RatedNeedsAccount,
)
from games.models import Match
from games.rules.clock import PACES, Clock, new_clock
from games.rules.game import Seat
from games.rules.history import Entry, Kind
from games.rules.match import MatchTerms
from games.services import dice
from games.services.nudges import nudge_later
from games.services.record import OpenTable
from games.services.sittings import note_empty
from games.stored import clock_of, creator_seat, match_terms, seat_of

# A joiner whose match begins within so long after he joined still sits there.
AT_ONCE = timedelta(seconds=15)
# A wish for a rematch whose asker went away before his browser had committed to a secret does not bar his opponent's.
FORGOTTEN = timedelta(minutes=1)


def create_match(
    creator: User,
    terms: MatchTerms,
    *,
    rated: bool,
    public: bool,
    seat: Seat,
    now: datetime,
    clock: str = "none",
    server_draws: bool = True,
) -> Match:
    """A new open challenge with the creator in `seat`; `clock` is one of PACES.

    Unless the server draws the creator's secret for the dice, nobody can join before his browser has committed to it.
    Raises RatedNeedsAccount for a rated one by a guest.
    """
    if rated and creator.is_guest:
        raise RatedNeedsAccount
    if rated and terms.length == 0:
        raise BadCommand
    visibility = Match.Visibility.PUBLIC if public else Match.Visibility.LINK
    with transaction.atomic(durable=True):
        return _create(
            creator,
            terms,
            rated=rated,
            visibility=visibility,
            seat=seat,
            now=now,
            clock=new_clock(PACES[clock], terms.length),
            server_draws=server_draws,
        )


def commit_secret(viewer: User | AnonymousUser, public_id: str, commitment: str, *, now: datetime) -> Match:
    """The creator's browser commits to its secret for the dice; from then on the match can be joined.

    Committing twice to the same is the same as once. A rematch is told of only now. Raises MatchError.
    """
    with transaction.atomic(durable=True):
        # Locked in the order of `rematch`: the old match first.
        old = Match.objects.select_for_update(of=("self",)).filter(rematch__public_id=public_id).first()
        match = _of_its_creator(viewer, public_id)
        now = dice.not_before_the_last(match, now)
        if dice.commit_creator(match, commitment, now) and old and match.rematch_of_id == old.pk:
            _tell_of_rematch(old, match, now)
        return match


def reveal_secret(
    viewer: User | AnonymousUser, public_id: str, secret: str, *, now: datetime, roll_dice: RollDice
) -> Match:
    """The creator's browser reveals its secret, and the match begins. Revealing twice is the same as once.

    Raises MatchError.
    """
    with transaction.atomic(durable=True):
        match = _of_its_creator(viewer, public_id)
        now = dice.not_before_the_last(match, now)
        if dice.reveal_creator(match, secret, now):
            at_once = match.moved_at is not None and now - match.moved_at <= AT_ONCE
            _begin(match, now, roll_dice, begun_by=creator_seat(match).other if at_once else None)
        return match


def join_match(
    viewer: User, public_id: str, token: str | None, *, now: datetime, roll_dice: RollDice, secret: str | None = None
) -> Match:
    """Take the free seat; begin the first game, or wait for the creator's secret. Joining twice is the same as once.

    `secret` is the one of the joiner's browser for the dice; without it the server draws one. Without the token of
    the invitation only a challenge in the lobby can be joined; a rematch only by the player it is offered to. Raises
    MatchError.
    """
    with transaction.atomic(durable=True):
        match = access_match(viewer, public_id, lock=True).match
        check_may_join(viewer, match, token)
        if seat_of(match, viewer.pk) is None:
            _sit_down(match, viewer, secret, now, roll_dice)
        return match


def check_may_join(viewer: User | AnonymousUser, match: Match, token: str | None) -> None:
    """Whether `viewer` may take the free seat, or has already taken it. Raises MatchError if not."""
    right_token = token is not None and compare_digest(token.encode(), match.invite_token.encode())
    if token is not None and not right_token:
        raise NoSuchMatch
    if viewer.pk == match.creator_id:
        raise OwnChallenge
    if seat_of(match, viewer.pk) is not None:
        return
    if match.status == Match.Status.ABORTED:
        raise ChallengeClosed
    if match.status != Match.Status.OPEN:
        raise MatchFull
    if match.rematch_of is not None:
        if seat_of(match.rematch_of, viewer.pk) is None:
            raise NotYourSeat
    elif not right_token and match.visibility != Match.Visibility.PUBLIC:
        raise NoSuchMatch
    if match.rated and (not isinstance(viewer, User) or viewer.is_guest):
        raise RatedNeedsAccount
    dice.check_committed(match)


def cancel_match(viewer: User | AnonymousUser, public_id: str, *, now: datetime) -> Match:
    """Take an open challenge back, as its creator; or call off, as either player, a match that waits for a secret.

    Cancelling twice is the same as once.
    """
    with transaction.atomic(durable=True):
        access = access_match(viewer, public_id, lock=True)
        match, seat = access.match, access.require_seat()
        if match.status == Match.Status.ABORTED:
            return match
        if match.status not in Match.UNBEGUN:
            raise NotNow
        _call_off(match, seat, now)
        return match


def rematch(
    viewer: User | AnonymousUser,
    public_id: str,
    *,
    now: datetime,
    roll_dice: RollDice,
    server_draws: bool = True,
    secret: str | None = None,
) -> Match:
    """Ask for a rematch, or accept the one the opponent asked for: same terms, same seats, 0-0 (SET-3).

    Answers with the new match; asking again finds the same one. Who asks says whether the server draws his secret for
    the dice; who accepts sends his, or has it drawn.
    """
    with transaction.atomic(durable=True):
        access = access_match(viewer, public_id, lock=True)
        old, seat = access.match, access.require_seat()
        if old.status != Match.Status.OVER:
            raise NotNow
        new = Match.objects.select_for_update().filter(rematch_of=old).first()
        player = cast(User, viewer)  # nobody else holds a seat
        if new and new.creator_id != player.pk and new.created_at < now - FORGOTTEN and not dice.is_committed(new):
            _call_off(new, seat.other, now)
            new = None
        if new is None:
            # Not in the lobby: the second seat is the opponent's.
            new = _create(
                player,
                match_terms(old),
                rated=old.rated,
                visibility=Match.Visibility.LINK,
                seat=seat,
                now=now,
                clock=new_clock(clock_of(old).pace, old.length),
                server_draws=server_draws,
            )
            new.rematch_of = old
            new.save()
            if server_draws:
                _tell_of_rematch(old, new, now)
        elif new.status == Match.Status.OPEN and seat_of(new, player.pk) is None:
            dice.check_committed(new)
            if secret is None and not server_draws:
                # He did not see that there is one to accept, so his browser has drawn nothing for it.
                raise NotNow(_("Your opponent has just asked for a rematch as well. You can accept it."))
            new.visibility = old.visibility
            _sit_down(new, player, secret, now, roll_dice)
        return new


def _of_its_creator(viewer: User | AnonymousUser, public_id: str) -> Match:
    match = access_match(viewer, public_id, lock=True).match
    if viewer.pk != match.creator_id:
        raise NotYourSeat(_("Only the player who created the match can do that."))
    return match


def _call_off(match: Match, seat: Seat, now: datetime) -> None:
    table = OpenTable(match, now)
    match.status = Match.Status.ABORTED
    match.ended_at = now
    match.rematch_of = None  # so that another rematch can be asked for
    table.append(Entry(Kind.CANCEL, seat))
    table.save()


def _tell_of_rematch(old: Match, new: Match, now: datetime) -> None:
    table = OpenTable(old, now)
    table.append(Entry(Kind.REMATCH, creator_seat(new)))
    table.save()


def _create(
    creator: User,
    terms: MatchTerms,
    *,
    rated: bool,
    visibility: str,
    seat: Seat,
    now: datetime,
    clock: Clock,
    server_draws: bool,
) -> Match:
    match = Match.objects.create(
        variant=terms.variant,
        options=" ".join(terms.options),
        length=terms.length,
        crawford=terms.crawford,
        cube=terms.cube,
        jacoby=terms.jacoby,
        max_beavers=terms.max_beavers,
        automatic_doubles=terms.automatic_doubles,
        rated=rated,
        visibility=visibility,
        creator=creator,
        white=creator if seat == Seat.WHITE else None,
        black=creator if seat == Seat.BLACK else None,
        clock=clock.pace.key,
        white_reserve_ms=clock.reserve_of(Seat.WHITE),
        black_reserve_ms=clock.reserve_of(Seat.BLACK),
        created_at=now,
    )
    dice.commit(match, creator_by_server=server_draws, now=now)
    return match


def _sit_down(match: Match, second: User, secret: str | None, now: datetime, roll_dice: RollDice) -> None:
    """Seat the second player, and begin as soon as all secrets are there."""
    joiner = Seat.WHITE if match.white_id is None else Seat.BLACK
    setattr(match, joiner.value, second)
    now = dice.not_before_the_last(match, now)
    if dice.reveal_joiner(match, secret, now):
        _begin(match, now, roll_dice, begun_by=joiner)
        note_empty(match, now)
        return
    match.status = Match.Status.WAITING
    match.save()
    table = OpenTable(match, now)
    table.append(Entry(Kind.JOIN, joiner))
    table.save()
    nudge_later(match, joiner.other, now)
    note_empty(match, now)


def _begin(match: Match, now: datetime, roll_dice: RollDice, *, begun_by: Seat | None) -> None:
    """Make the opening roll of the first game. Begun by nobody, because the joiner has left, both are to notice."""
    match.status = Match.Status.PLAYING
    match.started_at = match.moved_at = now
    match.save()
    table = OpenTable(match, now)
    table.begin_game(roll_dice, begun_by, unnoticed=begun_by is None)
    table.save()
