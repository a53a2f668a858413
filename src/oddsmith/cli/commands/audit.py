"""`oddsmith audit`: odd things in a system's numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from oddsmith.answers.documents.audit import audit_document
from oddsmith.answers.question import house_rules
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.inputs import given_options
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import json_option
from oddsmith.cli.parsing.system_names import system_argument
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.minus import minus
from oddsmith.cli.text.terminal import definitions, say, strong
from oddsmith.cli.text.words import decimal_beside, shown, spoken
from oddsmith.errors import BadInput
from oddsmith.systems.endless import watched
from oddsmith.systems.registry import load_rulebook, rulebooks, system, system_names


@click.command(
    "audit",
    cls=Command,
    help="What is odd in a system's numbers: ladders that do not climb, prices out of line. Computed, not looked up.",
    epilog="\b\nExample:\n  oddsmith audit edged-coins",
    params=[
        system_argument(),
        Option(("--option", "options"), multiple=True, metavar="NAME=VALUE", help="A house rule."),
        json_option(),
    ],
)
def command(name: str | None, *, options: tuple[str, ...], as_json: bool) -> None:
    """Print the findings of a system's audit."""
    if name is None:
        raise BadInput("system", None, ", ".join(system_names()))
    audited = load_rulebook(name) if name not in system_names() and Path(name).is_file() else system(name)
    with watched(rulebooks()):
        document = audit_document(audited, house_rules(audited, given_options(audited, options)))
    if as_json:
        say(json_text(document))
        return
    say(strong(f"{audited.title}: {_count(len(document['findings']))} in its numbers"))
    for finding in document["findings"]:
        say()
        for line in definitions([(strong(finding["rule"]), minus(finding["text"]))]):
            say(line)
        for line in definitions(_figures(finding["figures"]), indent="      "):
            say(line)


def _count(findings: int) -> str:
    return "1 odd thing" if findings == 1 else f"{findings or 'no'} odd things"


def _figures(figures: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (spoken(name), decimal_beside(value) if isinstance(value, str) else shown(value))
        for name, value in figures.items()
    ]
