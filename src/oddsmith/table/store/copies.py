"""Copies of a database: made while servers use it, and put in its place while none does.

Whoever was at a table may know seeds that were revealed after the copy was made. A server renews the seals of a table
that it meets for the first time since its start; so a copy is put in place only where no server runs.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import sqlalchemy as sa

from oddsmith.errors import BadInput, OddsmithError
from oddsmith.table.store.checkup import Checkup, checkup
from oddsmith.table.store.database import (
    file_of,
    is_postgresql,
    locked,
    looking,
    open_database,
    quoted,
    shown,
    snapshot,
)

_BESIDE: Final = ("", "-wal", "-shm")  # a file of SQLite, and those that it keeps beside it
_LISTENING: Final = sa.text(
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN oddsmith%'"
)


class CopyFailed(OddsmithError):
    """A copy could not be made or put in place; all is as it was before."""

    code = "copy-failed"


def backup(url: str, target: Path) -> Checkup:
    """Copy a database into a file that is not there yet, and check the copy; servers may use the database meanwhile.

    SQLite is copied by its own means, as of one moment; PostgreSQL by pg_dump, whose file is not looked into: then it
    is the database that was checked. Raises BadInput, CopyFailed.
    """
    if target.exists():
        raise BadInput("file", str(target), "a file that is not there yet")
    with _part(target) as part:
        if is_postgresql(url):
            found = _sound(url)
            _postgresql_program("pg_dump", url, "--format=custom", "--no-owner", f"--file={part}")
        else:
            file = file_of(url)
            if not file.is_file():
                raise BadInput("db", str(file), "a database that is there")
            _copy(file, part)
            try:
                found = _sound(str(part))
            except BadInput as error:
                raise BadInput("db", str(file), error.allowed) from None
        _put(part, target)
    return found


def restore(source: Path, url: str) -> tuple[Checkup, Path | None]:
    """Put a copy in the place of a database that no server has open, once the copy has been checked.

    Returns what was checked, and where the file is now that was there before. On PostgreSQL what was there is gone.
    Raises BadInput, CopyFailed.
    """
    if not source.is_file():
        raise BadInput("file", str(source), "a file that `oddsmith backup` has made")
    if is_postgresql(url):
        return _restore_postgresql(source, url), None
    file = file_of(url)
    with contextlib.ExitStack() as stack:
        file.parent.mkdir(parents=True, exist_ok=True)
        stack.callback(locked(file))
        if file.exists() and file.samefile(source):
            raise BadInput("file", str(source), "another file than the database itself")
        part = stack.enter_context(_part(file))
        _copy(source, part)
        try:
            open_database(str(part), new=False).close()  # brings a copy of an older version up to date
        except BadInput as error:
            raise BadInput("file", str(source), error.allowed) from None
        found = _sound(str(part))
        _alone(part)
        aside = _aside(file)
        _put(part, file)
    return found, aside


def _copy(source: Path, target: Path) -> None:
    """Copy a file of SQLite as it is at one moment: a single step, during which others may write."""
    try:
        with (
            contextlib.closing(sqlite3.connect(f"file:{quoted(source)}?mode=ro", uri=True)) as original,
            contextlib.closing(sqlite3.connect(target)) as copy,
        ):
            original.backup(copy)
        _alone(target)
    except sqlite3.Error as error:
        raise CopyFailed(f"{source} could not be copied: {error}.") from None


def _alone(file: Path) -> None:
    """Make a file of SQLite one that needs no others beside it."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def _sound(url: str) -> Checkup:
    """Return the checkup of a database; CopyFailed where anything was found."""
    found = checkup(url)
    if found.findings:
        number = len(found.findings)
        raise CopyFailed(
            f"What would be copied is damaged ({number} findings): {found.findings[0]}.",
            remedy="oddsmith doctor tells all of them.",
        )
    return found


@contextlib.contextmanager
def _part(target: Path) -> Iterator[Path]:
    """Give a file beside another one, for its owner alone, that is gone at the end unless it was put in its place."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise BadInput("file", str(target), f"a file that can be written ({error.strerror})") from None
    try:
        yield part
    finally:
        for beside in (*_BESIDE, ".lock"):
            part.with_name(f"{part.name}{beside}").unlink(missing_ok=True)


def _put(part: Path, target: Path) -> None:
    """Put a file in the place of another, on disk for good."""
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _aside(file: Path) -> Path | None:
    """Give a file of SQLite, and what is beside it, another name; return that, None where there was nothing."""
    if not any(file.with_name(f"{file.name}{beside}").exists() for beside in _BESIDE):
        return None
    name = f"{file.name}.{datetime.now(UTC):%Y%m%dT%H%M%S.%fZ}"
    for beside in _BESIDE:
        with contextlib.suppress(FileNotFoundError):
            file.with_name(f"{file.name}{beside}").rename(file.with_name(f"{name}{beside}"))
    return file.with_name(name)


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def _restore_postgresql(source: Path, url: str) -> Checkup:
    open_database(url).close()  # refuses what cannot be reached, and what is no database of ours
    with looking(url) as engine, snapshot(engine) as connection:
        if connection.scalar(_LISTENING):
            raise BadInput("db", shown(url), "a database that no server has open; stop that one first")
    _postgresql_program(
        "pg_restore", url, "--clean", "--if-exists", "--no-owner", "--single-transaction", "--dbname={}", str(source)
    )
    open_database(url).close()
    return checkup(url)


def _postgresql_program(program: str, url: str, *arguments: str) -> None:
    """Run a program of PostgreSQL's for a database; CopyFailed, with the line to run by hand, where there is none."""
    parsed = sa.make_url(url).set(drivername="postgresql")
    plain = parsed.set(password=None).render_as_string(hide_password=False)
    line = [program, *(each.format(plain) if "{}" in each else each for each in arguments)]
    if plain not in " ".join(line):
        line.append(f"--dbname={plain}")
    found = shutil.which(program)
    if found is None:
        raise CopyFailed(
            f"There is no {program} on this machine.",
            remedy=f"Install PostgreSQL's programs for clients, or run where they are: {' '.join(line)}",
        )
    # Others on this machine see the line of a program, but not its environment.
    secret = {"PGPASSWORD": parsed.password} if parsed.password else {}
    done = subprocess.run([found, *line[1:]], capture_output=True, text=True, check=False, env=os.environ | secret)
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise CopyFailed(f"{program} failed: {said[-1]}.")
