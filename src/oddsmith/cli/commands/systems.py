"""`oddsmith systems`: the systems and their declarations."""

from __future__ import annotations

from typing import Any

import click

from oddsmith.answers.documents.catalogue import numbers_document, systems_document
from oddsmith.answers.documents.rules import rules_document
from oddsmith.cli.parsing.inputs import book_numbers_listed, field_help, house_rules_listed
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import json_option
from oddsmith.cli.parsing.system_names import system_argument, system_or_file
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.terminal import definitions, faint, grid, say, strong, wrapped
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action, System
from oddsmith.systems.fields.field import book_numbers_of
from oddsmith.systems.fields.names import written
from oddsmith.systems.gallery import gallery
from oddsmith.systems.registry import system_names, systems

#: What `--rules` is without an id.
_ALL_RULES = "all"


@click.command(
    "systems",
    help="List the games, or what you can ask one of them. With a name: its actions, inputs, events, measures, house "
    "rules and sources.",
    epilog="\b\nExamples:\n  oddsmith systems mod-dot\n  oddsmith systems edged-coins --rules R4.6,R4.7",
    params=[
        system_argument(),
        Option(
            ("--rules",),
            is_flag=False,
            flag_value=_ALL_RULES,
            metavar="[ID,…]",
            help="What the rules say, by their ids, in our own words; with ids, of these, as a trail has them: "
            "'R2.7, R2.8'.",
        ),
        Option(("--numbers",), is_flag=True, help="The numbers of the book, which --option NAME=NUMBER changes."),
        json_option(),
    ],
)
def command(name: str | None, *, rules: str | None, numbers: bool, as_json: bool) -> None:
    """Print the declarations of all systems or one, or what their rules say."""
    chosen = systems() if name is None else [system_or_file(name)]
    if rules is not None:
        document = rules_document(chosen, None if rules == _ALL_RULES else rules)
        say(json_text(document)) if as_json else _show_rules(document["rules"])
    elif numbers:
        if name is None:
            raise BadInput("system", None, ", ".join(system_names()))
        say(json_text(numbers_document(chosen[0]))) if as_json else _show_numbers(chosen[0])
    elif as_json:
        say(json_text(systems_document(chosen)))
    elif name is None:
        show_all(chosen)
    else:
        show_system(chosen[0])


def show_all(systems: list[System]) -> None:
    """Print a line for each system."""
    rows = [(strong(each.name), each.title, ", ".join(action.name for action in each.actions)) for each in systems]
    for line in grid([(faint("system"), faint("title"), faint("actions")), *rows], "<<<", indent=""):
        say(line)
    say()
    say("`oddsmith systems SYSTEM` tells everything about one; `oddsmith odds SYSTEM ACTION --help` about an action.")
    say(wrapped(f"Mechanics of the gallery go by their names too: {', '.join(gallery())}."))


def show_system(shown: System) -> None:
    """Print the declaration of a system."""
    say(strong(f"{shown.title} ({shown.name})"))
    say(wrapped(shown.summary, hanging=""))
    for action in shown.actions:
        say()
        _show_action(action)
    rules = list(house_rules_listed(shown.house_rules))
    if rules:
        say()
        say(strong("House rules") + ", for --option NAME=VALUE")
        for line in definitions(rules):
            say(line)
    numbers = len(book_numbers_of(shown.house_rules))
    if numbers:
        say(wrapped(f"{numbers} numbers of the book can be changed as well: oddsmith systems {shown.name} --numbers"))
    say()
    say(strong("Sources"))
    for source in shown.sources:
        author = f", by {source.author}" if source.author else ""
        say(wrapped(f"{source.title}{author} {faint(source.url)}".rstrip(), indent="  "))


def _show_numbers(shown: System) -> None:
    numbers = list(book_numbers_listed(shown.house_rules))
    say(strong("Numbers of the book") + ", for --option NAME=NUMBER" if numbers else "no number can be changed")
    for line in definitions(numbers):
        say(line)


def _show_rules(rules: list[dict[str, Any]]) -> None:
    for rule in rules:
        say(wrapped(f"{strong(rule['id'])} {rule['text']}".rstrip(), hanging="  "))
        for settled in rule["house_rules"]:
            readings = "; ".join(f"{name}: {meaning}" for name, meaning in settled["readings"].items())
            text = f"{faint(written(settled['name']))} {settled['question']} {readings}".rstrip()
            say(wrapped(text, indent="  ", hanging="  "))


def _show_action(action: Action[Any, Any, Any]) -> None:
    say(f"{strong(action.name)}: {action.title}")
    say(wrapped(action.summary, indent="  ", hanging=""))
    parts = {
        "inputs": field_help(action.inputs),
        "events": [(written(event.name), event.title) for event in action.events],
        "measures": [(written(measure.name), measure.title) for measure in action.measures],
    }
    for title, rows in parts.items():
        if rows:
            say(f"  {faint(title)}")
            for line in definitions(rows, indent="    "):
                say(line)
    if action.decides:
        say(wrapped(f"{faint('decisions')}  {action.decides}", indent="  "))
