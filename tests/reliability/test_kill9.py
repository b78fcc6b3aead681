"""Small storms; `make kill9` has the large ones."""

import pytest

from tests.programs import succeeds


@pytest.mark.parametrize(
    "what",
    [
        ["sqlite", "web=12"],
        ["postgres", "web=6", "redis=2", "postgres=1"],
    ],
    ids=lambda what: what[0],
)
def test_nothing_is_lost_in_a_small_storm(what: list[str]) -> None:
    succeeds("tests.reliability.kill9", *what, "--seed", "7", "--look", "1")
