"""Words on the line that are values without a name."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import field_called, fields_of


def unnamed(system: System, action: Action[Any, Any, Any], values: Sequence[str], given: Collection[str]) -> BadInput:
    """Return the error for values without a name, with a guess at the option. given: the inputs that the line names."""
    names = ", ".join(f"--{field.typed}" for field in fields_of(action.inputs).values())
    meant = _guess(system, action, values, given)
    here = f", here {meant}" if meant else ""
    return BadInput("inputs", " ".join(values), f"values with their name before them{here}. There are {names}")


def _guess(system: System, action: Action[Any, Any, Any], values: Sequence[str], given: Collection[str]) -> str:
    """Guess the option that was meant: `pool=10` and `pool 10` name it, else the value itself must fit."""
    name, _, value = " ".join(values).replace("=", " ", 1).partition(" ")
    if value:
        name = name.lower()
        if (field := field_called(action.inputs, name)) is not None:
            return f"--{field.typed} {value}"
        rule = field_called(system.house_rules, name)
        return f"--option {rule.typed}={value}" if rule is not None else ""
    fitting = [
        field for field in fields_of(action.inputs).values() if field.name not in given and field.kind.fits(name)
    ]
    likeliest = next((field for field in fitting if field.required), fitting[0] if fitting else None)
    return f"--{likeliest.typed} {name}" if likeliest else ""
