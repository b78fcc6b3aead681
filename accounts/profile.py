"""A person's profile in words: everything its page shows is decided here."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.selectors.people import Outcome, PlayedMatch, VariantRating, person_facts


@dataclass(frozen=True, slots=True)
class RatingCard:
    """How a person stands in one variant."""

    variant: str
    rating: str
    matches: str
    experience: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A line of the list of recent matches."""

    url: str
    opponent: str
    opponent_url: str
    opponent_is_guest: bool
    terms: str
    rated: bool
    score: str
    outcome: str
    state: str  # a CSS class: won, lost, undecided, playing
    day: str
    when: datetime
    dice_url: str  # where its dice are checked; "" before a game of it is over


@dataclass(frozen=True, slots=True)
class ProfileView:
    """The page of one person, for one viewer."""

    name: str
    is_guest: bool
    is_own: bool
    since: str
    record: str
    summary: str  # ratings and record, for whoever is sent a link
    ratings: tuple[RatingCard, ...]
    matches: tuple[MatchRow, ...]


def profile_view(person: User, *, viewer: User | AnonymousUser) -> ProfileView:
    """What `viewer` sees of `person`."""
    facts = person_facts(person.pk, viewer.pk)
    record, ratings = _record(facts.won, facts.lost), tuple(map(_rating_card, facts.ratings))
    return ProfileView(
        name=person.username,
        is_guest=person.is_guest,
        is_own=person.pk == viewer.pk,
        since=_("Here since %(date)s") % {"date": date_format(person.date_joined)},
        record=record,
        summary=". ".join([*(f"{each.variant}: {each.rating}" for each in ratings), record]),
        ratings=ratings,
        matches=tuple(map(_match_row, facts.matches)),
    )


def _record(won: int, lost: int) -> str:
    if not won + lost:
        return _("No match finished yet")
    said = ngettext(
        "%(number)s match finished: %(won)s won, %(lost)s lost",
        "%(number)s matches finished: %(won)s won, %(lost)s lost",
        won + lost,
    )
    return said % {"number": f"{won + lost:,}", "won": f"{won:,}", "lost": f"{lost:,}"}


def _rating_card(row: VariantRating) -> RatingCard:
    return RatingCard(
        variant=_(row.variant),
        rating=f"{row.rating:.2f}",
        matches=ngettext(
            "%(won)s won of %(matches)s rated match", "%(won)s won of %(matches)s rated matches", row.matches
        )
        % {"won": f"{row.won:,}", "matches": f"{row.matches:,}"},
        experience=_("Experience %(experience)s") % {"experience": f"{row.experience:,}"},
    )


def _match_row(match: PlayedMatch) -> MatchRow:
    return MatchRow(
        url=reverse("games:table", args=[match.public_id]),
        opponent=match.opponent,
        opponent_url=reverse("accounts:profile", args=[match.opponent]),
        opponent_is_guest=match.opponent_is_guest,
        terms=_terms(match),
        rated=match.rated,
        score=f"{match.mine}\u2013{match.theirs}",
        outcome={
            Outcome.WON: _("won"),
            Outcome.LOST: _("lost"),
            Outcome.UNDECIDED: _("level"),
            Outcome.PLAYING: _("in play"),
        }[match.outcome],
        state=match.outcome.value,
        day=date_format(match.when),
        when=match.when,
        dice_url=reverse("games:check_dice", args=[match.public_id]) if match.has_ended_game else "",
    )


def _terms(match: PlayedMatch) -> str:
    said = _("%(variant)s, %(length)d-point match") if match.length else _("%(variant)s, session")
    return said % {"variant": _(match.variant), "length": match.length}
