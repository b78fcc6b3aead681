"""Pictures of boards: every checker in its place, who may see them, and how long they are kept."""

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from games.models import Game, Match
from games.pictures import match_board, match_preview
from games.presenters.picture import picture
from games.records.ids import position_id
from games.rules.position import position
from games.services.matches import cancel_match
from tests.pages.conftest import LogIn
from tests.playing import NOON

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
START = "4HPwATDgc/ABMA"


def drawn(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.sub(' xmlns="[^"]*"', "", svg))  # noqa: S314


def stacks(svg: str) -> dict[str, tuple[str, int, str]]:
    """What lies where: whose checkers, how many are drawn, and the number on them."""
    found = {}
    for group in drawn(svg).iter("g"):
        if place := group.get("data-place"):
            checkers = [use.get("href", "") for use in group.findall("use")] or group.findall("g[@class]/rect")
            numbers = [each.get("data-number", "") for each in group.findall("g[@data-number]")]
            whose = "white" if "white" in ElementTree.tostring(group).decode() else "black"
            found[place] = (whose, len(checkers), "".join(numbers))
    return found


def test_every_checker_is_in_its_place() -> None:
    board = position("bar:2 13:1 8:3 6:7 3:1 off:1", "bar:1 24:2 11:2 8:6 6:2 off:2")
    assert stacks(picture(board)) == {
        "13": ("white", 1, ""),
        "8": ("white", 3, ""),
        "6": ("white", 5, "7"),
        "3": ("white", 1, ""),
        "1": ("black", 2, ""),
        "14": ("black", 2, ""),
        "17": ("black", 5, "6"),
        "19": ("black", 2, ""),
        "bar-white": ("white", 2, ""),
        "bar-black": ("black", 1, ""),
        "off-white": ("white", 1, "1"),
        "off-black": ("black", 2, "2"),
    }


def test_hands_are_drawn_above_and_below() -> None:
    svg = picture(position("hand:15", "hand:12 5:2 off:1"), has_hand=True)
    found = stacks(svg)
    assert found["hand-white"] == ("white", 15, "15")
    assert found["hand-black"] == ("black", 12, "12")
    assert found["20"] == ("black", 2, "")
    plain = drawn(picture(position("1:1", "1:1")))
    assert int(drawn(svg).get("height", 0)) > int(plain.get("height", 0))


def test_a_picture_needs_nothing_beside_itself() -> None:
    """The content policy forbids styles, and a picture is shown where there is no stylesheet and no font."""
    svg = picture(position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"))
    parts = list(drawn(svg).iter())
    assert not [part.tag for part in parts if part.tag in ("style", "text", "script", "image") or part.get("style")]
    names = {part.get("id") for part in parts}
    assert not [use for use in parts if use.tag == "use" and use.get("href", "")[1:] not in names]


@pytest.mark.parametrize("theme", ["wood", "flat", "contrast"])
def test_a_picture_has_the_colours_of_its_look_and_no_others(theme: str) -> None:
    rules = TOKENS.read_text().partition(f'[data-theme="{theme}"] {{')[2].partition("\n}")[0]
    felt = re.search(r"--board-felt: light-dark\((#\w+), (#\w+)\)", rules)
    assert felt
    board = position("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")
    for scheme, colour in zip(("light", "dark"), felt.groups(), strict=True):
        svg = picture(board, look=f"{theme}-{scheme}")
        ground = next(group for group in drawn(svg).iter("g") if group.get("class") == "felt")
        assert ground.get("fill") == colour
        assert "$" not in svg
        asked = Client().get(f"/positions/{START}.svg?look={theme}-{scheme}").content.decode()
        assert asked == svg
    assert Client().get(f"/positions/{START}.svg?look=%ff").content.decode() == picture(board)


def test_a_position_has_its_picture_at_its_id() -> None:
    board = position("6:5 4:3 off:7", "bar:1 24:2 1:3 off:9")
    response = Client().get(f"/positions/{position_id(board)}.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert stacks(response.content.decode()) == stacks(picture(board))
    assert stacks(response.content.decode())["6"] == ("white", 5, "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nothing", "it must have 14 characters"),
        (START + "A", "it must have 14 characters"),
        ("4HPwATDgc-ABMA", "only letters, digits"),
        ("//////////////", "its last character is impossible"),
        ("4HPwATDgc/ABMQ", "exactly 15 checkers"),
        ("x" * 3000, "it must have 14 characters"),
    ],
)
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_what_is_no_position_is_a_polite_404(text: str, sentence: str, kind: str) -> None:
    assert Client().get(f"/positions/{START}.{kind}").status_code == 200
    response = Client().get(f"/positions/{text}.{kind}")
    assert response.status_code == 404
    assert sentence in response.content.decode()
    assert "Go to the home page" in response.content.decode()


def size_of(url: str) -> tuple[int, int]:
    response = Client().get(url)
    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", response.content[16:24])
    return width, height


def test_the_picture_beside_a_link_has_the_size_previews_ask_for() -> None:
    assert size_of(f"/positions/{START}.png") == (1200, 630)


