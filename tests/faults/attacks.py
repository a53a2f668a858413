"""Attacks from one address, while somebody at another rolls and reads: how long these wait, what comes of it."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, cast

from tests.table.verify.corpus.read import CORPUS

BAR: Final = 0.25  # seconds
_VICTIM, _ATTACKER = "127.0.0.1", "127.0.0.2"
_PAUSE = 0.05  # seconds between two things that somebody does at a table


@dataclass
class Attacked:
    """What others felt of an attack. sent: its requests. broken: answers of 500 that it got. refused: whoever acts.

    memory: the most bytes that the server's own process had.
    """

    attack: str
    waits: list[float] = field(default_factory=list)
    sent: int = 0
    broken: int = 0
    refused: int = 0
    memory: int = 0

    @property
    def p99(self) -> float:
        """Seconds that 99 of 100 answers to others did not exceed."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(len(self.waits) * 0.99))]

    @property
    def held(self) -> bool:
        """Whether nobody waited too long, and nothing failed."""
        return self.p99 < BAR and not self.broken and not self.refused


class Client:
    """A connection from an address."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address, self.cookie = port, address, ""

    async def connect(self) -> Client:
        """Open the connection."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        return self

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """Send a request, and return status and body."""
        self.writer.write(head(method, path, len(body), self.cookie) + body)
        await self.writer.drain()
        told = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = told.partition("content-length: ")[2].partition("\r\n")[0]
        answer = await self.reader.readexactly(int(length or 0))
        if "oddsmith_seat=" in told:
            self.cookie = f"oddsmith_seat={told.partition('oddsmith_seat=')[2].partition(';')[0]}"
        return int(told.split()[1]), answer


