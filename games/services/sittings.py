"""Sittings: which seats have a page open, in which process; and since when a seat has had none.

No move, so the version of a match stays; whoever watches is told to look at the seats again.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from games.broadcast import publish_seats
from games.models import Match, Process, Sitting
from games.rules.terms import Seat

Place = tuple[str, Seat]  # the public id of a match, and a seat at it


def settle(process: str, places: Mapping[Place, bool], *, now: datetime) -> None:
    """Store of each of these places whether a page of it is open in this process (its name).

    What is stored already stays, so the same may be told again after a failure. A few queries, however many places.
    Raises Process.DoesNotExist for a process that has not said yet that it is alive.
    """
    with transaction.atomic(durable=True):
        matches = {match.public_id: match for match in _locked(public_id__in={public_id for public_id, _ in places})}
        if not matches:
            return
        here = Process.objects.get(name=process)
        wanted = {
            (matches[public_id].pk, seat): is_open
            for (public_id, seat), is_open in places.items()
            if public_id in matches
        }
        mine = {
            (sitting.match_id, Seat(sitting.seat)): sitting.pk
            for sitting in Sitting.objects.filter(process=here, match__in=matches.values())
        }
        Sitting.objects.filter(pk__in=[pk for key, pk in mine.items() if not wanted.get(key, True)]).delete()
        come = [key for key, is_open in wanted.items() if is_open and key not in mine]
        Sitting.objects.bulk_create(Sitting(process=here, match_id=match, seat=seat) for match, seat in come)
        for match in _note_absence(matches.values(), wanted, now):
            publish_seats(match.public_id)


def end_those_of(process_ids: Collection[int], now: datetime) -> None:
    """End all sittings of processes that are dead, within the caller's transaction."""
    gone = Sitting.objects.filter(process__in=process_ids)
    places = {(match, Seat(seat)) for match, seat in gone.values_list("match_id", "seat")}
    matches = _locked(pk__in={match for match, _ in places})
    gone.delete()
    if _note_absence(matches, places, now):
        publish_seats(None)


def note_empty(match: Match, now: datetime) -> None:
    """Store of a locked match that has got its second player which of its seats have no page open.

    Whoever has never had one, because he went on at once or has no JavaScript, is not at the table either.
    """
    taken = set(Sitting.objects.filter(match=match).values_list("seat", flat=True))
    for seat in Seat:
        if seat not in taken and getattr(match, f"{seat}_left_at") is None:
            setattr(match, f"{seat}_left_at", now)
    match.save(update_fields=["white_left_at", "black_left_at"])


def _locked(**which: object) -> list[Match]:
    """Matches, locked until the end of the transaction; in one order for all, so that nobody waits in a circle."""
    facts = ("public_id", "white_left_at", "black_left_at")
    return list(Match.objects.select_for_update().filter(**which).only(*facts).order_by("pk"))


def _note_absence(matches: Collection[Match], places: Collection[tuple[int, Seat]], now: datetime) -> list[Match]:
    """Write down since when the seats at these places are deserted, if they are; answers with the matches changed."""
    taken = set(Sitting.objects.filter(match__in=matches).values_list("match_id", "seat"))
    by_id = {match.pk: match for match in matches}
    changed = set()
    for match, seat in places:
        field = f"{seat}_left_at"
        before = getattr(by_id[match], field)
        after = None if (match, seat) in taken else before or now
        if after != before:
            setattr(by_id[match], field, after)
            changed.add(by_id[match])
    Match.objects.bulk_update(changed, ["white_left_at", "black_left_at"], batch_size=100)
    return list(changed)
