"""What tests look at where browsers draw secrets for the dice, and the presses that lead there."""

import json

from playwright.sync_api import Page, expect

from games.models import DiceExchange, Match

OPENING = (3, 1)
MISSING = "Your secret for the dice is not in this browser."
CHANGED = "the server shows something else than this browser has noted, so it reveals nothing."
REFUSED = "The server has refused your browser’s part in the dice. Load this page again"


def note(page: Page, match: Match) -> dict[str, str] | None:
    """What this browser has noted."""
    noted: dict[str, str] | None = json.loads(
        page.evaluate(f"localStorage.getItem('dice:{match.public_id}')") or "null"
    )
    return noted


def stored() -> DiceExchange:
    return DiceExchange.objects.latest("committed_at")


def status_is(page: Page, status: str) -> None:
    expect(page.locator("#table")).to_have_attribute("data-status", status)


def committed(page: Page) -> Match:
    """The match whose creator looks at this page, as soon as his browser has committed to a secret."""
    expect(page.locator("#dice-exchange")).not_to_have_attribute("data-commitment", "")
    return Match.objects.latest("created_at")


def invite(page: Page) -> str:
    """A match made with one press; the link to it."""
    page.get_by_role("button", name="Play a friend").click()
    link = page.get_by_label("Invitation: gives the seat").input_value()
    committed(page)
    return link


def take_seat(page: Page) -> None:
    page.get_by_role("button", name="Take the seat and play").click()
