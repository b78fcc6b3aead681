"""Small races; `make race` has the large ones."""

import pytest

from tests.programs import succeeds


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_every_answer_has_an_order_that_explains_it(database: str) -> None:
    succeeds("tests.reliability.race", database, "--pairs", "1", "--submits", "40", "--seed", "7")
