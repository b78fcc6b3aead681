"""Challenges: a match is created, joined, cancelled, and played again."""

from datetime import datetime
from secrets import compare_digest
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

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
from games.services.record import OpenTable
from games.stored import clock_of, match_terms, seat_of


def create_match(
    creator: User,
    terms: MatchTerms,
    *,
    rated: bool,
    public: bool,
    seat: Seat,
    now: datetime,
    clock: str = "none",
) -> Match:
    """A new open challenge with the creator in `seat`; `clock` is one of PACES.

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
        )


def join_match(viewer: User, public_id: str, token: str | None, *, now: datetime, roll_dice: RollDice) -> Match:
    """Take the free seat and begin the first game. Joining twice is the same as once.

    Without the token of the invitation only a challenge in the lobby can be joined; a rematch only by the player it
    is offered to. Raises MatchError.
    """
    with transaction.atomic(durable=True):
        match = access_match(viewer, public_id, lock=True).match
        check_may_join(viewer, match, token)
        if seat_of(match, viewer.pk) is None:
            _begin(match, viewer, now, roll_dice)
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


def cancel_match(viewer: User | AnonymousUser, public_id: str, *, now: datetime) -> Match:
    """Take an open challenge back; only its creator can. Cancelling twice is the same as once."""
    with transaction.atomic(durable=True):
        access = access_match(viewer, public_id, lock=True)
        match, seat = access.match, access.require_seat()
        if match.status == Match.Status.ABORTED:
            return match
        if match.status != Match.Status.OPEN:
            raise NotNow
        table = OpenTable(match, now)
        match.status = Match.Status.ABORTED
        match.ended_at = now
        match.rematch_of = None  # so that another rematch can be asked for
        table.append(Entry(Kind.CANCEL, seat))
        table.save()
        return match


def rematch(viewer: User | AnonymousUser, public_id: str, *, now: datetime, roll_dice: RollDice) -> Match:
    """Ask for a rematch, or accept the one the opponent asked for: same terms, same seats, 0-0 (SET-3).

    Answers with the new match; asking again finds the same one.
    """
    with transaction.atomic(durable=True):
        access = access_match(viewer, public_id, lock=True)
        old, seat = access.match, access.require_seat()
        if old.status != Match.Status.OVER:
            raise NotNow
        new = Match.objects.select_for_update().filter(rematch_of=old).first()
        player = cast(User, viewer)  # nobody else holds a seat
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
            )
            new.rematch_of = old
            new.save()
            table = OpenTable(old, now)
            table.append(Entry(Kind.REMATCH, seat))
            table.save()
        elif new.status == Match.Status.OPEN and seat_of(new, player.pk) is None:
            new.visibility = old.visibility
            _begin(new, player, now, roll_dice)
        return new


def _create(
    creator: User, terms: MatchTerms, *, rated: bool, visibility: str, seat: Seat, now: datetime, clock: Clock
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
    dice.commit(match, creator_by_server=True, now=now)
    return match


def _begin(match: Match, second: User, now: datetime, roll_dice: RollDice) -> None:
    """Seat the second player and make the opening roll of the first game."""
    if match.white_id is None:
        match.white = second
    else:
        match.black = second
    dice.reveal_joiner(match, None, now)
    match.status = Match.Status.PLAYING
    match.started_at = match.moved_at = now
    match.save()
    table = OpenTable(match, now)
    table.begin_game(roll_dice, begun_by=seat_of(match, second.pk))
    table.save()
