"""Ten matches through a backup and a restore; `make restore` takes fifty."""

import pytest

from tests.programs import succeeds


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_restored_matches_go_on(database: str) -> None:
    succeeds("tests.reliability.restore", database, "--pairs", "10", "--seed", "7")
