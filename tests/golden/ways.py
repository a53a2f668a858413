"""The ways in, as people use them: whatever the golden tests need of Oddsmith is imported here and nowhere else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

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


def printed(*arguments: str, typed: str | None = None) -> Printed:
    """What `oddsmith ARGUMENTS` prints. The version of the day is told as VERSION."""
    with patch("sys.argv", ["oddsmith"]):
        result = CliRunner().invoke(program, arguments, input=typed, env=_ENVIRONMENT, prog_name="oddsmith")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Printed(result.exit_code, _ageless(result.stdout), _ageless(result.stderr))


def _ageless(text: str) -> str:
    return text.replace(f'"version": "{version("oddsmith")}"', '"version": "VERSION"')
