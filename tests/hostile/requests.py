"""Malformed requests over every route and field, as bytes. None of them may have any effect."""

from dataclasses import dataclass
from random import Random

from tests.hostile.malice import in_url, one_line, spoil, word
from tests.hostile.routes import ELSEWHERE, TARGETS, Target

TOKEN = "a" * 32
METHODS = (b"PUT", b"DELETE", b"PATCH", b"OPTIONS", b"TRACE", b"CONNECT", b"get", b"FOO", b"POST\x00", b"PROPFIND")
FORM, MULTIPART = b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=b"
TYPES = (
    *(b"application/json", b"text/plain", b"", b"multipart/form-data", b"multipart/form-data; boundary=", b"\xff/\xff"),
    *(FORM + b"; charset=" + name for name in (b"utf-16", b"base64", b"\xff", b"utf-7", b"idna", b"hex", b"undefined")),
    *(
        b"multipart/form-data; boundary=" + b"x" * 300,
        MULTIPART + b"; charset=utf-16",
        b"application/x-www-form-urlencoded,x",
    ),
)
HEADERS = b"""
    Accept Accept-Encoding Accept-Language Authorization Cache-Control Content-Encoding Cookie Date Forwarded From Host
    HX-Current-URL HX-Current-URL-URI-AutoEncoded HX-Prompt HX-Request HX-Target HX-Trigger If-Modified-Since
    If-None-Match Origin Range Referer Sec-Fetch-Site TE Upgrade-Insecure-Requests User-Agent Via X-CSRFToken
    X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-HTTP-Method-Override X-Request-ID X_Forwarded_For
""".split()
# What breaks the protocol itself, so that an answer may not come.
BREAKING = (
    *(
        b"Content-Length: -1",
        b"Content-Length: 99999999999",
        b"Content-Length: x",
        b"Content-Length: 5\r\nContent-Length: 6",
    ),
    *(b"Transfer-Encoding: chunked, x", b"Transfer-Encoding: gzip", b"Transfer-Encoding: chunked\r\nContent-Length: 3"),
    *(
        b"Expect: 100-continue",
        b"Connection: upgrade\r\nUpgrade: h2c",
        b"Upgrade: websocket",
        b" folded: x",
        b"no colon",
        b": x",
    ),
    *(b"X: " + b"y" * 70000, b"X: a\rb", b"X: \x00", b"\xff\xff: x", b"Host: a\r\nHost: b"),
)

LONGEST_LINE = 8000  # the first line may be cut off unanswered


@dataclass(frozen=True, slots=True)
class Shot:
    """Bytes to send; to which route; whether the answer to it has no body; whether one must come."""

    data: bytes
    route: str
    to_head: bool
    is_whole: bool


