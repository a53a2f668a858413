"""The option that says where tables are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from oddsmith.cli.parsing.option import Option


def database_option() -> Option:
    """Return the option `--db`; its value is a URL or a file."""
    return Option(
        ("--db",),
        metavar="URL",
        envvar="ODDSMITH_DB",
        show_envvar=True,
        callback=lambda ctx, param, given: given or f"sqlite:///{default_database()}",
        help="Where tables are kept: a file, sqlite:///FILE or postgresql://HOST/NAME.",
    )


def default_database() -> Path:
    """Return the file in which tables are kept by default."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "oddsmith" / "tables.db"
