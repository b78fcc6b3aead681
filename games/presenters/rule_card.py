"""The rule card in the language of the site."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.card import card
from games.rules.clock import Pace
from games.rules.match import MatchTerms


@dataclass(frozen=True, slots=True)
class SectionView:
    """What the card says about one thing."""

    title: str
    sentences: tuple[str, ...]


def rule_card(terms: MatchTerms, pace: Pace) -> tuple[SectionView, ...]:
    """Exactly the rules of a match, for its page and for the invitation to it."""
    return tuple(
        SectionView(_(section.title), tuple(_(each.text) % each.values for each in section.sentences))
        for section in card(terms, pace)
    )
