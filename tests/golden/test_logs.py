"""Logs that earlier days wrote are still found right, and one altered byte in them is still found.

`everything` is what `tests/table/honest.py` played before members had rows of pledges, `rows-of-pledges` what it
plays since, `every-action` a roll of every action with decisions, sheets and witnesses, `choices-and-forfeits` what
is decided at once and who does not come in time, `every-kind` what `tests/table/every_kind.py` plays. They were
exported once and are written again only where a book is mended in a way that logs show: so it was for extra levels of
dice that are bought in T13, and for what battles of Humanity and Beast tell.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.golden.kept import screen
from tests.golden.ways import printed

LOGS = sorted(Path(__file__).with_name("logs").glob("*.json"))
Event = dict[str, Any]


def verified(file: Path) -> str:
    """What `oddsmith verify` shows of a file."""
    return screen(f"verify {file.name}", printed("verify", str(file)))


@pytest.mark.parametrize("file", LOGS, ids=[file.stem for file in LOGS])
def test_a_log_is_found_right_as_it_was(file: Path) -> None:
    found = verified(file).splitlines()
    assert found == file.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert found[-1] == "= 0"


def _digest(event: Event) -> None:
    event["digest"] = event["digest"][:-1] + ("0" if event["digest"][-1] != "0" else "1")


def _time(event: Event) -> None:
    last = event["at"][-2]  # of the milliseconds, before the Z
    event["at"] = f"{event['at'][:-2]}{(int(last) + 1) % 10}Z"


def _body(event: Event) -> None:
    """The first letter or digit of what an event says."""
    holder: Any = event["body"] or event
    key: Any = next(iter(holder)) if holder is not event else "kind"
    while isinstance(holder[key], (dict, list)) and holder[key]:
        holder = holder[key]
        key = next(iter(holder)) if isinstance(holder, dict) else 0
    value = holder[key]
    holder[key] = f"{'x' if value[:1] != 'x' else 'y'}{value[1:]}" if isinstance(value, str) else 7


@pytest.mark.parametrize("alter", [_digest, _time, _body])
@pytest.mark.parametrize("file", LOGS, ids=[file.stem for file in LOGS])
def test_one_altered_byte_is_found(tmp_path: Path, file: Path, alter: Callable[[Event], None]) -> None:
    for place in (1, 2, 3):
        log = json.loads(file.read_text(encoding="utf-8"))
        alter(log["events"][len(log["events"]) * place // 4])
        altered = tmp_path / "altered.json"
        altered.write_text(json.dumps(log), encoding="utf-8")
        found = printed("verify", str(altered))
        assert (found.exit, "all match" in found.out) == (3, False), place
