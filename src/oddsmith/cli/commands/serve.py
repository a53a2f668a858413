"""`oddsmith serve`: the web app."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from oddsmith.cli.parsing.command import Command
from oddsmith.cli.parsing.option import Option
from oddsmith.cli.text.terminal import say
from oddsmith.errors import OddsmithError
from oddsmith.systems import registry

PORT = 8765


class NotInstalled(OddsmithError):
    """A part of Oddsmith needs packages that are not installed."""

    code = "not-installed"


@click.command(
    "serve",
    cls=Command,
    help="The web app and its HTTP API, until stopped with Ctrl+C.",
    params=[
        Option(
            ("--db",),
            metavar="URL",
            envvar="ODDSMITH_DB",
            show_envvar=True,
            help="Where tables are kept: a file, sqlite:///FILE or postgresql://HOST/NAME.",
        ),
        Option(("--host",), default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all."),
        Option(("--port",), type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 finds a free one."),
        Option(
            ("--name", "names"), multiple=True, metavar="NAME", help="A host name that browsers may use; repeatable."
        ),
    ],
)
def command(db: str | None, host: str, port: int, names: tuple[str, ...]) -> None:
    """Serve the web app until it is stopped."""
    try:
        from oddsmith.table.store import shown
        from oddsmith.web import serve
        from oddsmith.web.settings import Settings, own_names
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"The web app needs the package {error.name}.", remedy="Install it: pip install 'oddsmith[web]'."
        ) from None
    database = db or f"sqlite:///{default_database()}"
    sock = serve.listening(host, port)
    name = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    address = f"http://{name}:{sock.getsockname()[1]}/"

    def ready() -> None:
        say(f"Oddsmith is at {address} (Ctrl+C stops it); tables are kept in {shown(database)}.")

    settings = Settings(database=database, names=own_names() | {name.lower() for name in names} | {host.lower()})
    serve.run(settings, sock, registry.rulebooks(), ready)


def default_database() -> Path:
    """Return the file in which tables are kept by default."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "oddsmith" / "tables.db"
