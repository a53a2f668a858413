"""Connections that ask too much of a server before there is a request, or are slow about it."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PATIENCE = 60  # seconds, on a busy machine
SERVER = """
import sys
from oddsmith.web import serve
from oddsmith.web.settings import Settings

sock = serve.listening("127.0.0.1", 0)
settings = Settings(
    database=f"sqlite:///{sys.argv[1]}", names=frozenset({"localhost"}), read_seconds=float(sys.argv[2]),
    connections_each=20,
)
serve.run(settings, sock, lambda: print(sock.getsockname()[1], flush=True))
"""


@contextlib.contextmanager
def serving(folder: Path, read_seconds: float) -> Iterator[int]:
    """A server, which has nothing to say but its port."""
    command = [sys.executable, "-c", SERVER, str(folder / "tables.db"), str(read_seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    yield int(process.stdout.readline())
    process.terminate()
    said = process.stdout.read()
    process.wait(PATIENCE)
    process.stdout.close()
    assert said == "", said


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("serve")


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """A server that waits for whoever is slow."""
    with serving(folder, PATIENCE) as port:
        yield port


@pytest.fixture(scope="module")
def hasty_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server with little patience."""
    with serving(tmp_path_factory.mktemp("hasty"), 1) as port:
        yield port


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def more_of(sock: socket.socket) -> bytes:
    """What comes next, where the server has not ended the connection."""
    part = sock.recv(65536)
    assert part
    return part


def all_of(sock: socket.socket) -> str:
    """What comes until the server ends the connection."""
    told = b""
    try:
        while part := sock.recv(65536):
            told += part
    except ConnectionResetError:
        pass
    return told.decode()


def refusal(told: str) -> tuple[int, str]:
    """Status and code of a problem that came as the only answer, with the headers that every answer has."""
    head, _, body = told.partition("\r\n\r\n")
    assert "content-security-policy: default-src 'none'" in head
    assert "x-content-type-options: nosniff" in head
    assert "connection: close" in head
    problem = json.loads(body)
    return problem["status"], problem["code"]


def test_a_head_that_is_too_long_is_refused_before_it_ends(port: int) -> None:
    with connect(port) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"a" * 32 * 1024)
        assert refusal(all_of(sock)) == (431, "too-large")
    with connect(port) as sock, pytest.raises(OSError, match=r"reset|Broken pipe"):
        sock.sendall(b"a" * (64 << 20))  # it is not read any more


