"""A client that a generator makes of the OpenAPI document asks a running server, with types."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.serving import Server

#: What somebody writes who has the client: mypy reads it, and it runs.
_USER = """
import sys

from client import Client
from client.api.questions import best, notation_odds, odds
from client.models import Best, BestPlayBody, BestPlayBodyInputs, Odds, OddsGiven, Problem
from client.types import Unset


def chance(answer: Odds | Problem | None, event: str) -> str:
    assert isinstance(answer, Odds), answer
    return answer.events[event].p


def refused(answer: Odds | Problem | None) -> str:
    assert isinstance(answer, Problem), answer
    assert not isinstance(answer.field, Unset)
    return f"{answer.status} {answer.field}"


client = Client(sys.argv[1])
test = odds.sync("mod-dot", "test", client=client, inputs=OddsGiven.from_dict({"pool": "10"}))
print(chance(test, "success"))
dice = notation_odds.sync(client=client, notation="2d6")
assert isinstance(dice, Odds)
print(dice.measures["total"].mean.exact)
inputs = BestPlayBodyInputs.from_dict({"rank": 2})
play = best.sync("edged-coins", "toss", client=client, body=BestPlayBody(goal="success", inputs=inputs))
assert isinstance(play, Best)
print(play.value.exact)
print(refused(odds.sync("mod-dot", "test", client=client, inputs=OddsGiven.from_dict({"pool": "x"}))))
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served") / "tables.db")
    yield server
    server.stop()


@pytest.fixture(scope="module")
def folder(running: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a client that was made of what the server says of itself, and a program that uses it."""
    found = tmp_path_factory.mktemp("client")
    status, document = running.send("GET", "/openapi.json")
    assert status == 200
    (found / "openapi.json").write_text(json.dumps(document))
    (found / "config.yml").write_text("post_hooks: []\n")
    told = _ran(
        found,
        "openapi_python_client",
        *("generate", "--path", "openapi.json", "--config", "config.yml"),
        *("--meta", "none", "--output-path", "client", "--fail-on-warning"),
    )
    assert told.returncode == 0, told.stdout + told.stderr
    (found / "user.py").write_text(_USER)
    return found


def test_a_generated_client_asks_odds_and_best_play_with_types(running: Server, folder: Path) -> None:
    told = subprocess.run(
        [sys.executable, "user.py", f"http://localhost:{running.port}"], cwd=folder, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    # 242/243 stands in the rules of the pool; 2d6 averages 7; at normal difficulty rank 2 wins 3 of 4 tosses.
    assert told.stdout.splitlines() == ["242/243", "7", "3/4", "422 pool"]


def test_a_program_that_uses_a_generated_client_is_typed_strictly(folder: Path) -> None:
    told = _ran(folder, "mypy", "--strict", "--follow-imports", "silent", "user.py")
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_name_that_answers_lack_is_a_type_error(folder: Path) -> None:
    (folder / "wrong.py").write_text(
        "from client.models import Odds\n\n\ndef p(told: Odds) -> str:\n    return told.p\n"
    )
    told = _ran(folder, "mypy", "--strict", "--follow-imports", "silent", "wrong.py")
    assert told.returncode == 1
    assert '"Odds" has no attribute "p"' in told.stdout


def _ran(folder: Path, module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=folder, capture_output=True, text=True)
