"""`oddsmith report`: a page about a game that stands by itself."""

from __future__ import annotations

from pathlib import Path

import click

from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.parsing.shared_options import quiet_option
from oddsmith.cli.parsing.system_names import system_argument, system_or_file
from oddsmith.cli.text.progress import Progress
from oddsmith.cli.text.terminal import say_err
from oddsmith.errors import BadInput
from oddsmith.systems.endless import watched
from oddsmith.systems.fields.validation import given_house_rules
from oddsmith.systems.gallery import gallery
from oddsmith.systems.registry import code_files, system_names


@click.command(
    "report",
    cls=Command,
    help="Write a page about a game, to publish. Its odds, ladders and maps, what best play changes, and what is odd "
    "in its numbers, with the command under each figure. As PDF it is printed by Chromium, Chrome or Edge.",
    epilog="\b\nExamples:\n  oddsmith report edged-coins --out edged-coins.html\n  oddsmith report pig --out pig.pdf",
    params=[
        system_argument(),
        Option(("--out",), metavar="FILE", required=True, help="Where to write it: a .html or a .pdf."),
        Option(("--option", "options"), multiple=True, metavar="NAME=VALUE", help="A house rule."),
        quiet_option(),
    ],
)
def command(name: str | None, *, out: str, options: tuple[str, ...], quiet: bool) -> None:
    """Write the report of a game."""
    if name is None:
        raise BadInput("system", None, ", ".join(system_names()))
    path = Path(out)
    if path.suffix not in (".html", ".pdf"):
        raise BadInput("out", out, "a file that ends in .html or .pdf")
    if not path.absolute().parent.is_dir():
        raise BadInput("out", out, "a file in a folder that is there")
    printed = name in gallery() and name not in system_names() and not Path(name).is_file()
    game = system_or_file(name)
    given = given_house_rules(game.house_rules, options)

    from oddsmith.workbench.reporting.contents import report_of, steps
    from oddsmith.workbench.reporting.page import page_of
    from oddsmith.workbench.reporting.pdf import browser, print_pdf

    if path.suffix == ".pdf":
        browser()  # whether there is one is told before the work

    with watched(code_files()), Progress("figures", steps(game), quiet=quiet) as progress:
        text = page_of(report_of(game, given, progress.step, file=name if printed else ""))
    try:
        if path.suffix == ".pdf":
            print_pdf(text, path)
        else:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput("out", out, f"a file that can be written ({error.strerror})") from None
    say_err(f"wrote {path}")
