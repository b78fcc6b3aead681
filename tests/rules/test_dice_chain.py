"""Dice from secrets: the vectors of docs/dice.md, every byte, and a million rolls."""

import hashlib
import hmac
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import pytest

from games.rules.dice import dice_from_bytes
from games.rules.dice_chain import commitment, game_key, link_before, link_of, links_for, roll

DOCUMENT = Path(__file__).parents[2] / "docs" / "dice.md"
MATCH = "Barpoint_Example"
SEED, WHITE, BLACK = bytes(range(32)), b"\xaa" * 32, b"\xbb" * 32


def block(language: str) -> str:
    """The one code block of docs/dice.md in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT.read_text(), re.DOTALL | re.MULTILINE)
    assert isinstance(found, str)
    return found


def vectors(first: str) -> list[list[str]]:
    """The lines of the vectors that begin with this word, as words. They were made by openssl and a shell."""
    return [line.split() for line in block("text").splitlines() if line.split()[0] == first]


@pytest.mark.skipif(not (shutil.which("openssl") and shutil.which("xxd")), reason="openssl and xxd make the vectors")
def test_vectors_are_what_the_commands_print() -> None:
    printed = subprocess.run(["sh"], input=block("sh"), capture_output=True, text=True, check=True)
    assert printed.stdout == block("text")


def test_vectors_of_commitments() -> None:
    assert vectors("commitment") == [
        ["commitment", "white", commitment(MATCH, "white", WHITE).hex()],
        ["commitment", "black", commitment(MATCH, "black", BLACK).hex()],
    ]


def test_vectors_of_chain_and_keys() -> None:
    games = vectors("game")
    assert [int(words[1]) for words in games] == list(range(13, 0, -1))
    for _, number, _, link, _, key in games:
        assert link_of(MATCH, int(number), SEED, 13).hex() == link
        assert game_key(MATCH, int(number), bytes.fromhex(link), WHITE, BLACK).hex() == key
    for (_, later, _, link, *_), (_, _, _, before, *_) in pairwise(games):
        assert link_before(MATCH, int(later), bytes.fromhex(link)).hex() == before
    assert vectors("root") == [["root", link_of(MATCH, 0, SEED, 13).hex()]]


def test_vectors_of_rolls() -> None:
    key = bytes.fromhex(vectors("game")[-1][-1])
    rolls = vectors("roll")
    assert [int(words[1]) for words in rolls] == [*range(12), 45, 102, 262]
    for _, number, _, _, _, dice in rolls:
        assert roll(key, int(number)) == (int(dice[0]), int(dice[1]))


def test_number_of_links() -> None:
    """As many games as a match can have: both players a point away, and one more."""
    assert [links_for(length) for length in (0, 1, 2, 5, 25)] == [1000, 1, 3, 9, 49]


def test_everything_goes_into_a_key() -> None:
    link = bytes(32)
    keys = {
        game_key(MATCH, 1, link, WHITE, BLACK),
        game_key(MATCH, 1, link, BLACK, WHITE),
        game_key(MATCH, 2, link, WHITE, BLACK),
        game_key(MATCH, 11, link, WHITE, BLACK),
        game_key(MATCH.lower(), 1, link, WHITE, BLACK),
        game_key(MATCH, 1, b"\1" + link[1:], WHITE, BLACK),
        game_key(MATCH, 1, link, WHITE, BLACK[1:] + b"\1"),
    }
    assert len(keys) == 7


# What each byte is: docs/dice.md, "The bytes".
FACES = [1, 2, 3, 4, 5, 6] * 42 + [None] * 4


def test_every_byte() -> None:
    for byte, face in enumerate(FACES):
        assert dice_from_bytes([byte, 0, 0]) == ((1, 1) if face is None else (face, 1))


def test_every_pair_of_bytes() -> None:
    """Each of the 36 ordered pairs comes from 42 × 42 pairs of bytes; the next byte takes the place of one skipped."""
    found: Counter[tuple[int, int]] = Counter()
    for first, second in product(range(256), repeat=2):
        faces = [face for face in (FACES[first], FACES[second]) if face]
        dice = dice_from_bytes([first, second, 1, 3])  # a 2 and a 4 follow
        assert list(dice) == [*faces, 2, 4][:2]
        if len(faces) == 2:
            found[dice] += 1
    assert found == dict.fromkeys(product(range(1, 7), repeat=2), 42 * 42)


@pytest.mark.parametrize("blocks", [1, 2, 3, 300])
def test_blocks_go_on_when_all_bytes_are_skipped(monkeypatch: pytest.MonkeyPatch, blocks: int) -> None:
    asked: list[bytes] = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        if len(asked) <= blocks:
            return bytes(range(252, 256)) * 8
        return b"\xff" * 31 + b"\x05" if len(asked) == blocks + 1 else b"\x02" + b"\xff" * 31

    monkeypatch.setattr(hmac, "digest", digest)
    assert roll(bytes(32), 0x01020304) == (6, 3)
    start = b"barpoint-dice/1|roll|\x01\x02\x03\x04"
    assert asked == [start + block.to_bytes(4, "big") for block in range(blocks + 2)]


# Critical values of chi-square, upper 0.001 and lower 0.001, by degrees of freedom: NIST/SEMATECH e-Handbook of
# Statistical Methods, table 1.3.6.7.4. The key is always the same, so each test passes always or never.
UPPER = {1: 10.828, 3: 16.266, 5: 20.515, 35: 66.619}
LOWER = {5: 0.210, 35: 14.688}
ROLLS = 1_000_000


def chi_square(found: dict[object, int], chances: dict[object, float]) -> float:
    total = sum(found.values())
    assert set(found) <= set(chances)
    return sum((found.get(each, 0) - total * chance) ** 2 / (total * chance) for each, chance in chances.items())


def even(*things: object) -> dict[object, float]:
    return dict.fromkeys(things, 1 / len(things))


@pytest.fixture(scope="module")
def rolls() -> list[tuple[int, int]]:
    key = game_key(MATCH, 1, SEED, WHITE, BLACK)
    return [roll(key, number) for number in range(ROLLS)]


def test_million_rolls_faces(rolls: list[tuple[int, int]]) -> None:
    for place in (0, 1):
        found = Counter[object](dice[place] for dice in rolls)
        assert LOWER[5] < chi_square(found, even(1, 2, 3, 4, 5, 6)) < UPPER[5]


def test_million_rolls_ordered_pairs(rolls: list[tuple[int, int]]) -> None:
    pairs = even(*product(range(1, 7), repeat=2))
    assert LOWER[35] < chi_square(Counter[object](rolls), pairs) < UPPER[35]


def test_million_rolls_doubles(rolls: list[tuple[int, int]]) -> None:
    found = Counter[object](first == second for first, second in rolls)
    assert chi_square(found, {True: 1 / 6, False: 5 / 6}) < UPPER[1]


def test_million_rolls_successive_rolls(rolls: list[tuple[int, int]]) -> None:
    """Neither do the dice of a roll tell those of the next, nor does a double tell whether another follows."""
    pairs = even(*product(range(1, 7), repeat=2))
    for place, next_place in product((0, 1), repeat=2):
        found = Counter[object]((before[place], after[next_place]) for before, after in pairwise(rolls))
        assert LOWER[35] < chi_square(found, pairs) < UPPER[35]
    doubles = Counter[object]((before[0] == before[1], after[0] == after[1]) for before, after in pairwise(rolls))
    chances: dict[object, float] = {
        (before, after): (1 if before else 5) * (1 if after else 5) / 36
        for before, after in product((True, False), repeat=2)
    }
    assert chi_square(doubles, chances) < UPPER[3]


def test_chi_square_would_see_bytes_that_are_not_skipped() -> None:
    """The test is not blind: 1 to 4 once too often in 256 bytes is far beyond the critical value."""

    def bytes_of_digests() -> Iterator[int]:
        for number in range(2 * ROLLS // 32):
            yield from hashlib.sha256(number.to_bytes(4)).digest()

    found = Counter[object](byte % 6 + 1 for byte in bytes_of_digests())
    assert chi_square(found, even(1, 2, 3, 4, 5, 6)) > 5 * UPPER[5]
