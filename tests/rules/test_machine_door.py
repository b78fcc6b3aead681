"""`python -m games.rules`: JSON lines in, one JSON line out for each, through a real process."""

import json
import subprocess
import sys
from typing import Any

import pytest

from games.rules.__main__ import answer
from games.rules.variants import VARIANTS
from tests.rules.oracle import cases

START = {
    "op": "plays",
    "variant": "backgammon",
    "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
    "bar": [0, 0],
    "off": [0, 0],
    "dice": [6, 5],
}
COMMAND = [sys.executable, "-m", "games.rules"]


def ask_bytes(questions: bytes) -> list[dict[str, Any]]:
    done = subprocess.run(COMMAND, input=questions, capture_output=True, check=True, timeout=60)
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask(*questions: object) -> list[dict[str, Any]]:
    return ask_bytes(b"".join(json.dumps(question).encode() + b"\n" for question in questions))


def test_plays_of_the_start_position() -> None:
    (reply,) = ask(START)
    assert set(reply) == {"results", "plays", "dice_used"}
    assert (len(reply["results"]), reply["dice_used"]) == (7, 2)
    assert "24/13" in reply["plays"]
    after = reply["results"][reply["plays"].index("24/13")]
    assert after == {
        "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 6, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 1],
        "bar": [0, 0],
        "off": [0, 0],
    }


def test_oracle_cases_through_the_door() -> None:
    """Every result in the oracle's own encoding and order, each with its play."""
    chosen = [case for case in cases("plays.jsonl.gz") if case["id"] % 10 == 0]
    asked = [{"op": "plays", "variant": "backgammon"} | case for case in chosen]
    replies = ask(*asked)
    assert len(replies) == len(chosen) > 400
    for case, reply in zip(chosen, replies, strict=True):
        assert reply["results"] == case["results"], case["id"]
        assert len(reply["plays"]) == case["n"]


def test_no_legal_play() -> None:
    """T19: the unchanged position alone."""
    closed_out = START | {
        "points": [0, 0, 0, 0, 0, 5, 0, 5, 0, 0, -1, 0, 4, 0, 0, 0, 0, 0, -3, -3, -2, -2, -2, -2],
        "bar": [1, 0],
        "dice": [6, 6],
    }
    (reply,) = ask(closed_out)
    assert (reply["plays"], reply["dice_used"]) == (["(no play)"], 0)
    assert reply["results"] == [{key: closed_out[key] for key in ("points", "bar", "off")}]


BAD_LINES = [
    b"",
    b"   ",
    b"x",
    b"{",
    b"[]",
    b"null",
    b'"plays"',
    b"1",
    b"NaN",
    b"\xff\xfe\x00",
    b"\x00",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"9" * 60_000,
    b"{}" + b" " * 70_000,
    b'{"op":"plays","variant":"backgammon","points":["\\ud800"]}',
]


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_line_that_is_no_question_gets_an_error_and_the_next_an_answer(line: bytes) -> None:
    first, second = ask_bytes(line + b"\n" + json.dumps(START).encode())
    assert list(first) == ["error"]
    assert len(first["error"]) < 200
    assert len(second["plays"]) == 7


FIFTEEN = [15] + [0] * 23
BAD_FIELDS = [
    ("op", "moves"),
    ("op", None),
    ("op", ["plays"]),
    ("variant", "chess"),
    ("variant", None),
    ("variant", {}),
    ("points", None),
    ("points", "x" * 24),
    ("points", [0] * 23),
    ("points", [0] * 25),
    ("points", [*FIFTEEN[:23], True]),
    ("points", [*FIFTEEN[:23], 1.0]),
    ("points", [*FIFTEEN[:23], "1"]),
    ("points", [*FIFTEEN[:23], None]),
    ("points", [*FIFTEEN[:23], 16]),
    ("points", [*FIFTEEN[:23], 10**300]),
    ("points", [*FIFTEEN[:23], [1]]),
    ("points", FIFTEEN),
    ("points", [0] * 24),
    ("bar", [1, 0]),
    ("bar", [0, -1]),
    ("bar", [0]),
    ("bar", 0),
    ("off", [0, 1]),
    ("off", [False, False]),
    ("off", None),
    ("dice", [0, 1]),
    ("dice", [7, 1]),
    ("dice", [6]),
    ("dice", [6, 5, 4]),
    ("dice", [6, 5.0]),
    ("dice", [True, 5]),
    ("dice", "65"),
    ("dice", {"6": 5}),
]


