"""`oddsmith seat`: a way back to a seat whose browser has lost it."""

from __future__ import annotations

import re

import click

from oddsmith.cli.errors import web_packages
from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.database import database_option
from oddsmith.cli.text.terminal import say, wrapped
from oddsmith.errors import BadInput

HOURS = 24
_ADDRESS = re.compile(r"https?://[^/\s]+/table/([0-9a-f]{16})")


@click.command(
    "seat",
    cls=Command,
    short_help="Print a link that gives somebody back their seat.",
    help=f"Print a link that gives somebody back their seat at a table, once, within {HOURS} hours: for a host whose "
    "browser has lost it. ADDRESS is that of the table. The server may run; the table's log says that the seat moved, "
    "once it does.",
    epilog="\b\nExample:\n  oddsmith seat https://dice.example/table/0123456789abcdef Ada --db tables.db",
    params=[click.Argument(("address",)), click.Argument(("name",)), database_option()],
)
def command(address: str, name: str, db: str) -> None:
    """Print the link."""
    address = address.partition("#")[0].partition("?")[0].rstrip("/")
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise BadInput("address", address, "the address of a table, as https://dice.example/table/0123456789abcdef")
    with web_packages():
        from oddsmith.web.seat_codes import code_from_database
    code = code_from_database(db, found[1], name, HOURS * 3600)
    say(f"{address}#seat.{code}")
    say(
        wrapped(f"Send it to {name} alone. It works once, within {HOURS} hours; any page that has the seat now closes.")
    )
