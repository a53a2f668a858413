"""The program `oddsmith serve`, with real connections."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.web.serving import PATIENCE, Server

from oddsmith.cli.app import program

#: A server that has something computed for so long that only whoever is stopped makes way for others.
PATIENT = """
import sys
from oddsmith.web import serve
from oddsmith.web.settings import Settings

sock = serve.listening("127.0.0.1", 0)
settings = Settings(
    database=f"sqlite:///{sys.argv[1]}", names=frozenset({"localhost"}), compute_seconds=600, compute_states=10**8,
    waiting_seconds=30,
)
serve.run(settings, sock, lambda: print(f"http://localhost:{sock.getsockname()[1]}", flush=True))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("serve") / "tables.db")
    yield server
    server.stop()


@pytest.fixture
def server(running: Server) -> Server:
    """A server, and somebody who has not been there."""
    running.cookies.clear()
    return running


def opened(server: Server) -> str:
    status, answer = server.send("POST", "/api/tables", {"title": "T", "name": "Ada"})
    assert status == 201
    return f"/api/tables/{answer['table']}"


def note(server: Server, table: str, text: str) -> int:
    status, answer = server.send("POST", f"{table}/notes", {"text": text})
    assert status == 201
    number: int = answer["number"]
    return number


def test_it_says_where_it_is_and_where_tables_are_kept(server: Server) -> None:
    assert f"http://localhost:{server.port}/" in server.said
    assert server.database in server.said
    assert server.send("GET", "/api/systems")[0] == 200


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db", ("-c", PATIENT))
    yield server
    server.stop()


def test_a_computation_whose_asker_went_away_is_stopped(patient: Server) -> None:
    server = patient
    slow = "rank=3&hc=20&ec=60&against-rank=3&against-hc=20&against-ec=60&rounds=60"
    quick = {"inputs": {"rank": 0, "ec": 30}, "gain": "success", "cost": "coins"}
    assert server.send("POST", "/api/frontier/edged-coins/toss", quick)[0] == 200
    gone = [server.connect() for _ in range(4)]  # more than there are processes
    for connection in gone:
        connection.request("GET", f"/api/odds/edged-coins/duel?{slow}")
    time.sleep(1)
    for connection in gone:
        connection.close()
    # There is no place until one of them is stopped, and whoever waits too long for one is refused.
    assert server.send("POST", "/api/frontier/edged-coins/toss", quick | {"cost": "2 coins"})[0] == 200


def test_a_stream_tells_what_happens_at_once_and_after_a_reconnect_what_was_missed(server: Server) -> None:
    table = opened(server)
    with server.stream(f"{table}/stream?after=2") as frames:
        assert next(frames)[1:] == ("hello", {"number": 2, "you": "m1"})
        assert next(frames)[1:] == ("presence", {"members": ["m1"]})
        assert not frames.waiting()
        number = note(server, table, "live")
        for _ in range(20):
            assert server.send("GET", table)[0] == 200
        assert frames.waiting()  # it was told before these were answered
        name, kind, event = next(frames)
        assert (name, kind, event["body"]["text"]) == (str(number), "event", "live")
    for text in ("one", "two"):
        note(server, table, text)
    with server.stream(f"{table}/stream?after=0", **{"Last-Event-ID": str(number)}) as frames:
        told = [event["body"]["text"] for _, kind, event in (next(frames) for _ in range(3)) if kind == "event"]
        assert told == ["one", "two"]


def test_a_stream_ends_when_the_seat_is_taken_away(server: Server) -> None:
    table = opened(server)
    _, invite = server.send("POST", f"{table}/invites", {"role": "player"})
    host = dict(server.cookies)
    server.cookies.clear()
    server.send("POST", f"{table}/members", {"secret": invite["secret"], "name": "Bob"})
    with server.stream(f"{table}/stream?after=99") as frames:
        assert next(frames)[1] == "hello"
        server.cookies = host
        assert server.send("DELETE", f"{table}/members/m2")[0] == 200
        assert [kind for _, kind, _ in frames][-1] == "bye"


def test_a_table_outlives_its_servers_however_they_are_stopped(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    table = opened(server)
    for how in (signal.SIGINT, signal.SIGKILL):
        number = note(server, table, "kept")
        with server.stream(f"{table}/stream") as frames:
            next(frames)
            server.stop(how)
        server, cookies = Server(tmp_path / "tables.db"), server.cookies
        server.cookies = cookies
        assert server.send("GET", table)[1]["number"] == number
    server.stop()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stopping_it_is_no_error_though_pages_listen(tmp_path: Path, how: signal.Signals) -> None:
    server = Server(tmp_path / "tables.db", stderr=subprocess.PIPE)
    table = opened(server)
    with server.stream(f"{table}/stream") as frames:
        next(frames)
        server.process.send_signal(how)
        _, said = server.process.communicate(timeout=PATIENCE)
    assert said == ""
    assert server.process.returncode == (0 if how is signal.SIGINT else -signal.SIGTERM)


def test_the_database_may_be_given_by_the_environment_and_its_password_is_not_shown() -> None:
    command = [sys.executable, "-m", "oddsmith", "serve", "--port", "0"]
    env = os.environ | {"ODDSMITH_DB": "postgresql://u:hidden@127.0.0.1:1/x"}
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE, env=env)
    assert answer.returncode == 2
    assert "127.0.0.1:1/x" in answer.stderr
    assert "hidden" not in answer.stderr + answer.stdout


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.1"])  # RFC 2606, RFC 5737: nobody's
def test_a_host_that_this_machine_is_not_is_told(tmp_path: Path, host: str) -> None:
    command = ["serve", "--host", host, "--port", "0", "--db", str(tmp_path / "x.db")]
    answer = CliRunner().invoke(program, command)
    assert answer.exit_code == 2
    assert f"error: --host: '{host}'" in answer.stderr


@pytest.mark.parametrize("what", ["port", "db"])
def test_what_another_server_has_is_told(server: Server, tmp_path: Path, what: str) -> None:
    port, database = (server.port, tmp_path / "other.db") if what == "port" else (0, server.database)
    command = [sys.executable, "-m", "oddsmith", "serve", "--db", str(database), "--port", str(port)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert answer.returncode == 2
    assert f"error: --{what}" in answer.stderr
