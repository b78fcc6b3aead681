"""The words beside a link to a match that somebody sends: what is offered, how it stands, or how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.presenters.challenges import match_title
from games.presenters.people import People
from games.rules.game import Seat
from games.rules.match import shown_score

if TYPE_CHECKING:
    from games.presenters.challenges import ChallengeView
    from games.selectors.table import TableFacts


def invitation_words(challenge: ChallengeView) -> str:
    """What one is invited to."""
    values = {"title": challenge.title, "counting": challenge.counting, "pace": challenge.pace}
    if challenge.action == "account":
        return _("%(title)s, %(counting)s. %(pace)s. Open the link and log in to play.") % values
    return _("%(title)s, %(counting)s. %(pace)s. Open the link and play, without an account.") % values


def match_words(facts: TableFacts, who: People) -> str:
    """How a match stands, for whoever may follow its link."""
    white, black = shown_score(facts.terms, facts.score)
    names = {"white": who.names[Seat.WHITE], "black": who.names[Seat.BLACK]}
    values = {**names, "title": match_title(facts.terms), "white_score": white, "black_score": black}
    if facts.status in ("open", "waiting"):
        return _("%(title)s. It has not begun yet.") % values
    if facts.status == "aborted":
        return _("%(title)s. It was called off.") % values
    if facts.status == "playing":
        return _("%(title)s. It stands %(white_score)s–%(black_score)s: watch it live.") % values
    if facts.winner is None:
        return _("%(title)s. It ended %(white_score)s–%(black_score)s.") % values
    values["winner"] = who.names[facts.winner]
    return _("%(title)s. %(winner)s has won, %(white_score)s–%(black_score)s.") % values
