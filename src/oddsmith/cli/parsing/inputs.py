"""Options of the command line from the fields that an action or a system's house rules declare."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from pydantic import BaseModel

from oddsmith.answers.format.json_values import plain
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.words import shown
from oddsmith.errors import BadInput, Unreadable
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import Field, book_numbers_of, fields_of, readings_of
from oddsmith.systems.fields.kinds import Choice, Items, Kind, Lines, Number, Text, WholeNumber, YesNo
from oddsmith.systems.fields.models import HouseRules

# Keeps the inputs of an action apart from the command's own options.
_PREFIX = "input_"


# What stands for a text that is elsewhere.
_STANDARD_INPUT, _FILE = "-", "@"

# Kinds that the form of the option tells already.
_PLAIN = (Text(), YesNo())


class Typed(click.ParamType[str]):
    """The type of a field's option. Its value stays a text here: the field itself checks it."""

    name = "value"

    def __init__(self, field: Field) -> None:
        self.field = field.name
        self.choices = _choices(field)
        self.metavar = _metavar(field.kind)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return self.metavar

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(choice) for choice in self.choices if choice.startswith(incomplete)]


class Pasted(Typed):
    """The type of an option for a text of several lines: `-` takes it from standard input, `@FILE` from a file."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if ctx is not None and ctx.resilient_parsing:  # somebody is still typing
            return value
        if value == _STANDARD_INPUT:
            return sys.stdin.read()
        if not value.startswith(_FILE):
            return value
        file = value.removeprefix(_FILE)
        try:
            return Path(file).read_text(encoding="utf-8-sig")
        except OSError as error:
            raise Unreadable(self.field, file, error) from None
        except UnicodeDecodeError:
            told = BadInput(self.field, file, "a file of text")
            raise told.reworded(f"Cannot read {file}: it is no text in UTF-8.", "Save it as plain text.") from None


def input_options(action: Action[Any, Any, Any]) -> Iterator[Option]:
    """Yield an option for every input of an action: `--name value`; for a yes or no, `--name` alone means yes."""
    for field in fields_of(action.inputs).values():
        kind = Pasted(field) if isinstance(field.kind, Lines) else Typed(field)
        yes: dict[str, Any] = {"is_flag": False, "flag_value": "yes"} if isinstance(field.kind, YesNo) else {}
        declaration = (f"--{field.typed}", f"{_PREFIX}{field.name}")
        yield Option(declaration, type=kind, metavar=kind.metavar, help=_help(field), **yes)


def field_help(model: type[BaseModel]) -> list[tuple[str, str]]:
    """Return every field as it is typed, with its help."""
    return [(f"--{field.typed}", _help(field)) for field in fields_of(model).values()]


def given_inputs(parameters: dict[str, Any]) -> dict[str, str]:
    """Take the inputs that were given, by field, out of all parameters of a command."""
    names = [name for name in parameters if name.startswith(_PREFIX)]
    values = {name.removeprefix(_PREFIX): parameters.pop(name) for name in names}
    return {name: value for name, value in values.items() if value is not None}


def house_rule_option(system: System) -> click.Option:
    """`--option name=value`, as often as there are house rules."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        readings = (
            f"{field.typed}={choice}"
            for field in fields_of(system.house_rules).values()
            for choice in _choices(field) or [""]
        )
        return [CompletionItem(reading) for reading in readings if reading.startswith(incomplete)]

    return Option(
        ("--option", "options"),
        multiple=True,
        metavar="NAME=VALUE",
        help="A house rule; may be given several times.",
        shell_complete=complete,
    )


def house_rules_listed(house_rules: type[HouseRules]) -> Iterator[tuple[str, str]]:
    """Yield every house rule but numbers of the book, with its question, then its readings, the default first."""
    for field in readings_of(house_rules).values():
        gap = f" ({field.gap})" if field.gap else ""
        if field.readings is not None:
            yield field.typed, minus(f"{field.help}{gap}")
            for reading, meaning in field.readings.items():
                default = " [default]" if reading == field.default else ""
                yield f"  ={reading}", minus(f"{meaning}{default}")
        else:
            yield f"{field.typed}=…", f"{field.help}{gap} {field.kind} [default: {shown(field.default)}]"


def book_numbers_listed(house_rules: type[HouseRules]) -> Iterator[tuple[str, str]]:
    """Yield every number of the book with its meaning, its rule and what it may be."""
    for field in book_numbers_of(house_rules).values():
        kind = f"{field.kind}, or none" if field.optional else f"{field.kind}"
        yield f"{field.typed}=…", minus(f"{field.help} ({field.gap}) {kind} [book: {shown(field.default)}]")


def _help(field: Field) -> str:
    """Write the meaning of a field, its allowed values and its default."""
    text = field.help.rstrip(".")
    if isinstance(field.kind, Lines):
        text = f"{text} ({_FILE}FILE reads a file, {_STANDARD_INPUT} standard input)"
    elif field.kind not in _PLAIN:
        text = f"{text} ({field.kind})"
    default = "required" if field.required else f"default: {shown(plain(field.default))}"
    return minus(f"{text} [{default}]")


def _choices(field: Field) -> list[str]:
    """Return the values of a field that has only a few, in words."""
    choices = list(field.kind.choices)
    return [*choices, "none"] if choices and field.optional else choices


def _metavar(kind: Kind) -> str:
    match kind:
        case YesNo():
            return "[yes|no]"
        case Choice():
            return "NAME"
        case WholeNumber() | Number():
            return "NUMBER"
        case Items(each):
            return f"{_metavar(each)},…"
    return "TEXT"
