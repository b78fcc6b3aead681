"""The page that checks dice, in a browser: what it says of honest records, of each lie, and of what it cannot know."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import DiceExchange, Match, Move
from games.rules.game import Seat
from games.rules.verify import verify
from games.selectors.match_record import match_record
from tests.browser.aside import aside
from tests.browser.conftest import OpenPage
from tests.chained import BLACK, ENDINGS, WHITE, chained_table, concede
from tests.playing import Table
from tests.verify.records import Fields, opened, sealed

FITS = "The dice fit the record"
NOBODY = "Nobody could choose these dice"
Change = Callable[[Fields], Any]


@pytest.fixture
def played() -> Table:
    """Two games of Ana, who made the match, and Bob; both of their browsers gave a secret."""

    def play() -> Table:
        table = chained_table(length=7, names=("Ana", "Bob"))
        concede(table, after=14)
        table.do(WHITE, "next")
        concede(table, after=14)
        DiceExchange.objects.update(creator_by_server=False, joiner_by_server=False)
        return table

    return aside(play)


def record_of(table: Table) -> Fields:
    def read() -> Fields:
        return match_record(Match.objects.select_related("white", "black").get(pk=table.match.pk))

    return opened(sealed(aside(read)))  # as it is in the file


def check(open_page: OpenPage, table: Table, seat: Seat | None = None, **looks: Any) -> Page:
    """The page about this match in a new browser, before it is looked at."""
    page = open_page(table.people[seat] if seat else None, **looks)
    page.set_default_timeout(10_000)
    return page


def go(page: Page, table: Table) -> Page:
    page.goto(f"/matches/{table.match.public_id}/dice/")
    return page


def remember(page: Page, table: Table, **note: str | None) -> None:
    """What the browser noted when the match began."""
    facts = json.dumps({name: value for name, value in note.items() if value is not None})
    page.add_init_script(f"localStorage.setItem('dice:{table.match.public_id}', {json.dumps(facts)})")


def answer(page: Page, file: bytes) -> None:
    """The server gives this file as the record."""

    def fulfill(route: Route) -> None:
        route.fulfill(body=file, content_type="application/json")

    page.route("**/record.json", fulfill)


def says(page: Page, title: str, state: str, sentence: str = "") -> None:
    verdict = page.locator("#verdict[role=status]")
    expect(verdict.locator(".title")).to_have_text(title)
    expect(verdict).to_have_attribute("data-state", state)
    expect(verdict).to_contain_text(sentence)


def rolls(record: Fields, game: int) -> list[Fields]:
    return [move for move in record["moves"] if move["game"] == game and move["kind"] == "roll"]


def test_a_stranger_hears_that_the_record_agrees_with_itself(open_page: OpenPage, played: Table) -> None:
    page, record = go(check(open_page, played), played), record_of(played)
    total = len(rolls(record, 1)) + len(rolls(record, 2))
    says(page, FITS, "weak", f"Every roll ({total} in 2 games) is what the secrets in the record give")
    says(page, FITS, "weak", "This browser gave none of the secrets")
    for game in (1, 2):
        page.locator(f"#game-{game} > summary").click()
        expect(page.locator(f"#game-{game} > summary")).to_contain_text("✓ fits")
        rows = page.locator(f"#game-{game} tbody tr")
        expect(rows).to_have_count(len(rolls(record, game)))
        told = [f"{n}\t{'✓ fits'}" for n in range(1, len(rolls(record, game)) + 1)]
        assert [re.sub(r"\t.*\t", "\t", text) for text in rows.all_inner_texts()] == told


@pytest.mark.parametrize(
    ("creator", "joiner", "sentence"),
    [
        (True, True, "the server drew the secrets of both players itself"),
        (True, False, "The server drew the secret of Ana. Whether the whole record was written afterwards, only the "),
        (False, True, "The server drew the secret of Bob. Whether the whole record was written afterwards, only the "),
    ],
)
def test_where_the_server_drew_secrets_it_says_less(
    open_page: OpenPage, played: Table, creator: bool, joiner: bool, sentence: str
) -> None:
    aside(lambda: DiceExchange.objects.update(creator_by_server=creator, joiner_by_server=joiner))
    says(go(check(open_page, played), played), FITS, "weak", sentence)


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_a_player_whose_browser_remembers_hears_the_most(open_page: OpenPage, played: Table, seat: Seat) -> None:
    dice = record_of(played)["dice"]
    page = check(open_page, played, seat)
    own = {WHITE: "creator_secret", BLACK: "joiner_secret"}[seat]
    seen = dice["joiner_secret"] if seat == WHITE else None  # the creator's browser notes the joiner's, too
    remember(page, played, secret=dice[own], root=dice["root"], commitment=dice["creator_commitment"], joiner=seen)
    says(go(page, played), NOBODY, "good", "nobody, not even this server, could choose the dice or change them.")
    says(page, NOBODY, "good", "This does not prove that nobody knew them in advance.")


def test_a_creators_browser_without_the_joiners_secret_says_less(open_page: OpenPage, played: Table) -> None:
    dice = record_of(played)["dice"]
    page = check(open_page, played, WHITE)
    remember(page, played, secret=dice["creator_secret"], root=dice["root"], commitment=dice["creator_commitment"])
    says(go(page, played), FITS, "weak", "it cannot tell whether that one was chosen to suit yours")


def test_a_note_that_differs_is_told(open_page: OpenPage, played: Table) -> None:
    """The server's record is right in itself: it has exchanged what this browser was shown."""
    dice = record_of(played)["dice"]
    note = {
        "secret": dice["creator_secret"],
        "root": dice["root"],
        "commitment": dice["creator_commitment"],
        "joiner": dice["joiner_secret"],
    }
    page = check(open_page, played, WHITE)
    for name in note:
        remember(page, played, **{**note, name: "ab" * 32})
        says(go(page, played), "Your browser remembers something else", "bad", "secrets were exchanged afterwards")
        expect(page.locator("#game-1 .mark").first).to_be_empty()  # that they agree with each other means nothing
    remember(page, played, **note)
    says(go(page, played), NOBODY, "good")


