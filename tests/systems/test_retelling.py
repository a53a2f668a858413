"""Lines of trails that are shown in other words than logs hold."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import question
from oddsmith.dice import SeededSource
from oddsmith.systems import System, registry


@pytest.mark.parametrize("game", registry.systems(), ids=[game.name for game in registry.systems()])
def test_each_line_that_is_retold_is_one_of_the_game(game: System) -> None:
    package = importlib.import_module(f"oddsmith.systems.{game.name.replace('-', '_')}")
    rules = (Path(str(package.__file__)).parent / "rules").glob("*.py")
    text = "\n".join(file.read_text(encoding="utf-8") for file in rules)
    for held, shown in game.retelling.items():
        assert held != shown
        if held.endswith("."):
            assert f'"""{held}' in text, held


def test_a_log_holds_the_line_and_people_read_another() -> None:
    game = registry.system("edged-coins")
    interfere = question(game, "interfere", {"rank": 1, "ec": 20, "opponents_ec": [15]})
    trail = roll_document(interfere, SeededSource("b"), ScriptedAnswers(["you: force", "accept"]))["trail"]
    (paid,) = [entry["text"] for entry in trail if " EC: " in entry.get("text", "")]
    assert paid.startswith("you pays 15 EC")
    assert game.reword(paid).startswith("you pay 15 EC")
    assert game.reword("player pays 5 EC") == "player pays 5 EC"
