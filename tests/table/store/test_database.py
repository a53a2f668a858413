"""Opening a database: what is refused, clearly and before anything is made; how it is written; its versions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.table.postgres import Cluster

from oddsmith.errors import BadInput
from oddsmith.table.store import open_database, shown


def engine(url: str) -> sa.Engine:
    return sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def test_sqlite_is_written_ahead_and_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/tables.db")
    with database._writer.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2}  # FULL, https://www.sqlite.org/pragma.html


def test_a_file_is_opened_by_one_server_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    (tmp_path / "link.db").symlink_to(file)
    database = open_database(f"sqlite:///{file}")
    for name in ("tables.db", "link.db"):
        with pytest.raises(BadInput, match="no server has open; stop that one first"):
            open_database(f"sqlite:///{tmp_path}/{name}")
    database.close()
    open_database(f"sqlite:///{tmp_path}/link.db").close()


@pytest.mark.parametrize(
    "url",
    ["sqlite:rel.db", "sqlite://rel.db", "sqlite:///", "sqlite:///:memory:", "mysql://u:hidden@h/x", ""],
)
def test_what_names_no_file_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=r"a file, sqlite:///FILE or postgresql://") as refused:
        open_database(url)
    assert "hidden" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="this is a folder"):
        open_database(str(tmp_path))


@pytest.mark.parametrize(
    "url", ["postgresql://:wrong:/", "postgresql://u:hidden@127.0.0.1:1/x", "postgres://u:hidden@127.0.0.1:x/y"]
)
def test_a_server_that_cannot_be_is_refused_without_telling_its_password(url: str) -> None:
    with pytest.raises(BadInput) as refused:
        open_database(url)
    assert "hidden" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://u:hidden@host/x", "postgresql://u:***@host/x"),
        ("postgresql://host/x?user=u&password=hidden", "postgresql://host/x?password=%2A%2A%2A&user=u"),
        ("sqlite:////tables.db", "sqlite:////tables.db"),
        ("/a/b@c.db", "/a/b@c.db"),
    ],
)
def test_a_url_is_shown_without_its_password(url: str, expected: str) -> None:
    assert shown(url) == expected


@pytest.mark.parametrize(("version", "whose"), [("9999", "newer version"), ("1ab2cd", "newer version")])
def test_a_database_of_a_newer_version_is_refused(url: str, version: str, whose: str) -> None:
    open_database(url).close()
    made = engine(url)
    with made.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = :version"), {"version": version})
    made.dispose()
    with pytest.raises(BadInput, match=f"{whose} .{version}"):
        open_database(url)


def test_a_database_of_another_program_is_refused_and_left_as_it_is(url: str) -> None:
    made = engine(url)
    with made.begin() as connection:
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(sa.text("INSERT INTO alembic_version VALUES ('1ab2cd')"))
    with pytest.raises(BadInput, match="something else .1ab2cd"):
        open_database(url)
    assert sa.inspect(made).get_table_names() == ["alembic_version"]
    made.dispose()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_text("Dear players, " * 100)
    with pytest.raises(BadInput, match="a database of Oddsmith .file is not a database"):
        open_database(str(file))
    file.unlink()
    open_database(str(file)).close()  # nobody holds its lock


def test_a_user_who_may_not_make_tables_is_told_so(cluster: Cluster) -> None:
    url = cluster.database()
    made = engine(url)
    with made.begin() as connection:
        connection.execute(sa.text("CREATE ROLE guest LOGIN"))
        connection.execute(sa.text("REVOKE CREATE ON SCHEMA public FROM PUBLIC"))
    made.dispose()
    with pytest.raises(BadInput, match="may make tables .permission denied"):
        open_database(url.replace("user=oddsmith", "user=guest"))


def test_answers_of_the_first_version_are_kept_without_the_text_of_their_events(url: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "oddsmith.table.store:migrations")
    made = engine(url)
    events = [{"number": 6, "body": {}}, {"number": 7, "body": {}, "hidden": {"x": 1}, "salt": "00"}]
    body = json.dumps({"number": 7, "roll": "r1", "events": events})
    with made.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            sa.text("INSERT INTO answers (key, command, table_id, at, body) VALUES ('k', 'c', 't', 5, :body)"),
            {"body": body},
        )
    database = open_database(url)
    with database.reading() as reading:
        kept = reading.answered({"k"})["k"]
    database.close()
    assert (kept.reply, kept.seen, kept.command) == ('{"number":7,"roll":"r1"}', "01", "c")
    with made.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert sa.inspect(made).get_table_names() == ["alembic_version"]
    made.dispose()
    open_database(url).close()


def test_a_mistake_of_the_program_is_not_taken_for_trouble(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/tables.db")
    with pytest.raises(sa.exc.OperationalError, match="no such table"), database.reading() as reading:
        reading._connection.execute(sa.text("SELECT * FROM nowhere"))
    database.close()
