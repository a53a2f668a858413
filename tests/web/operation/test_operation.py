"""Health, figures and log lines, for whoever keeps a server."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient
from tests.web.browser import BASE, Site, key, patient
from tests.web.serving import SERVE, Server

from oddsmith.errors import BadInput
from oddsmith.web.operation import log_lines
from oddsmith.web.settings import proxy, read_token

TOKEN = "a-token-of-many-letters"
HERE = ("127.0.0.1", 5000)


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Site]:
    with Site(patient(database=f"sqlite:///{tmp_path}/tables.db")) as site:
        yield site


def asked(site: Site, path: str, client: tuple[str, int] = HERE, **headers: str) -> tuple[int, str]:
    someone = TestClient(site.app, BASE, raise_server_exceptions=False, client=client)
    someone.portal = site.browser().portal
    answer = someone.get(path, headers={k.encode(): v.encode("latin-1") for k, v in headers.items()})
    return answer.status_code, answer.text


def figures(site: Site) -> dict[tuple[str, ...], float]:
    """All figures, by name and labels."""
    status, text = asked(site, "/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_health_and_figures_are_told_on_this_machine_alone(kept: Site) -> None:
    for path in ("/healthz", "/metrics"):
        for here in ("127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"):
            assert asked(kept, path, (here, 5000))[0] == 200, here
        for elsewhere in ("192.168.1.7", "2001:db8::1", "::ffff:10.0.0.1", "testclient"):
            status, text = asked(kept, path, (elsewhere, 5000))
            assert (status, json.loads(text)["code"]) == (403, "not-allowed")
        for proxied in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"):
            assert asked(kept, path, HERE, **{proxied: "127.0.0.1"})[0] == 403, proxied


def test_a_proxy_on_this_machine_is_not_this_machine(tmp_path: Path) -> None:
    with Site(patient(database=f"sqlite:///{tmp_path}/tables.db", proxies=proxy("127.0.0.2"))) as site:
        for path in ("/healthz", "/metrics"):
            assert asked(site, path, ("127.0.0.2", 5000))[0] == 403  # though it says nothing of whom it asks for
            assert asked(site, path, ("127.0.0.1", 5000))[0] == 200


def test_probes_may_ask_for_the_head_alone(kept: Site) -> None:
    for path in ("/healthz", "/metrics"):
        someone = TestClient(kept.app, BASE, client=HERE)
        someone.portal = kept.browser().portal
        answer = someone.head(path)
        assert (answer.status_code, answer.text) == (200, "")


def test_no_address_makes_lines_of_the_log(kept: Site, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "oddsmith.request"):
        kept.browser().get("/a%0A2026-11-23T15:00:00+0000%20ERROR%20forged%0D%1b[2J%E2%80%A8")
    (told,) = [record.getMessage() for record in caplog.records if record.name == "oddsmith.request"]
    assert told.isprintable()


def test_with_a_token_that_alone_counts(tmp_path: Path) -> None:
    with Site(patient(database=f"sqlite:///{tmp_path}/tables.db", token=TOKEN)) as site:
        for path in ("/healthz", "/metrics"):
            for given in ("", f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer \xe9"):
                status, text = asked(site, path, Authorization=given)
                assert (status, json.loads(text)["status"]) == (401, 401), given
            assert asked(site, path, ("192.168.1.7", 5000), Authorization=f"Bearer {TOKEN}")[0] == 200
            assert asked(site, path, Authorization=f"bearer {TOKEN}")[0] == 200


@pytest.mark.parametrize("content", ["", "short", "two words of sixteen letters", f"{TOKEN}\n{TOKEN}", "\udcff" * 20])
def test_a_file_without_a_token_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "token"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput, match="token_file"):
        read_token(str(file))
    with pytest.raises(BadInput, match="Cannot read .*none: there is no such file"):
        read_token(str(tmp_path / "none"))
    file.write_text(f"{TOKEN}\n")
    assert read_token(str(file)) == TOKEN


def test_a_server_whose_database_takes_nothing_is_not_well(kept: Site, tmp_path: Path) -> None:
    assert asked(kept, "/healthz") == (200, '{"status":"ok","version":"0.1.0"}')
    other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    status, text = asked(kept, "/healthz")
    assert (status, json.loads(text)["code"]) == (503, "unavailable")
    other.execute("ROLLBACK")
    other.close()
    assert asked(kept, "/healthz")[0] == 200


def test_a_server_that_cannot_read_is_not_well(kept: Site, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "tables.db")
    other.execute("ALTER TABLE events RENAME TO lost")
    other.commit()
    assert asked(kept, "/healthz")[0] >= 500
    other.execute("ALTER TABLE lost RENAME TO events")
    other.commit()
    other.close()
    assert asked(kept, "/healthz")[0] == 200


def test_figures_count_requests_events_and_computations(kept: Site) -> None:
    before = figures(kept)
    ada = kept.opened("Ada")
    ada.post("/notes", text="x")
    ada.post("/notes", text="y")
    assert ada.send("POST", "/notes", {}).status_code == 422
    assert kept.browser().get("/api/odds?notation=3d6").status_code == 200
    assert kept.browser().get("/api/odds/edged-coins/nothing").status_code == 422
    kept.browser().get("/nowhere/at/all")
    kept.browser().post("/api/tables", json={}, headers=key() | {"Origin": "https://evil.test"})
    after = figures(kept)
    notes = "/api/tables/{table}/notes"
    grown = {name: after[name] - before.get(name, 0) for name in after if after[name] != before.get(name, 0)}
    assert grown["oddsmith_requests_total", "POST", notes, "201"] == 2
    assert grown["oddsmith_requests_total", "POST", notes, "422"] == 1
    assert grown["oddsmith_requests_total", "POST", "other", "403"] == 1  # refused before it came to a route
    assert grown["oddsmith_request_seconds_count", notes] == 3
    assert grown["oddsmith_events_total", "note.written"] == 2
    assert grown["oddsmith_events_total", "table.opened"] == 1
    assert grown["oddsmith_jobs_total", "done", "questions"] == 1
    assert after["oddsmith_requests_under_way",] == 1  # this one
    assert after["oddsmith_tables",] == 1
    assert after["oddsmith_commands_waiting",] == 0
    assert not any(ada.table in " ".join(name) for name in after)  # nor do figures grow with what people name


def test_what_fails_in_the_server_is_found_in_its_log_by_its_id(
    kept: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ada = kept.opened("Ada")

    def broken(*given: object) -> None:
        raise LookupError("a mistake of ours")

    monkeypatch.setattr("oddsmith.table.server.service.Tables.seat", broken)
    answer = ada.send("POST", "/notes", {"text": "x"})
    document = answer.json()
    assert (answer.status_code, document["code"]) == (500, "internal")
    assert document["request"] == answer.headers["x-request-id"]
    assert document["request"] in document["detail"]
    assert [record.status for record in caplog.records if record.name == "oddsmith.request"] == [500]  # type: ignore[attr-defined]


def test_every_answer_has_an_id_of_its_own(kept: Site) -> None:
    ids = [kept.browser().get(path).headers["x-request-id"] for path in ("/", "/api/systems", "/api/none", "/")]
    assert len(set(ids)) == 4
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids)


def test_whoever_is_sent_away_leaves_nothing_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Site(patient(database=f"sqlite:///{tmp_path}/tables.db", waiting=0, logs=0)) as site:
        answer = site.browser().post("/api/verify", content=iter([b" " * 70_000]))
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert [record for record in caplog.records if record.name == "oddsmith.request"] == []


def test_the_log_is_lines_of_json_with_the_request(tmp_path: Path) -> None:
    with (tmp_path / "err").open("w+") as err:
        program = *SERVE[:-1], "--log", "json", "--log-requests", "--db"
        server = Server(tmp_path / "tables.db", program, stderr=err)
        try:
            assert server.send("GET", "/api/odds?notation=3d6%2B77")[0] == 200
            assert server.send("GET", "/healthz") == (200, {"status": "ok", "version": "0.1.0"})
        finally:
            server.stop()
        err.seek(0)
        lines = [json.loads(line) for line in err]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("GET", "/api/odds", 200),
        ("GET", "/healthz", 200),
    ]
    assert all({"time", "level", "logger", "message", "request", "seconds", "client"} <= line.keys() for line in lines)
    assert "77" not in " ".join(line["message"] + line["path"] for line in lines)  # what is asked is nobody's business


def test_a_traceback_is_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    try:
        log_lines.configure("json", every_request=False)
        log_lines.REQUEST.set("r1")
        try:
            raise LookupError("a mistake")
        except LookupError:
            logging.getLogger("oddsmith.table").exception("a command at table %s failed", "t1")
        log_lines.requests.info("not told")
        line = json.loads(capsys.readouterr().err)
    finally:
        root.setLevel(before[0])
        root.handlers[:] = before[1]
        log_lines.requests.setLevel(logging.NOTSET)
    assert line["message"] == "a command at table t1 failed"
    assert (line["level"], line["logger"], line["request"]) == ("ERROR", "oddsmith.table", "r1")
    assert line["exception"].endswith("LookupError: a mistake")


def test_the_page_for_operators_lists_every_figure(tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs" / "operate.md"
    listed = set(re.findall(r"oddsmith_[a-z_]+", page.read_text(encoding="utf-8")))
    server = Server(tmp_path / "tables.db")
    try:
        assert server.send("POST", "/api/tables", {"title": "T", "name": "Ada"})[0] == 201
        assert server.send("GET", "/api/odds?notation=3d6")[0] == 200
        connection = server.connect()
        connection.request("GET", "/metrics")
        told = connection.getresponse().read().decode()
        connection.close()
    finally:
        server.stop()
    families = text_string_to_metric_families(told)
    samples = {sample.name for family in families for sample in family.samples}
    found = {re.sub("_(bucket|count|sum)$", "", name) for name in samples if name.startswith("oddsmith_")}
    assert found == listed
