"""The program `oddsmith serve` as a process, and people who ask it over real connections."""

from __future__ import annotations

import http.client
import json
import secrets
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60  # seconds, on a busy machine
SERVE = "-m", "oddsmith", "serve", "--port", "0", "--db"


class Server:
    """The program, running. program: its arguments, up to that before the database."""

    def __init__(self, database: Path, program: Sequence[str] = SERVE, **more: Any) -> None:
        self.database = str(database)
        command = [sys.executable, *program, self.database]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        address = next(word for word in self.said.split() if word.startswith(("http://", "https://")))
        self.port = urlsplit(address).port
        self.cookies: dict[str, str] = {}
        self.cookie = ""  # the last one, with all that was said of it

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = self.connect()
        connection.request(method, path, None if body is None else json.dumps(body), self.headers() | headers)
        answer = connection.getresponse()
        cookie = answer.getheader("set-cookie")
        if cookie:
            self.cookie = cookie
            self.cookies["oddsmith_seat"] = cookie.partition("=")[2].partition(";")[0]
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text)

    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Idempotency-Key": secrets.token_hex(16), "Content-Type": "application/json", "Cookie": cookies}

    @contextmanager
    def stream(self, path: str, **headers: str) -> Iterator[Frames]:
        connection = self.connect()
        connection.request("GET", path, headers=self.headers() | headers)
        answer = connection.getresponse()
        assert answer.getheader("content-type", "").startswith("text/event-stream")
        yield Frames(answer)
        answer.close()
        connection.close()


class Frames:
    """The frames of an event stream: id, event, data."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self._told = self._read()

    def __iter__(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        return self._told

    def __next__(self) -> tuple[str, str, dict[str, Any]]:
        return next(self._told)

    def waiting(self) -> bool:
        """Tell whether more has come than was taken."""
        return bool(select.select([self._answer], [], [], 0)[0])

    def _read(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        frame = {"id": "", "event": "", "data": "{}"}
        for line in self._answer:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name in frame:
                frame[name] = value
            elif not name:
                yield frame["id"], frame["event"], json.loads(frame["data"])
                frame = {"id": "", "event": "", "data": "{}"}
