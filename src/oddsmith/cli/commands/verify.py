"""`oddsmith verify`: an offline check of a table's log."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from oddsmith.cli.errors import MISMATCH, OTHER
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.mismatches import in_words, of_other_versions
from oddsmith.cli.text.progress import telling
from oddsmith.cli.text.terminal import say, say_err, wrapped
from oddsmith.cli.text.words import counted
from oddsmith.errors import BadInput, Unreadable

if TYPE_CHECKING:
    from oddsmith.table.verify.report import Report


@click.command(
    "verify",
    help="Check a log of rolls, offline. Every digest, seed, face and result is computed again.",
    epilog="\b\nExamples:\n  oddsmith verify log.json\n  oddsmith verify log.json --seen receipt.json\n"
    "  oddsmith verify log.json --rulebook monday.py --rulebook today.py",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--seen",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A receipt: finds what was cut off, rewritten or sealed anew since.",
)
@click.option(
    "--receipt", type=click.Path(path_type=Path), metavar="FILE", help="Write a receipt of a log that matches."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document, for programs.")
@click.option("--quiet", is_flag=True, help="No word on how far it is.")
def command(file: Path, seen: Path | None, receipt: Path | None, as_json: bool, quiet: bool) -> None:
    """Print every mismatch, and end with 3 if there is any, with 1 if a roll needs a rulebook that is not given."""
    from oddsmith.table.forms.reading import read_log, read_receipt
    from oddsmith.table.verify.check_log import verify  # needs the whole engine, which other commands may not

    log = read_log(_read(file))
    receipt_seen = None if seen is None else read_receipt(_read(seen))
    with telling(quiet=quiet):
        report = verify(log, receipt_seen)
    if as_json:
        say(json_text(report.document))
    else:
        _show(report, log)
    if report.mismatches:
        sys.exit(MISMATCH)
    if report.needed:
        sys.exit(OTHER)
    if receipt is not None:
        _keep(log, receipt)


def _keep(log: Mapping[str, Any], file: Path) -> None:
    """Write a receipt. One that is there stays: it may show what a later log hides."""
    from oddsmith.table.domain.event import moment
    from oddsmith.table.reports import receipts

    written = receipts.receipt(log, moment(time.time_ns() // 1_000_000))
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(f"{json_text(written)}\n")
    except FileExistsError:
        raise BadInput("receipt", str(file), "a new file; this one is there, and is kept") from None
    except OSError as error:
        raise BadInput("receipt", str(file), f"a file that can be written ({error.strerror})") from None
    say_err(wrapped(f"Receipt of event {log['number']} written to {file}. Keep it where nobody else can change it."))


def _show(report: Report, log: Mapping[str, Any]) -> None:
    found = in_words(log, report.mismatches)
    for sentence in found:
        say(wrapped(sentence))
    if report.stopped is not None:
        say(wrapped(f"What follows event {report.stopped} was not checked."))
    wrong = f"{counted(len(found), 'event')} {'does' if len(found) == 1 else 'do'} not match"
    result = wrong if found else "all match"
    say(wrapped(f"{counted(report.events, 'event')}, {counted(report.rolls, 'roll')} computed again: {result}."))
    for sentence in of_other_versions(report.others):
        say(wrapped(sentence))
    if report.seen is not None and not report.mismatches:
        goes_on = ", and goes on from there" if report.events > report.seen else ""
        say(wrapped(f"The receipt saw event {report.seen}: this is the same log{goes_on}."))
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
    ("late", "with dice that landed without somebody who was asked"),
    ("let_go", "taken back while the dice were in the air"),
)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Unreadable("file", file, error) from None
