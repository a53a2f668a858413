"""Checkups of databases that were changed behind the back of the program, by SQL or in the bytes of the file."""

from __future__ import annotations

import logging
import re
import sqlite3
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from tests.table.group import Group

from oddsmith.cli.app import program
from oddsmith.errors import BadInput
from oddsmith.table.domain.errors import Damaged, Unreachable
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.table.store.checkup import checkup
from oddsmith.table.store.copies import backup


def changed(url: str, *statements: str) -> None:
    """Do what triggers refuse."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all():
                connection.exec_driver_sql(f"DROP TRIGGER {name}")
        else:
            connection.exec_driver_sql("ALTER TABLE events DISABLE TRIGGER ALL")
        for statement in statements:
            connection.exec_driver_sql(statement.replace("%", "%%"))
    engine.dispose()


def played(group: Group) -> None:
    group.host.roll()
    group.host.roll(visibility="self")


def found(url: str) -> list[str]:
    return [re.sub(r"table \w{16}", "T", str(finding)) for finding in checkup(url).findings]


def test_nothing_is_found_while_a_server_runs(group: Group, url: str) -> None:
    played(group)
    checked = checkup(url)
    assert (checked.tables, checked.events, checked.findings) == (1, group.live().state.number, [])


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "UPDATE events SET body = replace(body, 'Thursday', 'Thursdax') WHERE number = 1",
            ["T, event 1: its digest is not that of what it says"],
        ),
        (
            "UPDATE events SET hidden = replace(hidden, 'test', 'tess') WHERE number = 5",
            ["T, event 5: its hidden part is not the one that was sealed"],
        ),
        (
            "UPDATE events SET at = at - 3600000 WHERE number = 4",
            ["T, event 4: its digest is not that of what it says", "T, event 4: its time, X, is before X"],
        ),
        (
            "UPDATE events SET secret = replace(secret, 'seed\":\"', 'seed\":\"0') WHERE number = 2",
            ["T, event 2: its seed is not the one that was sealed"],
        ),
        ("UPDATE tables SET number = 9", ["T: its last event is number 9; the log ends at 6"]),
        ("DELETE FROM events WHERE number = 3", ["T: an event of T after number 0 is not there"]),
        ("UPDATE events SET body = '{' WHERE number = 3", ["T: event 3 of T cannot be read"]),
        ("UPDATE events SET body = '[1]' WHERE number = 3", ["T: event 3 of T cannot be read"]),
        ("UPDATE events SET secret = '[]' WHERE number = 2", ["T: event 2 of T cannot be read"]),
        (
            "UPDATE events SET body = '{\"a\":1}' WHERE number = 2",
            [
                "T, event 2: its digest is not that of what it says",
                "T, event 2: member.joined cannot follow what came before (KeyError: 'member')",
            ],
        ),
        (
            "DELETE FROM tables",
            [
                "T: its events are there, and the table itself is not",
                *(f"T: the answer K is about event {number}" for number in (2, 4, 6)),
            ],
        ),
        ("UPDATE answers SET told = '{\"number\":1e400}'", ["T: the answer K cannot be read"] * 3),
        ("UPDATE answers SET told = '{\"number\":77}'", ["T: the answer K is about event 77"] * 3),
    ],
)
def test_what_was_changed_is_named(group: Group, url: str, statement: str, expected: list[str]) -> None:
    played(group)
    group.run(group.tables.close())
    try:
        changed(url, statement)
        lines = [re.sub(r"20\S+Z", "X", line) for line in found(url)]
        lines = [re.sub(r"answer \w{12}", "answer K", line) for line in lines]
        assert lines == expected
        answer = CliRunner().invoke(program, ["doctor", "--db", url], env={"COLUMNS": "500"})
        *told, count = answer.stdout.splitlines()[: len(expected) + 1]
        remedy = " ".join(map(str.strip, answer.stdout.splitlines()[len(expected) + 1 :]))
        assert (answer.exit_code, len(told)) == (3, len(expected))
        assert count.endswith(f"{len(expected):,} found.")
        assert remedy.startswith(f"Damaged: table {group.table}. Keep this database as it is, and put your last backup")
    finally:
        group.tables = Tables(open_database(url))
        group.run(group.tables.start())


def test_a_damaged_page_is_unavailable_and_said_in_one_line(
    local_group: Group, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Every page that holds a part of the log, one after the other: no traceback, whichever it is."""
    group, served = local_group, local_group.tables
    for _ in range(4):
        played(group)
    copy = tmp_path / "copy.db"
    backup(str(tmp_path / "tables.db"), copy)
    with closing(sqlite3.connect(copy)) as connection:
        query = "SELECT DISTINCT pageno FROM dbstat WHERE name = 'events'"
        try:
            pages = [page for (page,) in connection.execute(query)]
        except sqlite3.OperationalError:  # SQLite is not always built with it
            pages = list(range(2, connection.execute("PRAGMA page_count").fetchone()[0] + 1))
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    whole, told = copy.read_bytes(), 0
    for number, (page, spoiled) in enumerate(product(pages, (b"\x00", b"\xff", b"{"))):
        caplog.clear()
        file = tmp_path / f"damaged{number}.db"
        file.write_bytes(whole[: (page - 1) * size] + spoiled * size + whole[page * size :])
        assert checkup(str(file)).findings
        try:
            group.tables = Tables(open_database(str(file)))
        except BadInput:
            continue
        group.run(group.tables.start())
        with pytest.raises(Unreachable):
            group.live()
        group.run(group.tables.close())
        errors = [record for record in caplog.records if record.levelno == logging.ERROR]
        messages = [record.getMessage() for record in errors]
        assert {message.partition(":")[0] for message in messages} == {"tables cannot be read"}
        assert len(set(messages)) <= 2  # of all tables, and of this one
        assert len(messages) <= 3  # the server before may have said the first after it was closed
        assert any(f"table {group.table}" in message for message in messages)
        assert all("oddsmith doctor" in message for message in messages)
        assert not any(record.exc_info for record in errors)
        told += 1
    group.tables = served
    assert told
    assert checkup(str(copy)).findings == []


