"""Both checkers of records, asked in this process: ours, and the one of docs/ that uses nothing of ours."""

import importlib.util
from pathlib import Path
from types import ModuleType

from games.rules.verify import verify

STAND_ALONE = Path(__file__).parents[2] / "docs" / "check_dice.py"


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_dice", STAND_ALONE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_stand_alone = _load()


def fault_by_ours(data: bytes) -> str | None:
    """What `games.rules.verify` finds first; None if all holds."""
    verdict = verify(data)
    return None if verdict.holds else verdict.faults[0] if verdict.faults else verdict.sentence


def fault_by_stand_alone(data: bytes) -> str | None:
    """What `docs/check_dice.py` finds first; None if all holds."""
    try:
        return next((sentence for holds, sentence in _stand_alone.check(data) if not holds), None)
    except Exception:  # as where it is run as a program
        return "this is not a record"


CHECKERS = {"ours": fault_by_ours, "stand-alone": fault_by_stand_alone}
