"""The ways in, as people use them: whatever the golden tests need of Oddsmith is imported here and nowhere else."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from oddsmith.answers import sweep_document
from oddsmith.cli.app import program

#: What the terminal looks like, so that lines are broken alike everywhere.
_ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": None, "FORCE_COLOR": None}


@dataclass(frozen=True)
class Printed:
    """What the program printed, and its exit code."""

    exit: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """What `--json` printed."""
        return json.loads(self.out)


def told(line: str) -> Printed:
    """What a line prints as it is typed; at every question of `--ask` the advice is taken.

    A line `sweep {...}`, which only HTTP knows as a command, gives the document of a sweep.
    """
    if line.startswith("sweep "):
        asked = json.loads(line.removeprefix("sweep "))
        given = [asked.pop(name) for name in ("system", "action", "inputs", "options", "along", "of")]
        return Printed(0, json.dumps(sweep_document(*given, **asked)), "")
    return printed(*shlex.split(line), typed="\n" * 30 if "--ask" in line else None)


def printed(*arguments: str, typed: str | None = None) -> Printed:
    """What `oddsmith ARGUMENTS` prints. The version of the day is told as VERSION."""
    with patch("sys.argv", ["oddsmith"]):
        result = CliRunner().invoke(program, arguments, input=typed, env=_ENVIRONMENT, prog_name="oddsmith")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Printed(result.exit_code, ageless(result.stdout), ageless(result.stderr))


def ageless(text: str) -> str:
    """A document as text, with VERSION where it tells the version of Oddsmith that answered."""
    return text.replace(f'"version": "{version("oddsmith")}"', '"version": "VERSION"')
