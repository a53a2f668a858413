"""The database: opened, brought up to date, and connected to."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.pool import NullPool, QueuePool, StaticPool

from oddsmith.errors import BadInput
from oddsmith.table.domain.errors import Damaged, Unreachable
from oddsmith.table.store.availability import Availability, damage, passing
from oddsmith.table.store.log import NEWS, PRESENCE, Connection
from oddsmith.table.store.schema import METADATA

#: The newest version of the database, the last of `migrations/versions`.
VERSION = "0002"

_ALLOWED = "a file, sqlite:///FILE or postgresql://[USER[:PASSWORD]@]HOST[:PORT]/NAME"


class Database:
    """A database that one thread writes and any thread reads. shared: True where other servers may write to it, too."""

    def __init__(self, writer: sa.Engine, readers: sa.Engine, unlock: Callable[[], None]) -> None:
        self._writer = writer
        self._readers = readers
        self._unlock = unlock
        self._writes = Availability("tables cannot be written")
        self._reads = Availability("tables cannot be read")
        self._hears = Availability("other servers cannot be heard")
        self.shared = writer.dialect.name == "postgresql"

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that writes; committed at its end, undone on an error. For one thread alone.

        Raises Unreachable when the database is locked, full or away; whether it was committed is then not known.
        """
        with self._writes.watched(), self._writer.begin() as connection:
            yield Connection(connection)

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that only reads; raises Unreachable."""
        with self._reads.watched(), self._readers.connect() as connection:
            yield Connection(connection)

    def tell_damage(self, error: Damaged) -> None:
        """Say in the log what is damaged, as `reading` does."""
        self._reads.failed(error)

    def tell(self, messages: Sequence[str]) -> None:
        """Send messages that need not last to all servers, this one included, on the channel PRESENCE."""
        notify = sa.text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
        with self._writes.watched(), self._readers.begin() as connection:
            # Whoever commits a notification keeps others from theirs meanwhile; rolls must not wait for the disk here.
            connection.execute(sa.text("SET LOCAL synchronous_commit TO off"))
            connection.execute(notify, {"channel": PRESENCE, "messages": list(messages)})

    def news(self, timeout: float) -> Iterator[tuple[str, str]]:
        """Yield messages of servers (this one included) to each other, as channel and text, until the connection ends.

        ("", "") comes first, when nothing is missed any more, and again once a `timeout` (seconds) without news, so
        that a thread can see whether to go on. Raises Unreachable.
        """
        # A connection of its own: one that failed, or listens, is of no use to those who read.
        engine = sa.create_engine(
            self._readers.url, poolclass=NullPool, pool_reset_on_return=None, connect_args=_alive(self._readers.url)
        )
        try:
            with contextlib.closing(engine.raw_connection()) as raw:
                driver: Any = raw.driver_connection
                driver.autocommit = True
                for channel in (NEWS, PRESENCE):
                    driver.execute(f"LISTEN {channel}")
                self._hears.restored()
                yield "", ""
                while True:
                    for notice in driver.notifies(timeout=timeout):
                        yield notice.channel, notice.payload
                    yield "", ""
        except Exception as error:
            raise self._hears.failed(error) from error

    def close(self) -> None:
        """End all connections; whoever still reads has a second to end."""
        pool, until = self._readers.pool, time.monotonic() + 1
        while isinstance(pool, QueuePool) and pool.checkedout() and time.monotonic() < until:
            time.sleep(0.01)
        self._readers.dispose()
        self._writer.dispose()
        self._unlock()


def open_database(url: str, *, new: bool = True) -> Database:
    """Connect to a database by URL (or to a file of SQLite by its path) and bring its tables up to date.

    new: whether one that has no tables of ours gets them. Raises BadInput for another kind of URL, a file that another
    server has open, a server that cannot be reached, or a database that this version cannot use.
    """
    if is_postgresql(url):
        return _postgresql(url, new=new)
    file = file_of(url)
    try:
        if not file.parent.is_dir():
            file.parent.mkdir(parents=True, exist_ok=True)
        # It holds the seeds of rolls to come: nobody else on this machine may read it. What SQLite puts beside it has
        # the same mode. Who made the file with another one meant it.
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise _unwritable(file, error) from None
    unlock = locked(file)
    writer = _sqlite_writer(file)
    try:
        with writer.begin() as connection:
            _migrate(connection, str(file), new=new)
    except (sa.exc.DatabaseError, BadInput) as error:
        writer.dispose()
        unlock()
        if isinstance(error, BadInput):
            raise
        raise BadInput("db", str(file), f"a database of Oddsmith ({error.orig})") from None
    return Database(writer, _sqlite_readers(file), unlock)


@contextlib.contextmanager
def reading(url: str) -> Iterator[Connection]:
    """Open a transaction that only reads, in a process that keeps no connection. The database must be up to date."""
    engine = _postgresql_engine(url, pool_size=1) if is_postgresql(url) else _sqlite_readers(file_of(url))
    try:
        with Availability("tables cannot be read").watched(), engine.connect() as connection:
            yield Connection(connection)
    finally:
        engine.dispose()


@contextlib.contextmanager
def looking(url: str) -> Iterator[sa.Engine]:
    """Connect to a database that is there, changing nothing; servers may have it open meanwhile.

    Raises BadInput for one that is not there, or is not of this version; Unreachable for one that is locked or away,
    Damaged for one that cannot even be opened.
    """
    if is_postgresql(url):
        engine, name = _postgresql_checked(url), shown(url)
    else:
        file = file_of(url)
        if not file.is_file():
            raise BadInput("db", str(file), "a database that is there")
        engine, name = _sqlite_readers(file), str(file)
    try:
        with snapshot(engine) as connection:
            found = _version(connection)
            if found is None:
                raise BadInput("db", name, _ours(connection))
        if found != VERSION:
            whose = f"of version {found}; a server brings older ones up to date"
            raise BadInput("db", name, f"a database of Oddsmith of version {VERSION}; this one is {whose}")
        yield engine
    except sa.exc.SQLAlchemyError as error:
        reason = damage(error)
        if reason is not None:
            raise Damaged(reason) from error
        if passing(error) is not None:
            raise Unreachable from error
        raise BadInput("db", name, f"a database of Oddsmith ({_first_line(getattr(error, 'orig', error))})") from error
    finally:
        engine.dispose()


@contextlib.contextmanager
def snapshot(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Open a transaction in which everything is as it was at one moment."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            yield connection
    else:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection


def shown(url: str) -> str:
    """Return a URL as it may be shown to anybody who sees the screen: without its password."""
    if not is_postgresql(url):
        return url
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        return url.partition("@")[2] or url
    secret = {name: "***" for name in parsed.query if "password" in name}
    return parsed.update_query_dict(secret).render_as_string(hide_password=True)


def is_postgresql(url: str) -> bool:
    """Tell whether a URL is of a server of PostgreSQL."""
    return url.startswith(("postgresql:", "postgres:", "postgresql+psycopg:"))


def file_of(url: str) -> Path:
    """Return the file of a database of SQLite, by whatever name it is reached; BadInput when the URL names none."""
    path = url.removeprefix("sqlite:///")
    if path == url and re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", url):  # one letter alone is a drive
        raise BadInput("db", url.rpartition("@")[2], _ALLOWED)
    if path in ("", ":memory:"):
        raise BadInput("db", url, _ALLOWED)
    file = Path(path).resolve()
    if file.is_dir():
        raise BadInput("db", url, "a file; this is a folder")
    return file


def _unwritable(file: Path, error: OSError) -> BadInput:
    return BadInput("db", str(file), f"a file that can be written ({error.strerror})")


def _sqlite_writer(file: Path) -> sa.Engine:
    # Two connections that checkpoint at once can damage a WAL database (SQLite before 3.51.3): one connection alone
    # writes and checkpoints, and all others are read-only.
    writer = sa.create_engine(
        f"sqlite:///{file}", poolclass=StaticPool, connect_args={"check_same_thread": False, "isolation_level": None}
    )
    event.listen(writer, "connect", _prepare)
    event.listen(writer, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return writer


def _sqlite_readers(file: Path) -> sa.Engine:
    return sa.create_engine(
        f"sqlite:///file:{quoted(file)}?mode=ro&uri=true",
        poolclass=QueuePool,
        pool_size=4,
        max_overflow=12,
        pool_timeout=_POOL_WAIT,
        connect_args={"check_same_thread": False},
    )


def quoted(file: Path) -> str:
    """Return a path as a URI of SQLite takes it."""
    return str(file).replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _prepare(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def locked(file: Path) -> Callable[[], None]:
    """Make this process the only one that opens the database; return a function that undoes that."""
    try:
        handle = os.open(file.with_name(f"{file.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unwritable(file, error) from None
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise BadInput("db", str(file), "a file that no server has open; stop that one first") from None
    return lambda: os.close(handle)


#: Times after which a connection to a server that is silent is given up: seconds, and milliseconds in the last.
_ALIVE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
_POOL_WAIT: Final = 5  # seconds for a connection to become free


def _postgresql(url: str, *, new: bool) -> Database:
    writer = _postgresql_checked(url)
    event.listen(writer, "connect", _impatient)
    try:
        with writer.begin() as connection:
            # Several servers may start at once: one brings the tables up to date, the others wait.
            connection.execute(sa.text("SET LOCAL lock_timeout TO '60s'"))
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(0x0DD5)))
            _migrate(connection, shown(url), new=new)
    except (sa.exc.DBAPIError, BadInput) as error:
        writer.dispose()
        if isinstance(error, BadInput):
            raise
        able = (
            "that can be reached" if isinstance(error, sa.exc.OperationalError) else "where this user may make tables"
        )
        raise BadInput("db", shown(url), f"a server {able} ({_first_line(error.orig)})") from None
    return Database(writer, _postgresql_engine(url, pool_size=4, max_overflow=12), lambda: None)


def _postgresql_checked(url: str) -> sa.Engine:
    """Return an engine with a single connection; BadInput where the URL or the driver is at fault."""
    try:
        return _postgresql_engine(url, pool_size=1)
    except ModuleNotFoundError:
        raise BadInput("db", shown(url), "sqlite:///FILE (for this: pip install 'oddsmith[postgres]')") from None
    except (sa.exc.ArgumentError, ValueError) as error:
        raise BadInput("db", shown(url), f"{_ALLOWED} ({_first_line(error)})") from None


def _postgresql_engine(url: str, *, pool_size: int, max_overflow: int = 0) -> sa.Engine:
    parsed = sa.make_url(url).set(drivername="postgresql+psycopg")
    return sa.create_engine(
        parsed,
        pool_size=pool_size,
        max_overflow=max_overflow,
        pool_timeout=_POOL_WAIT,
        pool_pre_ping=True,
        connect_args=_alive(parsed),
    )


def _alive(url: sa.URL) -> dict[str, int]:
    return {name: value for name, value in _ALIVE.items() if name not in url.query}


def _impatient(connection: Any, record: object) -> None:
    """Let a writer neither wait long for others nor, should this process be stopped, make them wait long."""
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout TO '1s'")
        cursor.execute("SET idle_in_transaction_session_timeout TO '30s'")
    connection.commit()


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0]


def _migrate(connection: sa.Connection, url: str, *, new: bool) -> None:
    """Bring the tables up to date."""
    found = _version(connection)
    if found == VERSION:
        return
    if found is None and not new:
        raise BadInput("db", url, _ours(connection))
    from alembic import command  # slow to import, and rarely needed
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "oddsmith.table.store:migrations")
    versions = [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()]
    if found is not None and found not in versions:
        newer = all(sa.inspect(connection).has_table(table) for table in METADATA.tables)
        whose = f"this is one of a newer version ({found})" if newer else f"this is something else ({found})"
        raise BadInput("db", url, f"a database of Oddsmith up to version {VERSION}; {whose}")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _ours(connection: sa.Connection) -> str:
    """Say what is allowed where a database has no tables of ours."""
    found = "another program's" if sa.inspect(connection).get_table_names() else "empty"
    return f"a database of Oddsmith; this one is {found}"


def _version(connection: sa.Connection) -> str | None:
    """Return the version of a database, or of what else has migrated it; None where nothing has."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return found
