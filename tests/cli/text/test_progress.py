"""How far a long work is, on standard error: only where somebody looks, and not before two seconds."""

from __future__ import annotations

import io
import sys

import pytest

from oddsmith.answers.documents.check import check_document, question_count
from oddsmith.cli.text.progress import Progress
from oddsmith.systems.registry import system


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that have gone by, to be set."""
    now = [0.0]
    monkeypatch.setattr("oddsmith.cli.text.progress.time.monotonic", lambda: now[0])
    return now


def test_nothing_is_told_before_two_seconds_and_then_the_place(
    told: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress("cells", 10) as progress:
        progress.step(3)
        assert stream.getvalue() == ""
        told[0] = 2.5
        progress.step(2)
        assert "5/10" in stream.getvalue()


def test_the_time_left_is_that_of_the_steps_so_far(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("time.time", lambda: 1_000_000_000 + told[0])
    with Progress("cells", 10) as progress:
        told[0] = 4.0
        progress.step(5)
        told[0] = 9.0
        progress.step(1)
        assert "00:00:06" in stream.getvalue()  # 6 cells in 9 seconds: 4 more take 6


def test_nothing_is_told_with_quiet_or_without_a_terminal(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    for quiet, stream in ((True, Terminal()), (False, io.StringIO())):
        monkeypatch.setattr(sys, "stderr", stream)
        with Progress("cells", 10, quiet=quiet) as progress:
            told[0] += 9
            progress.step(5)
        assert stream.getvalue() == ""


def test_a_check_counts_its_questions_beforehand() -> None:
    steps: list[int] = []
    check_document(system("dot"), limit=200, told=steps.append)
    assert sum(steps) == question_count(system("dot"))
