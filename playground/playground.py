"""What the page of the playground asks: one request as JSON text, one answer as JSON text. It runs in a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from playground.known_names import known_names

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.gallery import gallery_document
from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.format.problem import of_error
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.question import Question, question
from oddsmith.answers.subjects import subject_of
from oddsmith.dice.notation import read
from oddsmith.errors import OddsmithError
from oddsmith.systems.at_fault import at_fault
from oddsmith.systems.declaration import System
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.registry import load_rulebook, system, system_names

FILE = "/rules/your_game.py"


def answer(request: str) -> str:
    """Answer a request of the page; an error of the person's is a problem document under `problem`."""
    asked: dict[str, Any] = json.loads(request)
    try:
        return json.dumps(_ASKED[asked["kind"]](asked))
    except Exception as error:
        found = at_fault(error) or error
        if not isinstance(found, OddsmithError):
            raise
        return json.dumps({"problem": of_error(found)})


def _start(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the page needs at first: games that come with Oddsmith, the gallery, and names to complete."""
    systems = [{"name": name, "title": system(name).title} for name in system_names()]
    return {"systems": systems, "gallery": gallery_document()["games"], "known": known_names()}


def _notation(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"odds": notation_odds(read(asked["text"]))}


def _notation_roll(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"line": notation_roll(read(asked["text"]))["line"]}


def _rules(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the actions of a game, the inputs of the one that is asked, and its odds."""
    game = _game(asked)
    about = _question(game, asked)
    declared = fields_of(about.action.inputs).values()
    return {
        "title": game.title,
        "actions": [{"name": action.name, "title": action.title} for action in game.actions],
        "action": about.action.name,
        "inputs": [
            {"name": field.name, "help": field.help, "value": _entry(about.value(field.name))} for field in declared
        ],
        "goals": {each.name: each.title for each in declared_by(about.action)},
        "decides": bool(about.action.decides),
        "odds": odds_document(about),
    }


def _best(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {"best": best_document(_question(_game(asked), asked), asked["goal"])}


def _roll(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return a roll, and what it is called when no event holds."""
    about = _question(_game(asked), asked)
    return {"roll": roll_document(about), "otherwise": about.events[0].failed if about.events else ""}


def _game(asked: Mapping[str, Any]) -> System:
    """Return the game that is asked: one that comes with Oddsmith, or that of the editor."""
    if asked.get("system"):
        return system(asked["system"])
    return load_rulebook(FILE, asked["code"].encode())


def _question(game: System, asked: Mapping[str, Any]) -> Question:
    """Make the question; inputs that nobody entered are those of the example of the action's help."""
    names = [action.name for action in game.actions]
    action = game.action(asked["action"] if asked.get("action") in names else names[0])
    example = subject_of(game, action, {})
    known = fields_of(action.inputs)
    entered = {name: value for name, value in asked.get("inputs", {}).items() if name in known}
    given = {name.replace("-", "_"): value for name, value in example.inputs.items()}
    return question(game, action, given | entered, example.options)


def _entry(value: object) -> str:
    """Return a value as somebody would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_entry, value))
    return "none" if value is None else str(value)


_ASKED = {
    "start": _start,
    "notation": _notation,
    "notation roll": _notation_roll,
    "rules": _rules,
    "best": _best,
    "roll": _roll,
}
