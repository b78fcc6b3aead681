"""Work that nobody waits for, done from the queue (config/queue.py): telling people that it is their turn, on other
people's servers, and counting dice.

A task gets numbers and reads the rest when it runs: by then the match may have gone on, and it does nothing.
"""

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from accounts import push
from accounts.mail import send_now
from accounts.models import PushSubscription
from config.queue import try_again
from games.nudges import nudge_mail, pending, push_payload
from games.rules.clock import PACES, remind_at
from games.services.tallies import count_game, left_out


@task()
def nudge(match: int, seat: str, version: int) -> None:
    """Tell the player in `seat` that it is his turn, in every way he wants to be told."""
    found = pending(match, seat, version)
    if found is None:
        return
    with transaction.atomic():
        for pk in found.player.push_subscriptions.values_list("pk", flat=True):
            nudge_by_push.enqueue(subscription=pk, match=match, seat=seat, version=version)
        if nudge_mail(found, is_reminder=False):
            nudge_by_mail.enqueue(match=match, seat=seat, version=version)


@task()
def nudge_by_push(subscription: int, match: int, seat: str, version: int, attempt: int = 0) -> None:
    """Tell one of his browsers."""
    found = pending(match, seat, version)
    browser = PushSubscription.objects.filter(pk=subscription).first()
    if found is None or browser is None:
        return
    seconds = found.seconds_left(timezone.now())
    try:
        push.send(browser, push_payload(found), seconds=seconds, topic=found.match.public_id)
    except OSError as error:
        again = {"subscription": subscription, "match": match, "seat": seat, "version": version}
        try_again(nudge_by_push, attempt, error, **again)


@task()
def nudge_by_mail(match: int, seat: str, version: int, attempt: int = 0) -> None:
    """Write to him."""
    found = pending(match, seat, version)
    mail = nudge_mail(found, is_reminder=False) if found else None
    try:
        if mail:
            send_now(mail)
    except OSError as error:
        try_again(nudge_by_mail, attempt, error, match=match, seat=seat, version=version)


@task()
def remind(match: int, seat: str, version: int, attempt: int = 0) -> None:
    """Write to him once more shortly before his time is over, which may have moved: downtime is not charged."""
    found = pending(match, seat, version, same_version=False)
    if found is None or found.match.due_at is None:
        return
    at = remind_at(PACES[found.match.clock], found.match.due_at)
    if at > timezone.now():
        remind.using(run_after=at).enqueue(match=match, seat=seat, version=version)
        return
    mail = nudge_mail(found, is_reminder=True)
    try:
        if mail:
            send_now(mail)
    except OSError as error:
        try_again(remind, attempt, error, match=match, seat=seat, version=version)


@task()
def count_dice(game: int) -> None:
    """Count the dice of this game, which is over, and of some that were left out: all are counted in time."""
    count_game(game)
    for other in left_out(timezone.now()):
        count_game(other)
