"""Damaged files and files that are no records: every one refused in plain words, none a crash."""

import copy
import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.history import Entry, Kind
from games.rules.match import MatchTerms
from games.rules.verify import main, verify
from tests.verify.checkers import STAND_ALONE, fault_by_ours, fault_by_stand_alone
from tests.verify.evil import honest
from tests.verify.records import Fields, Table, sealed


@pytest.fixture(scope="module")
def small() -> bytes:
    """A game of one point that is given up after a turn each."""
    table = Table(MatchTerms("backgammon", 1), seed=2)
    table.play(choose=lambda state, _, made: Entry(Kind.FORFEIT, state.to_act) if made > 3 else None)
    assert fault_by_ours(table.file) is None
    assert fault_by_stand_alone(table.file) is None
    return table.file


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_bit_of_a_small_record(small: bytes) -> None:
    for bit in range(8 * len(small)):
        damaged = flipped(small, bit)
        assert fault_by_ours(damaged), bit
        assert fault_by_stand_alone(damaged), bit


def test_some_bits_of_a_large_record() -> None:
    large = honest().file
    for bit in range(0, 8 * len(large), 1009):
        damaged = flipped(large, bit)
        assert fault_by_ours(damaged), bit
        assert fault_by_stand_alone(damaged), bit


def test_every_cut(small: bytes) -> None:
    for length in range(len(small)):
        assert fault_by_ours(small[:length])
        assert fault_by_stand_alone(small[:length])


def resealed(text: bytes) -> bytes:
    """Any bytes as a record whose seal fits."""
    return b'{"record":%s,"seal":"%s"}\n' % (text, hashlib.sha256(text).hexdigest().encode())


GARBAGE = {
    "nothing": b"",
    "a line feed": b"\n",
    "zeros": bytes(1000),
    "no JSON": b"hello",
    "no record": b"{}\n",
    "bytes that are no text": b"\xff\xfe\x00" * 50,
    "a list": resealed(b"[]"),
    "an empty record": resealed(b"{}"),
    "deep nesting": resealed(b'{"a":' * 100_000 + b"1" + b"}" * 100_000),
    "deep lists": resealed(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "a number of a million digits": resealed(b'{"a":' + b"9" * 1_000_000 + b"}"),
    "two records": resealed(b"{}{}"),
    "no ASCII": resealed('{"a":"ü"}'.encode()),
    "spaces before": b" " + resealed(b"{}"),
    "a second line": resealed(b"{}") + b"\n",
}


@pytest.mark.parametrize("name", GARBAGE)
def test_garbage_is_no_record(name: str) -> None:
    verdict = verify(GARBAGE[name])
    assert len(verdict.faults) == 1
    assert re.fullmatch(r"(This file|This cannot|This is not|The format) .*\.", verdict.faults[0])
    assert not verdict.holds
    assert fault_by_stand_alone(GARBAGE[name])


def test_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch, small: bytes) -> None:
    monkeypatch.setattr("games.rules.record.LARGEST_FILE", len(small))
    assert verify(small).holds
    assert verify(small + b" ").faults == ("This file is too large to be a record.",)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (b'"length":1', b'"length":1.0', "all numbers of a record are whole"),
        (b'"length":1', b'"length":NaN', "all numbers of a record are whole"),
        (b'"length":1', b'"length":Infinity', "all numbers of a record are whole"),
        (b'"length":1', b'"length":1e400', "all numbers of a record are whole"),
        (b'"length":1', b'"length":1,"length":1', "a name stands twice"),
        (b'"root":', b'"root":"","root":', "a name stands twice"),
        (b'"length":1', b'"length":1,"more":1', "the record does not have the fields it should have"),
        (b'"length":1', b'"length":26', "“length” of the record is not what it should be"),
        (b'"length":1', b'"length":99999999999999999999', "“length” of the record is not what it should be"),
        (b'"length":1', b'"length":01', "it is not JSON"),
        (b"barpoint-record/1", b"barpoint-record/2", "no other is known here"),
    ],
)
def test_json_that_could_be_read_in_two_ways(small: bytes, old: bytes, new: bytes, fault: str) -> None:
    text = small[len(b'{"record":') : -len(b',"seal":""}\n') - 64]
    assert old in text
    (found,) = verify(resealed(text.replace(old, new, 1))).faults
    assert fault in found


JUNK: list[Any] = [None, True, False, -1, 0, 1, 10**30, 1.5]
JUNK += ["", "x", "24/18", "\ud800", "\x1b[2J%(a)s%d|", [], [1, 2], {}]
# Names, what means nothing in a match to one point, and who is said to have drawn a secret: no record can show these.
FREE = {"white", "black", "rated", "crawford", "cube", "jacoby", "max_beavers", "automatic_doubles"}
FREE |= {"dice creator_by_server", "dice joiner_by_server"}


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to everything in a record."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def with_junk(record: Fields, path: tuple[str | int, ...], junk: Any) -> Fields:
    changed = copy.deepcopy(record)
    inner: Any = changed
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = junk
    return changed


