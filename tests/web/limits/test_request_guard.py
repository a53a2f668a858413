"""Who may address the app, from where, how large requests are taken in, and what answers forbid."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from tests.web.browser import Browser, Site, key, patient

from oddsmith.web.limits import request_guard
from oddsmith.web.limits.request_guard import RequestGuard, known_host, large_bodies
from oddsmith.web.settings import VERIFY, Settings


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        "localhost.evil.test",
        "localhost:80:80",
        "127.0.0.1.evil.test:8765",
        "[::1",
        "::1]",
        "[::1]8765",
        "[::1]:x",
        "[127.0.0.1]",
        "[localhost]",
        "[]",
        "localhost:\u00b2",
    ],
)
def test_a_foreign_name_is_refused(site: Site, host: str) -> None:
    answer = site.browser().get("/api/systems", headers={b"Host": host.encode("latin-1")})
    assert answer.status_code == 421
    assert answer.json()["code"] == "host"


@pytest.mark.parametrize("hosts", [[], [b""], [b"localhost", b"localhost"]])
def test_a_request_names_one_host(tmp_path: Path, hosts: list[bytes]) -> None:
    assert refused(tmp_path, hosts) == (400, "bad-request", None)


def test_a_refusal_of_a_name_tells_the_address_that_was_asked(tmp_path: Path) -> None:
    remedy = "It answers to: localhost, and to addresses in numbers, such as 192.168.1.7."
    assert refused(tmp_path, [b"dragon.lan"]) == (421, "host", remedy)


def refused(folder: Path, hosts: list[bytes]) -> tuple[int, str, str | None]:
    """What a guard answers to a request at 192.168.1.7, with these headers."""
    sent: list[Message] = []

    async def nobody(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    settings = Settings(database=f"sqlite:///{folder}/tables.db", names=frozenset({"localhost"}))
    headers = [(b"host", host) for host in hosts]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers, "server": ("192.168.1.7", 8765)}
    asyncio.run(RequestGuard(nobody, settings, large_bodies(settings))(scope, receive, send))
    told = json.loads(sent[1]["body"])
    return sent[0]["status"], told["code"], told.get("remedy")


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:9", "127.0.0.1:8765", "192.168.1.7", "[::1]:8765", "[fe80::1]"]
)
def test_own_names_and_numbers_are_answered(host: str) -> None:
    assert known_host(host, frozenset({"localhost"}))


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.test"},
        {"Origin": "null"},
        {"Origin": "https://localhost:8765"},
        {"Origin": "http://localhost:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_commands_of_foreign_pages_are_refused(ada: Browser, headers: dict[str, str]) -> None:
    answer = ada.send("POST", "/notes", {"text": "hello"}, headers=key() | headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_commands_of_the_apps_own_pages_are_taken(ada: Browser) -> None:
    own = {"Origin": "http://localhost:8765", "Sec-Fetch-Site": "same-origin"}
    assert ada.send("POST", "/notes", {"text": "hello"}, headers=key() | own).status_code == 201


SECURE = "https://dice.example"


def opened_behind(folder: Path, proxies: tuple[str, ...], origin: str = SECURE, **headers: str) -> Any:
    """Open a table through a proxy, which is known here as `testclient`, and names itself in `Host`."""
    settings = patient(database=f"sqlite:///{folder}/tables.db", origins=frozenset({SECURE}), proxies=proxies)
    with Site(settings) as site:
        sent = {"Origin": origin, "Host": "127.0.0.1:8765"} | headers
        return site.browser().post("/api/tables", json={"title": "T", "name": "Ada"}, headers=key() | sent)


def test_pages_at_an_origin_that_was_named_are_the_apps_own_and_get_secure_cookies(tmp_path: Path) -> None:
    answer = opened_behind(tmp_path, ())
    assert answer.status_code == 201
    assert "; Secure" in answer.headers["set-cookie"]
    assert opened_behind(tmp_path, (), "https://dice.example:8443").status_code == 403
    assert opened_behind(tmp_path, (), Host="dice.example").status_code == 201
    assert opened_behind(tmp_path, (), Host="dice.test").status_code == 421


def test_what_comes_by_the_host_of_an_origin_comes_by_its_scheme_whatever_a_proxy_says(tmp_path: Path) -> None:
    settings = patient(database=f"sqlite:///{tmp_path}/tables.db", origins=frozenset({SECURE, "http://old.example"}))
    with Site(settings) as site:
        for host, scheme in (("Dice.example", "https"), ("old.example", "http"), ("localhost", "http")):
            client = site.browser()
            page = client.get("/notation?d=4d6kh3", headers={"Host": host}).text
            assert f'<meta property="og:url" content="{scheme}://{host}/' in page
            table = client.post("/api/tables", json={"title": "T", "name": "Ada"}, headers=key() | {"Host": host})
            assert ("; Secure" in table.headers["set-cookie"]) == (scheme == "https")


def test_a_page_of_the_apps_own_that_a_proxy_hides_is_told_which_option_names_it(tmp_path: Path) -> None:
    at = "https://fair.example"
    answers = [opened_behind(tmp_path, (), at, **{"Sec-Fetch-Site": site}) for site in ("same-origin", "cross-site")]
    assert [answer.status_code for answer in answers] == [403, 403]
    ours, foreign = (answer.json() for answer in answers)
    assert ours["remedy"] == "Start the server with --origin https://fair.example, where its pages are found."
    assert "remedy" not in foreign


def test_only_a_trusted_proxy_tells_the_scheme(tmp_path: Path) -> None:
    told = {"X-Forwarded-Proto": "https", "Host": "localhost"}
    assert opened_behind(tmp_path, (), "https://localhost", **told).status_code == 403
    answer = opened_behind(tmp_path, ("testclient",), "https://localhost", **told)
    assert answer.status_code == 201
    assert "; Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize("path", ["/", "/api/systems", "/api/nothing", "/static/nothing.js", "/openapi.json"])
def test_every_answer_has_the_strict_headers(site: Site, path: str) -> None:
    headers = site.browser().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy.partition("style-src")[0]
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_request_that_is_too_large_is_refused_whether_it_says_so_or_not(ada: Browser) -> None:
    large = b'{"text": "' + b"x" * 70_000 + b'"}'
    headers = key() | {"Content-Type": "application/json"}
    answer = ada.client.post(f"{ada.at}/notes", content=large, headers=headers)
    assert answer.status_code == 413

    def pieces():
        for start in range(0, len(large), 1000):
            yield large[start : start + 1000]

    assert ada.client.post(f"{ada.at}/notes", content=pieces(), headers=headers).status_code == 413


def test_a_body_in_pieces_is_understood(ada: Browser) -> None:
    headers = key() | {"Content-Type": "application/json"}
    answer = ada.client.post(f"{ada.at}/notes", content=iter([b'{"te', b'xt": "hi"}']), headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    "name", ["..%2fapp.py", "js%2f..%2f..%2fapp.py", "js/..%2f..%2fapp.py", ".hidden", "%00", "a" * 5000]
)
def test_files_outside_the_folder_are_not_there(site: Site, name: str) -> None:
    assert site.browser().get(f"/static/{name}").status_code == 404


def test_pages_are_compressed_and_kept_by_tag(site: Site) -> None:
    client = site.browser()
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    again = client.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_any_address_outside_the_api_is_the_one_page(site: Site) -> None:
    client = site.browser()
    browser = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130"}  # others are told what a link leads to
    pages = [client.get(address, headers=browser).text for address in ("/", "/odds/mod-dot/test?pool=3")]
    # They differ only in what is fetched beforehand.
    assert len({re.sub("<link rel=.(module)?preload.*\n", "", page) for page in pages}) == 1
    assert client.get("/api/nothing").status_code == 404


class Upload:
    """A log that somebody sends to be checked, as slowly as they like."""

    def __init__(self, client: str, stated: int | None) -> None:
        headers = [(b"host", b"localhost")]
        if stated is not None:
            headers.append((b"content-length", str(stated).encode()))
        self.scope: Scope = {"type": "http", "method": "POST", "path": VERIFY, "scheme": "http", "headers": headers}
        self.scope["client"] = (client, 1)
        self.parts: asyncio.Queue[Message] = asyncio.Queue()
        self.read = 0
        self.status = 0

    def part(self, body: bytes, *, more: bool) -> None:
        self.parts.put_nowait({"type": "http.request", "body": body, "more_body": more})

    async def receive(self) -> Message:
        message = await self.parts.get()
        self.read += 1
        return message

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)


async def counts(scope: Scope, receive: Receive, send: Send) -> None:
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(len(message["body"])).encode()})


def guarded(uploads: list[Upload], **limits: Any) -> tuple[RequestGuard, list[asyncio.Task[None]]]:
    settings = Settings(names=frozenset({"localhost"}), **limits)
    guard = RequestGuard(counts, settings, large_bodies(settings))
    return guard, [asyncio.create_task(guard(one.scope, one.receive, one.send)) for one in uploads]


@pytest.mark.parametrize("stated", [1_000_000, None])
def test_large_logs_are_not_read_before_they_have_a_place(stated: int | None) -> None:
    async def sent() -> None:
        uploads = [Upload(f"10.0.0.{number}", stated) for number in range(5)]
        for upload in uploads:
            upload.part(b"a" * 500_000, more=True)
        _, tasks = guarded(uploads, logs=2, waiting_seconds=60, read_seconds=120)
        await asyncio.sleep(0.05)
        assert [upload.read for upload in uploads] == [1, 1, 0, 0, 0]
        uploads[0].part(b"a" * 500_000, more=False)
        await tasks[0]
        await asyncio.sleep(0.05)
        assert uploads[0].status == 200
        assert [upload.read for upload in uploads] == [2, 1, 1, 0, 0]  # the first who waited has its place
        for upload in uploads[1:]:
            upload.part(b"", more=False)
        await asyncio.gather(*tasks)
        assert [upload.status for upload in uploads] == [200] * 5

    asyncio.run(sent())


def test_one_address_keeps_places_from_nobody_else_and_who_waits_too_long_is_told() -> None:
    async def sent() -> None:
        slow = [Upload("10.0.0.1", 1_000_000) for _ in range(4)]
        other = Upload("10.0.0.2", 100_000)
        other.part(b"a" * 100_000, more=False)
        _, tasks = guarded([*slow, other], logs=3, logs_each=2, waiting_seconds=0.2, log_seconds=0.5)
        await asyncio.gather(*tasks)
        assert other.status == 200
        # Two of them had places, and did not send their log in time; two waited for nothing.
        assert sorted(upload.status for upload in slow) == [408, 408, 503, 503]

    asyncio.run(sent())


def test_small_logs_need_no_place() -> None:
    async def sent() -> None:
        small = Upload("10.0.0.1", 1_000)
        small.part(b"a" * 1_000, more=False)
        _, tasks = guarded([Upload("10.0.0.1", 1_000_000), small], logs=1)
        await tasks[1]
        assert small.status == 200
        tasks[0].cancel()

    asyncio.run(sent())


def test_a_slow_log_gives_way_to_who_waits_for_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two addresses could hold all places by sending a little now and then."""
    monkeypatch.setattr(request_guard, "_YIELDS_AFTER", 0.0)

    async def sent() -> None:
        slow = [Upload(f"10.0.0.{number // 2}", 10_000_000) for number in range(3)]
        guard, tasks = guarded(slow, logs=3, waiting_seconds=60, read_seconds=120)
        for upload in slow:
            upload.part(b"a" * 1_000, more=True)
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in tasks)  # nobody waits yet
        other = Upload("10.0.1.1", 100_000)
        other.part(b"a" * 100_000, more=False)
        waiting = asyncio.create_task(guard(other.scope, other.receive, other.send))
        await asyncio.sleep(0.05)
        slow[0].part(b"a" * 1_000, more=True)
        await waiting
        assert (other.status, slow[0].status) == (200, 503)
        assert [task.done() for task in tasks] == [True, False, False]
        for task in tasks[1:]:
            task.cancel()

    asyncio.run(sent())
