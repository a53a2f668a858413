"""Availability of the database: its trouble, which may pass, is told from mistakes of the program, and logged once."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa

from oddsmith.table.domain.errors import Damaged, Unreachable

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
#: Kinds of damage that are said at most: each table has its own.
_SAID: Final = 100
#: These pass only when somebody puts a whole copy in the place of the file.
_SQLITE_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
#: Classes of SQLSTATE: connections, read-only or timed-out transactions, deadlocks, no space or memory, locks,
#: shutdown, the system.
_SQLSTATES: Final = frozenset({"08", "25", "40", "53", "55", "57", "58"})
_SQLSTATE_DAMAGED: Final = "XX"  # data corrupted, index corrupted, internal


class Availability:
    """Availability of one use of the database; a change of it is logged.

    what: the trouble in words, as in "tables cannot be written".
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._works = True
        self._damaged: set[str] = set()  # what was said of damage

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
        reason = damage(error)
        if reason is not None:
            with self._lock:
                # Where one table is damaged, others go on: it would be said again and again.
                if reason not in self._damaged and len(self._damaged) < _SAID:
                    self._damaged.add(reason)
                    _log.error("%s: %s; see what oddsmith doctor says", self._what, reason)
            return error if isinstance(error, Damaged) else Damaged(reason)
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


def damage(error: Exception) -> str | None:
    """Return how a database shows that it is damaged; None for any other error."""
    if isinstance(error, Damaged):
        return error.reason
    orig: Any = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(orig, sqlite3.Error):
        # Text that is no text has no code of SQLite's: it is Python that cannot read it.
        damaged = _code(orig) in _SQLITE_DAMAGED or str(orig).startswith("Could not decode to UTF-8")
    else:
        damaged = str(getattr(orig, "sqlstate", "")).startswith(_SQLSTATE_DAMAGED)
    return _words(orig) if damaged else None


def passing(error: Exception) -> str | None:
    """Return the reason why a database refused, if that may pass by itself and the program is not to blame."""
    if isinstance(error, sa.exc.TimeoutError):
        return "all connections are in use"
    orig: Any = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(orig, sqlite3.Error):
        passes = _code(orig) in _SQLITE
    elif hasattr(orig, "sqlstate"):  # of psycopg, which need not be installed
        lost = orig.sqlstate is None and type(orig).__name__ in ("OperationalError", "ConnectionTimeout")
        passes = lost or (orig.sqlstate is not None and orig.sqlstate[:2] in _SQLSTATES)
    else:
        passes = False
    return _words(orig) if passes else None


def _code(error: sqlite3.Error) -> int:
    """Return the primary result code of SQLite."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def _words(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
