"""Small races; `make race` has the large ones."""

import pytest

from tests.programs import succeeds


@pytest.mark.parametrize("what", [["sqlite", "--pairs", "3"], ["postgres", "--pairs", "1"]], ids=lambda what: what[0])
def test_every_answer_has_an_order_that_explains_it(what: list[str]) -> None:
    succeeds("tests.reliability.race", *what, "--submits", "40", "--seed", "7")
