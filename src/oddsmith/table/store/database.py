"""Opening the database, bringing it up to date, and connecting to it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import QueuePool, StaticPool

from oddsmith.errors import BadInput
from oddsmith.table.store.log import NEWS, PRESENCE, Connection

#: The newest version of the database, the last of `migrations/versions`.
VERSION = "0001"

_ALLOWED = "a file, sqlite:///FILE or postgresql://[USER[:PASSWORD]@]HOST[:PORT]/NAME"


class Database:
    """A database that one thread writes and any thread reads.

    `shared` tells whether other servers may write to it too.
    """

    def __init__(self, writer: sa.Engine, readers: sa.Engine, unlock: Callable[[], None]) -> None:
        self._writer = writer
        self._readers = readers
        self._unlock = unlock
        self.shared = writer.dialect.name == "postgresql"

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; committed at its end, undone on an error. For one thread alone."""
        with self._writer.begin() as connection:
            yield Connection(connection)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._readers.connect() as connection:
            yield Connection(connection)

    def tell(self, messages: Sequence[str]) -> None:
        """Tell all servers, this one included, something on the channel PRESENCE that need not last."""
        told = sa.text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
        with self._readers.begin() as connection:
            # Whoever commits a notification keeps others from theirs meanwhile; rolls must not wait for the disk here.
            connection.execute(sa.text("SET LOCAL synchronous_commit TO off"))
            connection.execute(told, {"channel": PRESENCE, "messages": list(messages)})

    def news(self, timeout: float) -> Iterator[tuple[str, str]]:
        """What servers (this one included) tell each other, as channel and text, until the connection ends.

        Once a `timeout` (seconds) without news, ("", "") is given instead, so that a thread can see whether to go on.
        """
        with contextlib.closing(self._readers.raw_connection()) as raw:
            driver: Any = raw.driver_connection
            driver.autocommit = True
            for channel in (NEWS, PRESENCE):
                driver.execute(f"LISTEN {channel}")
            yield "", ""  # from here on nothing is missed
            while True:
                for notice in driver.notifies(timeout=timeout):
                    yield notice.channel, notice.payload
                yield "", ""

    def close(self) -> None:
        """End all connections."""
        self._readers.dispose()
        self._writer.dispose()
        self._unlock()


def open_database(url: str) -> Database:
    """Connect to a database by URL (or to a file of SQLite by its path) and bring its tables up to date.

    Raises BadInput for another kind of URL, a file that another server has open, or a server that cannot be reached.
    """
    if url.startswith(("postgresql:", "postgres:", "postgresql+psycopg:")):
        return _postgresql(url)
    if "://" in url and not url.startswith("sqlite:///"):
        raise BadInput("db", _without_password(url), _ALLOWED)
    return _sqlite(Path(url.removeprefix("sqlite:///")).absolute())


def _sqlite(file: Path) -> Database:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        unlock = _lock(file.with_name(f"{file.name}.lock"))
        # It holds seeds of rolls to come: nobody else on this machine reads it. What SQLite puts beside it has the same
        # mode. Whoever made the file with another one meant it.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise BadInput("db", str(file), f"a file that can be written ({error.strerror})") from None
    # Two connections that checkpoint at once can damage a WAL database (SQLite before 3.51.3): one connection alone
    # writes and checkpoints, and all others are read-only.
    writer = sa.create_engine(
        f"sqlite:///{file}", poolclass=StaticPool, connect_args={"check_same_thread": False, "isolation_level": None}
    )
    event.listen(writer, "connect", _prepare)
    event.listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with writer.begin() as connection:
            _migrate(connection)
    except sa.exc.DatabaseError as error:
        writer.dispose()
        unlock()
        raise BadInput("db", str(file), f"a database of Oddsmith ({error.orig})") from None
    readers = sa.create_engine(
        f"sqlite:///file:{_quoted(file)}?mode=ro&uri=true",
        poolclass=QueuePool,
        pool_size=4,
        max_overflow=12,
        connect_args={"check_same_thread": False},
    )
    return Database(writer, readers, unlock)


def _quoted(file: Path) -> str:
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _prepare(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _lock(file: Path) -> Callable[[], None]:
    """Make this process the only one that opens the database; gives what undoes that."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise BadInput("db", str(file.with_suffix("")), "a file that no other server has open") from None
    return lambda: os.close(handle)


def _postgresql(url: str) -> Database:
    try:
        parsed = sa.make_url(url).set(drivername="postgresql+psycopg")
        writer = sa.create_engine(parsed, pool_size=1, max_overflow=0, pool_pre_ping=True)
        readers = sa.create_engine(parsed, pool_size=4, max_overflow=12, pool_pre_ping=True)
        with writer.begin() as connection:
            # Several servers may start at once: one brings the tables up to date, the others wait.
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(0x0DD5)))
            _migrate(connection)
    except ModuleNotFoundError:
        raise BadInput(
            "db", _without_password(url), "sqlite:///FILE (for this: pip install 'oddsmith[postgres]')"
        ) from None
    except (sa.exc.OperationalError, sa.exc.ArgumentError, ValueError) as error:
        reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise BadInput("db", _without_password(url), f"a server that can be reached ({reason})") from None
    return Database(writer, readers, lambda: None)


def _migrate(connection: sa.Connection) -> None:
    """Bring the tables up to date."""
    if sa.inspect(connection).has_table("alembic_version"):
        found = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
        if found == VERSION:
            return
    from alembic import command  # slow to import, and rarely needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "oddsmith.table.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _without_password(url: str) -> str:
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ValueError):
        return url.partition("@")[2] or url
