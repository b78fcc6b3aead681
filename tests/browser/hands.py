"""Ways to play at a table in a browser: mouse, dragging, touch, keyboard, notation box, and without JavaScript."""

import re
from typing import ClassVar, Protocol

from playwright.sync_api import Page, expect

from games.presenters.board import place_id
from games.rules.notation import format_play
from games.rules.plays import Play, Step

AIMS = "([source, target]) => document.getElementById(source)?.dataset.aim === target"
DRAFT = "(new URL(location).searchParams.get('draft') ?? '')"


class Hand(Protocol):
    """Someone who plays on a page."""

    page: Page

    def press(self, button: str) -> None:
        """Press the button of a command: roll, double, take, drop, accept, refuse, next."""

    def resign(self, level: str) -> None:
        """Offer a resignation: "1", "2", "3" or "match"."""

    def choose(self, number: int) -> None:
        """Choose the double of this number."""

    def play(self, play: Play) -> None:
        """Put a play on the board, step by step, and confirm it."""


class Mouse:
    """Taps points and clicks buttons."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: str) -> None:
        self.touch(button)

    def resign(self, level: str) -> None:
        self.page.locator("#resign-menu summary").click()
        self.touch(f"resign-{level}")

    def choose(self, number: int) -> None:
        self.touch(f"choose-{number}")

    def play(self, play: Play) -> None:
        text = ""
        for step in play.steps:
            self.step(step)
            text = self.drafted(text)
        self.touch("confirm")

    def step(self, step: Step) -> None:
        """Tap the point; a tap plays the leading die, so first swap the dice if that leads elsewhere."""
        source = self.page.locator(f"#{place_id(step.source)}")
        if source.get_attribute("data-aim") != place_id(step.target):
            self.touch("dice")
            self.page.wait_for_function(AIMS, arg=[place_id(step.source), place_id(step.target)])
        self.touch(place_id(step.source))

    def drafted(self, before: str) -> str:
        """Wait until the draft on the board is longer than it was; what it is now."""
        self.page.wait_for_function(f"before => {DRAFT} !== before", arg=before)
        drafted: str = self.page.evaluate(DRAFT)
        return drafted

    def touch(self, name: str) -> None:
        self.page.locator(f"#{name}").click()


class Touch(Mouse):
    """Taps everything with a finger."""

    def touch(self, name: str) -> None:
        self.page.locator(f"#{name}").tap()


class Drag(Mouse):
    """Carries checkers to where they go, with the mouse."""

    def step(self, step: Step) -> None:
        """From the checker on top of its stack to the middle of the place."""
        source, target = (f"#{place_id(place)}" for place in (step.source, step.target))
        expect(self.page.locator(source)).to_have_attribute("data-to", re.compile(rf"\b{target[1:]}="))
        self.page.evaluate("scrollTo(0, 0)")  # waiting for a button that was deaf, Playwright has scrolled
        self.page.mouse.move(*self.middle(f"{source} i:visible >> nth=-1"))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(target), steps=4)
        self.page.mouse.up()

    def middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Keyboard(Mouse):
    """Keys alone: arrows and letters on the board, Tab and Enter elsewhere. The focus is never lost."""

    LETTERS: ClassVar = {"roll": "r", "double": "d", "take": "t", "confirm": "c", "dice": "s"}

    def touch(self, name: str) -> None:
        button = self.page.locator(f"#{name}")
        expect(button).to_be_visible()
        letter = None if self.focused() == name else self.LETTERS.get(name)
        if letter:
            self.tab_to("#board")
        elif name.startswith("point-"):
            self.tab_to("#board")
            self.roam_to(name)
        else:
            self.tab_to(f"#{name}")
        button.evaluate("button => Promise.all(button.getAnimations().map((each) => each.finished))")  # while deaf
        self.page.keyboard.press(letter or "Enter")

    def tab_to(self, selector: str) -> None:
        """Press Tab until the focus is there or within."""
        for _ in range(80):
            if self.page.evaluate("where => !!document.activeElement.closest(where)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never reaches {selector}")

    def roam_to(self, name: str) -> None:
        """Go to a point as one would: into its row, then along it."""
        number = int(name.removeprefix("point-"))
        for _ in range(14):
            here = self.focused().removeprefix("point-")
            if here == str(number):
                return
            at = int(here) if here.isdecimal() else 1  # from elsewhere the first arrow comes to the 1 point
            if (at > 12) != (number > 12):
                self.page.keyboard.press("ArrowUp" if number > 12 else "ArrowDown")
            else:
                self.page.keyboard.press("ArrowRight" if (number > at) == (number > 12) else "ArrowLeft")
        raise AssertionError(f"the arrows never reach {name}")

    def focused(self) -> str:
        """The id of what has the focus."""
        name: str = self.page.evaluate("document.activeElement.id")
        return name

    def resign(self, level: str) -> None:
        self.tab_to("#resign-menu summary")
        self.page.keyboard.press("Enter")
        self.touch(f"resign-{level}")


class Notation:
    """Types everything into the notation box."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, button: str) -> None:
        self.type(button)

    def resign(self, level: str) -> None:
        self.type(f"resign {level}")

    def choose(self, number: int) -> None:
        self.type(f"choose {number}")

    def play(self, play: Play) -> None:
        self.type(format_play(play))

    def type(self, text: str) -> None:
        box = self.page.locator("#notation-text")
        box.fill(text)
        box.press("Enter")


class NoScript(Mouse):
    """Clicks like a mouse in a browser without JavaScript: every click loads a page."""

    def drafted(self, before: str) -> str:
        return before

    def touch(self, name: str) -> None:
        with self.page.expect_navigation():
            super().touch(name)
