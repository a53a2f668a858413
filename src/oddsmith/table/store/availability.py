"""Availability of the database: trouble that may pass is told from mistakes of the program, and logged once."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from oddsmith.table.domain.errors import Unreachable

_log = logging.getLogger("oddsmith.table")

_SQLITE: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
#: Classes of SQLSTATE: connections, read-only or timed-out transactions, deadlocks, no space or memory, locks,
#: shutdown, the system.
_SQLSTATES: Final = frozenset({"08", "25", "40", "53", "55", "57", "58"})


class Availability:
    """Availability of one use of the database; a change of it is logged.

    what: the trouble in words, as in "tables cannot be written".
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._works = True

    def restored(self) -> None:
        """Note that it works."""
        if self._works:
            return
        with self._lock:
            if not self._works:
                self._works = True
                _log.warning("%s again", self._what.replace("cannot", "can"))

    def failed(self, error: Exception) -> Exception:
        """Note an error, and return what to raise instead: Unreachable, unless it is a mistake of the program."""
        reason = passing(error)
        if reason is None:
            return error
        with self._lock:
            if self._works:
                self._works = False
                _log.error("%s: %s", self._what, reason)
        return Unreachable()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watch a use of the database; raises Unreachable when that does not work."""
        try:
            yield
        except Exception as error:
            instead = self.failed(error)
            if instead is error:
                raise
            raise instead from error
        self.restored()


def passing(error: Exception) -> str | None:
    """Return the reason why a database refused, if that may pass by itself and the program is not to blame."""
    if isinstance(error, sa.exc.TimeoutError):
        return "all connections are in use"
    orig: Any = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(orig, sqlite3.Error):
        passes = getattr(orig, "sqlite_errorcode", 0) & 0xFF in _SQLITE
    elif hasattr(orig, "sqlstate"):  # of psycopg, which need not be installed
        lost = orig.sqlstate is None and type(orig).__name__ in ("OperationalError", "ConnectionTimeout")
        passes = lost or (orig.sqlstate is not None and orig.sqlstate[:2] in _SQLSTATES)
    else:
        passes = False
    return str(orig).strip().partition("\n")[0] or type(orig).__name__ if passes else None
