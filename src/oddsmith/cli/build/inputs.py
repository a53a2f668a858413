"""Options of the command line from the fields that an action or a system's house rules declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click
from click.shell_completion import CompletionItem
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from oddsmith.answers.documents.catalogue import described
from oddsmith.answers.question import house_rules, is_list, is_optional
from oddsmith.cli.build.option import Option, assigned
from oddsmith.cli.render.words import minus, shown
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, HouseRules, System, written

# Keeps the inputs of an action apart from the command's own options.
_PREFIX = "input_"


# What is allowed, where the form of the option says it already.
_PLAIN = {"a text", "yes or no"}


class Typed(click.ParamType[str]):
    """What somebody types for a field. It stays a text here: the field itself checks it."""

    name = "value"

    def __init__(self, info: FieldInfo, allowed: str) -> None:
        self.choices = _choices(info)
        self.metavar = _metavar(info, allowed, self.choices)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.metavar

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(choice) for choice in self.choices if choice.startswith(incomplete)]


def input_options(action: Action[Any, Any, Any]) -> Iterator[Option]:
    """An option for every input of an action: `--name value`; for a yes or no, `--name` alone means yes."""
    for (name, info), entry in zip(action.inputs.model_fields.items(), described(action.inputs), strict=True):
        kind = Typed(info, entry["allowed"])
        yes: dict[str, Any] = {"is_flag": False, "flag_value": "yes"} if info.annotation is bool else {}
        declaration = (f"--{written(name)}", f"{_PREFIX}{name}")
        yield Option(declaration, type=kind, metavar=kind.metavar, help=_help(entry), **yes)


def field_help(model: type[BaseModel]) -> list[tuple[str, str]]:
    """Every field as it is typed, with its help."""
    return [(f"--{written(entry['name'])}", _help(entry)) for entry in described(model)]


def given_inputs(parameters: dict[str, Any]) -> dict[str, str]:
    """The inputs that were given, by field, out of all parameters of a command (from which they are taken)."""
    names = [name for name in parameters if name.startswith(_PREFIX)]
    values = {name.removeprefix(_PREFIX): parameters.pop(name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def house_rule_option(system: System) -> click.Option:
    """`--option name=value`, as often as there are house rules."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        readings = (
            f"{written(name)}={choice}"
            for name, info in system.house_rules.model_fields.items()
            for choice in _choices(info) or [""]
        )
        return [CompletionItem(reading) for reading in readings if reading.startswith(incomplete)]

    return Option(
        ("--option", "options"),
        multiple=True,
        metavar="NAME=VALUE",
        help="A house rule; may be given several times.",
        shell_complete=complete,
    )


def given_options(system: System, texts: Iterable[str]) -> dict[str, str]:
    """House rules from `name=value`; BadInput for a text of another form, a name that is given twice, a name or value
    that there is not.
    """
    options = assigned("option", texts, "name=value")
    try:
        house_rules(system, options)
    except BadInput as error:  # an input may have the same name
        raise BadInput(f"option {error.field}", error.value, error.allowed) from None
    return options


def house_rules_listed(house_rules: type[HouseRules]) -> Iterator[tuple[str, str]]:
    """Every house rule with what it settles, then each reading with what it means, the default first."""
    for entry in described(house_rules):
        name = written(entry["name"])
        gap = f" ({entry['gap']})" if entry.get("gap") else ""
        if "readings" in entry:
            yield name, minus(f"{entry['help']}{gap}")
            for reading, meaning in entry["readings"].items():
                default = " [default]" if reading == entry["default"] else ""
                yield f"  ={reading}", minus(f"{meaning}{default}")
        else:
            yield f"{name}=…", f"{entry['help']}{gap} {entry['allowed']} [default: {shown(entry['default'])}]"


def _help(entry: dict[str, Any]) -> str:
    """What a field means, what it takes, and its default."""
    text = entry["help"].rstrip(".")
    if entry["allowed"] not in _PLAIN:
        text = f"{text} ({entry['allowed']})"
    default = "required" if entry.get("required") else f"default: {shown(entry['default'])}"
    return minus(f"{text} [{default}]")


def _choices(info: FieldInfo) -> list[str]:
    """The values of a field that has only a few, in words."""
    annotation = info.annotation
    if annotation is bool:
        return ["yes", "no"]
    names = [arg for arg in getattr(annotation, "__args__", ()) if isinstance(arg, str)]
    return [*names, "none"] if names and is_optional(info) else names


def _metavar(info: FieldInfo, allowed: str, choices: list[str]) -> str:
    if info.annotation is bool:
        return "[yes|no]"
    if choices:
        return "NAME"
    kind = "NUMBER" if "number" in allowed else "TEXT"
    return f"{kind},…" if is_list(info) else kind
