"""Who may address the app, from where, and what its answers forbid."""

from __future__ import annotations

import pytest
from tests.web.browser import Browser, Site, key

from oddsmith.web.limits.request_guard import known_host


@pytest.mark.parametrize(
    "host", ["evil.test", "localhost.evil.test", "localhost:80:80", "", "127.0.0.1.evil.test:8765"]
)
def test_a_foreign_name_is_refused(site: Site, host: str) -> None:
    answer = site.browser().get("/api/systems", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.json()["code"] == "host"


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


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", ".hidden", "js/../../app.py", "%00", "a" * 5000])
def test_files_outside_the_folder_are_not_there(site: Site, name: str) -> None:
    assert site.browser().get(f"/static/{name}").status_code in (404, 200)
    assert "create_app" not in site.browser().get(f"/static/{name}").text


def test_pages_are_compressed_and_kept_by_tag(site: Site) -> None:
    client = site.browser()
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    again = client.get("/", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_any_address_outside_the_api_is_the_one_page(site: Site) -> None:
    client = site.browser()
    assert client.get("/odds/mod-dot/test?pool=3").text == client.get("/").text
    assert client.get("/api/nothing").status_code == 404
