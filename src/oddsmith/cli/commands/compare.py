"""`oddsmith compare`: notations and saved questions side by side."""

from __future__ import annotations

import click

from oddsmith.answers.documents.compare import comparands, compare_document
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import exact_option, json_option, limit_option
from oddsmith.cli.render.comparison import show_comparison
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.terminal import say


def run(texts: tuple[str, ...], measure: str | None, as_json: bool, plot: bool, in_full: bool, limit: int) -> None:
    """Print how several rolls compare."""
    entries = [entry for text in texts for entry in comparands(text, measure=measure, limit=limit)]
    document = compare_document(entries)
    if as_json:
        say(json_text(document))
        return
    show_comparison(document, plot=plot, in_full=in_full)


command = Command(
    "compare",
    params=[
        click.Argument(("texts",), nargs=-1, required=True, metavar="NOTATION|FILE.json ..."),
        Option(("--measure",), metavar="NAME", help="Which number of saved questions. [default: the first]"),
        json_option(),
        Option(("--plot",), is_flag=True, help="Bars beside the numbers."),
        exact_option(),
        limit_option(),
    ],
    callback=run,
    help="Compare rolls: dice notations, or saved questions (documents that --json printed).",
    epilog='\b\nExamples:\n  oddsmith compare "4d6kh3" "3d6"\n  oddsmith compare "5d10>=7! vs 4d10>=6!"',
)
