"""Headers and cookies of every answer, of a real server with and without HTTPS, equal tests/hostile/headers.tsv."""

from tests.hostile.headers import TABLE
from tests.hostile.routes import routes
from tests.programs import succeeds


def test_every_answer_has_the_headers_and_cookies_of_the_table() -> None:
    succeeds("tests.hostile.headers")


def test_every_address_is_in_the_table() -> None:
    """Whoever adds one writes down there how it is answered."""
    written = {line.split("\t")[0] for line in TABLE.read_text().splitlines() if not line.startswith("#")}
    assert set(routes()) <= written
