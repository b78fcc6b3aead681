"""Times in words and figures: what a clock shows, and what a pace means for a match."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.clock import MINUTE, Clock, Pace
from games.rules.game import Seat

HOUR = 60 * MINUTE


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock that stands: `time` in figures, and the delay that comes before it at each press."""

    time: str
    delay: str  # "" where there is nothing but the delay


def clock_view(clock: Clock, seat: Seat) -> ClockView | None:
    """The clock of one seat as it stands between two presses; None where no time is counted."""
    pace = clock.pace
    if not pace.has_clock:
        return None
    if not pace.is_live:
        return ClockView(figures(pace.delay_ms), "")
    return ClockView(figures(clock.reserve_of(seat)), f"+{pace.delay_ms // 1000}")


def figures(milliseconds: int) -> str:
    """A time as clocks show it, rounded up, so that zero is zero; static/js/clock.js does the same.

    >>> figures(61_001), figures(3_600_000), figures(0)
    ('1:02', '1:00:00', '0:00')
    """
    seconds = -(-max(0, milliseconds) // 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return days_pattern() % {"days": hours // 24, "hours": hours % 24}
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def days_pattern() -> str:
    """How days and hours are written on a clock."""
    # Translators: the time left on a clock, as short as possible: days and hours.
    return _("%(days)s d %(hours)s h")


def pace_name(pace: Pace) -> str:
    """What a pace is called."""
    return _(pace.name)


def pace_of_match(pace: Pace, length: int) -> str:
    """The pace of a match by name and meaning."""
    if not pace.is_live:
        return pace_name(pace)  # which says it all
    return _("%(pace)s: %(terms)s") % {"pace": pace_name(pace), "terms": pace_terms(pace, length)}


def unseen_words(pace: Pace) -> str:
    """What a player has to know whose page opens no socket (END-3); "" where both come and go anyway."""
    if not pace.is_live or pace.patience is None:
        return ""
    return _(
        "Without JavaScript the table cannot see that your page is open: your opponent is told that you have left, and"
        " may claim the win when you have done nothing for %(seconds)d seconds in your turn."
    ) % {"seconds": pace.patience.total_seconds()}


def pace_terms(pace: Pace, length: int | None = None) -> str:
    """What a pace means: in a match of this length (0: a session), or for each point."""
    if not pace.has_clock:
        return _("Nobody is hurried.")
    if not pace.is_live:
        return _("You need not be there at the same time.")
    if length is None:
        minutes = pace.reserve_ms // MINUTE
        text = ngettext(
            "%(seconds)d seconds a turn, then %(minutes)d minute for each point",
            "%(seconds)d seconds a turn, then %(minutes)d minutes for each point",
            minutes,
        )
    elif length == 0:
        minutes = pace.reserve(length) // MINUTE
        text = ngettext(
            "%(seconds)d seconds a turn, then %(minutes)d minute a game",
            "%(seconds)d seconds a turn, then %(minutes)d minutes a game",
            minutes,
        )
    else:
        minutes = pace.reserve(length) // MINUTE
        text = ngettext(
            "%(seconds)d seconds a turn, then %(minutes)d minute in all",
            "%(seconds)d seconds a turn, then %(minutes)d minutes in all",
            minutes,
        )
    return text % {"seconds": pace.delay_ms // 1000, "minutes": minutes}
