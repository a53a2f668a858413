"""`oddsmith audit`: odd things in a system's numbers."""

from __future__ import annotations

from typing import Any

import click

from oddsmith.answers.question import house_rules
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import json_option, quiet_option
from oddsmith.cli.parsing.system_names import game_called, system_argument
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.progress import Progress
from oddsmith.cli.text.terminal import definitions, faint, say, strong, wrapped
from oddsmith.cli.text.words import counted, decimal_beside, shown, spoken
from oddsmith.errors import BadInput
from oddsmith.systems.endless import watched
from oddsmith.systems.fields.validation import given_house_rules
from oddsmith.systems.registry import code_files, system_names


@click.command(
    "audit",
    cls=Command,
    help="Find odd things in a game's numbers. Also what each step of them is worth, how far results scatter, and what "
    "naive play loses. Computed, not looked up, each with the command that shows it.",
    epilog="\b\nExamples:\n  oddsmith audit edged-coins\n  oddsmith audit pig",
    params=[
        system_argument(),
        Option(("--option", "options"), multiple=True, metavar="NAME=VALUE", help="A house rule."),
        quiet_option(),
        json_option(),
    ],
)
def command(name: str | None, *, options: tuple[str, ...], quiet: bool, as_json: bool) -> None:
    """Print the findings of a system's audit."""
    if name is None:
        raise BadInput("system", None, ", ".join(system_names()))
    from oddsmith.answers.auditing.document import audit_document, question_count
    from oddsmith.answers.auditing.tried import LIMIT

    audited, file = game_called(name)
    rules = house_rules(audited, given_house_rules(audited.house_rules, options))
    with watched(code_files()), Progress("questions", question_count(audited), quiet=quiet) as progress:
        document = audit_document(audited, rules, file=file, told=progress.step)
    if as_json:
        say(json_text(document))
        return
    say(strong(f"{audited.title}: {_count(len(document['findings']))} in its numbers"))
    _show(document["findings"])
    if document["worth"]:
        say()
        say(strong("What is worth what, all else as in the examples of help"))
        _show(document["worth"])
    if document["left_out"]:
        say()
        say(wrapped(faint(f"Left out: {counted(document['left_out'], 'question')} of more than {LIMIT:,} states.")))


def _show(findings: list[dict[str, Any]]) -> None:
    for finding in findings:
        say()
        for line in definitions([(strong(finding["rule"]), minus(finding["text"]))]):
            say(line)
        for line in definitions(_figures(finding["figures"]), indent="      "):
            say(line)
        say(f"      {faint(finding['command'])}")


def _count(findings: int) -> str:
    return "1 odd thing" if findings == 1 else f"{findings or 'no'} odd things"


def _figures(figures: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (minus(spoken(name)), minus(decimal_beside(value) if isinstance(value, str) else shown(value)))
        for name, value in figures.items()
    ]
