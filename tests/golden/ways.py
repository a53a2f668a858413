"""The ways in, as people use them: whatever the golden tests need of Oddsmith is imported here and nowhere else."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from oddsmith.answers.auditing.document import audit_document
from oddsmith.answers.documents.roll import run_document as told_run
from oddsmith.answers.question import question
from oddsmith.cli.app import program
from oddsmith.rules import Run, Session
from oddsmith.systems.declaration import System
from oddsmith.systems.fields.models import HouseRules
from oddsmith.workbench.document import sweep_document

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


@contextmanager
def audited_once() -> Iterator[None]:
    """While this lasts, an audit that was asked for is not worked out again, however it is shown then."""
    found: dict[str, dict[str, Any]] = {}

    def audit(system: System, rules: HouseRules, **more: Any) -> dict[str, Any]:
        asked = f"{system.name} {rules!r}"
        if asked not in found:
            found[asked] = audit_document(system, rules, **more)
        return deepcopy(found[asked])

    with patch("oddsmith.answers.auditing.document.audit_document", audit):
        yield


def finished(entry: dict[str, Any]) -> tuple[list[str] | None, Any]:
    """A saved session played to its end: what it waited for, and the document of the whole run."""
    asked = question(entry["system"], entry["action"], entry["inputs"], entry["options"])
    session = Session.resume(entry["saved"])
    waits = None if session.pending is None else [str(option) for option in session.pending.options]
    for answer in entry["answers"]:
        assert session.pending is not None
        session.answer(next(option for option in session.pending.options if str(option) == answer))
    return waits, json.loads(json.dumps(told_run(asked, Run(session.outcome, session.trail))))


def ageless(text: str) -> str:
    """A text with VERSION for the version of Oddsmith that answered, and TIME and LINE for those of explanations."""
    text = re.sub(r"\.py:\d+", ".py:LINE", re.sub(r"((?:from|rule \w+)\s+\(?line) \d+", r"\1 LINE", text))
    text = re.sub(r"^Time: .*", "Time: TIME", text, flags=re.MULTILINE)
    text = re.sub(r"^  (exploring|solving|compiling|checking) .*", r"  \1 TIME", text, flags=re.MULTILINE)
    return text.replace(f'"version": "{version("oddsmith")}"', '"version": "VERSION"')
