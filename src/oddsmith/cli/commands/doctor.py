"""`oddsmith doctor`: whether the tables that are kept are as they were written."""

from __future__ import annotations

import click

from oddsmith.cli.errors import MISMATCH, web_packages
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.database import database_option
from oddsmith.cli.parsing.shared_options import json_option
from oddsmith.cli.text.json_layout import json_text
from oddsmith.cli.text.terminal import say, wrapped
from oddsmith.cli.text.words import counted

#: Tables that are named at most.
_NAMED = 10


@click.command(
    "doctor",
    cls=Command,
    short_help="Check that tables are stored as they were written.",
    help="Check that tables are stored as they were written: the file itself, and each log with its digests and "
    "seeds. A server may run meanwhile. Ends with 3 where anything was found.",
    epilog="\b\nExample:\n  oddsmith doctor --db tables.db",
    params=[database_option(), json_option()],
)
@click.pass_context
def command(ctx: click.Context, db: str, *, as_json: bool) -> None:
    """Print what is found, a line each."""
    with web_packages():
        from oddsmith.table.store.checkup import checkup
    found = checkup(db)
    if as_json:
        say(json_text(found.document))
    else:
        for finding in found.findings:
            say(str(finding))
        result = f"{len(found.findings):,} found" if found.findings else "all as they were written"
        say(f"{counted(found.tables, 'table')}, {counted(found.events, 'event')}: {result}.")
        if found.findings:
            say(wrapped(_remedy({finding.table for finding in found.findings})))
    ctx.exit(MISMATCH if found.findings else 0)


def _remedy(tables: set[str | None]) -> str:
    """Say what is damaged and what to do; None among the tables stands for the database as a whole."""
    named = sorted(table for table in tables if table is not None)
    shown = ", ".join(named[:_NAMED]) + (f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED else "")
    damaged = f"table{'s' if len(named) > 1 else ''} {shown}" if named else "the database"
    rest = "" if None in tables else " Other tables are as they were written, and go on until then."
    return (
        f"Damaged: {damaged}. Keep this database as it is, and put your last backup in its place with oddsmith restore "
        f"while no server runs.{rest}"
    )
