"""Everything there is to look at: each page of the site, and a table in each of its phases, with people and matches
to fill them.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlsplit

from accounts.models import User
from accounts.turn_mail import stop_url
from games.models import DiceTally, Match
from games.rules.game import Seat
from games.rules.match import MatchTerms
from games.rules.position import position
from games.services.matches import commit_secret, create_match, join_match
from tests.browser.aside import aside
from tests.chained import chained_table, finish
from tests.clocks.timing import put_up
from tests.dice import ScriptedDice
from tests.people import make_user
from tests.playing import NOON, Table, begin_match

WHITE, BLACK = Seat.WHITE, Seat.BLACK
NAMES = [
    *(("Ana", "Bob"), ("Ida", "Jon"), ("Eva", "Max"), ("Mia", "Tom"), ("Lea", "Ben"), ("Zoe", "Jan")),
    *(("Una", "Kai"), ("Liv", "Per"), ("Ada", "Leo"), ("Pia", "Udo"), ("Nia", "Roy"), ("Fay", "Sam")),
]
MIDGAME = position("24:1 13:4 10:1 8:3 6:4 5:2", "bar:1 24:1 13:3 8:2 6:6 4:2")


class Sight(NamedTuple):
    """A page to look at: what it is called, who looks, and where it is."""

    name: str
    user: User | None
    path: str


def sights() -> list[Sight]:
    """All of them, on a database that has nobody yet."""

    def work() -> list[Sight]:
        return [*_pages(), *_tables()]

    return aside(work)


def _pages() -> list[Sight]:
    guest, reader = make_user("Visitor 12", is_guest=True), make_user("Reader")
    reader.set_password("a password of some length")
    reader.save()
    lucky = make_user("Lucky")
    for user, rolls in ((lucky, 900), (None, 90)):  # with sixes outside the band; too few for bands
        faces = dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), rolls * 3 // 10)
        DiceTally.objects.create(user=user, rolls=rolls, doubles=rolls // 6, sixes=rolls // 2, **faces)
    offer = create_match(reader, MatchTerms("backgammon", 7), rated=False, public=True, seat=WHITE, now=NOON)
    people = {
        "home": "/",
        "create": "/matches/new/",
        "create acey-deucey": "/matches/new/?variant=acey-deucey",
        "watch": "/watch/",
        "leaderboard": "/leaderboards/",
        "profile": f"/@{reader.username}",
        "settings": "/settings/",
        "email": "/accounts/email/",
        "new password": "/accounts/password/change/",
        "log out": "/accounts/logout/",
        "learn": "/learn/",
        "lesson": "/learn/hit/",
        "lesson missed": "/learn/hit/?version=0&kind=play&play=13/7+13/9",
        "learnt": "/learn/done/",
        "help": "/help/",
        "dice": "/dice/",
        "dice of a player": f"/@{lucky.username}/dice/",
        "dice of nobody yet": f"/@{reader.username}/dice/",
    }
    strangers = {
        "home": "/",
        "sign up": "/accounts/signup/",
        "log in": "/accounts/login/",
        "forgotten password": "/accounts/password/reset/",
        "mail on its way": "/accounts/password/reset/done/",
        "spent link": "/accounts/password/reset/key/x-y/",
        "stop mail": urlsplit(stop_url(reader)).path,
        "invitation": _path(offer, "join/"),
        "not found": "/nothing",
    }
    return [
        *(Sight(name, reader, path) for name, path in people.items()),
        *(Sight(f"{name}, a stranger", None, path) for name, path in strangers.items()),
        Sight("home, a guest", guest, "/"),
    ]


def _tables() -> list[Sight]:
    return [
        Sight("open table", *_open()),
        Sight("waiting for a secret", *_waiting()),
        *(
            Sight(name, table.people[seat], _path(table.match, query))
            for names, (name, play, seat, query) in zip(NAMES, _phases(), strict=False)
            for table in [play(_begin(names))]
        ),
        Sight("acey-deucey", *_acey_deucey()),
        Sight("spectator", None, _path(_doubled(_begin(NAMES[-1])).match)),
        *_checks(),
    ]


def _checks() -> list[Sight]:
    """Dice that fit, dice that do not because a test has chosen them, and a match that has only begun."""
    fits, begun = chained_table(length=1, names=("Gus", "Guest-Sandpiper-1234")), _begin(("Ivy", "Otto"))
    finish(fits)
    chosen = _over(_begin(("Kit", "Olga")))
    return [
        Sight("check the dice", fits.people[WHITE], _path(fits.match, "dice/")),
        Sight("dice that do not fit", chosen.people[WHITE], _path(chosen.match, "dice/")),
        Sight("nothing to check yet", None, _path(begun.match, "dice/")),
    ]


def _phases() -> list[tuple[str, Callable[[Table], Table], Seat, str]]:
    return [
        ("to play", _midgame, WHITE, ""),
        ("draft", lambda table: table, WHITE, "?draft=8/4&v=1"),
        ("complete draft", lambda table: table, WHITE, "?draft=8/4 6/4&v=1"),
        ("refused", lambda table: table, WHITE, "?draft=8/1"),
        ("waiting", lambda table: table, BLACK, ""),
        ("to roll", _rolls, BLACK, ""),
        ("double offered", _doubled, WHITE, ""),
        ("resignation offered", _resigned, WHITE, ""),
        ("over", _over, WHITE, ""),
    ]


def _begin(names: tuple[str, str]) -> Table:
    return begin_match(ScriptedDice(), opening=(4, 2), length=5, names=names)


def _midgame(table: Table) -> Table:
    put_up(table, replace(table.state, position=MIDGAME))
    return table


def _rolls(table: Table) -> Table:
    table.do(WHITE, "play", "8/4 6/4")
    return table


def _doubled(table: Table) -> Table:
    _rolls(table).do(BLACK, "double")
    return table


def _resigned(table: Table) -> Table:
    _rolls(table).do(BLACK, "resign", "2")
    return table


def _over(table: Table) -> Table:
    _doubled(table).do(WHITE, "drop")
    return table


def _open() -> tuple[User, str]:
    match = create_match(
        make_user("Host"), MatchTerms("backgammon", 3), rated=False, public=False, seat=WHITE, now=NOON
    )
    return match.creator, _path(match)


def _waiting() -> tuple[User, str]:
    """The secret it waits for is not in the creator's browser."""
    host, terms = make_user("Host of old"), MatchTerms("backgammon", 3)
    match = create_match(host, terms, rated=False, public=True, seat=WHITE, now=NOON, server_draws=False)
    commit_secret(host, match.public_id, "00" * 32, now=NOON)
    join_match(make_user("Joiner"), match.public_id, None, now=NOON, roll_dice=ScriptedDice())
    return host, _path(match)


def _acey_deucey() -> tuple[User, str]:
    table = begin_match(
        ScriptedDice(), variant="acey-deucey", length=3, opening=(5, 3), names=("Ana of Acey", "Bob of Deucey")
    )
    table.dice.script((6, 4))
    table.do(WHITE, "roll")
    return table.people[WHITE], _path(table.match)


def _path(match: Match, more: str = "") -> str:
    return f"/matches/{match.public_id}/{more}"