def test_junk_in_every_place_is_refused_in_plain_words(small: bytes) -> None:
    record = json.loads(small)["record"]
    tried = 0
    for path in places(record):
        for junk in JUNK:
            changed = with_junk(record, path, junk)
            if json.dumps(changed) == json.dumps(record):
                continue
            tried += 1
            verdict = verify(sealed(changed))
            if " ".join(map(str, path)) not in FREE:
                assert not verdict.holds, (path, junk)
                assert all(fault[0].isupper() and fault[-1] == "." for fault in verdict.faults), verdict.faults
            fault_by_stand_alone(sealed(changed))  # it may not know better, but comes to an end
    assert tried > 1000


def test_fields_that_are_missing(small: bytes) -> None:
    record = json.loads(small)["record"]
    for path in places(record):
        changed = copy.deepcopy(record)
        inner: Any = changed
        for step in path[:-1]:
            inner = inner[step]
        del inner[path[-1]]
        assert not verify(sealed(changed)).holds, path


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert fault_by_ours(data)
    assert fault_by_ours(resealed(data))
    assert fault_by_ours(resealed(b"{" + data + b"}"))
    assert fault_by_stand_alone(resealed(data))


@given(st.text(max_size=80), st.sampled_from(list(Kind)))
def test_any_text_of_a_move(small_record: Fields, text: str, kind: Kind) -> None:
    changed = copy.deepcopy(small_record)
    for move in changed["moves"][1:]:
        move |= {"text": text, "kind": kind.value}
    assert not verify(sealed(changed)).holds


@pytest.fixture(scope="module")
def small_record(small: bytes) -> Fields:
    record = json.loads(small)["record"]
    assert isinstance(record, dict)
    return record


@pytest.mark.parametrize("note", [b"", b"{}", b"[]", b'{"secret":1,"root":"","commitment":""}', b"\xff", b"[" * 9999])
def test_note_that_is_none(small: bytes, note: bytes) -> None:
    (fault,) = verify(small, note).faults
    assert fault.endswith(".")


# As programs


def run(*arguments: str | Path) -> tuple[int, list[str]]:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=STAND_ALONE.parents[1])
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_programs(tmp_path: Path, small: bytes) -> None:
    good, bad, note = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "note.json"
    good.write_bytes(small)
    bad.write_bytes(flipped(small, 8000))
    note.write_text('{"secret":"","root":"","commitment":""}\n')
    ours: list[str | Path] = ["-m", "games.rules.verify"]

    code, lines = run(*ours, good)
    assert code == 0
    assert len(lines) == 2
    assert lines[0] == "Game 1: White wins 1 point (forfeit); 2 rolls."
    assert lines[1].startswith("Everything holds: every roll of the finished games (2 rolls in 1 game) is made of ")
    assert run(STAND_ALONE, good) == (0, ["Every roll of every finished game follows from the secrets."])

    damaged = "This file is damaged or was changed: its seal does not fit."
    assert run(*ours, bad) == (1, [damaged, "This record does not hold."])
    assert run(STAND_ALONE, bad) == (1, ["The dice do not hold: the seal does not fit, the file is damaged."])

    code, lines = run(*ours, good, "--note", note)
    assert code == 1
    assert lines[1:] == [
        "The root of the server's chain is not the one your browser was shown.",
        "The commitment of the player who created the match is not the one your browser has noted.",
        "This record does not hold.",
    ]
    assert run(*ours, tmp_path / "none.json") == (1, ["The file cannot be read: No such file or directory."])
    assert run(STAND_ALONE, tmp_path / "none.json") == (1, ["The dice do not hold: this is not a record."])
    assert run(STAND_ALONE) == (1, ["The dice do not hold: this is not a record."])


def test_no_text_drives_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], small: bytes) -> None:
    record = json.loads(small)["record"]
    record["moves"][1]["text"] = "\x1b[2J\ud800"
    file = tmp_path / "record.json"
    file.write_bytes(sealed(record))
    assert main([str(file)]) == 1
    assert main(["a\0b"]) == 1
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out.replace("\n", "").isprintable()


def test_stand_alone_checker_stands_alone() -> None:
    """At most sixty lines, and nothing but Python's own library."""
    text = STAND_ALONE.read_text()
    assert len(text.splitlines()) <= 60
    assert set(re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)) <= sys.stdlib_module_names