def test_damage_that_the_thread_that_writes_comes_upon_is_said_in_one_line(
    local_group: Group, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    local_group.host.roll()
    changed(f"sqlite:///{tmp_path}/tables.db", "UPDATE events SET body = 5 WHERE number = 2")
    local_group.tables._writer._states.clear()  # as of a table that nobody has written to for long
    for _ in range(2):
        with pytest.raises(Damaged):
            local_group.host.roll()
    assert [(record.levelname, record.exc_info) for record in caplog.records] == [("ERROR", None)]
    assert f"event 2 of table {local_group.table} cannot be read" in caplog.messages[0]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET at = 'x' WHERE number = 3",
        "UPDATE events SET at = 3.5 WHERE number = 3",
        "UPDATE events SET body = 5 WHERE number = 3",
        "UPDATE tables SET number = 'x'",
        "UPDATE tables SET id = x'00ff'",
    ],
)
def test_columns_of_a_type_that_no_program_wrote_are_findings(
    local_group: Group, tmp_path: Path, statement: str
) -> None:
    """SQLite keeps values of any type in any column."""
    played(local_group)
    copy = tmp_path / "copy.db"
    backup(f"sqlite:///{tmp_path}/tables.db", copy)
    changed(f"sqlite:///{copy}", statement)
    assert found(str(copy))


def test_what_is_no_database_is_a_finding_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("no database, but as long as the head of one has to be" * 40)
    assert found(str(file)) == ["the database: file is not a database"]
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE t (x)")
    (tmp_path / "empty.db").touch()
    for name, told in (("other.db", "is another program's"), ("empty.db", "is empty"), ("nowhere.db", "is there")):
        with pytest.raises(BadInput, match=told):
            checkup(str(tmp_path / name))
    assert not (tmp_path / "nowhere.db").exists()
