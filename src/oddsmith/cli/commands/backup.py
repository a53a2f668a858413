"""`oddsmith backup`: a copy of all tables."""

from __future__ import annotations

from pathlib import Path

import click

from oddsmith.cli.errors import web_packages
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.database import database_option
from oddsmith.cli.text.terminal import say, wrapped
from oddsmith.cli.text.words import counted


@click.command(
    "backup",
    cls=Command,
    short_help="Copy all tables while the server runs.",
    help="A copy of all tables as they are at one moment, checked as `oddsmith doctor` does; the server may run "
    "meanwhile. Keep it to yourself: it holds the seeds of rolls to come.",
    epilog="\b\nExample:\n  oddsmith backup tables-monday.db --db tables.db",
    params=[click.Argument(("file",), type=click.Path(path_type=Path)), database_option()],
)
def command(file: Path, db: str) -> None:
    """Make the copy."""
    with web_packages():
        from oddsmith.table.store.copies import backup
    found = backup(db, file)
    say(wrapped(f"{file} holds {counted(found.tables, 'table')} with {counted(found.events, 'event')}."))
