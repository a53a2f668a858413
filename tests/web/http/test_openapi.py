"""The OpenAPI document, and what happens to requests made at random from it."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok
from tests.web.browser import BASE, Browser, Site


@pytest.fixture
def host(ada: Browser) -> Browser:
    """The host of a table at which there is something of everything."""
    ada.post("/characters", name="Mara", resources={"ec": {"value": 40}})
    ada.post("/invites", role="player")
    ada.post("/presets", name="p", request={"system": "mod-dot", "action": "test"})
    ada.roll()
    ada.roll(system="edged-coins", action="toss", inputs={"rank": 1, "ec": 10}, visibility="host")
    return ada


def test_no_request_made_from_the_document_breaks_the_app(host: Browser) -> None:
    schema = schemathesis.openapi.from_dict(host.client.get("/openapi.json").json())
    asked = 0
    for found in schema.exclude(path_regex="/stream$").get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @given(operation.as_strategy())
        @settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
        def answered(case: Any) -> None:
            nonlocal asked
            asked += 1
            _ask(host, case)

        answered()
    assert asked > 200


def _ask(host: Browser, case: Any) -> None:
    if "table" in (case.path_parameters or {}):
        case.path_parameters["table"] = host.table
    request: dict[str, Any] = case.as_transport_kwargs(base_url=BASE)
    request.pop("cookies", None)
    answer = host.client.request(**request)
    assert answer.status_code < 500, answer.text
    described = case.operation.definition.raw["responses"]
    if answer.status_code < 400:
        assert str(answer.status_code) in described
        return
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail", "code"} <= answer.json().keys()
    # Beside what the route describes there is what the guard and the router say.
    assert str(answer.status_code) in described or answer.status_code in (400, 403, 404, 405, 421), answer.text


def test_the_document_describes_every_route_and_every_error(site: Site) -> None:
    document = site.browser().get("/openapi.json").json()
    assert "/api/tables/{table}/rolls" in document["paths"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)
            for status, answer in operation["responses"].items():
                if status < "300" and "application/json" in answer["content"]:
                    form = answer["content"]["application/json"]["schema"]
                    assert form["$ref"].startswith("#/components/schemas/"), (method, path, status)
                if status >= "400":
                    assert list(answer["content"]) == ["application/problem+json"], (method, path, status)


#: Programs are written against these: add to them, and rename none.
_OPERATIONS = """
open_roll repeat witness answer faces throw bare choose disclose undo show open_table change_table table_now
make_invite revoke_invite join change_member remove_member pledge make_character change_character
remove_character note show_note save_preset remove_preset make_link arrive roll_events advice asked_for addresses events
stream luck log_json log_txt
systems rules numbers gallery rulebooks notation_odds notation_simulate notation_roll odds simulate audit best
frontier compare roll sweep verify log_schema
healthz metrics
"""


def test_operations_have_short_names_of_their_own_that_stay(site: Site) -> None:
    paths = site.browser().get("/openapi.json").json()["paths"]
    named = [operation["operationId"] for methods in paths.values() for operation in methods.values()]
    assert sorted(named) == sorted(_OPERATIONS.split())
