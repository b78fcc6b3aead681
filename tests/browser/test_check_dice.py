"""The page that checks dice, in a browser: what it says of honest records, and of what it cannot know."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from games.models import DiceExchange, Match, Move
from games.rules.game import Seat
from games.rules.verify import verify
from tests.browser.aside import aside
from tests.browser.checking import FITS, NOBODY, answer, check, go, record_of, remember, rolls, says, two_games
from tests.browser.conftest import OpenPage
from tests.browser.dice import DiceFile
from tests.browser.exchanging import invite, take_seat
from tests.chained import BLACK, ENDINGS, WHITE, chained_table, concede, turns
from tests.playing import Table
from tests.verify.records import sealed


@pytest.fixture
def played() -> Table:
    return two_games()


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


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_jumps_when_the_check_has_ended(width: int, open_page: OpenPage, played: Table) -> None:
    page = check(open_page, played, width=width)
    held: list[Route] = []
    page.route("**/record.json", lambda route: held.append(route))
    says(go(page, played), "Checking…", "idle")
    below = page.locator("#what").bounding_box()
    while not held:
        page.wait_for_timeout(10)
    held.pop().continue_()
    says(page, FITS, "weak")
    assert page.locator("#what").bounding_box() == below


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
            if "clock" in terms:
                continue  # the server's keeper would end these: they were made long ago
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
        while not Move.objects.filter(match=table.match, kind="choose").exists():
            turns(table, 1)
        concede(table)
        return table

    table = aside(play)
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


def test_players_whose_browsers_exchanged_secrets_hear_the_most(open_page: OpenPage, dice: DiceFile) -> None:
    """From the button on the first page to the check: nobody has done anything about the dice."""
    dice.real()
    host, friend, watcher = open_page(path="/"), open_page(), open_page()
    friend.goto(invite(host))
    take_seat(friend)
    expect(host.locator("#table")).to_have_attribute("data-status", "playing")
    match = Match.objects.get()
    host.locator("#resign-menu summary").click()
    host.locator("#resign-menu button[value=match]").click()
    for page in (host, friend):
        page.get_by_role("group", name="After the game").get_by_role("link", name="Check the dice").click()
        says(page, NOBODY, "good", "your own browser's secret is one of them")
        note = page.evaluate(f"localStorage.getItem('dice:{match.public_id}')")
        file = page.request.get(f"/matches/{match.public_id}/record.json").body()
        assert verify(file, note.encode()).holds
    watcher.goto(f"/matches/{match.public_id}/dice/")
    says(watcher, FITS, "weak", "This browser gave none of the secrets")


# Of docs/dice.md, made by openssl: rolls of game 1, and their dice. In 45, 102 and 262 a byte from 252 on is skipped.
VECTORS = {
    **dict(enumerate(["63", "41", "51", "11", "54", "34", "54", "11", "42", "63", "45", "54"])),
    **{45: "55", 102: "64", 262: "14"},
}
LINK = "36d73e7f63bd7a9dd35367c564519889a05694c45678afdfd6217d8e43d95409"
ROOT = "9ac79091276af8610cdea1edff837eaa730f9cf1d32215a1a5f4d1ae0c5a3cbc"
WHITES = "9064ea4965c38feb31d99cad698a9ff1b14563eb8e13e98c3dc711f6f8f8fc70"


def test_the_vectors_of_another_program_fit(open_page: OpenPage, played: Table) -> None:
    """The rolls between those that the vectors have are no matter: they are not looked at."""
    times = [f"2026-11-30T12:00:00.{second:06}Z" for second in range(400)]
    record = {
        **record_of(played),
        "match": "Barpoint_Example",
        "dice": {
            **record_of(played)["dice"],
            **{"root": ROOT, "links": 13, "creator": "white"},
            **{"creator_secret": "aa" * 32, "creator_commitment": WHITES, "joiner_secret": "bb" * 32},
            **{"committed_at": times[0], "creator_committed_at": times[1]},
            **{"joiner_revealed_at": times[2], "creator_revealed_at": times[3]},
        },
        "games": [{"number": 1, "secret": LINK, "started_at": times[4], "ended_at": times[399]}],
        "moves": [
            {
                **{"version": number + 1, "game": 1, "kind": "roll", "roll": number, "made_at": times[5 + number]},
                "dice": [int(die) for die in VECTORS.get(number, "11")],
            }
            for number in range(263)
        ],
    }
    rows = "".join(
        f"<tr><td><td><td>{first} {second}<td class=mark>"
        for first, second in (move["dice"] for move in record["moves"])
    )
    page = open_page()
    go(page, played)
    templates = "".join(page.locator("template").evaluate_all("(all) => all.map((one) => one.outerHTML)"))
    table = f"<details id=game-1><summary><i class=mark></i></summary><table><tbody>{rows}</table></details>"
    verdict = (
        "<div id=verdict role=status data-match=Barpoint_Example data-record=record.json data-games=1 "
        "data-rolls=263 data-fits=fits data-fails=fails data-failed=fails></div>"
    )
    script = page.locator("script[src*=check-dice]").get_attribute("src")
    body = f"{verdict}{templates}{table}<script type=module src={script}></script>"
    page.route("**/dice/", lambda route: route.fulfill(body=body, content_type="text/html"))
    answer(page, sealed(record))
    go(page, played)
    marks = page.locator("tbody .mark")
    expect(marks.last).to_have_text("fits")
    said = marks.all_inner_texts()
    assert [said[number] for number in VECTORS] == ["fits"] * len(VECTORS)
    assert said.count("fits") < 40