@pytest.mark.parametrize("endless", [b"X-Long: " + b"a" * 1000 + b"\r\n", b"a" * 1000], ids=["trailers", "one trailer"])
@pytest.mark.parametrize("body", [b"", b"2\r\n{}\r\n"], ids=["no body", "a body"])
def test_what_follows_a_body_has_an_end(port: int, body: bytes, endless: bytes) -> None:
    with connect(port) as sock:
        sock.sendall(b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        sock.sendall(b"Transfer-Encoding: chunked\r\n\r\n" + body + b"0\r\nX-First: ")
        with pytest.raises(OSError, match=r"reset|Broken pipe"):
            sock.sendall(endless * 10_000)  # ten million bytes, of which few are read


def test_a_body_in_the_smallest_chunks_is_taken(port: int) -> None:
    body = json.dumps({"notation": "d6", "padding": " " * 3000}).encode()
    with connect(port) as sock:
        sock.sendall(b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        sock.sendall(b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
        for at in range(0, len(body), 500):
            sock.sendall(b"".join(b"1;%s\r\n%c\r\n" % (b"x" * 60, byte) for byte in body[at : at + 500]))
        sock.sendall(b"0\r\nX-Trailer: short\r\n\r\n")
        assert all_of(sock).split(" ")[1] in ("200", "422")


def test_a_long_address_and_many_cookies_are_taken(port: int) -> None:
    with connect(port) as sock:
        sock.sendall(b"GET /?%s HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\n" % (b"a" * 8000, b"b" * 8000))
        sock.sendall(b"Connection: close\r\n\r\n")
        assert all_of(sock).startswith("HTTP/1.1 200")


def test_an_empty_line_after_a_request_begins_no_other(hasty_port: int) -> None:
    with connect(hasty_port) as sock:
        for _ in range(2):
            sock.sendall(b"GET /api/odds?notation=d6 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = http.client.HTTPResponse(sock)
            answer.begin()
            assert answer.status == 200
            answer.read()
            sock.sendall(b"\r\n")
            time.sleep(1.5)  # longer than a request may take to come


@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:",
        b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{",
        b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ],
)
def test_a_request_that_does_not_come_whole_is_refused_soon(hasty_port: int, part: bytes) -> None:
    before = time.monotonic()
    with connect(hasty_port) as sock:
        sock.sendall(part)
        assert refusal(all_of(sock)) == (408, "too-slow")
        assert 1 <= time.monotonic() - before < PATIENCE


def test_one_letter_after_another_does_not_help(hasty_port: int) -> None:
    with connect(hasty_port) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        sock.settimeout(0.2)
        told = b""
        for _ in range(5 * PATIENCE):
            with contextlib.suppress(TimeoutError):
                told = sock.recv(65536)
                break
            sock.sendall(b"a")
        assert refusal(told.decode()) == (408, "too-slow")


def test_a_long_body_has_time_as_long_as_it_comes(tmp_path: Path) -> None:
    body = b'{"notation": "1d6"' + b" " * 50_000 + b"}"
    with serving(tmp_path, 4) as port, connect(port) as sock:
        sock.sendall(b"POST /api/roll HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
        sock.sendall(b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 10_000):  # nearly five seconds in all, and four are what a short one has
            time.sleep(0.8)
            sock.sendall(body[start : start + 10_000])
        assert all_of(sock).startswith("HTTP/1.1 200")


@pytest.mark.parametrize(
    "request_line", [b"HELLO", b"GET http://[ HTTP/1.1", b"GET /\xff HTTP/1.1", b"CONNECT localhost:1 HTTP/1.1"]
)
def test_what_is_no_request_is_refused_with_the_headers_of_every_answer(port: int, request_line: bytes) -> None:
    with connect(port) as sock:
        sock.sendall(request_line + b"\r\n\r\n")
        assert refusal(all_of(sock)) == (400, "bad-request")


def test_an_upgrade_is_answered_as_any_other_request(port: int) -> None:
    with connect(port) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n")
        assert all_of(sock).startswith("HTTP/1.1 200")


def test_a_slow_request_behind_an_answered_one_is_refused_after_that_answer(hasty_port: int) -> None:
    with connect(hasty_port) as sock:
        sock.sendall(b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT")
        first, second = all_of(sock).split("HTTP/1.1 ")[1:]
        assert first.startswith("404")
        assert second.startswith("408")


def test_several_requests_over_one_connection_are_answered(hasty_port: int) -> None:
    request = b"GET /api/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connect(hasty_port) as sock:
        sock.sendall(request * 3)
        time.sleep(1.5)  # a rest between two requests is not slow
        sock.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert all_of(sock).count("HTTP/1.1 404") == 4


def test_a_connection_has_so_many_requests_in_a_row_and_no_more(port: int) -> None:
    with connect(port) as sock:
        sock.sendall(b"GET /api/odds?notation=d6 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10)
        told = b""
        while told.count(b"HTTP/1.1 200") < 10:
            told += more_of(sock)
    with connect(port) as sock:
        sock.sendall(b"GET /api/odds?notation=d6 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500)
        assert refusal(all_of(sock)) == (503, "busy")


def test_who_asks_too_much_behind_open_questions_is_told_after_their_answers(port: int) -> None:
    long = b"GET /api/odds?notation=40d40dl7 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connect(port) as sock:
        sock.sendall(long * 2)
        time.sleep(0.05)
        sock.sendall(long * 30)
        *answers, last = all_of(sock).split("HTTP/1.1 ")[1:]
        assert {answer[:3] for answer in answers} <= {"200"}
        assert last.startswith("503")


def test_nothing_is_logged_of_those_who_go_before_they_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path, PATIENCE) as port:
        for _ in range(30):
            with connect(port) as sock:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # to reset it
                sock.sendall(b"GET /api/odds?notation=100d100 HTTP/1.1\r\nHost: localhost\r\n\r\n" * 4)
                sock.recv(1000)
        with connect(port) as sock:
            sock.sendall(b"GET /api/odds?notation=d6 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert all_of(sock).startswith("HTTP/1.1 200")


def test_a_stream_stays_open_however_little_happens(hasty_port: int) -> None:
    opening = http.client.HTTPConnection("localhost", hasty_port, timeout=PATIENCE)
    headers = {"Idempotency-Key": "0123456789abcdef", "Content-Type": "application/json"}
    opening.request("POST", "/api/tables", json.dumps({"title": "T", "name": "Ada"}), headers)
    answer = opening.getresponse()
    seat = answer.headers["set-cookie"].partition(";")[0]
    table = json.loads(answer.read())["table"]
    opening.close()
    with connect(hasty_port) as sock:
        sock.sendall(f"GET /api/tables/{table}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {seat}\r\n\r\n".encode())
        told = b""
        while b"event: presence" not in told:
            told += more_of(sock)
        sock.settimeout(4)
        with pytest.raises(TimeoutError):
            sock.recv(65536)


def test_an_address_has_so_many_connections_and_no_more(port: int) -> None:
    open_ones = [connect(port) for _ in range(20)]
    try:
        with connect(port) as one_more:
            assert refusal(all_of(one_more)) == (503, "busy")
    finally:
        for sock in open_ones:
            sock.close()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with connect(port) as sock:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if all_of(sock).startswith("HTTP/1.1 200"):
                return
        time.sleep(0.1)
    pytest.fail("closed connections still count")


@pytest.mark.usefixtures("port")
def test_the_file_of_the_database_is_for_its_owner_alone(folder: Path) -> None:
    files = sorted(file.name for file in folder.iterdir())
    assert files == ["tables.db", "tables.db-shm", "tables.db-wal", "tables.db.lock"]
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
