"""Rolls, joins and rematches at the same moment, by the server's own dice: one record, and one exchange of secrets."""

from collections.abc import Callable

import pytest

from games.commands import Command
from games.errors import MatchFull
from games.models import DiceExchange, DiceSecret, Game, Match, Move
from games.records.seal import sealed
from games.rules.game import GameState, Phase, Seat
from games.rules.match import MatchTerms
from games.rules.notation import format_play
from games.rules.snapshot import from_json
from games.rules.verify import verify
from games.selectors.integrity import faults_of
from games.selectors.match_record import match_record
from games.services.dice import _kept_link, chained_dice
from games.services.matches import create_match, join_match, rematch, reveal_secret
from games.services.moves import Done, perform
from tests.matches import exchanging
from tests.matches.exchanging import MINE, SECOND, YOURS
from tests.matches.test_races import at_once
from tests.people import make_user
from tests.playing import NOON

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.data]
THREADS = 8


def challenge(length: int = 1) -> Match:
    return create_match(
        make_user("host"), MatchTerms("backgammon", length), rated=False, public=True, seat=Seat.WHITE, now=NOON
    )


def join(name: str, match: Match) -> Callable[[], Match]:
    friend = make_user(name)
    return lambda: join_match(friend, match.public_id, None, now=NOON, roll_dice=chained_dice)


def command(match: Match, kind: str, text: str = "") -> Callable[[], Done]:
    """A command of whoever is to act, at the version of now."""
    match.refresh_from_db()
    actor = match.white if newest(match).on_roll == Seat.WHITE else match.black
    assert actor
    version = match.version
    return lambda: perform(actor, match.public_id, version, Command(kind, text), now=NOON, roll_dice=chained_dice)


def newest(match: Match) -> GameState:
    return from_json(Game.objects.filter(match=match).latest("number").state)


def play_something(match: Match) -> None:
    legal = newest(match).legal()
    command(match, "play", format_play(legal.play_for(legal.results[0])))()


def test_a_roll_that_eight_ask_for_at_once_is_made_once() -> None:
    match = challenge()
    join("friend", match)()
    for _ in range(5):
        if newest(match).phase == Phase.TO_PLAY:
            play_something(match)
        number = Game.objects.get(match=match).rolls
        answers = at_once(*[command(match, "roll")] * THREADS)
        done = [answer for answer in answers if isinstance(answer, Done)]
        assert len(done) == THREADS
        stored = Move.objects.get(match=match, roll_number=number)
        assert [each.entries[0].dice for each in done if each.entries] == [(stored.die1, stored.die2)]
        assert chained_dice(match, 1, number) == (stored.die1, stored.die2)
    match.refresh_from_db()
    assert list(faults_of(match)) == []
    command(match, "resign", "match")()
    assert verify(sealed(match_record(Match.objects.get()))).faults == ()


def test_the_same_roll_comes_to_whoever_asks_for_it_at_once() -> None:
    """Without a lock, too: nothing but the match, the game and the number of the roll counts."""
    match = challenge()
    join("friend", match)()
    assert len(set(at_once(*[lambda: chained_dice(match, 1, 7)] * THREADS))) == 1


def test_a_process_that_is_new_rolls_the_same() -> None:
    """What a process keeps of a chain is only what it would find again; each game has a link of its own."""
    match = challenge(length=2)
    join("friend", match)()
    rolls = [chained_dice(match, game, number) for game in (1, 2, 3) for number in range(20)]
    _kept_link.cache_clear()
    assert [chained_dice(match, game, number) for game in (1, 2, 3) for number in range(20)] == rolls
    assert rolls[:20] != rolls[20:40] != rolls[40:]


def test_of_eight_who_join_at_once_one_has_the_seat_and_his_secret() -> None:
    match = challenge()
    answers = at_once(*[join(f"friend{number}", match) for number in range(THREADS)])
    assert sum(isinstance(answer, MatchFull) for answer in answers) == THREADS - 1
    exchange = DiceExchange.objects.get()
    assert exchange.joiner_secret == DiceSecret.objects.get().joiner_secret
    assert Match.objects.get().status == "playing"
    assert list(faults_of(Match.objects.get())) == []


def test_who_joins_in_eight_tabs_at_once_has_joined_once() -> None:
    match = challenge()
    answers = at_once(*[join("friend", match)] * THREADS)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert DiceExchange.objects.count() == DiceSecret.objects.count() == Game.objects.count() == 1
    assert list(faults_of(Match.objects.get())) == []


def test_a_rematch_that_both_ask_for_has_one_chain_of_its_own() -> None:
    match = challenge()
    join("friend", match)()
    command(match, "resign", "match")()
    old = Match.objects.select_related("white", "black").get()

    def ask(player: object) -> Callable[[], Match]:
        return lambda: rematch(player, old.public_id, now=NOON, roll_dice=chained_dice)  # type: ignore[arg-type]

    first, second = at_once(*[ask(old.white), ask(old.black)])
    assert first == second
    exchanges = DiceExchange.objects.order_by("match__pk")
    assert len({exchange.root for exchange in exchanges}) == 2
    assert all(list(faults_of(each)) == [] for each in Match.objects.all())


@pytest.mark.parametrize("threads", [2, THREADS])
def test_a_challenge_older_than_these_dice_gets_its_exchange_once(threads: int) -> None:
    match = challenge()
    DiceExchange.objects.all().delete()
    DiceSecret.objects.all().delete()
    at_once(*[join(f"friend{number}", match) for number in range(threads)])
    assert DiceExchange.objects.count() == DiceSecret.objects.count() == 1
    assert list(faults_of(Match.objects.get())) == []


def test_an_exchange_by_servers_whose_clocks_differ_is_recorded_in_order() -> None:
    host, friend, terms = make_user("host"), make_user("friend"), MatchTerms("backgammon", 1)
    match = create_match(host, terms, rated=False, public=True, seat=Seat.BLACK, now=NOON, server_draws=False)
    exchanging.commit(match, host, now=NOON - SECOND)
    assert DiceExchange.objects.get().creator_committed_at == NOON
    join_match(friend, match.public_id, None, now=NOON - 2 * SECOND, roll_dice=chained_dice, secret=YOURS)
    reveal_secret(host, match.public_id, MINE, now=NOON - 3 * SECOND, roll_dice=chained_dice)
    command(match, "resign", "match")()
    assert verify(sealed(match_record(Match.objects.get()))).faults == ()
