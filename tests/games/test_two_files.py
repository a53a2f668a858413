"""Two rulebooks whose files have one name, in two folders: both are found again, by sessions of before too."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import SeededSource
from oddsmith.errors import RulebookError
from oddsmith.rules import Call
from oddsmith.rules.language.saved import decoded, encoded
from oddsmith.rules.run.session import Session
from oddsmith.systems import registry
from oddsmith.systems.declaration import System

GAME = """from oddsmith import choose, d6, roll
from oddsmith.games import Game
game = Game("{title}")
@game.action
async def {rule}(least: int = 3) -> bool:
    if await choose("player", ("roll", "leave")) == "leave":
        return False
    return await roll(d6) >= least
"""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


def loaded(folder: Path, title: str, rule: str) -> System:
    folder.mkdir(exist_ok=True)
    file = folder / "rules.py"
    file.write_text(GAME.format(title=title, rule=rule))
    return registry.load_rulebook(str(file))


def call_of(system: System) -> Call[Any]:
    (action,) = system.actions
    return action.call(action.inputs(), system.house_rules(), action.names)


@pytest.mark.parametrize("rules", [("search", "strike"), ("search", "search")])
def test_calls_of_both_are_found_again(tmp_path: Path, rules: tuple[str, str]) -> None:
    calls = [call_of(loaded(tmp_path / str(place), f"Game {place}", rule)) for place, rule in enumerate(rules)]
    for call in calls:
        assert pickle.loads(pickle.dumps(call)).rule is call.rule
        assert decoded(json.loads(json.dumps(encoded(call)))).rule is call.rule
    assert calls[0].rule is not calls[1].rule


def test_a_file_that_is_read_again_keeps_its_name(tmp_path: Path) -> None:
    loaded(tmp_path / "a", "First", "search")
    before = encoded(call_of(loaded(tmp_path / "b", "Second", "strike")))
    again = call_of(loaded(tmp_path / "b", "Second", "strike"))
    assert decoded(before).rule is again.rule


def test_one_file_alone_has_the_name_that_saved_sessions_have_always_had(tmp_path: Path) -> None:
    call = call_of(loaded(tmp_path / "a", "First", "search"))
    assert encoded(call)["call"] == "oddsmith_rulebook_rules:search"
    saved = Session(call, SeededSource("x")).save()
    loaded(tmp_path / "b", "Second", "strike")
    assert Session.resume(saved).call.rule is call.rule


def test_a_file_that_cannot_be_used_takes_no_other_s_place(tmp_path: Path) -> None:
    call = call_of(loaded(tmp_path / "a", "First", "search"))
    other = tmp_path / "rules.py"
    other.write_text("game = nothing\n")
    with pytest.raises(RulebookError, match="nothing"):
        registry.load_rulebook(str(other))
    assert pickle.loads(pickle.dumps(call)).rule is call.rule


def test_a_session_of_a_file_is_found_where_another_of_its_name_was_read_first(tmp_path: Path) -> None:
    saved = encoded(call_of(loaded(tmp_path / "a", "First", "search")))
    registry._rulebooks.clear()
    for name in [name for name in sys.modules if name.startswith("oddsmith_rulebook_")]:
        del sys.modules[name]
    loaded(tmp_path / "b", "Second", "strike")
    first = call_of(loaded(tmp_path / "a", "First", "search"))
    assert decoded(saved).rule is first.rule
