"""The registry of commands: each is declared once, and routes and verification follow from it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from oddsmith.table.commands.registry import COMMANDS
from oddsmith.table.domain.fold import KINDS
from oddsmith.web.app import create_app
from oddsmith.web.settings import Settings

#: A link to a seat changes nothing, and whoever takes the seat by it has no cookie that commands go by: `move_seat`
#: does it, and the log tells of it as of a member that was changed.
SEATS = {
    ("POST", "/api/tables/{table}/members/{name}/link", "Make a link that moves a seat to another browser"),
    ("POST", "/api/tables/{table}/seat", "Take a seat that was somebody's in another browser"),
}


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
