"""Figures are measured as people who have installed the package would."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    spec = importlib.util.spec_from_file_location("benchmarks_run", BENCHMARKS / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_commands_keep_what_they_compile_whatever_the_shell_says(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    command = [sys.executable, "-c", "import sys; sys.exit(sys.dont_write_bytecode)"]
    assert run.measure_once(run.Task("m", "n", command, False, 1.0, 100)).seconds > 0
    with pytest.raises(subprocess.CalledProcessError):
        run.measure_once(run.Task("m", "n", [sys.executable, "-c", "raise SystemExit(3)"], False, 1.0, 100))