def test_field_that_is_wrong_gets_an_error() -> None:
    replies = ask(START, *(START | {name: value} for name, value in BAD_FIELDS))
    assert list(replies[0]) == ["results", "plays", "dice_used"]
    for (name, value), reply in zip(BAD_FIELDS, replies[1:], strict=True):
        assert list(reply) == ["error"], (name, value)


def test_game_that_is_over_gets_an_error() -> None:
    assert ask(START | {"points": [0] * 24, "off": [15, 15]}) == [
        {"error": "The game is over: nobody is left to play."}
    ]


def test_unknown_variant_is_told_the_known_ones() -> None:
    (reply,) = ask(START | {"variant": "tavli"})
    assert reply["error"] == f"variant must be one of: {', '.join(VARIANTS)}"


def test_answers_come_line_by_line() -> None:
    """Whoever asks may wait for the reply before asking on."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as door:
        assert door.stdin is not None
        assert door.stdout is not None
        for dice in ([6, 5], [3, 1]):
            door.stdin.write(json.dumps(START | {"dice": dice}).encode() + b"\n")
            door.stdin.flush()
            assert json.loads(door.stdout.readline())["dice_used"] == 2
        door.stdin.close()
        assert door.wait(timeout=20) == 0


def test_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as door:
        assert door.stdin is not None
        assert door.stdout is not None
        assert door.stderr is not None
        door.stdout.close()
        door.stdin.write(b"{}\n")
        door.stdin.close()
        assert door.stderr.read() == b""
        assert door.wait(timeout=20) == 0


def test_closed_input_is_one_line_and_a_failure() -> None:
    done = subprocess.run(["sh", "-c", f"exec {sys.executable} -m games.rules <&-"], capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["There is no standard input or output to talk through."]


def test_variant_with_a_hand_has_it_in_question_and_answer() -> None:
    """AD-1, A1."""
    question = START | {"variant": "acey-deucey", "points": [0] * 24, "hand": [15, 15]}
    reply = answer(json.dumps(question).encode())
    assert dict(zip(reply["plays"], (result["hand"] for result in reply["results"]), strict=True)) == {
        "hand/14": [14, 15],
        "hand/19 hand/20": [13, 15],
    }
    for hand in (None, 15, [15], [15, 16], [14, 15], [15, True]):
        assert list(answer(json.dumps(question | {"hand": hand}).encode())) == ["error"]
    del question["hand"]
    assert list(answer(json.dumps(question).encode())) == ["error"]


def sorted_items(result: dict[str, list[int]]) -> list[tuple[str, list[int]]]:
    return sorted(result.items())


def test_acey_deucey_cases_through_the_door() -> None:
    asked = [{"op": "plays", "variant": "acey-deucey"} | case for case in cases("acey.jsonl.gz")]
    replies = ask(*asked)
    assert len(replies) == len(asked) == 900
    for case, reply in zip(asked, replies, strict=True):
        found, expected = ([*map(sorted_items, results)] for results in (reply["results"], case["results"]))
        assert sorted(found) == sorted(expected), case["id"]
        assert (len(reply["plays"]), reply["dice_used"]) == (case["n"], case["dice_used"])


def test_options_of_a_variant() -> None:
    """European: the exact number alone bears off (rules.md §2.3)."""
    question = START | {"variant": "acey-deucey", "points": [0, 1] + [0] * 22, "off": [14, 15], "hand": [0, 0]}
    question |= {"off": [14, 14], "points": [0, 1] + [0] * 21 + [-1]}
    assert answer(json.dumps(question).encode())["plays"] == ["2/off"]
    assert answer(json.dumps(question | {"options": []}).encode())["plays"] == ["2/off"]
    assert answer(json.dumps(question | {"options": ["european"]}).encode())["plays"] == ["(no play)"]
    bad: list[object] = [["chess"], ["seed", "european"], "european", [1], {}, 7, None]
    for options in bad:
        assert list(answer(json.dumps(question | {"options": options}).encode())) == ["error"]
