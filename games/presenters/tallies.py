"""Words and pictures of dice that were counted: what came how often, and whether chance alone explains it."""

from dataclasses import dataclass
from math import floor, log10

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.bands import LEAST_ROLLS, Figure, figures, outside_by_chance
from games.rules.tally import Tally

# The picture of a band is so wide, and the band in its middle reaches so far to both sides.
WIDTH = 160
HALF_BAND = 50
EDGE = 8  # a mark farther out stands here


@dataclass(frozen=True, slots=True)
class FigureView:
    """One number of a tally. Without a band there is no picture."""

    name: str
    share: str
    count: str
    expected: str
    band: str
    verdict: str
    css: str  # is-inside, is-outside, is-open
    mark: str  # where the picture's mark stands, from the left


@dataclass(frozen=True, slots=True)
class TallyView:
    """All numbers of a tally, and what they come to."""

    is_empty: bool
    has_bands: bool
    summary: str
    rows: tuple[FigureView, ...]


def tally_view(tally: Tally) -> TallyView:
    """The tally of a player or of the whole site."""
    found = figures(tally)
    faces = (_("Ones"), _("Twos"), _("Threes"), _("Fours"), _("Fives"), _("Sixes"))
    names = (*faces, _("Doubles"), _("Entering from the bar"))
    return TallyView(
        is_empty=not tally.rolls,
        has_bands=any(figure.band for figure in found.all),
        summary=_summary(tally, found.all),
        rows=tuple(_figure_view(name, figure) for name, figure in zip(names, found.all, strict=True)),
    )


def one_in() -> int:
    """Of how many players with fair dice one sees a number outside its band."""
    return round(1 / outside_by_chance(len(figures(Tally()).all)))


def _summary(tally: Tally, found: tuple[Figure, ...]) -> str:
    rolls = ngettext("%(number)s roll so far.", "%(number)s rolls so far.", tally.rolls)
    so_far = rolls % {"number": f"{tally.rolls:,}"}
    judged = [figure.is_inside for figure in found if figure.is_inside is not None]
    outside = judged.count(False)
    if not judged:
        verdict = _("That is too few to tell anything: bands are shown from %(least)d rolls on.")
    elif not outside:
        verdict = _("All %(judged)d numbers that can be judged lie in their bands, as fair dice have it.")
    elif outside == 1:
        verdict = _(
            "Of %(judged)d numbers that can be judged one lies outside its band. With fair dice that happens about one "
            "time in %(one_in)d."
        )
    else:
        verdict = _(
            "Of %(judged)d numbers that can be judged %(outside)d lie outside their bands. With fair dice that is "
            "rare: check the dice of the matches themselves."
        )
    values = {"least": LEAST_ROLLS, "judged": len(judged), "outside": outside, "one_in": one_in()}
    return f"{so_far} {verdict % values}"


def _figure_view(name: str, figure: Figure) -> FigureView:
    digits = _digits(figure)
    return FigureView(
        name=name,
        share=_percent(figure.share, digits) if figure.number else "–",
        count=_("%(observed)s of %(number)s") % {"observed": f"{figure.observed:,}", "number": f"{figure.number:,}"},
        expected=_percent(figure.expected_share, digits) if figure.number else "",
        band=_("%(low)s to %(high)s")
        % {"low": f"{100 * figure.band.low:.{digits}f}", "high": _percent(figure.band.high, digits)}
        if figure.band
        else "",
        verdict={True: _("inside"), False: _("outside"), None: _("too few rolls to tell yet")}[figure.is_inside],
        css={True: "is-inside", False: "is-outside", None: "is-open"}[figure.is_inside],
        mark=_mark(figure),
    )


def _mark(figure: Figure) -> str:
    if figure.deviation is None:
        return ""
    place = WIDTH / 2 + HALF_BAND * figure.deviation
    return f"{min(max(place, EDGE), WIDTH - EDGE):.1f}"


def _digits(figure: Figure) -> int:
    """As many decimals as tell the ends of the band apart from its middle."""
    if figure.band is None:
        return 1
    reach = 100 * (figure.band.high - figure.band.low) / 2
    return max(1, 1 - floor(log10(reach)))


def _percent(share: float, digits: int) -> str:
    return f"{share:.{digits}%}"
