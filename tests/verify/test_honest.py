"""Honest records hold: what a checker says about them, and that both checkers say so."""

import pytest

from games.rules.match import MatchTerms
from games.rules.verify import verify
from tests.verify.records import Table

TERMS = {
    "match with a cube": MatchTerms("backgammon", 5),
    "one point": MatchTerms("backgammon", 1),
    "session": MatchTerms("backgammon", 0, jacoby=True, max_beavers=3, automatic_doubles=2),
    "Acey-Deucey": MatchTerms("acey-deucey", 3),
    "Acey-Deucey with options": MatchTerms("acey-deucey", 7, options=("european", "count")),
}


@pytest.mark.parametrize("creator", ["white", "black"])
@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_honest_record_holds(terms: MatchTerms, creator: str) -> None:
    table = Table(terms, seed=7, creator=creator)
    if terms.length:
        table.play_out()
    else:
        for _ in range(4):
            table.play()
    verdict = verify(table.file)
    assert verdict.faults == ()
    assert verdict.holds
    assert len(verdict.games) == len(table.record["games"])
