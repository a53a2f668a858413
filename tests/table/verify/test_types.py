"""`true` is not 1, wherever it stands: whoever reads a log reads one thing."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.table.forgeries import rechained

from oddsmith.table.verify.check_log import verify

LOG: dict[str, Any] = json.loads((Path(__file__).parents[2] / "golden" / "logs" / "everything.json").read_bytes())
Place = tuple[Any, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """All that is neither list nor object, with where it stands."""
    if isinstance(value, dict | list):
        for name, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*place, name))
    else:
        yield place, value


def test_true_for_1_and_0_for_false_are_found_wherever_they_stand() -> None:
    tried: set[Place] = set()
    for number, event in enumerate(LOG["events"]):
        for place, value in leaves({name: event[name] for name in ("body", "hidden") if name in event}):
            kind = event["kind"], *(part for part in place if isinstance(part, str))
            if type(value) not in (bool, int) or value not in (0, 1) or kind in tried or event["kind"] == "roll.shown":
                continue
            tried.add(kind)
            log = copy.deepcopy(LOG)
            holder = log["events"][number]
            for part in place[:-1]:
                holder = holder[part]
            holder[place[-1]] = int(value) if isinstance(value, bool) else bool(value)
            assert verify(rechained(log)).mismatches, place
    assert len(tried) > 30
