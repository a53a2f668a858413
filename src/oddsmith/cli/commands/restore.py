"""`oddsmith restore`: a copy put in the place of the tables."""

from __future__ import annotations

from pathlib import Path

import click

from oddsmith.cli.errors import web_packages
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.database import database_option
from oddsmith.cli.text.terminal import say, wrapped
from oddsmith.cli.text.words import counted


@click.command(
    "restore",
    cls=Command,
    short_help="Replace the tables with a copy.",
    help="Put a copy that `oddsmith backup` has made in the place of the tables, once it has been checked; stop the "
    "server before. A file that was there is kept beside it. Seeds that somebody may know since the copy was made are "
    "replaced when the server starts.",
    epilog="\b\nExample:\n  oddsmith restore tables-monday.db --db tables.db",
    params=[click.Argument(("file",), type=click.Path(path_type=Path)), database_option()],
)
def command(file: Path, db: str) -> None:
    """Put the copy in its place."""
    with web_packages():
        from oddsmith.table.store import shown
        from oddsmith.table.store.copies import restore
    found, aside = restore(file, db)
    say(wrapped(f"{shown(db)} holds {counted(found.tables, 'table')} with {counted(found.events, 'event')} again."))
    if aside is not None:
        say(wrapped(f"What was there before is in {aside}."))
