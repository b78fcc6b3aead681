"""Properties of whole matches played by chance through the services."""

from itertools import product

import pytest

from accounts.models import User
from games.commands import Command
from games.errors import MatchError
from games.models import Game, Match, Move, RatingChange
from games.rules.errors import RuleError
from games.rules.game import Seat
from games.rules.variants import VARIANTS, variant
from games.selectors.integrity import faults_of
from games.selectors.table import TableFacts, facts_after, table_facts
from games.stored import match_score
from tests.conftest import MATCHES
from tests.matches.random_match import RandomMatch
from tests.people import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.data, pytest.mark.property]

SHARES = 6  # of the matches, so that several processes can play them

JUNK = [
    "roll",
    "double",
    "take",
    "drop",
    "beaver",
    "accept",
    "refuse",
    "next",
    "leave",
    "fly",
    "play",
    "resign",
    "choose",
]


@pytest.fixture
def people() -> tuple[User, User]:
    return make_user("left"), make_user("right")


def everything_stored(match: Match) -> list[object]:
    """All rows of a match, to see that nothing changed."""
    rows: list[object] = [*Match.objects.filter(pk=match.pk).values()]
    return rows + [*Game.objects.filter(match=match).values()] + [*Move.objects.filter(match=match).values()]


@pytest.mark.parametrize("share", range(SHARES))
def test_random_matches_are_what_their_records_say(people: tuple[User, User], matches: int, share: int) -> None:
    followed = 0
    seeds = range(share, matches, SHARES)
    for seed in seeds:
        played = RandomMatch(seed, *people)
        while played.match.status == "playing":
            seat, command = played.next_command(played.state)
            before = played.match.version
            facts = table_facts(played.match) if played.random.random() < 0.05 else None
            played.do(seat, command)
            if facts and played.done.state:
                followed += facts_are_those_read(played, facts)
            if played.random.random() < 0.02:
                retry_changes_nothing(played, seat, command, before)
            if played.random.random() < 0.02:
                junk_changes_nothing(played)
        assert played.match.status == "over"
        assert list(faults_of(played.match)) == []
        score = match_score(Match.objects.get(pk=played.match.pk))
        if played.match.length:
            assert max(score.white, score.black) >= played.match.length > min(score.white, score.black)
            assert score.of(Seat(played.match.winner)) >= played.match.length
        assert RatingChange.objects.filter(match=played.match).count() == (2 if played.match.rated else 0)
    assert followed > len(seeds)  # most commands can be followed without reading


def test_random_matches_are_of_every_game_and_length(people: tuple[User, User]) -> None:
    created = [RandomMatch(seed, *people).match for seed in range(MATCHES)]
    assert {match.length for match in created} == {0, 1, 2, 3, 5}
    assert {(match.variant, match.options) for match in created} == every_game()


def every_game() -> set[tuple[str, str]]:
    """All variants with all their options, as they are stored."""
    answers = {
        key: product(*([option.key for option in question.options] for question in each.questions))
        for key, each in VARIANTS.items()
    }
    return {(key, " ".join(variant(key, some).options)) for key, all_of in answers.items() for some in all_of}


def facts_are_those_read(played: RandomMatch, before: TableFacts) -> bool:
    """What the entries of a command make of the facts before it is what a reader finds; False if it must be read."""
    state = played.done.state
    facts = facts_after(before, played.match, state, played.done.entries) if state else None
    assert facts in (None, table_facts(played.match))
    return facts is not None


def retry_changes_nothing(played: RandomMatch, seat: Seat, command: Command, version: int) -> None:
    """The same command again, with the version it was made for: the same answer, nothing new (RES-7, TURN-2)."""
    stored = everything_stored(played.match)
    played.do(seat, command, version)
    assert everything_stored(played.match) == stored


def junk_changes_nothing(played: RandomMatch) -> None:
    """Commands that do not fit are refused with a named error and change nothing."""
    state, version, stored = played.state, played.match.version, everything_stored(played.match)
    for kind in JUNK:
        for seat in Seat:
            if seat == state.to_act or (state.to_act is None and kind in ("next", "leave")):
                continue
            with pytest.raises((MatchError, RuleError)):
                played.do(seat, Command(kind, "13/7"), version)
    assert everything_stored(played.match) == stored
