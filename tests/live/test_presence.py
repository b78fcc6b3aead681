"""Counting watchers over all processes, from what they tell each other."""

from games.presence import SILENT_SECONDS, Presence


def test_own_spectators_are_counted() -> None:
    presence = Presence()
    presence.change("match", 1)
    presence.change("match", 1)
    presence.change("other", 1)
    presence.change("match", -1)
    presence.change("other", -1)
    assert (presence.count("match"), presence.count("other"), presence.count("third")) == (1, 0, 0)
    assert dict(presence.here) == {"match": 1}


def test_processes_add_up() -> None:
    presence = Presence()
    presence.change("match", 1)
    presence.hear("second", {"match": 10}, 0.0, whole=False)
    presence.hear("third", {"match": 100, "other": 5}, 0.0, whole=True)
    assert (presence.count("match"), presence.count("other")) == (111, 5)


def test_message_that_comes_twice_counts_once() -> None:
    presence = Presence()
    assert presence.hear("second", {"match": 10}, 0.0, whole=False) == {"match"}
    assert presence.hear("second", {"match": 10}, 1.0, whole=False) == set()
    assert presence.count("match") == 10


def test_changed_counts_leave_the_others_alone() -> None:
    presence = Presence()
    presence.hear("second", {"match": 10, "other": 3}, 0.0, whole=True)
    assert presence.hear("second", {"match": 9}, 1.0, whole=False) == {"match"}
    assert (presence.count("match"), presence.count("other")) == (9, 3)


def test_all_counts_put_right_what_was_lost() -> None:
    presence = Presence()
    presence.hear("second", {"match": 10, "other": 3}, 0.0, whole=True)
    assert presence.hear("second", {"match": 10, "third": 1}, 20.0, whole=True) == {"other", "third"}
    assert (presence.count("match"), presence.count("other"), presence.count("third")) == (10, 0, 1)


def test_process_that_falls_silent_is_forgotten() -> None:
    presence = Presence()
    presence.hear("second", {"match": 10}, 0.0, whole=True)
    presence.hear("third", {"match": 1}, 30.0, whole=True)
    assert presence.forget_silent(SILENT_SECONDS) == set()
    assert presence.forget_silent(SILENT_SECONDS + 1) == {"match"}
    assert presence.count("match") == 1