@pytest.mark.parametrize("seat", [WHITE, None])
def test_a_secret_that_the_server_says_it_drew_is_not_this_browsers(
    open_page: OpenPage, played: Table, seat: Seat | None
) -> None:
    dice = record_of(played)["dice"]
    aside(lambda: DiceExchange.objects.update(creator_by_server=True))
    page = check(open_page, played, seat)
    remember(page, played, secret=dice["creator_secret"], root=dice["root"], commitment=dice["creator_commitment"])
    if seat:
        says(go(page, played), "Your browser remembers something else", "bad")
    else:
        says(go(page, played), FITS, "weak", "If you did play this match in this browser, do not believe the record.")


def test_who_was_too_late_for_the_seat_hears_that_his_secret_was_not_used(open_page: OpenPage, played: Table) -> None:
    dice = record_of(played)["dice"]
    page = check(open_page, played)
    remember(page, played, secret="cd" * 32, root=dice["root"], commitment=dice["creator_commitment"])
    says(go(page, played), FITS, "weak", "as a spectator you will have been too late to take the seat")


def test_what_is_no_note_is_none(open_page: OpenPage, played: Table) -> None:
    page = go(check(open_page, played), played)
    for kept in ("", "{", "7", "null", "[]"):
        page.evaluate("([name, kept]) => localStorage.setItem(name, kept)", [f"dice:{played.match.public_id}", kept])
        says(go(page, played), FITS, "weak", "This browser gave none of the secrets")


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
    made[3]["dice"] = made[4]["dice"] if made[4]["dice"] != made[3]["dice"] else made[5]["dice"]


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
LIES: dict[str, tuple[Change, str]] = {
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
        "Game 1, roll 1: these are not the right dice",
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


def test_a_record_that_has_gone_on_asks_to_load_again(open_page: OpenPage, played: Table) -> None:
    """A third game ended between page and record."""
    page = go(check(open_page, played), played)
    old = page.request.get(page.url).text()

    def one_game_more() -> None:
        played.do(WHITE, "next")
        concede(played)

    aside(one_game_more)
    page.route("**/dice/", lambda route: route.fulfill(body=old, content_type="text/html"))
    says(go(page, played), "The record is not the one this page shows", "idle", "If the match has gone on meanwhile")
    page.unroute("**/dice/")
    says(go(page, played), FITS, "weak", "in 3 games)")


def test_without_scripts_it_says_that_nothing_was_checked(open_page: OpenPage, played: Table) -> None:
    page = go(check(open_page, played, javascript=False), played)
    expect(page.locator("#verdict .title")).to_have_text("Nothing has been checked in this browser")
    expect(page.locator("#verdict")).to_contain_text("programs that check it without a browser")
    expect(page.locator("#game-1 th").nth(3)).to_be_hidden()
    page.locator("#game-1 > summary").click()
    expect(page.locator("#game-1 tbody tr").first).to_be_visible()
    with page.expect_download() as download:
        page.locator("#without + p + .actions a").click()
    assert download.value.suggested_filename == f"barpoint-{played.match.public_id}.json"
    verdict = verify(Path(download.value.path()).read_bytes())
    assert verdict.holds
    assert "docs/check_dice.py" in page.inner_text("pre >> nth=0")


def test_a_page_by_plain_http_says_that_it_cannot_check(open_page: OpenPage, played: Table) -> None:
    page = check(open_page, played)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    says(go(page, played), "This browser cannot check here", "idle", "programs that check it without a browser")


def test_a_record_that_does_not_arrive_is_no_check(open_page: OpenPage, played: Table) -> None:
    page = check(open_page, played)
    page.route("**/record.json", lambda route: route.abort())
    says(go(page, played), "The record did not arrive", "idle", "Nothing has been checked.")
    page.unroute("**/record.json")
    page.route("**/record.json", lambda route: route.fulfill(status=503, body="busy"))
    says(go(page, played), "The record did not arrive", "idle")


def test_however_a_game_ends_it_is_checked(open_page: OpenPage) -> None:
    def play() -> list[Table]:
        tables = []
        for name, (terms, end) in ENDINGS.items():
            tables.append(chained_table(names=(f"{name} one", f"{name} two"), **terms))
            end(tables[-1])
        return tables

    tables = aside(play)
    page = check(open_page, tables[0])
    for table in tables:
        says(go(page, table), FITS, "weak", "in 1 game)")


def test_extra_rolls_and_chosen_doubles_are_checked(open_page: OpenPage) -> None:
    """A game of Acey-Deucey has turns of several rolls."""

    def play() -> Table:
        table = chained_table(variant="acey-deucey", length=1)
        concede(table, after=60)
        return table

    table = aside(play)
    assert {move["kind"] for move in record_of(table)["moves"]} >= {"roll", "play", "choose"}
    says(go(check(open_page, table), table), FITS, "weak")


def test_all_games_of_a_long_session_are_checked(open_page: OpenPage) -> None:
    def play() -> Table:
        table = chained_table(length=0)
        for _ in range(50):
            ENDINGS["drop"][1](table)
            table.do(WHITE, "next")
        return table

    table = aside(play)
    page = go(check(open_page, table), table)
    says(page, FITS, "weak", "in 50 games)")
    expect(page.locator(".game")).to_have_count(49)
    expect(page.locator(".game[data-mark=fits]")).to_have_count(49)
    record = record_of(table)
    rolls(record, 1)[0]["dice"] = [7 - die for die in rolls(record, 1)[0]["dice"]]
    answer(page, sealed(record))
    says(go(page, table), "Game 1, roll 1: these are not the right dice", "bad")


def test_it_fits_the_window(open_page: OpenPage) -> None:
    """With the longest names, and every roll wrong."""

    def play() -> Table:
        table = chained_table(length=1, names=("Guest-Sandpiper-1234", "Guest-Sandpiper-4321"))
        concede(table, after=14)
        return table

    table = aside(play)
    page, record = check(open_page, table), record_of(table)
    for move in rolls(record, 1):
        move["dice"][0] = move["dice"][0] % 6 + 1
    answer(page, sealed(record))
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        says(go(page, table), "Game 1, roll 1: these are not the right dice", "bad")
        page.locator(".check-page details:not([open]) > summary").last.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        cells = page.locator(".game td:not(.who)")
        assert cells.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
