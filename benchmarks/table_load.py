"""Load on a table server: a server in a process of its own, and clients that roll as fast as they are answered.

    python benchmarks/table_load.py [--clients 50] [--seconds 5] [--listeners 200] [--db URL]

Prints the rolls acknowledged a second, how long an answer took, and how long an event took to reach listeners of the busiest
table. Every client is a person of their own; five sit at each table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import secrets
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SEATS = 5


@dataclass
class Measured:
    """Seconds that answers and events took, and how many rolls were acknowledged a second."""

    rolls: float = 0.0
    answers: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)


def quantile(values: list[float], q: float) -> float:
    """The value that a share q of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * q))] if values else 0.0


class Client:
    """A browser with one connection that stays open, reduced to what is needed here."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def send(self, method: str, path: str, body: Any = None) -> tuple[str, bytes]:
        """A command; gives the head and the body of the answer."""
        content = json.dumps(body).encode() if body is not None else b""
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\nIdempotency-Key: "
            f"{secrets.token_hex(16)}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer = await self.reader.readexactly(length)
        if not head.startswith("http/1.1 20"):
            raise RuntimeError(answer.decode())
        return head, answer

    async def sit(self, method: str, path: str, body: Any) -> dict[str, Any]:
        """A command that gives a seat."""
        content = json.dumps(body).encode()
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: {secrets.token_hex(16)}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n".encode()
            + content
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0])
        answer: dict[str, Any] = json.loads(await self.reader.readexactly(length))
        self.cookie = head.partition("oddsmith_seat=")[2].partition(";")[0]
        self.cookie = f"oddsmith_seat={self.cookie}"
        return answer

    async def listen(self, path: str, heard: list[float], began: dict[str, float]) -> None:
        """Read the event stream, and note when notes of this process arrive."""
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\n\r\n".encode())
        while True:
            line = await self.reader.readline()
            if not line:
                return
            if b'"kind":"note.written"' in line:
                text = line.partition(b'"text":"')[2].partition(b'"')[0].decode()
                heard.append(time.perf_counter() - began[text])


async def load(port: int, clients: int, seconds: float, listeners: int) -> Measured:
    """Have clients roll for some seconds, while others listen."""
    measured = Measured()
    people: list[tuple[Client, str]] = []
    for number in range(clients):
        client = Client(port)
        await client.connect()
        if number % SEATS == 0:
            opened = await client.sit("POST", "/api/tables", {"title": "T", "name": "host"})
            table = f"/api/tables/{opened['table']}"
            _, invited = await client.send("POST", f"{table}/invites", {"role": "player"})
            secret = json.loads(invited)["secret"]
        else:
            await client.sit("POST", f"{table}/members", {"secret": secret, "name": f"player {number}"})
        people.append((client, table))
    began: dict[str, float] = {}
    streams: list[asyncio.Task[None]] = []
    for number in range(listeners):
        client = Client(port)
        await client.connect()
        if number % 8 == 0:
            sitting = Client(port)
            await sitting.connect()
            await sitting.sit("POST", f"{table}/members", {"secret": secret, "name": f"listener {number}"})
        client.cookie = sitting.cookie
        streams.append(asyncio.create_task(client.listen(f"{table}/stream?after=999999", measured.events, began)))
    await asyncio.sleep(1)
    end = time.perf_counter() + seconds
    roll = {"system": "edged-coins", "action": "toss", "inputs": {"rank": 1}}

    async def play(client: Client, table: str) -> None:
        while (start := time.perf_counter()) < end:
            await client.send("POST", f"{table}/rolls", roll | {"nonce": secrets.token_hex(32)})
            measured.answers.append(time.perf_counter() - start)

    async def tell() -> None:
        client, table = people[-1]
        other = Client(port)
        await other.connect()
        other.cookie = client.cookie
        while time.perf_counter() < end:
            text = secrets.token_hex(8)
            began[text] = time.perf_counter()
            await other.send("POST", f"{table}/notes", {"text": text})
            await asyncio.sleep(0.2)

    players = people[:-SEATS] if listeners and clients > SEATS else people
    start = time.perf_counter()
    jobs = [play(client, table) for client, table in players]
    await asyncio.gather(*jobs, *([tell()] if listeners else []))
    measured.rolls = len(measured.answers) / (time.perf_counter() - start)
    await asyncio.sleep(0.5)
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    return measured


def serve(database: str, port: Any) -> None:
    """A server, in a process of its own."""
    from oddsmith.web import Settings
    from oddsmith.web.serve import listening, run

    sock = listening("127.0.0.1", 0)
    settings = Settings(database, commands_per_second=10_000, entries_per_minute=100_000)
    run(settings, sock, (), lambda: port.send(sock.getsockname()[1]))


def measure(clients: int, seconds: float, listeners: int, database: str | None = None) -> Measured:
    """Start a server and load it."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        server = context.Process(target=serve, args=(database or f"sqlite:///{folder}/tables.db", theirs))
        server.start()
        try:
            with contextlib.suppress(ImportError):
                import uvloop

                asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
            return asyncio.run(load(ours.recv(), clients, seconds, listeners))
        finally:
            server.terminate()
            server.join()


def main(arguments: list[str]) -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--listeners", type=int, default=0)
    parser.add_argument("--db")
    given = parser.parse_args(arguments)
    found = measure(given.clients, given.seconds, given.listeners, given.db)
    print(f"{found.rolls:,.0f} rolls a second, {given.clients} clients, load {os.getloadavg()[0]:.1f}")
    for name, values in (("answers", found.answers), ("events", found.events)):
        if values:
            p50, p99 = quantile(values, 0.5) * 1000, quantile(values, 0.99) * 1000
            print(
                f"{name}: {len(values)}, p50 {p50:.1f} ms, p99 {p99:.1f} ms, mean {statistics.mean(values) * 1000:.1f} ms"
            )


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main(sys.argv[1:])
