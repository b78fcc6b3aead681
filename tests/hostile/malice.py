"""Bytes that nobody means well with."""

from random import Random
from urllib.parse import quote_from_bytes

WORDS: tuple[bytes, ...] = (
    *(
        b"",
        b" ",
        b"\x00",
        b"\r\n",
        b"\xff\xfe",
        b"\x80",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe2\x82",
    ),
    *(b"0", b"-1", b"1", b"2", b"1e9", b"0x10", b"NaN", b"Infinity", b"1" * 400, b"9" * 5000, b"2147483648", b"1_0"),
    *(b"null", b"None", b"true", b"[]", b"{}", b"[[[[", b'{"a":{"a":', b"a[b][c]", b"__class__", b"../" * 9, b"C:\\"),
    *(b"<script>alert(1)</script>", b"{{ 7*7 }}", b"{% load x %}", b"%s%n%d", b"${7*7}", b"' OR 1=1 --", b"%%", b"%ff"),
    *(
        text.encode()
        for text in ("٣/٢", "Ａ", "é\u0301" * 40, "\u202e\u2066abc", "\ufeff", "😀" * 30, "ß", "İ", "\u2028")
    ),
    *(b"8/5 6/4", b"24/18 lead", b"bar/off*", b"resign 9", b"6-6", b"/" * 80, b"8/5(4)", b"(" * 60),
    *(b"//evil.example", b"https://evil.example/", b"javascript:alert(1)", b"/\\evil.example", b"http://[", b"\t//x"),
)
ALPHABET = b"0123456789abcXYZ/-*() \t%&=;:'\"<>\x00\x7f\x80\xc3\xa9\xff\\{}[]+,.@!#~|^`$"


def word(random: Random) -> bytes:
    """A short value of the kinds that programs trip over."""
    kind = random.random()
    if kind < 0.6:
        value = random.choice(WORDS)
    elif kind < 0.8:
        value = bytes(random.choices(ALPHABET, k=random.randrange(1, 30)))
    elif kind < 0.95:
        value = random.randbytes(random.randrange(1, 40))
    else:
        value = word(random) * random.randrange(2, 200)
    if random.random() < 0.1:
        value += word(random)
    return value[:20000]


def in_url(random: Random, value: bytes) -> bytes:
    """A value as it stands in an address or a form: escaped, escaped twice, or as it is but for what ends the line."""
    kind = random.random()
    if kind < 0.75:
        return quote_from_bytes(value).encode()
    if kind < 0.85:
        return quote_from_bytes(quote_from_bytes(value).encode()).encode()
    return one_line(value).replace(b" ", b"+")


def one_line(value: bytes) -> bytes:
    """Without what would end a header or the request line."""
    return bytes(byte for byte in value if byte not in b"\r\n")


def spoil(random: Random, data: bytes) -> bytes:
    """Something else than was meant: bytes changed, lost, doubled or put in."""
    for _ in range(random.randrange(1, 4)):
        place, kind = random.randrange(len(data) + 1), random.randrange(4)
        if kind == 0:
            data = data[:place] + word(random)[:50] + data[place:]
        elif kind == 1:
            data = data[:place] + data[place + random.randrange(1, 20) :]
        elif kind == 2:
            data = data[:place] + data[place : place + 30] * 2 + data[place + 30 :]
        else:
            data = data[:place] + random.randbytes(1) + data[place + 1 :]
    return data
