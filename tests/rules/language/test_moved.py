"""Sessions that were saved under names that things no longer have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from oddsmith.dice import SeededSource, d6
from oddsmith.errors import BadInput
from oddsmith.rules import Session, Then, choose, roll, rule
from oddsmith.rules.language.moved import MOVED, today


@dataclass(frozen=True)
class Lock:
    pins: int


@rule
async def pick(lock: Lock) -> Then[bool]:
    if await choose("player", ("try", "leave")) == "leave":
        return False
    return await roll(d6) >= lock.pins


OLD_CALL = {"call": "old.vault:Door.open", "args": [{"data": "old.vault:Bolt", "fields": {"teeth": 3}}], "gain": 0}


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A session of a rule, a dataclass and a field that have other names now."""
    monkeypatch.setitem(MOVED, "old.vault:Door.open", f"{__name__}:pick")
    monkeypatch.setitem(MOVED, "old.vault:Bolt", f"{__name__}:Lock")
    monkeypatch.setitem(MOVED, "old.vault:Bolt.teeth", f"{__name__}:Lock.pins")
    return Session(pick(Lock(3)), SeededSource(1)).save() | {"call": OLD_CALL}


def test_a_session_of_what_has_moved_goes_on_and_is_saved_with_places_of_today(saved: dict[str, Any]) -> None:
    session = Session.resume(saved)
    assert session.call == pick(Lock(3))
    assert session.save()["call"] == Session(pick(Lock(3)), SeededSource(1)).save()["call"]
    session.answer("leave")
    assert session.outcome is False


def test_a_module_that_has_moved_takes_along_all_that_has_no_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOVED, "old", "new")
    monkeypatch.setitem(MOVED, "old.vault", "new.safe")
    monkeypatch.setitem(MOVED, "old.vault:Bolt", "new.locks:Lock")
    places = ("old.vault:Door", "old.vault:Bolt", "old.vault:Bolt.Kind", "old.other:x", "older:x", "old.vaults:x")
    assert [today(place) for place in places] == [
        "new.safe:Door",
        "new.locks:Lock",
        "new.locks:Lock.Kind",
        "new.other:x",
        "older:x",
        "new.vaults:x",
    ]


def test_nothing_is_found_without_its_line(saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(MOVED, "old.vault:Bolt")
    with pytest.raises(BadInput, match="saved name"):
        Session.resume(saved)


def test_every_line_leads_to_a_place_of_today() -> None:
    assert not [place for place in MOVED.values() if today(place) != place]


def nested(depth: int) -> dict[str, Any]:
    data: dict[str, Any] = {"tuple": []}
    for _ in range(depth):
        data = {"tuple": [data]}
    return data


@pytest.mark.parametrize(
    "wrong",
    [
        {"fraction": "1/0"},
        {"fraction": "x"},
        {"tuple": 3},
        {"set": [{"set": 1}]},
        {"call": f"{__name__}:Lock", "args": [1, 2], "gain": 0},
        {"call": f"{__name__}:pick", "args": [], "gain": 0},
        {"data": f"{__name__}:Lock", "fields": {}},
        {"data": "builtins:int", "fields": {}},
        {"unknown": 1},
        nested(100_000),
    ],
    ids=lambda data: str(data)[:20] if len(data) < 3 and "tuple" not in data else None,
)
def test_what_no_session_wrote_is_refused_with_a_reason(saved: dict[str, Any], wrong: dict[str, Any]) -> None:
    data = saved["call"] | {"args": [wrong]}
    with pytest.raises(BadInput, match="saved"):
        Session.resume(saved | {"call": data}, SeededSource(1))
