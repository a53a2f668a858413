"""Tables over HTTPS: behind proxies with the settings of docs/https.md, and by a certificate of one's own."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from tests.docs.reader import texts
from tests.web.serving import PATIENCE, SERVE, Server

from oddsmith.cli.app import program as oddsmith

NAME = "dice.example"
ROOT = Path(__file__).parents[2]
PROXIES = {"nginx": Path("/usr/sbin/nginx"), "caddy": Path("/usr/bin/caddy")}
#: Around the settings of the page: no files but in the folder of the test, and no process beside the one.
NGINX = """
daemon off; master_process off; pid nginx.pid; error_log stderr error; events {{ }}
http {{
    access_log off;
    client_body_temp_path bodies; proxy_temp_path proxied; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
    {}
}}
"""
CADDY = "{{\n admin off\n auto_https disable_redirects\n skip_install_trust\n}}\n{}"


@dataclass
class Certificate:
    certfile: Path
    keyfile: Path

    def context(self) -> ssl.SSLContext:
        """What a browser has that trusts this certificate and no other."""
        return ssl.create_default_context(cafile=self.certfile)


class Secured(Server):
    """A server that is asked over TLS: its own, or that of a proxy at another port."""

    certificate: Certificate
    front: int | None = None
    source = "127.0.0.1"

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.front or self.port}"

    def connect(self) -> http.client.HTTPConnection:
        port = self.front or self.port
        connection = http.client.HTTPSConnection(NAME, port, timeout=PATIENCE)
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE, (self.source, 0))
        connection.sock = self.certificate.context().wrap_socket(plain, server_hostname=NAME)
        return connection

    def command(self, path: str, body: Any, **headers: str) -> tuple[int, Any]:
        """Send a command as a page of the app does."""
        return self.send("POST", path, body, **{"Origin": self.origin, "Sec-Fetch-Site": "same-origin"} | headers)

    def opened(self, **headers: str) -> int:
        return self.command("/api/tables", {"title": "T", "name": "Ada"}, **headers)[0]


def needed(*programs: str) -> None:
    """Skip a test where a program is not installed, unless that must not be."""
    for program in programs:
        if shutil.which(program) is None:
            assert "ODDSMITH_NEEDS_PROXIES" not in os.environ, f"there is no {program}"
            pytest.skip(f"there is no {program}")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    needed("openssl")
    folder = tmp_path_factory.mktemp("certificate")
    made = Certificate(folder / "cert.pem", folder / "key.pem")
    kind = "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"
    names = "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"
    files = "-keyout", str(made.keyfile), "-out", str(made.certfile)
    subprocess.run(["openssl", "req", *kind, *names, *files], check=True, capture_output=True)
    return made


def free() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def settings(kind: str, port: int, front: int, certificate: Certificate) -> str:
    """Return the settings of the page with the ports and files of a test."""
    (shown,) = texts(ROOT / "docs/https.md", kind)
    text = shown.replace("127.0.0.1:8765", f"127.0.0.1:{port}")
    assert text != shown
    if kind == "caddy":
        tls = f"tls {certificate.certfile} {certificate.keyfile}"
        return CADDY.format(text.replace(f"{NAME} {{", f"https://{NAME}:{front} {{\n    {tls}"))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{front} ssl")
    text = re.sub(r"(ssl_certificate) \S+;", rf"\1 {certificate.certfile};", text)
    return NGINX.format(re.sub(r"(ssl_certificate_key) \S+;", rf"\1 {certificate.keyfile};", text))


@pytest.fixture(scope="module", params=list(PROXIES))
def proxied(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, certificate: Certificate
) -> Iterator[Secured]:
    """A server behind a proxy, both started as the page says."""
    kind = request.param
    needed(str(PROXIES[kind]))
    folder, front = tmp_path_factory.mktemp(kind), free()
    more = "--origin", f"https://{NAME}:{front}", "--trusted-proxy", "127.0.0.1"
    server = Secured(folder / "tables.db", (*SERVE[:3], *more, *SERVE[3:]))
    server.certificate, server.front = certificate, front
    file = folder / "settings"
    file.write_text(settings(kind, server.port or 0, front, certificate))
    arguments = {"nginx": ["-p", str(folder), "-c", str(file)]}.get(
        kind, ["run", "--config", str(file), "--adapter", "caddyfile"]
    )
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "said").open("w") as said:
        proxy = subprocess.Popen([str(PROXIES[kind]), *arguments], env=env, stdout=said, stderr=said)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            server.connect().close()
            break
        except OSError:
            assert proxy.poll() is None, (folder / "said").read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
    yield server
    proxy.terminate()
    proxy.wait(PATIENCE)
    server.stop()


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory, certificate: Certificate) -> Iterator[Secured]:
    """A server that has a certificate itself."""
    files = "--certfile", str(certificate.certfile), "--keyfile", str(certificate.keyfile)
    server = Secured(tmp_path_factory.mktemp("tls") / "tables.db", (*SERVE[:3], "--name", NAME, *files, *SERVE[3:]))
    server.certificate = certificate
    yield server
    server.stop()


def plays(server: Secured) -> None:
    """Have somebody sit at a table of that server, do something, and hear of it."""
    server.cookies.clear()
    status, answer = server.command("/api/tables", {"title": "T", "name": "Ada"})
    assert status == 201, answer
    assert "Secure" in server.cookie.split("; ")
    table = f"/api/tables/{answer['table']}"
    with server.stream(f"{table}/stream?after=2") as frames:
        assert [next(frames)[1], next(frames)[1]] == ["hello", "presence"]
        for text in ("one", "two"):  # each is there before the next, so nothing holds frames back
            assert server.command(f"{table}/notes", {"text": text})[0] == 201
            _, kind, event = next(frames)
            assert (kind, event["body"]["text"]) == ("event", text)
    roll = {"system": "mod-dot", "action": "test", "inputs": {"pool": 3}, "nonce": "0" * 64}
    assert server.command(f"{table}/rolls", roll)[0] == 201
    secret = server.command(f"{table}/invites", {"role": "player"})[1]["secret"]
    server.cookies.clear()
    assert server.command(f"{table}/members", {"secret": secret, "name": "Bob"})[0] == 201
    assert server.send("DELETE", f"{table}/members/m2", Origin=server.origin)[0] == 200
    assert {"Max-Age=0", "Secure"} <= set(server.cookie.split("; "))


def foreign_pages_are_refused(server: Secured) -> None:
    for origin in ("https://evil.test", f"http://{NAME}:{server.front or server.port}", f"https://{NAME}:1", "null"):
        assert server.command("/api/tables", {"title": "T", "name": "Eve"}, Origin=origin)[1]["code"] == "origin"


def test_tables_are_played_behind_a_proxy(proxied: Secured) -> None:
    plays(proxied)


def test_tables_are_played_with_a_certificate_of_the_server(direct: Secured) -> None:
    plays(direct)
    assert f"https://localhost:{direct.port}/" in direct.said


def test_foreign_pages_are_refused_behind_a_proxy(proxied: Secured) -> None:
    foreign_pages_are_refused(proxied)


def test_foreign_pages_are_refused_with_a_certificate_of_the_server(direct: Secured) -> None:
    foreign_pages_are_refused(direct)


def test_a_long_log_comes_through_a_proxy(proxied: Secured) -> None:
    status, answer = proxied.command("/api/verify", {"schema": "x" * 20_000_000})
    assert (status, answer.get("code")) != (413, "too-large")
    assert status in (200, 422)


def test_limits_behind_a_proxy_are_those_of_each_visitor_whatever_they_claim(proxied: Secured) -> None:
    table = "/api/tables/" + "0" * 16

    def tries(**headers: str) -> int:
        return proxied.command(f"{table}/members", {"secret": "x" * 43, "name": "Eve"}, **headers)[0]

    proxied.source = "127.0.0.2"
    try:
        assert any(tries() == 429 for _ in range(400))
        claims = {"X-Forwarded-For": "198.51.100.7", "X-Real-IP": "198.51.100.7", "Forwarded": "for=198.51.100.7"}
        assert 429 in [tries(**claims) for _ in range(5)]
        proxied.source = "127.0.0.3"
        assert proxied.opened() == 201
    finally:
        proxied.source = "127.0.0.1"


@pytest.mark.parametrize(
    ("option", "file", "said"),
    [
        ("--certfile", "nowhere.pem", "nowhere.pem: there is no such file"),
        ("--certfile", "text.pem", "error: --certfile: "),
        ("--keyfile", "text.pem", "error: --keyfile: "),
        ("--keyfile", "nowhere.pem", "nowhere.pem: there is no such file"),
    ],
)
def test_a_certificate_of_no_use_is_told(
    certificate: Certificate, tmp_path: Path, option: str, file: str, said: str
) -> None:
    (tmp_path / "text.pem").write_text("no certificate\n")
    files = {"--certfile": str(certificate.certfile), option: str(tmp_path / file)}
    answer = refused(tmp_path, *(part for each in files.items() for part in each))
    assert said in answer
    assert "nowhere" in file or "a certificate and its key in PEM form" in answer


def test_the_key_of_another_certificate_is_told(certificate: Certificate, tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    subprocess.run(["openssl", "genpkey", "-algorithm", "RSA", "-out", str(other)], check=True, capture_output=True)
    answer = refused(tmp_path, "--certfile", str(certificate.certfile), "--keyfile", str(other))
    assert "the key that belongs to that" in answer


def test_a_key_with_a_password_or_without_its_certificate_is_told(certificate: Certificate, tmp_path: Path) -> None:
    locked = tmp_path / "locked.pem"
    lock = ["openssl", "pkey", "-in", str(certificate.keyfile), "-aes256", "-passout", "pass:x", "-out", str(locked)]
    subprocess.run(lock, check=True, capture_output=True)
    assert "without a password" in refused(tmp_path, "--certfile", str(certificate.certfile), "--keyfile", str(locked))
    assert "error: --certfile must be given" in refused(tmp_path, "--keyfile", str(certificate.keyfile))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--origin", "dice.example"),
        ("--origin", "https://dice.example/odds"),
        ("--origin", "https://me@dice.example"),
        ("--origin", "https://dice.example:x"),
        ("--origin", "https://[::1"),
        *(
            ("--name", name)
            for name in ("[::1", "", " ", "a/b", "*", "dice example", "http://dice.example", "dice.example:1")
        ),
        ("--origin", "ftp://dice.example"),
        ("--trusted-proxy", "*"),
        ("--trusted-proxy", "proxy.example"),
        ("--trusted-proxy", "10.0.0.1/8"),
    ],
)
def test_an_origin_a_name_or_a_proxy_that_is_none_is_told(tmp_path: Path, option: str, value: str) -> None:
    answer = refused(tmp_path, option, value)
    assert f"error: {option}: '{value}'" in answer
    assert "Allowed: " in answer


@pytest.mark.parametrize(
    ("option", "value", "sent"),
    [  # as registries have them
        ("--origin", "https://m\N{LATIN SMALL LETTER U WITH DIAERESIS}nchen.example", "xn--mnchen-3ya.example"),
        ("--origin", "https://STRA\N{LATIN SMALL LETTER SHARP S}E.example:8443", "xn--strae-oqa.example"),
        ("--name", "\u65e5\u672c.jp", "xn--wgv71a.jp"),
    ],
)
def test_a_name_with_letters_of_its_own_is_answered_with_how_browsers_send_it(
    tmp_path: Path, option: str, value: str, sent: str
) -> None:
    assert f"Browsers send this name as {sent}." in refused(tmp_path, option, value)


def refused(folder: Path, *options: str) -> str:
    """What is said of options with which no server comes to listen."""
    with patch("oddsmith.web.serve.listening", side_effect=AssertionError("it would serve")):
        answer = CliRunner().invoke(oddsmith, [*SERVE[2:], str(folder / "tables.db"), *options], prog_name="oddsmith")
    assert answer.exit_code == 2, answer.output
    return " ".join(answer.stderr.split())  # however it was wrapped


def test_a_server_for_all_says_where_others_find_it(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", (*SERVE[:3], "--host", "0.0.0.0", *SERVE[3:]))
    try:
        assert server.process.stdout is not None
        others = re.findall(r"http://([^/:]+):(\d+)/", server.process.stdout.readline())
        assert others
        for host, port in others:
            connection = http.client.HTTPConnection(host, int(port), timeout=PATIENCE)
            connection.request("GET", "/api/systems")
            assert connection.getresponse().status == 200
            connection.close()
    finally:
        server.stop()