def test_pictures_of_positions_are_kept_for_a_week() -> None:
    for kind in ("svg", "png"):
        response = Client().get(f"/positions/{START}.{kind}")
        assert response["Cache-Control"] == "public, max-age=604800"
        again = Client().get(f"/positions/{START}.{kind}", headers={"If-None-Match": response["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_drawing_pixels_is_limited_and_what_is_drawn_is_not(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "draw_picture": "2/m/ip"}

    def ask(point: int) -> int:
        return Client().get(f"/positions/{position_id(position(f'{point}:1', '24:15'))}.png").status_code

    assert [ask(point) for point in (2, 3, 4)] == [200, 200, 429]
    assert [ask(point) for point in (2, 3)] == [200, 200]


def svg_of(match: Match, client: Client | None = None, query: str = "") -> str:
    response = (client or Client()).get(f"/matches/{match.public_id}/board.svg{query}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.django_db
def test_an_open_match_shows_the_board_ready_to_begin(match: Match) -> None:
    svg = svg_of(match)
    assert stacks(svg)["24"] == ("white", 2, "")
    assert "data-die" not in svg
    assert size_of(f"/matches/{match.public_id}/board.png") == (1200, 630)


@pytest.mark.django_db
def test_a_running_match_shows_dice_and_cube_and_never_a_draft(begun: Match, host: User, log_in: LogIn) -> None:
    svg = svg_of(begun)
    dice = [(group.get("data-die"), group.find("rect")) for group in drawn(svg).iter("g") if group.get("data-die")]
    assert [face for face, _ in dice] == ["3", "1"]
    # Each side threw one.
    assert [body.get("class") for _, body in dice if body is not None] == ["white-body", "black-body"]
    assert stacks(svg)["cube"][2] == "64"
    player = log_in(host)
    assert player.get(f"/matches/{begun.public_id}/?draft=8/5").status_code == 200
    assert svg_of(begun, player, "?draft=8/5") == svg


@pytest.mark.django_db
def test_an_owned_cube_lies_on_its_owners_side(begun: Match) -> None:
    def height_of_cube() -> float:
        cube = next(group for group in drawn(svg_of(begun)).iter("g") if group.get("data-place") == "cube")
        body = cube.find("rect")
        assert body is not None
        return float(body.get("y", 0))

    game = Game.objects.get(match=begun)
    centred = height_of_cube()
    heights = []
    for version, owner in ((11, "white"), (12, "black")):
        game.state["cube"] = {"value": 4, "owner": owner}
        game.save()
        Match.objects.filter(pk=begun.pk).update(version=version)
        heights.append(height_of_cube())
    assert heights[0] > centred > heights[1]
    assert stacks(svg_of(begun))["cube"][2] == "4"


@pytest.mark.django_db
def test_the_score_stands_in_the_preview_alone(begun: Match) -> None:
    Match.objects.filter(pk=begun.pk).update(white_score=2, black_score=1)
    begun.refresh_from_db()
    score = next(group for group in drawn(match_preview(begun)).iter("g") if group.get("class") == "score")
    assert [group.get("data-number") for group in score.findall("g")] == ["2", "1"]
    assert 'class="score"' not in match_board(begun)


@pytest.mark.django_db
def test_a_version_is_kept_for_ever_and_the_newest_is_asked_for(begun: Match) -> None:
    url = f"/matches/{begun.public_id}/board.svg"
    newest = Client().get(url)
    assert newest["Cache-Control"] == "public, no-cache"
    assert "Cookie" not in newest.get("Vary", "")
    assert not newest.cookies
    kept = Client().get(f"{url}?v={begun.version}")
    assert kept["Cache-Control"] == "public, max-age=31536000, immutable"
    for other in (begun.version - 1, begun.version + 1, "x"):
        assert Client().get(f"{url}?v={other}")["Cache-Control"] == "public, no-cache"
    assert Client().get(url, headers={"If-None-Match": newest["ETag"]}).status_code == 304
    game = Game.objects.get(match=begun)
    game.state["dice"] = [6, 6]
    game.save()
    Match.objects.filter(pk=begun.pk).update(version=begun.version + 1)
    changed = Client().get(url, headers={"If-None-Match": newest["ETag"]})
    assert changed.status_code == 200
    assert changed.content.count(b"data-die") == 4


@pytest.mark.django_db
def test_a_picture_costs_one_query_once_its_version_is_drawn(
    begun: Match, host: User, log_in: LogIn, django_assert_num_queries: object
) -> None:
    svg_of(begun)
    client = log_in(host)
    with django_assert_num_queries(1):  # type: ignore[operator]
        svg_of(begun, client)


@pytest.mark.django_db
def test_whoever_does_not_know_the_match_sees_no_picture(match: Match) -> None:
    assert svg_of(match)
    for kind in ("svg", "png"):
        response = Client().get(f"/matches/{match.public_id[::-1]}/board.{kind}")
        assert response.status_code == 404
        assert "image" not in response["Content-Type"]
    for method in ("post", "put", "delete"):
        assert getattr(Client(), method)(f"/matches/{match.public_id}/board.svg").status_code == 405


@pytest.mark.django_db
def test_a_picture_holds_no_name_and_no_secret(begun: Match) -> None:
    svg = svg_of(begun)
    for secret in (begun.invite_token, begun.public_id, "host", "friend"):
        assert secret not in svg


@pytest.mark.django_db
def test_a_match_taken_back_still_has_its_board(match: Match, host: User) -> None:
    cancel_match(host, match.public_id, now=NOON)
    assert stacks(svg_of(match))["13"] == ("white", 5, "")


def test_programs_that_preview_links_may_read_matches() -> None:
    robots = Client().get("/robots.txt").content.decode()
    everybody, previews = robots.split("\n\n", 1)
    assert "Disallow: /matches/" in everybody
    assert "Twitterbot" in previews
    assert "/matches/" not in previews
