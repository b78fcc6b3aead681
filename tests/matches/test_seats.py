"""The seats after a command follow from the command; what a reader finds is the same."""

import pytest
from django.utils import timezone

from games.fragments import facts_of, follow, seats_after
from games.models import Match
from games.rules.clock import PACES
from games.selectors.seats import seat_facts
from tests.matches.random_match import RandomMatch
from tests.people import make_user

pytestmark = [pytest.mark.data, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("pace", PACES)
def test_seats_after_a_command_are_those_a_reader_finds(pace: str) -> None:
    match = RandomMatch(len(pace), make_user("left"), make_user("right"), pace)
    public_id = match.match.public_id
    known = 0
    for number in range(30):
        if match.match.status == Match.Status.OVER:
            break
        if number == 10:
            Match.objects.filter(public_id=public_id).update(black_left_at=timezone.now())
        facts_of(Match.objects.select_related("white", "black").get(public_id=public_id))
        match.do(*match.next_command(match.state))
        follow(match.match, match.done.state, match.done.entries)
        after = seats_after(public_id, match.match.version)
        if after:
            known += 1
            assert after.facts == seat_facts([public_id])[public_id]
    assert known > 5
