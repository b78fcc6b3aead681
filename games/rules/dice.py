"""Bytes to dice (rules.md §5.2.5). Where the bytes come from is not decided here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# 252 is the largest multiple of 6 that a byte can reach; bytes from there on would favour 1 to 4.
_UNBIASED: Final = 252


def dice_from_bytes(stream: Iterable[int]) -> tuple[int, int]:
    """The first two dice in a stream of bytes; `ValueError` when it ends before there are two.

    >>> dice_from_bytes(bytes([5, 255, 252, 6]))
    (6, 1)
    """
    found: list[int] = []
    for byte in stream:
        if byte < _UNBIASED:
            found.append(byte % 6 + 1)
            if len(found) == 2:
                return found[0], found[1]
    raise ValueError("the bytes ended before there were two dice")
