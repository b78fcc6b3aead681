"""The page that checks dice, in a browser: every lie is refused at its place, in plain words."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from games.models import Move
from games.rules.verify import verify
from tests.browser.aside import aside
from tests.browser.checking import answer, check, go, record_of, rolls, says, two_games
from tests.browser.conftest import OpenPage
from tests.playing import Table
from tests.verify.records import Fields, opened, sealed

Change = Callable[[Fields], Any]


@pytest.fixture
def played() -> Table:
    return two_games()


def other_die(record: Fields) -> None:
    die = rolls(record, 2)[4]["dice"]
    die[0] = die[0] % 6 + 1


def swapped(record: Fields) -> None:
    """Two rolls of the first game exchanged, the first two that differ."""
    made = rolls(record, 1)
    other = next(move for move in made[1:] if move["dice"] != made[0]["dice"])
    made[0]["dice"], other["dice"] = other["dice"], made[0]["dice"]


def left_out(record: Fields) -> None:
    record["moves"].remove(rolls(record, 1)[3])
    for version, move in enumerate(record["moves"], 1):
        move["version"] = version


def redrawn(record: Fields) -> None:
    """The fourth roll of game 2 thrown away, and the next one taken in its place."""
    made = rolls(record, 2)
    made[3]["dice"] = next(move["dice"] for move in made[4:] if move["dice"] != made[3]["dice"])


def put(*path: str | int, value: Any) -> Change:
    def change(record: Fields) -> None:
        place: Any = record
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return change


OTHER = "0123456789abcdef" * 4
LINK = "The server's secret of game {} is not the one it had fixed"
SHAPE, ORDER = "The record cannot be read", "The times in the record are out of order"
EARLY = "2020-01-01T00:00:00.000000Z"
LIES: dict[str, tuple[Change, str | re.Pattern[str]]] = {
    "a die": (other_die, "Game 2, roll 5: these are not the right dice"),
    "two rolls swapped": (swapped, "Game 1, roll 1: these are not the right dice"),
    "a roll redrawn": (redrawn, "Game 2, roll 4: these are not the right dice"),
    "a roll left out": (left_out, "Rolls of game 1 are missing or doubled"),
    "a link": (put("games", 1, "secret", value=OTHER), LINK.format(2)),
    "the first link": (put("games", 0, "secret", value=OTHER), LINK.format(1)),
    "the root": (put("dice", "root", value=OTHER), LINK.format(1)),
    "the creator's secret": (
        put("dice", "creator_secret", value=OTHER),
        "A player's secret is not the one that was fixed",
    ),
    "the commitment": (
        put("dice", "creator_commitment", value=OTHER),
        "A player's secret is not the one that was fixed",
    ),
    "the joiner's secret": (
        put("dice", "joiner_secret", value=OTHER),
        re.compile(r"Game 1, roll \d+: these are not the right dice"),  # the first may be the same by chance
    ),
    "the creator's seat": (
        put("dice", "creator", value="black"),
        "A player's secret is not the one that was fixed",
    ),
    "a secret told early": (put("games", 1, "ended_at", value=None), "A secret was told too early"),
    "a secret not told": (put("games", 0, "secret", value=""), "A secret is missing"),
    "a late commitment": (put("dice", "committed_at", value="2030-01-01T00:00:00.000000Z"), ORDER),
    "an early game": (put("games", 0, "started_at", value=EARLY), ORDER),
    "an early move": (put("moves", 5, "made_at", value=EARLY), ORDER),
    "no time": (put("dice", "joiner_revealed_at", value=None), ORDER),
    "another protocol": (put("dice", "protocol", value="barpoint-dice/2"), SHAPE),
    "another format": (put("format", value="barpoint-record/2"), SHAPE),
    "another match": (put("match", value="AAAAAAAAAAAAAAAA"), SHAPE),
    "a longer chain": (put("dice", "links", value=15), SHAPE),
    "no dice": (put("dice", value=None), SHAPE),
    "a version doubled": (put("moves", 5, "version", value=5), SHAPE),
    "a game renumbered": (put("games", 1, "number", value=3), SHAPE),
    "a secret that is none": (put("games", 0, "secret", value="xyz"), SHAPE),
    "a game less": (lambda record: record.update(games=record["games"][:1]), SHAPE),
}


def test_every_lie_is_refused_at_its_place(open_page: OpenPage, played: Table) -> None:
    """The record is changed and sealed anew; the page, whose server lies, shows what it showed."""
    page, honest = check(open_page, played), sealed(record_of(played))
    for name, (lie, title) in LIES.items():
        record = opened(honest)
        lie(record)
        assert not verify(sealed(record)).holds, name
        page.unroute("**/record.json")
        answer(page, sealed(record))
        go(page, played)
        expect(page.locator("#verdict .title"), name).to_have_text(title, timeout=2500)
        expect(page.locator("#verdict")).to_have_attribute("data-state", "bad")
        expect(page.locator("#verdict a")).to_have_attribute("download", f"barpoint-{played.match.public_id}.json")


def test_rolls_that_differ_are_marked(open_page: OpenPage, played: Table) -> None:
    record = record_of(played)
    right = "-".join(map(str, rolls(record, 2)[4]["dice"]))
    other_die(record)
    page = check(open_page, played)
    answer(page, sealed(record))
    go(page, played)
    expect(page.locator("#game-2")).to_have_attribute("open", "")
    expect(page.locator("#game-2 > summary")).to_contain_text("✗ does not fit")
    expect(page.locator("#game-2 tbody tr").nth(4).locator(".mark")).to_have_text(f"✗ should be {right}")
    expect(page.locator("#game-2 [data-mark=fails]")).to_have_count(1)
    expect(page.locator("#game-1 > summary")).to_contain_text("✓ fits")
    expect(page.locator("#game-1 [data-mark=fails]")).to_have_count(0)


def test_a_server_that_has_changed_its_own_database_is_found_out(open_page: OpenPage, played: Table) -> None:
    """Record and page say the same; the secrets say something else."""

    def change() -> None:
        move = Move.objects.filter(match=played.match, game__number=1, kind="roll").order_by("version")[2]
        Move.objects.filter(pk=move.pk).update(die1=(move.die1 or 0) % 6 + 1)

    aside(change)
    page = go(check(open_page, played), played)
    says(page, "Game 1, roll 3: these are not the right dice", "bad", "All rolls that differ are marked below.")
    expect(page.locator("#game-1 [data-mark=fails] td").first).to_have_text("3")


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda file: file.replace(b'"cube":true', b'"cube":trud'),
    lambda file: file[:-1],
    lambda file: file[:-2] + b"]\n",
    lambda file: file[:4000],
    lambda file: file.replace(b'"Ana"', b'"\xff\xfe"'),
    lambda file: b" " + file,
    lambda file: re.sub(rb'"seal":"....', b'"seal":"0000', file),
    lambda file: re.sub(rb'"seal":"(.*)"', lambda found: found[0].upper().replace(b"SEAL", b"seal"), file),
    lambda file: b"",
]


def test_a_damaged_record_is_told_from_a_false_one(open_page: OpenPage, played: Table) -> None:
    page, honest = check(open_page, played), sealed(record_of(played))
    for damage in DAMAGES:
        assert damage(honest) != honest
        page.unroute("**/record.json")
        answer(page, damage(honest))
        says(go(page, played), "The record is damaged", "bad", "load the page again")


def test_a_page_that_shows_another_roll_than_the_record_is_found_out(open_page: OpenPage, played: Table) -> None:
    page = go(check(open_page, played), played)
    text = page.request.get(page.url).text()
    shown = re.findall(r'<td class="dice"><b>\d</b> <b>\d</b>', text)[2]
    first = int(shown.split("<b>")[1][0])
    place = [found.start() for found in re.finditer('class="dice"', text)][2]
    false = text[:place] + text[place:].replace(f"<b>{first}</b>", f"<b>{first % 6 + 1}</b>", 1)
    page.route("**/dice/", lambda route: route.fulfill(body=false, content_type="text/html"))
    go(page, played)
    says(page, "The record is not the one this page shows", "idle", "it should not happen twice")
    expect(page.locator("#game-1 [data-mark=fails] td").first).to_have_text("3")
