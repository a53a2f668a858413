"""Logs that are long, and readers who ask for much of them and read none of it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest
from starlette.types import Message
from tests.web.browser import Browser
from tests.web.serving import PATIENCE, Server

from oddsmith.table.domain import views
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Member
from oddsmith.table.domain.state import State

HUGE = "/api/odds?notation=100d100"
#: A server with little patience.
HASTY = """
import sys
from oddsmith.web import serve
from oddsmith.web.settings import Settings

sock = serve.listening("127.0.0.1", 0)
settings = Settings(database=f"sqlite:///{sys.argv[1]}", names=frozenset({"localhost"}), read_seconds=1)
serve.run(settings, sock, lambda: print(f"http://localhost:{sock.getsockname()[1]}", flush=True))
"""


def test_pages_of_events_are_those_that_were_asked_for(ada: Browser) -> None:
    for number in range(120):
        ada.post("/notes", text=f"note {number}")
    every = ada.get("/log.json").json()["events"]
    last = every[-1]["number"]
    assert [event["number"] for event in every] == list(range(1, last + 1))
    for after, limit in ((0, 1000), (0, 50), (0, 51), (3, 100), (last - 1, 5), (last, 5), (last + 9, 5)):
        answer = ada.get(f"/events?after={after}&limit={limit}").json()
        assert answer == {"number": last, "events": every[after : after + limit]}
    for before, limit in ((last + 1, 1000), (last + 900, 60), (last, 50), (52, 50), (52, 51), (2, 9), (1, 9)):
        events = ada.get(f"/events?before={before}&limit={limit}").json()["events"]
        assert events == every[: before - 1][-limit:]
    assert ada.get("/events?after=10&before=20&limit=1000").json()["events"] == every[10:19]
    assert ada.get("/events?after=10&before=20&limit=4").json()["events"] == every[15:19]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.db")
    yield server
    server.stop(signal.SIGKILL)


def asking(server: Server, path: str, cookie: str = "") -> socket.socket:
    """Ask, and read no more than the beginning of the answer."""
    reader = socket.socket()
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.connect(("127.0.0.1", server.port))
    reader.settimeout(PATIENCE)
    reader.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    return reader


@pytest.mark.parametrize("path", ["/events?limit=1000", "/log.json"])
def test_of_a_log_that_nobody_reads_a_piece_is_made(ada: Browser, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(200):
        ada.post("/notes", text=f"note {number}")
    made: list[int] = []
    texts = views.texts

    def counted(state: State, member: Member, events: Collection[Event]) -> list[str]:
        made.append(len(events))
        return texts(state, member, events)

    monkeypatch.setattr(views, "texts", counted)
    assert len(ada.get(path).json()["events"]) == sum(made) > 200
    made.clear()
    cookies = "; ".join(f"{name}={value}" for name, value in ada.client.cookies.items())
    where, _, query = path.partition("?")
    scope = {
        "type": "http",
        "scheme": "http",
        "method": "GET",
        "path": f"{ada.at}{where}",
        "query_string": query.encode(),
        "headers": [(b"host", b"localhost"), (b"cookie", cookies.encode())],
    }

    async def ask() -> None:
        sent: list[Message] = []

        async def receive() -> Message:
            await asyncio.sleep(PATIENCE)
            raise AssertionError("nobody asks again")

        async def send(message: Message) -> None:
            sent.append(message)
            if len(sent) == 2:  # the head, and some of the body
                await asyncio.sleep(0.5)
                raise OSError

        with contextlib.suppress(Exception):
            await ada.site.app(scope, receive, send)
        assert sent[0]["status"] == 200

    portal = ada.client.portal
    assert portal is not None
    portal.call(ask)
    assert 0 < sum(made) <= 100


def test_long_answers_that_nobody_reads_have_no_more_room_than_there_is(server: Server) -> None:
    length = len(json.dumps(server.send("GET", HUGE)[1]))
    before = megabytes(server)
    asked = [asking(server, HUGE) for _ in range(30)]
    statuses = Counter(reader.recv(12)[-3:].decode() for reader in asked)
    assert statuses["200"] * length <= 64 * 2**20
    assert statuses["503"] == 30 - statuses["200"] > 0
    assert megabytes(server) - before < 200
    assert server.send("GET", "/api/odds?notation=d6")[0] == 200
    for reader in asked:
        reader.close()
    wait_for(lambda: server.send("GET", HUGE)[0] == 200)
    # Who reads has all of it, however many are asked for one after another.
    assert {server.send("GET", HUGE)[0] for _ in range(20)} == {200}


def test_who_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", ("-c", HASTY))
    reader = asking(server, HUGE)
    length = len(json.dumps(server.send("GET", HUGE)[1]))
    time.sleep(10)  # longer than a piece may take
    read = 0
    with contextlib.suppress(ConnectionResetError):
        while part := reader.recv(65536):
            read += len(part)
    reader.close()
    assert read < length
    server.stop(signal.SIGKILL)


def wait_for(holds: Callable[[], bool]) -> None:
    for _ in range(100):
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("it never came")


def megabytes(server: Server) -> float:
    """Memory of the server's own process."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    raise AssertionError("no memory is told")
