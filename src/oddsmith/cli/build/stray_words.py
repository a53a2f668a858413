"""What stands on the line without a name that is known: a value alone, an option that there is not."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches
from typing import Any

from oddsmith.answers.documents.catalogue import described
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, System, written


def unnamed(system: System, action: Action[Any, Any, Any], values: Sequence[str], given: Collection[str]) -> BadInput:
    """The error for values without a name, with a guess at what was meant. given: the inputs that the line names."""
    names = ", ".join(f"--{written(name)}" for name in action.inputs.model_fields)
    meant = _meant(system, action, values, given)
    here = f", here {meant}" if meant else ""
    return BadInput("inputs", " ".join(values), f"values with their name before them{here}. There are {names}")


def unknown(option: str, names: Sequence[str]) -> BadInput:
    """The error for an option that there is not, with the one that comes nearest."""
    near = get_close_matches(option, names, n=1, cutoff=0.7)
    return BadInput("option", option, ", ".join(names) + (f" (nearest: {near[0]})" if near else ""))


def _meant(system: System, action: Action[Any, Any, Any], values: Sequence[str], given: Collection[str]) -> str:
    """How what somebody may have meant is written: `pool=10` and `pool 10` say it, else the value itself must."""
    fields = described(action.inputs)
    name, _, value = " ".join(values).replace("=", " ", 1).partition(" ")
    if value:
        name = written(name.lower())
        if any(written(field["name"]) == name for field in fields):
            return f"--{name} {value}"
        return f"--option {name}={value}" if name in map(written, system.house_rules.model_fields) else ""
    fitting = [field for field in fields if field["name"] not in given and _fits(name, field)]
    likeliest = next((field for field in fitting if field.get("required")), fitting[0] if fitting else None)
    return f"--{written(likeliest['name'])} {name}" if likeliest else ""


def _fits(text: str, field: dict[str, Any]) -> bool:
    """Whether a text looks like a value of a field: a number, one of a few names, an item of a list such as d6."""
    if field["kind"] == "choice":
        return text.lower() in field["choices"]
    is_number = text.replace("−", "-").removeprefix("-").isdecimal()
    return is_number == (field["kind"] in ("integer", "number")) and field["kind"] != "yes-no"
