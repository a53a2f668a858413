"""The command line with the game of `rulebook.py`, which is loaded for each test and forgotten afterwards."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.app import program
from oddsmith.systems import System, registry

RULEBOOK = str(Path(__file__).with_name("rulebook.py"))

Run: TypeAlias = Callable[..., Result]


@pytest.fixture(autouse=True)
def _a_terminal_of_one_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run() -> Run:
    """`run("odds lantern search --pool 3")`: what the program prints and its exit code."""

    def invoke(line: str, *more: str, typed: str | None = None, color: bool = False) -> Result:
        arguments = ["--rulebook", RULEBOOK, *line.split(), *more]
        return CliRunner().invoke(program, arguments, input=typed, color=color, prog_name="oddsmith")

    return invoke


@pytest.fixture
def rulebook() -> str:
    return RULEBOOK


@pytest.fixture
def lantern() -> System:
    return registry.load_rulebook(RULEBOOK)
