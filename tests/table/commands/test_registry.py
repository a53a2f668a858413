"""The registry of commands: each is declared once, and routes and verification follow from it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import oddsmith.web
from oddsmith.table.commands.registry import COMMANDS
from oddsmith.table.commands.rolls.opening import OpenRoll
from oddsmith.table.domain.fold import KINDS
from oddsmith.web.app import create_app
from oddsmith.web.settings import Settings

#: A link to a seat changes nothing, and whoever takes the seat by it has no cookie that commands go by: `move_seat`
#: does it, and the log tells of it as of a member that was changed.
SEATS = {
    ("POST", "/api/tables/{table}/members/{name}/link", "Make a link that moves a seat to another browser"),
    ("POST", "/api/tables/{table}/seat", "Take a seat that was somebody's in another browser"),
}
#: What others do beside, or what a page does by itself: it is asked for in no form, and held against nothing.
UNASKED = {"table.opened", "member.joined", "member.pledged", "roll.witnessed"}
ASKED = (Path(oddsmith.web.__file__).parent / "static" / "js" / "table" / "store" / "asked.js").read_text("utf-8")
HTTP = (Path(__file__).parents[3] / "docs" / "http.md").read_text("utf-8")


def test_every_kind_of_event_has_one_command_behind_it() -> None:
    kinds = Counter(kind for command in COMMANDS if command.recover is not None for kind in command.events)
    assert kinds == dict.fromkeys(KINDS, 1)


def test_every_route_that_changes_a_table_is_a_declared_command(tmp_path: Path) -> None:
    document = create_app(Settings(database=f"sqlite:///{tmp_path}/tables.db")).openapi()
    routes = {
        (method.upper(), path, operation["summary"])
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/tables") and method != "get"
    }
    declared = [command.route for command in COMMANDS if command.route is not None]
    assert routes >= SEATS
    assert routes - SEATS == {(route.method, f"/api/tables{route.path}", route.summary) for route in declared}
    assert len(declared) == len(routes - SEATS)


def test_a_page_holds_every_command_that_people_send_against_the_kinds_of_its_events() -> None:
    told = re.search(r"const BEHIND = \{(.*?)^\};", ASKED, re.DOTALL | re.MULTILINE)
    assert told is not None
    behind = {kind: re.findall(r"'([^']*)'", ways) for kind, ways in re.findall(r"'([a-z.]+)': \[(.*?)\]", told[1])}
    sent = [(kind, command.route) for command in COMMANDS if command.route for kind in command.events]
    assert behind.keys() | UNASKED == {kind for kind, _ in sent}
    for kind, route in sent:
        if kind not in UNASKED:
            way = f"{route.method} {route.path.removeprefix('/{table}')}"
            assert {re.sub(r"\{\w+\}", about, way) for about in ("$", "*")} & set(behind[kind]), way


def test_a_page_holds_all_that_a_roll_asks_for_against_the_log() -> None:
    told = re.search(r"const PLAIN = \{(.*?)\};", ASKED)
    assert told is not None
    plain = set(re.findall(r"(\w+):", told[1]))
    compared = {"visibility", "system", "action", "faces", "inputs", "options", "effects"}  # one by one, in `asks`
    promised = {"nonce", "pledge", "seen", "seal"}
    assert plain | compared | promised == set(OpenRoll.model_fields)


def test_the_page_of_the_api_tells_of_every_kind_of_event() -> None:
    table = HTTP.partition("| kind | body |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row]
    told = Counter(kind for row in rows for kind in re.findall(r"`([a-z]+\.[a-z]+)`", row))
    assert told == dict.fromkeys(KINDS, 1)
