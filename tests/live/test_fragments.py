"""The table fragment: the same bytes for all who have one view of one version, made once."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access import access_match
from games.fragments import table_html
from games.models import Match
from games.rules.errors import BadNotation, IllegalPlay
from games.rules.game import Seat
from tests.playing import Table

pytestmark = [pytest.mark.data, pytest.mark.django_db]
Begin = Callable[..., Table]


def match_of(table: Table, seat: Seat = Seat.WHITE) -> Match:
    return access_match(table.people[seat], table.match.public_id).match


def test_three_views_of_a_version_read_the_database_once(begin: Begin) -> None:
    match = match_of(begin())
    with CaptureQueriesContext(connection) as first:
        white = table_html(match, "white")
    with CaptureQueriesContext(connection) as others:
        assert table_html(match, "white") is white
        assert len({white, table_html(match, "black"), table_html(match, "spectator")}) == 3
    assert 0 < len(first) <= 6
    assert len(others) == 0


def test_every_version_has_its_own_table(begin: Begin) -> None:
    table = begin()
    before = table_html(match_of(table), "white")
    table.do(Seat.WHITE, "play", "8/5 6/5")
    after = table_html(match_of(table), "white")
    assert ('data-version="1"' in before, 'data-version="2"' in after) == (True, True)


def test_match_that_has_moved_on_is_shown_as_it_is_now(begin: Begin) -> None:
    table = begin()
    early = match_of(table)
    table.do(Seat.WHITE, "play", "8/5 6/5")
    html = table_html(early, "spectator")
    assert 'data-version="2"' in html
    assert "8/5 6/5" in html


def test_step_leaves_out_the_record_but_where_the_match_has_moved_on(begin: Begin) -> None:
    table = begin()
    early = match_of(table)
    table.do(Seat.WHITE, "play", "8/5 6/5")
    assert '<div id="played" data-kept>' in table_html(match_of(table), "white", is_step=True)
    assert "data-kept" not in table_html(early, "white", is_step=True)


def test_draft_is_shown_to_one_alone(begin: Begin) -> None:
    match = match_of(begin())
    plain = table_html(match, "white")
    assert 'value="8/5 6/5"' not in plain
    assert 'value="8/5 6/5"' in table_html(match, "white", draft="8/5")
    assert table_html(match, "white") == plain


def test_draft_of_a_roll_that_is_not_the_viewers_to_play_is_ignored(begin: Begin) -> None:
    table = begin()
    match = match_of(table)
    for view in ("black", "spectator"):
        assert table_html(match, view, draft="8/5") == table_html(match, view)
    table.do(Seat.WHITE, "play", "8/5 6/5")
    match = match_of(table)
    assert table_html(match, "white", draft="8/5") == table_html(match, "white")


def test_draft_that_cannot_be_played_is_refused(begin: Begin) -> None:
    match = match_of(begin())
    assert table_html(match, "white", draft="24/23", lead="1")
    with pytest.raises(IllegalPlay):
        table_html(match, "white", draft="24/14")
    with pytest.raises(BadNotation):
        table_html(match, "white", draft="nonsense")


@pytest.mark.parametrize("lead", ["0", "7", "2", "x", "\u0663", "99999999999999999999"])
def test_leading_die_that_was_not_rolled_changes_nothing(begin: Begin, lead: str) -> None:
    match = match_of(begin())
    assert table_html(match, "white", draft="8/5", lead=lead) == table_html(match, "white", draft="8/5")


def test_notice_is_shown_to_one_alone(begin: Begin) -> None:
    match = match_of(begin())
    assert "That cannot be." in table_html(match, "white", notice="That cannot be.")
    assert "&lt;b&gt;" in table_html(match, "white", notice="<b>")
    assert "That cannot be." not in table_html(match, "white")


def test_fragment_holds_nothing_personal(begin: Begin) -> None:
    table = begin()
    table.match.refresh_from_db()
    for view in ("white", "black", "spectator"):
        html = table_html(match_of(table), view)
        assert "csrf" not in html
        assert table.match.invite_token not in html
        assert html.lstrip().startswith("<section")
        assert html.rstrip().endswith("</section>")
