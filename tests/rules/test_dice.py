import hashlib
import hmac
from collections import Counter

import pytest

from games.rules.dice import dice_from_bytes


def test_every_byte_gives_a_face_or_is_skipped() -> None:
    """G-1: the 252 bytes used give each face 42 times, the others nothing."""
    faces = Counter(dice_from_bytes([byte, 0])[0] for byte in range(252))
    assert faces == dict.fromkeys(range(1, 7), 42)
    for skipped in (252, 253, 254, 255):
        assert dice_from_bytes([skipped, 3, skipped, 5]) == (4, 6)


def test_dice_keep_their_order_and_read_no_further() -> None:
    stream = iter([5, 0, 3])
    assert dice_from_bytes(stream) == (6, 1)
    assert next(stream) == 3


def test_dice_from_too_few_bytes_are_refused() -> None:
    assert dice_from_bytes([1, 1]) == (2, 2)
    with pytest.raises(ValueError, match="ended"):
        dice_from_bytes([1, 255])


def test_dice_of_the_published_vector() -> None:
    """rules.md §5.2: the test vector for steps 3 to 5."""
    message = b"bgdice/v1/key|game-0001|" + b"\xaa" * 32 + b"|" + b"\xbb" * 32
    key = hmac.digest(bytes(range(32)), message, hashlib.sha256)
    assert key.hex() == "1cdc9be326e0c634a78c51fb405679f4ff7f6e81a265e38e77133fb87e5f7ef4"
    rolls = []
    for n in range(12):
        block = hmac.digest(key, b"bgdice/v1/roll|" + n.to_bytes(4) + b"|" + (0).to_bytes(4), hashlib.sha256)
        rolls.append(dice_from_bytes(block))
    assert [first * 10 + second for first, second in rolls] == [63, 45, 31, 24, 42, 61, 14, 55, 43, 51, 32, 65]
