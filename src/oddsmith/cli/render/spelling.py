"""Messages in the names that are typed.

Whatever notices a wrong value names fields, events and measures as programs do (`opposing_rank`, `fire_answers`,
`ec_spent`). On the command line the same things are called `--opposing-rank`, `--option fire-answers` and `ec-spent`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from oddsmith.errors import BadInput, MissingAnswer, NotationError, OddsmithError
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.names import written

_ANSWER = re.compile(r"(\w+)\[(\d+)\]")
_HOUSE_RULE = re.compile(r"(?:[Tt]he )?house rules? (\w+)=([\w-]+)")


def house_rule_names(system: System) -> dict[str, str]:
    """How the house rules of a system are typed, by the name that programs know."""
    return {field.name: field.typed for field in fields_of(system.house_rules).values()}


def names_of(system: System, action: Action[Any, Any, Any]) -> dict[str, str]:
    """How everything that an action declares is typed, by the name that programs know."""
    named = [event.name for event in action.events] + [measure.name for measure in action.measures]
    inputs = {field.name: f"--{field.typed}" for field in fields_of(action.inputs).values()}
    return house_rule_names(system) | {name: written(name) for name in named} | inputs


def respell(error: OddsmithError, options: Mapping[str, str], names: Mapping[str, str]) -> None:
    """Put an error into the names that are typed.

    options: what gives a field its value, by the field's name. names: how names are typed within a text.
    """
    if isinstance(error, NotationError):
        return  # tells a text of its own, with the place
    if isinstance(error, BadInput | MissingAnswer):
        field = _field(error.field, options)
        error.message = field + error.message.removeprefix(error.field)
        error.field = field
    error.remedy = typed(error.remedy, names)


def typed(text: str, names: Mapping[str, str]) -> str:
    """A text for people with every name as it is typed. Names of one word stay: nothing tells them from other words.

    >>> typed("1, or also opposing_rank (house rule some_rule=on)", {"opposing_rank": "--opposing-rank"})
    '1, or also --opposing-rank (--option some-rule=on)'
    """
    text = _HOUSE_RULE.sub(lambda found: f"--option {found[1].replace('_', '-')}={found[2]}", text)
    long = [name for name in names if "_" in name]
    if not long:
        return text
    known = "|".join(sorted(map(re.escape, long), key=len, reverse=True))
    return re.sub(rf"(?<![\w-])(?:{known})(?!\w)", lambda found: names[found[0]], text)


def _field(field: str, options: Mapping[str, str]) -> str:
    """A field as it is typed: `up, even` are two, `faces[1]` is the second answer of a list.

    >>> _field("faces[1]", {"faces": "--faces"}), _field("option fire_answers", {})
    ('--faces, answer 2', '--option fire-answers')
    """
    answer = _ANSWER.fullmatch(field)
    if answer is not None:
        return f"{options.get(answer[1], answer[1])}, answer {int(answer[2]) + 1}"
    field = field.replace("price of ", "price ")
    if field.startswith(("option ", "price ")):
        return f"--{field.replace('_', '-')}"
    return ", ".join(options.get(name, name) for name in field.split(", "))
