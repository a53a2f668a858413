"""Backups made while a server writes, and put in place again: nothing is lost but what came later, and no seed that
somebody knows by then is rolled with.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.group import Group
from tests.table.store.test_checkup import changed

from oddsmith.cli.app import program
from oddsmith.errors import BadInput
from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.fairness import fair
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.table.store.checkup import checkup
from oddsmith.table.store.copies import CopyFailed, backup, restore

note = partial(notes.write_note, body=notes.WriteNote(text="kept"))


def started(group: Group, url: str) -> None:
    group.tables = Tables(open_database(url))
    group.run(group.tables.start())


def last_seed(group: Group) -> str:
    landed = [event["body"]["landed"] for event in group.host.log()["events"] if "landed" in event["body"]]
    seed: str = landed[-1]["seed"]
    return seed


def next_seal(answer: dict[str, Any]) -> str:
    seal: str = next(e["body"]["stretch"]["seal"] for e in answer["events"] if "stretch" in e["body"])
    return seal


def test_a_copy_put_in_place_rolls_with_no_seed_that_somebody_knows(group: Group, url: str, tmp_path: Path) -> None:
    group.host.roll()
    copy = tmp_path / "copy.db"
    before = group.live().state.number
    checked = backup(url, copy)
    assert (checked.tables, checked.events) == (1, before)
    assert copy.stat().st_mode & 0o777 == 0o600
    group.host.roll()
    known = last_seed(group)  # of the first roll after the copy, and so of its next one, were it not renewed
    with pytest.raises(BadInput, match="no server has open; stop that one first"):
        restore(copy, url)
    group.run(group.tables.close())
    again, aside = restore(copy, url)
    assert again.events == before
    assert (aside is not None) == url.startswith("sqlite")
    if aside is not None:
        assert checkup(str(aside)).events == before + 2
    started(group, url)
    assert next_seal(group.host.roll()) != fair.seal(group.table, known)
    kinds = [event["kind"] for event in group.host.log()["events"]]
    assert kinds[before] == "member.sealed"
    assert group.host.verifies().mismatches == []
    assert checkup(url).findings == []
    assert not list(tmp_path.glob("*.part*"))


def test_a_copy_made_while_people_write_is_of_one_moment(local_group: Group, tmp_path: Path) -> None:
    group = local_group
    token = secret_digest(group.host.token)

    async def written() -> list[int]:
        counts: list[int] = []
        copying = asyncio.ensure_future(asyncio.to_thread(backup, str(tmp_path / "tables.db"), tmp_path / "copy.db"))
        while not copying.done() or not counts:
            answer = await group.tables.command(group.table, token, note, fair.fresh(), "f")
            counts.append(len(answer.text()))
        return [(await copying).events, len(counts)]

    first = group.live().state.number
    copied, count = group.run(written())
    assert first <= copied <= group.live().state.number == first + count
    assert checkup(str(tmp_path / "copy.db")).findings == []


def test_nothing_is_overwritten_and_nothing_damaged_is_copied(local_group: Group, tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    copy.write_text("mine")
    with pytest.raises(BadInput, match="not there yet"):
        backup(str(file), copy)
    assert copy.read_text() == "mine"
    copy.unlink()
    backup(str(file), copy)
    changed(f"sqlite:///{copy}", "UPDATE events SET body = replace(body, 'Thursday', 'Thursdax')")
    local_group.run(local_group.tables.close())
    whole = file.read_bytes()
    for source in (copy, tmp_path):
        with pytest.raises((CopyFailed, BadInput)):
            restore(source, str(file))
    with pytest.raises(CopyFailed, match="damaged"):
        backup(str(copy), tmp_path / "second.db")
    assert file.read_bytes() == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "copy.db",
        "tables.db",
        "tables.db.lock",
    ]
    started(local_group, str(file))


def test_what_is_no_database_is_named_and_not_what_was_to_be_made_of_it(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    with pytest.raises(BadInput) as refused:
        backup(str(empty), tmp_path / "copy.db")
    assert (refused.value.field, refused.value.value) == ("db", str(empty))
    assert [file.name for file in tmp_path.iterdir()] == ["empty.db"]


@pytest.mark.parametrize(("made", "told"), [("", "this one is empty"), ("CREATE TABLE t (x)", "another program's")])
def test_what_is_no_database_of_ours_takes_the_place_of_none(
    local_group: Group, tmp_path: Path, made: str, told: str
) -> None:
    """A copy that was cut off, say, as the disk was full."""
    other, file = tmp_path / "other.db", tmp_path / "tables.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(made)
    local_group.run(local_group.tables.close())
    other.touch()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(BadInput, match=told) as refused:
        restore(other, str(file))
    assert (refused.value.field, refused.value.value) == ("file", str(other))
    assert sorted(tmp_path.iterdir()) == before
    started(local_group, str(file))
    assert [member.name for member in local_group.live().state.members.values()] == ["Ada"]


def test_a_copy_of_an_older_version_is_brought_up_to_date(local_group: Group, tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    backup(str(file), copy)
    local_group.run(local_group.tables.close())
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:  # as it was before answers were stored so
        connection.execute("DELETE FROM answers")
        connection.execute("ALTER TABLE answers ADD COLUMN body TEXT NOT NULL DEFAULT ''")
        for column in ("told", "seen"):
            connection.execute(f"ALTER TABLE answers DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(BadInput, match="of version 0001"):
        checkup(str(copy))
    assert restore(copy, str(file))[0].findings == []
    started(local_group, str(file))


def test_without_the_programs_of_postgresql_the_line_to_run_is_told(
    shared_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_database(shared_url).close()
    monkeypatch.setattr(shutil, "which", lambda program: None)
    answer = CliRunner().invoke(program, ["backup", str(tmp_path / "x"), "--db", shared_url], env={"COLUMNS": "500"})
    assert answer.exit_code == 1
    assert "There is no pg_dump on this machine." in answer.stderr
    assert "pg_dump --format=custom --no-owner" in answer.stderr
    assert list(tmp_path.iterdir()) == []
