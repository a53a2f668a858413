"""The trail of a run: what happened at the table, in order, for people to read and programs to check."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from oddsmith.dice import Rolled
from oddsmith.dice.model.rolled import plain
from oddsmith.rules.language.requests import Call


@dataclass(frozen=True)
class RuleEntered:
    """A rule was entered. depth: how many rules wait for it."""

    call: Call[Any]
    depth: int

    def to_json(self) -> dict[str, Any]:
        arguments = {n: plain(v) for n, v in zip(self.call.rule.parameters, self.call.args, strict=True)}
        return {"kind": "rule", "rule": self.call.rule.name, "arguments": arguments, "depth": self.depth}


@dataclass(frozen=True)
class DiceRolled:
    """Dice landed."""

    rolled: Rolled[Any]
    depth: int

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "roll",
            "expression": str(self.rolled.expression),
            "faces": [face.to_json() for face in self.rolled.faces],
            "value": plain(self.rolled.value),
            "depth": self.depth,
        }


@dataclass(frozen=True)
class OptionTaken:
    """Somebody decided."""

    who: str
    options: tuple[Hashable, ...]
    taken: Hashable
    depth: int

    def to_json(self) -> dict[str, Any]:
        options = [plain(option) for option in self.options]
        return {"kind": "choice", "who": self.who, "options": options, "taken": plain(self.taken), "depth": self.depth}


@dataclass(frozen=True)
class Noted:
    """A rule remarked something: a payment, the reason why it stopped."""

    text: str
    depth: int

    def to_json(self) -> dict[str, Any]:
        return {"kind": "note", "text": self.text, "depth": self.depth}


Entry: TypeAlias = RuleEntered | DiceRolled | OptionTaken | Noted