def head(method: str, path: str, length: int, cookie: str = "") -> bytes:
    """Return the head of a request."""
    return (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n"
        f"Idempotency-Key: {secrets.token_hex(16)}\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


async def nothing(port: int, found: Attacked) -> None:
    """Leave the server in peace."""


async def slow_bodies(port: int, found: Attacked) -> None:
    """Send large logs a few bytes at a time."""
    client = await Client(port, _ATTACKER).connect()
    client.writer.write(head("POST", "/api/verify", 15_900_000))
    found.sent += 1
    while True:
        client.writer.write(b" " * 4096)
        await client.writer.drain()
        await asyncio.sleep(0.05)


async def many_questions(port: int, found: Attacked) -> None:
    """Ask what takes long, over and over."""
    notation = f"{random.randint(20, 400)}d{random.randint(50, 200)}kh{random.randint(5, 15)}"
    await _asked(await Client(port, _ATTACKER).connect(), found, "GET", f"/api/odds?notation={notation}", b"")


async def forged_logs(port: int, found: Attacked) -> None:
    """Have forged logs checked."""
    _, log = random.choice(CORPUS)
    await _asked(await Client(port, _ATTACKER).connect(), found, "POST", "/api/verify", log)


async def malformed_logs(port: int, found: Attacked) -> None:
    """Have logs checked in which bytes were changed, and deep and long JSON."""
    log = bytearray(random.choice(CORPUS)[1] or b"{")
    for _ in range(20):
        log[random.randrange(len(log))] = random.randrange(256)
    body = random.choice((bytes(log), b"[" * 60_000, b'{"a":' * 5_000, b"[" + b"0," * 2_000_000 + b"0]"))
    await _asked(await Client(port, _ATTACKER).connect(), found, "POST", "/api/verify", body)


async def bad_inputs(port: int, found: Attacked) -> None:
    """Send values of all kinds where others are wanted."""
    client = await Client(port, _ATTACKER).connect()
    values: tuple[object, ...] = (
        None,
        True,
        -1,
        10**30,
        1.5,
        "",
        "\u202e",
        "x" * 5000,
        [],
        {},
        [[[]]],
        {"a": {"b": []}},
    )
    fields = ("title", "name", "notation", "inputs", "options", "along", "of", "goal", "faces", "seed", "secret", "x")
    paths = ("tables", "roll", "roll/mod-dot/test", "sweep/t13/contest", "best/edged-coins/toss", "tables/0/rolls", "x")
    body = {random.choice(fields): random.choice(values) for _ in range(random.randint(0, 4))}
    sent = random.choice((json.dumps(body).encode(), b"\xff\xfe", b"{", b"[" * 1000, b"null"))
    await _asked(client, found, random.choice(("POST", "PATCH", "PUT")), f"/api/{random.choice(paths)}", sent)


async def connections(port: int, found: Attacked) -> None:
    """Open connections, and leave them at half a head."""
    client = await Client(port, _ATTACKER).connect()
    found.sent += 1
    client.writer.write(b"GET / HTTP/1.1\r\nHost: loc")
    await asyncio.sleep(random.uniform(0.1, 2))
    client.writer.close()


async def unread_answers(port: int, found: Attacked) -> None:
    """Ask for long answers, and read none of them."""
    client = await Client(port, _ATTACKER).connect()
    client.writer.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    cast(asyncio.ReadTransport, client.writer.transport).pause_reading()
    for _ in range(4):  # a connection answers one after another
        found.sent += 1
        client.writer.write(head("GET", f"/api/odds?notation={random.randint(90, 110)}d100", 0))
    try:
        await asyncio.sleep(random.uniform(1, 15))
    finally:
        client.writer.transport.abort()


async def endless_trailers(port: int, found: Attacked) -> None:
    """Send fields after a body, and no end of them."""
    client = await Client(port, _ATTACKER).connect()
    found.sent += 1
    try:
        client.writer.write(
            b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
        )
        while not client.reader.at_eof():
            client.writer.write(b"X-%d: %b\r\n" % (random.randrange(1000), b"x" * 4000))
            await client.writer.drain()
            await asyncio.sleep(0)
    finally:
        client.writer.transport.abort()


async def event_streams(port: int, found: Attacked) -> None:
    """Look on at a table of one's own from many places, and read nothing of it."""
    client = await Client(port, _ATTACKER).connect()
    found.sent += 1
    status, told = await client.ask("POST", "/api/tables", b'{"title": "T", "name": "Eve"}')
    if status != 201:  # one address may open only so many
        await asyncio.sleep(0.5)
        return
    watching = [await Client(port, _ATTACKER).connect() for _ in range(5)]
    try:
        for each in watching:
            found.sent += 1
            each.writer.write(head("GET", f"/api/tables/{json.loads(told)['table']}/stream", 0, client.cookie))
            cast(asyncio.ReadTransport, each.writer.transport).pause_reading()
        await asyncio.sleep(random.uniform(1, 10))
    finally:
        for each in (client, *watching):
            each.writer.transport.abort()


async def requests_in_a_row(port: int, found: Attacked) -> None:
    """Send hundreds of requests on one connection, before the first is answered."""
    client = await Client(port, _ATTACKER).connect()
    try:
        found.sent += 300
        client.writer.write(b"".join(head("GET", "/api/odds?notation=4d6kh3", 0) for _ in range(300)))
        await client.writer.drain()
        for _ in range(20):
            await asyncio.sleep(0.1)
            await client.reader.read(1000)
    finally:
        client.writer.transport.abort()


async def _asked(client: Client, found: Attacked, method: str, path: str, body: bytes) -> None:
    try:
        found.sent += 1
        status, _ = await client.ask(method, path, body)
        found.broken += status >= 500 and status != 503  # that says that the server is busy
    finally:
        client.writer.close()


#: Attacks with the number of connections that each has at once.
ATTACKS: Final[dict[str, tuple[Callable[[int, Attacked], Awaitable[None]], int]]] = {
    "none": (nothing, 0),
    "slow bodies": (slow_bodies, 100),
    "many questions": (many_questions, 40),
    "forged logs": (forged_logs, 10),
    "malformed logs": (malformed_logs, 20),
    "bad inputs": (bad_inputs, 10),
    "connections left open": (connections, 200),
    "unread answers": (unread_answers, 60),
    "endless trailers": (endless_trailers, 20),
    "event streams": (event_streams, 20),
    "requests in a row": (requests_in_a_row, 20),
}


async def attacked(port: int, name: str, seconds: float) -> Attacked:
    """Attack a server for some seconds, while somebody else plays there."""
    attack, at_once = ATTACKS[name]
    found = Attacked(name)
    victim = await Client(port, _VICTIM).connect()
    status, told = await victim.ask("POST", "/api/tables", b'{"title": "T", "name": "Ada"}')
    assert status == 201, told
    table = f"/api/tables/{json.loads(told)['table']}"

    async def again() -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError, ValueError):
                await attack(port, found)
            await asyncio.sleep(0)

    attackers = [asyncio.create_task(again()) for _ in range(at_once)]
    await asyncio.sleep(0.2)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        roll = {"system": "edged-coins", "action": "toss", "inputs": {"rank": 1}, "nonce": secrets.token_hex(32)}
        for method, path, body in (("POST", "/rolls", json.dumps(roll).encode()), ("GET", "", b"")):
            before = time.perf_counter()
            status, _ = await victim.ask(method, table + path, body)
            found.waits.append(time.perf_counter() - before)
            found.refused += status >= 400
            await asyncio.sleep(_PAUSE)
    for task in attackers:
        task.cancel()
    await asyncio.gather(*attackers, return_exceptions=True)
    return found
