"""The examples in the docstrings of the rules are true."""

import doctest
import importlib
import pkgutil

import pytest

import games.rules

MODULES = [name for _, name, _ in pkgutil.walk_packages(games.rules.__path__, "games.rules.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_module(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_are_found() -> None:
    """The test above would pass without any; the public functions of plays have two."""
    assert doctest.testmod(importlib.import_module("games.rules.plays")).attempted >= 6
