"""`oddsmith verify`: an offline check of a table's log."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oddsmith.cli.errors import MISMATCH
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.terminal import say, say_err, wrapped
from oddsmith.cli.text.words import counted
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.table.verify.report import Report


@click.command(
    "verify",
    help="Check a log of rolls, offline: every digest, seed, face and result is computed again.",
    epilog="\b\nExample:\n  oddsmith verify oddsmith-log.json",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for programs.")
def command(file: Path, as_json: bool) -> None:
    """Print every mismatch, and end with 3 if there is any."""
    from oddsmith.table.forms.reading import read_log
    from oddsmith.table.verify.check_log import verify  # needs the whole engine, which other commands may not

    report = verify(read_log(_read(file)))
    if as_json:
        say(json_text(report.document))
    else:
        _show(report)
    if report.mismatches:
        sys.exit(MISMATCH)


def _show(report: Report) -> None:
    for mismatch in report.mismatches:
        say(wrapped(str(mismatch)))
    if report.stopped is not None:
        say(wrapped(f"What follows event {report.stopped} was not checked."))
    result = f"{len(report.mismatches)} do not match" if report.mismatches else "all match"
    say(wrapped(f"{counted(report.events, 'event')}, {counted(report.rolls, 'roll')} computed again: {result}."))
    for number, words in _SURE:
        if getattr(report, number):
            say(wrapped(f"{counted(getattr(report, number), 'roll')} {words}."))
    if report.unasked:
        shown = [f"{roll} ({', '.join(names.values())})" for roll, names in list(report.unasked.items())[:_LISTED]]
        rest = f", and {len(report.unasked) - _LISTED:,} more" if len(report.unasked) > _LISTED else ""
        rolls = counted(len(report.unasked), "roll")
        say(wrapped(f"{rolls} for which somebody was present and not asked: {', '.join(shown)}{rest}."))
    if report.hidden:
        say(wrapped(f"{counted(report.hidden, 'hidden roll')} cannot be checked with what this log shows."))
    if report.unchecked:
        say(
            wrapped(
                f"{counted(report.unchecked, 'command')} cannot be checked here: only hidden rolls could explain them."
            )
        )
    if report.unfinished:
        say(wrapped(f"{counted(report.unfinished, 'roll')} not over when the log was written."))
    for remark in report.remarks:
        say_err(wrapped(remark))


#: Rolls at most that are listed by name.
_LISTED = 20

#: How far the rolls of a log depend on trust.
_SURE = (
    ("witnessed", "with randomness of a witness beside whoever rolled"),
    ("alone", "with dice that had no other witness: the server and whoever rolled could choose them together"),
    ("typed", "with real hands or typed dice"),
    ("unpledged", "by somebody who had not pledged their randomness"),
    ("late", "that waited no longer for a witness"),
    ("let_go", "taken back while the dice were in the air"),
)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput("file", str(file), f"a file that can be read ({error.strerror})") from None
