"""Hostile frames and handshakes for the table socket, as bytes."""

from base64 import b64encode
from random import Random

from tests.hostile.malice import in_url, one_line, spoil, word

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA


def frame(
    opcode: int, payload: bytes, *, fin: bool = True, reserved: int = 0, mask: bytes | None = b"mask", length: int = -1
) -> bytes:
    """A frame. `mask=None` sends it bare, which no browser does; `length` lies about the payload's."""
    size = len(payload) if length < 0 else length
    head = bytes([fin << 7 | reserved << 4 | opcode])
    bit = 0x80 if mask else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 65536:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + (size % 2**64).to_bytes(8, "big")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))


def hostile_frame(random: Random) -> bytes:
    """A frame that a page never sends; half of them are allowed by the protocol."""
    kind = random.randrange(14)
    if kind < 4:  # allowed, and answered or ignored
        return frame(random.choice((PING, PONG)), random.randbytes(random.randrange(126)), mask=random.randbytes(4))
    if kind == 4:
        return frame(random.choice((TEXT, BINARY)), word(random)[:4000])
    if kind == 5:  # no UTF-8
        return frame(TEXT, random.choice((b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xe2\x82")))
    if kind == 6:  # a fragment, and what does not continue it
        return frame(TEXT, b"x", fin=False) + frame(random.choice((0, TEXT, PING)), b"y", fin=random.random() < 0.5)
    if kind == 7:  # control frames that are too long or in parts
        return frame(
            random.choice((CLOSE, PING, PONG)), b"x" * random.choice((10, 126, 500)), fin=random.random() < 0.5
        )
    if kind == 8:
        return frame(random.choice((TEXT, PING)), b"x", mask=None)
    if kind == 9:
        return frame(random.choice((TEXT, PING, 0)), b"x", reserved=random.randrange(1, 8))
    if kind == 10:
        return frame(random.choice((3, 7, 11, 15, 0)), word(random)[:100])
    if kind == 11:  # far too large, or so it says
        return frame(
            TEXT, b"x" * random.choice((1, 5000, 70000)), length=random.choice((-1, 4097, 2**31, 2**63, 2**64 - 1))
        )
    if kind == 12:
        code = random.choice((0, 999, 1000, 1001, 1005, 1006, 1015, 2999, 4999, 65535)).to_bytes(2, "big")
        return frame(CLOSE, random.choice((b"", b"x", code, code + b"\xff", code + b"bye")))
    return random.randbytes(random.randrange(1, 40))


PLAIN = {
    b"Host": b"localhost:%d",
    b"Origin": b"http://localhost:%d",
    b"Upgrade": b"websocket",
    b"Connection": b"Upgrade",
    b"Sec-WebSocket-Version": b"13",
    b"Sec-WebSocket-Key": b64encode(b"0123456789abcdef"),
}
ORIGINS = (
    *(
        b"http://evil.example",
        b"https://localhost:%d",
        b"http://localhost",
        b"http://localhost:1",
        b"null",
        b"",
        b"http://[",
    ),
    *(b"http://localhost:99999", b"http://localhost:abc", b"http://localhost:%d/", b"http://localhost:%d.evil.example"),
    *(
        b"http://a@localhost:%d",
        b"HTTP://LOCALHOST:%d",
        b"file://",
        b"\xff",
        b"http://\xff:%d",
        b"http://[::1%25eth0]:%d",
    ),
    *(b"http://localhost:%d, http://localhost:%d", b"chrome-extension://abc", b"http:/localhost:%d", b"//localhost:%d"),
)
VALUES: dict[bytes, tuple[bytes, ...]] = {
    b"Origin": ORIGINS,
    b"Host": (
        b"evil.example",
        b"",
        b"localhost:%d:1",
        b"[",
        b"localhost:99999",
        b"\xff",
        b"localhost:%d, x",
        b"a" * 5000,
    ),
    b"Upgrade": (b"", b"h2c", b"WebSocket", b"websocket, h2c", b"\xff", b"websocket\x00"),
    b"Connection": (b"", b"close", b"keep-alive, Upgrade", b"upgrade", b"\xff", b"Upgrade, Upgrade"),
    b"Sec-WebSocket-Version": (b"", b"0", b"8", b"12", b"14", b"13, 8", b"-1", b"x", b"\xff", b"9" * 400, b"1_3"),
    b"Sec-WebSocket-Key": (b"", b"x", b"=" * 24, b"\xff" * 24, b"a" * 4000, b64encode(b"x" * 15), b64encode(b"x" * 17)),
}
ADDED = (
    *(b"Sec-WebSocket-Protocol", b"Sec-WebSocket-Extensions", b"Cookie", b"X-Forwarded-For", b"Sec-WebSocket-Accept"),
    *(b"Content-Length", b"Transfer-Encoding", b"X-Forwarded-Proto", b"Origin", b"Host", b"Sec-WebSocket-Key"),
)
EXTENSIONS = (b"permessage-deflate", b"permessage-deflate; server_max_window_bits=99", b"x; y=\xff", b"a, " * 500)


def hostile_handshake(random: Random, port: int, match: str) -> bytes:
    """A request for a socket that something is wrong with."""
    path = b"/ws/matches/%s/" % match.encode()
    headers = {name: value.replace(b"%d", b"%d" % port) for name, value in PLAIN.items()}
    method = b"GET"
    kind = random.randrange(9)
    if kind == 0:
        path = spoil(random, path).replace(b" ", b"").replace(b"\r", b"").replace(b"\n", b"")
    elif kind == 1:
        path += b"?" + random.choice((b"v=", b"v=1&v=", b"", b"v[]=")) + in_url(random, word(random)[:4000])
    elif kind == 2:
        del headers[random.choice(list(headers))]
    elif kind == 3:
        headers[b"Origin"] = random.choice(ORIGINS).replace(b"%d", b"%d" % port)
    elif kind == 4:
        name = random.choice(list(VALUES))
        headers[name] = random.choice(VALUES[name]).replace(b"%d", b"%d" % port)
    elif kind == 5:
        headers[random.choice(list(headers))] = one_line(word(random))[:3000]
    elif kind == 6:
        method = random.choice((b"POST", b"HEAD", b"CONNECT", b"get", b"\xff"))
    elif kind == 7:
        headers[b"Sec-WebSocket-Extensions"] = random.choice(EXTENSIONS)
    lines = [name + b": " + value for name, value in headers.items()]
    while random.random() < 0.3:
        lines.insert(random.randrange(len(lines) + 1), random.choice(ADDED) + b": " + one_line(word(random))[:1000])
    if not any(line.startswith(b"X-Forwarded-For") for line in lines) and random.random() < 0.9:
        lines.append(b"X-Forwarded-For: %d.%d.%d.9" % tuple(random.randrange(1, 224) for _ in range(3)))
    data = b"\r\n".join([method + b" " + path + b" HTTP/1.1", *lines, b"", b""])
    return spoil(random, data) if random.random() < 0.1 else data


def good_handshake(random: Random, port: int, match: str, session: str) -> bytes:
    """A request for a socket as a page makes it."""
    lines = [name + b": " + value.replace(b"%d", b"%d" % port) for name, value in PLAIN.items()]
    lines.append(b"X-Forwarded-For: %d.%d.%d.9" % tuple(random.randrange(1, 224) for _ in range(3)))
    if session:
        lines.append(b"Cookie: sessionid=" + session.encode())
    return b"\r\n".join([b"GET /ws/matches/%s/?v=1 HTTP/1.1" % match.encode(), *lines, b"", b""])