class Gunner:
    """Makes requests in the name of all kinds of people."""

    def __init__(self, random: Random, names: dict[str, str], sessions: dict[str, list[str]]) -> None:
        self.random, self.names, self.sessions = random, names, sessions
        self.targets = [*TARGETS.items(), ("", ELSEWHERE)]

    def shot(self) -> Shot:
        """The next request."""
        random = self.random
        route, target = random.choice(self.targets)
        role = random.choice(list(self.sessions))
        method = b"POST" if random.random() < 0.45 else random.choice((b"GET", b"GET", b"GET", b"HEAD", *METHODS))
        line = (
            method
            + b" "
            + self._address(target)
            + random.choice((b" HTTP/1.1",) * 30 + (b" HTTP/1.0", b" HTTP/9", b""))
        )
        headers = [b"Host: localhost", b"X-Forwarded-For: " + self._client()]
        token = self._token(role in target.forged)
        cookies = self._cookies(role, token)
        if cookies:
            headers.append(b"Cookie: " + cookies)
        headers += self._headers(forged=role in target.forged)
        body, is_whole = b"", line.endswith(b"1.1") and method != b"CONNECT"
        if method not in (b"GET", b"HEAD") or random.random() < 0.03:
            body = self._body(target, headers, token)
        if random.random() < 0.04:
            headers.insert(random.randrange(len(headers) + 1), random.choice(BREAKING))
            is_whole = False
        if len(line) > LONGEST_LINE:
            is_whole = False
        data = b"\r\n".join([line, *headers, b"", b""]) + body
        if random.random() < 0.04:
            data, is_whole = spoil(random, data), False
        return Shot(data, route, method == b"HEAD", is_whole)

    def _address(self, target: Target) -> bytes:
        random = self.random
        path = random.choice(target.paths).format_map(self.names).encode()
        if random.random() < 0.15:
            path = spoil(random, path)
            path = (
                in_url(random, path).replace(b"%2F", b"/")
                if random.random() < 0.5
                else one_line(path).replace(b" ", b"")
            )
        if target.query and random.random() < 0.5 or random.random() < 0.05:
            pairs = [
                in_url(random, random.choice(target.query).encode() if target.query else word(random))
                + random.choice((b"=", b"=", b"=", b"", b"[]="))
                + in_url(random, word(random)[:3000])
                for _ in range(random.randrange(1, 4))
            ]
            path += b"?" + random.choice((b"&", b"&", b";", b"&&")).join(pairs)
        return path

    def _client(self) -> bytes:
        random = self.random
        if random.random() < 0.03:
            return one_line(word(random))[:200]
        return b"198.51.%d.%d" % (random.randrange(10), random.randrange(200))

    def _token(self, forged: bool) -> bytes:
        """What comes as the form's token; the cookie has TOKEN."""
        if not forged and self.random.random() < 0.93:
            return TOKEN.encode()
        return self.random.choice((b"", b"b" * 32, b"a" * 63 + b"b", b"a" * 31, b"\xff" * 32, b"\x00", b"a" * 9000))

    def _cookies(self, role: str, token: bytes) -> bytes:
        random = self.random
        session = random.choice(self.sessions[role]).encode()
        cookies = [b"csrftoken=" + TOKEN.encode()] if token else []
        if session:
            cookies.append(b"sessionid=" + session)
        if random.random() < 0.05:
            name = random.choice((b"messages", b"sessionid", b"preferences", b"x", b"", b"csrftoken; x", b"$Version"))
            # Last, for the last of one name counts; a session that is none makes a visitor, whom more is forbidden.
            if name != b"sessionid" or role != "visitor":
                cookies.insert(0, name + b"=" + one_line(word(random))[:500])
        return random.choice((b"; ",) * 9 + (b";",)).join(cookies)

    def _headers(self, *, forged: bool) -> list[bytes]:
        random = self.random
        headers = []
        while random.random() < 0.3:
            name = random.choice(HEADERS)
            if name in (b"Cookie", b"X-CSRFToken", b"Host") and forged:
                continue
            headers.append(name + b": " + one_line(word(random))[:2000])
        if random.random() < 0.3:
            headers.append(b"HX-Request: true")
        return headers

    def _body(self, target: Target, headers: list[bytes], token: bytes) -> bytes:
        """A form; its last fields are those that spoil it. Adds the headers that belong to it."""
        random = self.random
        if token and random.random() < 0.8:
            headers.append(b"X-CSRFToken: " + one_line(token))
        names = [name.encode() for name in target.fields] or [b"x"]
        fields = [(random.choice(names), word(random)) for _ in range(random.randrange(0, 5))]
        if random.random() < 0.02:
            fields += [(word(random), b"1") for _ in range(200)]
        fields.append((b"csrfmiddlewaretoken", token))
        fields += [(name.encode(), value) for name, value in random.choice(target.spoilt).items()]
        if random.random() < 0.25:
            headers.append(b"Content-Type: " + (MULTIPART if random.random() < 0.8 else random.choice(TYPES)))
            body = self._multipart(fields)
        else:
            headers.append(b"Content-Type: " + (FORM if random.random() < 0.9 else random.choice(TYPES)))
            body = b"&".join(name + b"=" + in_url(random, value).replace(b"&", b"") for name, value in fields)
        if random.random() < 0.01:
            body = word(random) * random.randrange(1, 200) + b"&" + body
        if random.random() < 0.1:
            headers.append(b"Transfer-Encoding: chunked")
            return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in self._parts(body)) + b"0\r\n\r\n"
        headers.append(b"Content-Length: %d" % len(body))
        return body

    def _multipart(self, fields: list[tuple[bytes, bytes]]) -> bytes:
        random = self.random
        end = random.choice((b"--b--\r\n",) * 5 + (b"", b"--b", b"--b--"))
        extra = random.choice((b"",) * 9 + (b'; filename="x"', b"; filename*=utf-16''%ff", b'; filename="../\x00"'))
        kind = random.choice(
            (b"",) * 9 + (b"Content-Transfer-Encoding: base64\r\n", b"Content-Type: x; charset=hex\r\n")
        )
        parts = [
            b'--b\r\nContent-Disposition: form-data; name="%s"%s\r\n%s\r\n%s\r\n' % (one_line(name), extra, kind, value)
            for name, value in fields
        ]
        return b"".join(parts) + end

    def _parts(self, body: bytes) -> list[bytes]:
        parts = []
        while body:
            size = self.random.randrange(1, len(body) + 1)
            parts.append(body[:size])
            body = body[size:]
        return parts
