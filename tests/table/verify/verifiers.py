"""The server's verifier and the second one, which say of a log what they find."""

from __future__ import annotations

import functools
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.table.forms.reading import read_log
from oddsmith.table.verify.check_log import verify
from oddsmith.table.verify.report import Mismatch

TOOL = Path(__file__).parents[3] / "tools" / "verify_log.py"


def by_server(data: bytes) -> tuple[str, list[Mismatch]]:
    try:
        mismatches = verify(read_log(data)).mismatches
    except BadInput:
        return "no log", []
    return ("fails" if mismatches else "passes"), mismatches


@functools.cache
def second() -> tuple[ModuleType, dict[str, Any]]:
    """The second verifier, and the schema that it reads."""
    spec = importlib.util.spec_from_file_location("verify_log", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, json.loads(module.SCHEMA.read_bytes())


def by_second(data: bytes) -> str:
    return said_by_second(data)[0]


def said_by_second(data: bytes) -> tuple[str, list[tuple[int, str]]]:
    """What the second verifier says of a log, and of which events it names what."""
    module, schema = second()
    try:
        log = module.read(data)
    except module.NoLog:
        return "no log", []
    wrong = module.check(log, schema).wrong
    return ("fails" if wrong else "passes"), wrong
