"""Scripts of other sites may ask questions where whoever runs the server says so, and touch no table (CORS)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from click.testing import CliRunner
from tests.web.browser import Site, nonce, patient

from oddsmith.cli.app import program

BLOG, OTHER = "https://blog.example", "https://evil.example"
ALLOWED, FROM = "access-control-allow-origin", {"sec-fetch-site": "cross-site"}
DICE = {"notation": "2d6"}


@pytest.fixture(scope="module")
def open_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    database = f"sqlite:///{tmp_path_factory.mktemp('open')}/tables.db"
    with Site(patient(database=database, readers=frozenset({BLOG}))) as site:
        yield site


def test_the_pages_that_are_named_read_answers(open_site: Site) -> None:
    client = open_site.browser()
    for path in ("/api/odds?notation=2d6", "/api/systems"):
        answer = client.get(path, headers={"origin": BLOG} | FROM)
        assert (answer.status_code, answer.headers[ALLOWED]) == (200, BLOG)
        assert "origin" in answer.headers["vary"].lower()
        assert "access-control-allow-credentials" not in answer.headers
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    before = client.options("/api/roll", headers={"origin": BLOG} | asked | FROM)
    assert (before.status_code, before.headers[ALLOWED]) == (200, BLOG)
    rolled = client.post("/api/roll", json=DICE, headers={"origin": BLOG} | FROM)
    assert (rolled.status_code, rolled.headers[ALLOWED]) == (200, BLOG), rolled.text


def test_other_pages_and_tables_stay_closed(open_site: Site) -> None:
    client = open_site.browser()
    assert ALLOWED not in client.get("/api/odds?notation=2d6", headers={"origin": OTHER} | FROM).headers
    refused = client.post("/api/roll", json=DICE, headers={"origin": OTHER} | FROM)
    assert (refused.status_code, refused.json()["code"]) == (403, "origin")
    ada = open_site.opened("Ada")
    told = ada.client.get(f"/api/tables/{ada.table}", headers={"origin": BLOG} | FROM)
    assert ALLOWED not in told.headers
    roll = {"system": "notation", "action": "roll", "inputs": DICE, "nonce": nonce()}
    for path, body in (("/api/tables", {"title": "x", "name": "y"}), (f"/api/tables/{ada.table}/rolls", roll)):
        headers = {"origin": BLOG, "idempotency-key": nonce()} | FROM
        answer = ada.client.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), path


def test_nobody_is_let_in_who_is_not_named(site: Site) -> None:
    answer = site.browser().post("/api/roll", json=DICE, headers={"origin": BLOG} | FROM)
    assert (answer.status_code, ALLOWED in answer.headers) == (403, False)


def test_all_may_be_let_in() -> None:
    with Site(patient(readers=frozenset({"*"}))) as site:
        answer = site.browser().post("/api/roll", json=DICE, headers={"origin": OTHER} | FROM)
        assert (answer.status_code, answer.headers[ALLOWED]) == (200, "*")


def test_an_address_that_is_no_site_is_refused() -> None:
    answer = CliRunner().invoke(program, ["serve", "--port", "0", "--allow-origin", "blog.example/odds"])
    assert answer.exit_code == 2
    assert "--allow-origin" in answer.output
    assert "as https://blog.example, or *" in " ".join(answer.output.split())
