"""Load on a table server: a server in a process of its own, and people who roll as fast as they are answered.

    python benchmarks/table_load.py [--clients 50] [--seconds 5] [--listeners 200] [--db URL]

Prints the rolls acknowledged a second, how long an answer took, and how long an event took to reach those who listen.
Five people sit at each table; all listeners are at the last one, where somebody writes notes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

SEATS = 5
PAGES_EACH = 8


@dataclass
class Measured:
    """Seconds that answers and events took, and how many rolls were acknowledged a second."""

    rolls: float = 0.0
    answers: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)


def quantile(values: list[float], q: float) -> float:
    """The value that a share q of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * q))]


class Browser:
    """One connection that stays open, and a seat."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie

    async def connect(self) -> Browser:
        """Open the connection."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def post(self, path: str, body: Any) -> dict[str, Any]:
        """A command; gives its answer, and keeps the seat if there was none."""
        content = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n"
            f"Idempotency-Key: {secrets.token_hex(16)}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        told = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        answer = await self.reader.readexactly(int(told.partition("content-length: ")[2].partition("\r\n")[0]))
        if not told.startswith("HTTP/1.1 20"):
            raise RuntimeError(answer.decode())
        if not self.cookie:
            self.cookie = f"oddsmith_seat={told.partition('oddsmith_seat=')[2].partition(';')[0]}"
        document: dict[str, Any] = json.loads(answer)
        return document

    async def listen(self, path: str, sent: dict[str, float], heard: list[float]) -> None:
        """Read an event stream, and note how long notes were under way."""
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n\r\n".encode())
        while line := await self.reader.readline():
            if b'"kind":"note.written"' in line:
                text = line.partition(b'"text":"')[2].partition(b'"')[0].decode()
                heard.append(time.perf_counter() - sent[text])


async def load(port: int, clients: int, seconds: float, listeners: int) -> Measured:
    """Let people roll for some seconds, while others listen."""
    measured = Measured()
    people: list[tuple[Browser, str]] = []
    table = secret = ""
    for number in range(clients):
        browser = await Browser(port).connect()
        if number % SEATS == 0:
            table = f"/api/tables/{(await browser.post('/api/tables', {'title': 'T', 'name': 'host'}))['table']}"
            secret = (await browser.post(f"{table}/invites", {"role": "player"}))["secret"]
        else:
            await browser.post(f"{table}/members", {"secret": secret, "name": f"player {number}"})
        people.append((browser, table))
    sent: dict[str, float] = {}
    streams: list[asyncio.Task[None]] = []
    for number in range(listeners):
        if number % PAGES_EACH == 0:
            seated = await Browser(port).connect()
            await seated.post(f"{table}/members", {"secret": secret, "name": f"listener {number}"})
        page = await Browser(port, seated.cookie).connect()
        streams.append(asyncio.create_task(page.listen(f"{table}/stream?after=999999", sent, measured.events)))
    await asyncio.sleep(3)  # until the server has also started what computes odds
    start = time.perf_counter()
    end = start + seconds

    async def play(browser: Browser, table: str) -> None:
        while (before := time.perf_counter()) < end:
            roll = {"system": "edged-coins", "action": "toss", "inputs": {"rank": 1}, "nonce": secrets.token_hex(32)}
            await browser.post(f"{table}/rolls", roll)
            measured.answers.append(time.perf_counter() - before)

    async def tell() -> None:
        writer = await Browser(port, people[-1][0].cookie).connect()
        while time.perf_counter() < end:
            text = secrets.token_hex(8)
            sent[text] = time.perf_counter()
            await writer.post(f"{table}/notes", {"text": text})
            await asyncio.sleep(0.2)

    # Where many listen, nobody rolls at their table: that is measured by itself.
    players = [person for person in people if not listeners or person[1] != table]
    await asyncio.gather(*(play(*person) for person in players), *([tell()] if listeners else []))
    measured.rolls = len(measured.answers) / (time.perf_counter() - start)
    await asyncio.sleep(0.5)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return measured


def serve(database: str, port: Connection) -> None:
    """A server, in a process of its own."""
    from oddsmith.web import Settings
    from oddsmith.web.serve import listening, run

    sock = listening("127.0.0.1", 0)
    settings = Settings(
        database,
        commands_per_second=10_000,
        commands_at_once=10_000,
        entries_per_minute=100_000,
        letters_per_second=10**9,
    )
    run(settings, sock, lambda: port.send(sock.getsockname()[1]))


def measure(clients: int, seconds: float, listeners: int, database: str | None = None) -> Measured:
    """Start a server and load it."""
    import uvloop

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        server = context.Process(target=serve, args=(database or f"sqlite:///{folder}/tables.db", theirs))
        server.start()
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                return runner.run(load(ours.recv(), clients, seconds, listeners))
        finally:
            server.terminate()
            server.join()


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--listeners", type=int, default=0)
    parser.add_argument("--db")
    given = parser.parse_args()
    found = measure(given.clients, given.seconds, given.listeners, given.db)
    print(
        f"{found.rolls:,.0f} rolls a second by {given.clients} clients; the machine's load is {os.getloadavg()[0]:.1f}"
    )
    for name, values in (("answers", found.answers), ("events", found.events)):
        if values:
            p50, p99 = (quantile(values, q) * 1000 for q in (0.5, 0.99))
            print(f"{name}: {len(values):,}, p50 {p50:.1f} ms, p99 {p99:.1f} ms")


if __name__ == "__main__":
    main()
