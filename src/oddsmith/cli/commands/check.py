"""`oddsmith check`: whether a game of your own holds together, and what its author should look at."""

from __future__ import annotations

from typing import Any

import click

from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.shared_options import json_option, quiet_option
from oddsmith.cli.parsing.system_names import system_or_file
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.progress import Progress
from oddsmith.cli.text.terminal import definitions, say, strong, wrapped


@click.command(
    "check",
    cls=Command,
    short_help="Check that a game holds together.",
    help="Whether a game holds together: what is read from its rules, errors at any limit of its inputs, inputs that "
    "change nothing, events that never happen, rules that grow. Ends with 1 where something is wrong.",
    epilog="\b\nExample:\n  oddsmith check blades-in-the-dark",
    params=[click.Argument(("file",), metavar="FILE|SYSTEM"), quiet_option(), json_option()],
)
@click.pass_context
def command(ctx: click.Context, file: str, *, quiet: bool, as_json: bool) -> None:
    """Print what is found in a rulebook."""
    from oddsmith.answers.documents.check import check_document, question_count

    game = system_or_file(file)
    with Progress("questions", question_count(game), quiet=quiet) as progress:
        document = check_document(game, told=progress.step)
    if as_json:
        say(json_text(document))
    else:
        _show(document)
    ctx.exit(1 if document["wrong"] else 0)


def _show(document: dict[str, Any]) -> None:
    say(strong(f"{document['title']} ({document['system']})"))
    for action in document["actions"]:
        say()
        say(f"{action['name']}: {action['title']}")
        parts = {name: ", ".join(action[name]) for name in ("events", "measures")}
        parts |= {name: "; ".join(action[name]) for name in ("inputs", "options")}
        parts["decides"] = action["decides"]
        for line in definitions([(_PARTS[name], parts[name]) for name in _PARTS if parts[name]]):
            say(line)
        for finding in action["findings"]:
            at = ", ".join(f"{name} {value}" for name, value in finding.get("at", {}).items())
            say(wrapped(f"  {finding['kind']}: {finding['text']}{f' (at {at})' if at else ''}"))
        tried = action["tried"]
        if not action["findings"]:
            say(f"  nothing to look at, asked {'once' if tried == 1 else f'{tried} times'}")


_PARTS = {
    "inputs": "inputs",
    "options": "house rules",
    "events": "events",
    "measures": "numbers",
    "decides": "decisions",
}
