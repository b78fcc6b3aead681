"""Why a request about a match is refused: each has a sentence for the person and an HTTP status.

What the rules refuse is a `games.rules.errors.RuleError`; `games/views/answers.py` turns both into answers.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class MatchError(Exception):
    """A request that changes nothing. `str(error)` is a sentence for the person who asked."""

    status = 400
    sentence: str | Promise = _("This request cannot be understood.")

    def __init__(self, sentence: str | Promise | None = None) -> None:
        super().__init__(sentence or self.sentence)


class BadCommand(MatchError):
    """A command that is malformed: unknown kind, missing or unreadable fields."""


class NoSuchMatch(MatchError):
    """No match of this id, or none that this viewer may know of."""

    status = 404
    sentence = _("There is no such match. The link may be incomplete.")


class NotYourSeat(MatchError):
    """A command from somebody who does not sit in the match."""

    status = 403
    sentence = _("You are watching this match; only its two players can do that.")


class RatedNeedsAccount(MatchError):
    """A guest cannot play a rated match."""

    status = 403
    sentence = _("This match is rated, and guests play unrated. Sign up or log in to join it.")


class StaleMatch(MatchError):
    """The command was made for an earlier version of the match."""

    status = 409
    sentence = _("The match has moved on since your page was shown. This is how it stands now.")


class MatchOver(MatchError):
    """The match has ended; nothing can be played in it."""

    status = 409
    sentence = _("This match is over.")


class TimeUp(MatchError):
    """The flag had fallen before the command arrived."""

    status = 409
    sentence = _("That came too late: the time had run out.")


class MatchNotStarted(MatchError):
    """The second seat is still free, or the creator's secret is not there yet."""

    status = 409
    sentence = _("This match has not begun.")


class MatchFull(MatchError):
    """Both seats are taken."""

    status = 409
    sentence = _("Both seats of this match are taken. You can watch it.")


class ChallengeClosed(MatchError):
    """The challenge was cancelled before anybody joined."""

    status = 409
    sentence = _("This challenge was cancelled.")


class NotCommitted(MatchError):
    """Nobody joins before the creator has committed to his secret."""

    status = 409

    def __init__(self, creator: str) -> None:
        sentence = _("%(name)s’s browser has not committed to its secret for the dice yet. Try again in a moment.")
        super().__init__(sentence % {"name": creator})


class OwnChallenge(MatchError):
    """The creator cannot take the second seat as well."""

    status = 409
    sentence = _("This is your own challenge: send the link to somebody else.")


class NotNow(MatchError):
    """A command about the match that does not fit its state."""

    status = 409
    sentence = _("That is not possible now.")
