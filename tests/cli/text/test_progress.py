"""How far a long work is, on standard error: only where somebody looks, and not before two seconds."""

from __future__ import annotations

import io
import sys
import threading

import pytest

from oddsmith.answers.documents.check import check_document, question_count
from oddsmith.cli.text.progress import Progress, telling
from oddsmith.how_far import Doing, counted, finding
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


def opened(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Put a terminal in the place of standard error, and no time in that of two seconds."""
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("oddsmith.cli.text.progress._SILENT", 0.0)
    monkeypatch.setattr("oddsmith.cli.text.progress._BETWEEN", 0.01)
    return stream


def wait_for(stream: Terminal, text: str) -> None:
    """Wait until a text is shown."""
    for _ in range(1000):
        if text in stream.getvalue():
            return
        threading.Event().wait(0.01)
    raise AssertionError(stream.getvalue()[-500:])


def test_the_time_left_is_that_of_the_steps_so_far(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = opened(monkeypatch)
    with Progress("cells", 20) as progress:
        wait_for(terminal, "0 of 20, 0 s so far")
        for _ in range(12):
            told[0] += 0.75
            progress.step(1)
        wait_for(terminal, "12 of 20, 6 s left")  # 12 cells in 9 seconds: 8 more take 6
    assert terminal.getvalue().endswith("\r")
    assert not terminal.getvalue().split("\r")[-2].strip()  # written over with blanks


def test_what_was_done_before_counts_neither_as_a_step_nor_for_the_time_left(
    told: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = opened(monkeypatch)
    with Progress("cells", 46, done=6) as progress:
        for _ in range(10):
            told[0] += 0.5
            progress.step(1)
        wait_for(terminal, "10 of 40, 15 s left")


def test_steps_to_come_are_taken_to_be_like_the_last_ones(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = opened(monkeypatch)
    with Progress("cells", 200) as progress:
        for _ in range(20):
            told[0] += 0.5
            progress.step(1)
        for _ in range(100):  # refused at once
            told[0] += 0.1
            progress.step(1)
        wait_for(terminal, "120 of 200, 8 s left")  # by all that was done it would be 13


def test_no_time_left_is_told_where_one_step_took_long_or_takes_long_now(
    told: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = opened(monkeypatch)
    with Progress("figures", 40) as progress:
        for _ in range(20):
            told[0] += 0.1
            progress.step(1)
        wait_for(terminal, "20 of 40, 2 s left")
        told[0] += 1
        wait_for(terminal, "20 of 40, 3 s so far")
        progress.step(1)
        wait_for(terminal, "21 of 40, 3 s so far")


def test_what_is_found_is_told_and_then_the_share_of_what_is_solved(
    told: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = opened(monkeypatch)
    states = [0]
    with telling(quiet=False):
        with finding(lambda: states[0]):
            states[0], told[0] = 12_400, 3.0
            wait_for(terminal, "12,400 states, 3 s so far")
        for place, _ in counted([(1, 100), (2, 100), (3, 200)], Doing.SOLVING, 400, lambda part: part[1]):
            if place == 2:
                told[0] = 5.0
                wait_for(terminal, "solving 400 states: 25 %; 5 s so far")
            elif place == 3:
                told[0] = 11.0  # twice as many in four times the time: so is the rest
                wait_for(terminal, "solving 400 states: 50 %, about 24 s more; 11 s so far")
        wait_for(terminal, "\r12,400 states, 11 s so far")
    assert not terminal.getvalue().split("\r")[-2].strip()


def test_a_line_is_no_longer_than_the_terminal_is_wide(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = opened(monkeypatch)
    monkeypatch.setenv("COLUMNS", "20")
    with telling(quiet=False), finding(lambda: 0):
        for _ in counted([1, 1], Doing.SOLVING, 2):
            told[0] += 4.0
            wait_for(terminal, "solving 2 states: 0")
    assert max(map(len, terminal.getvalue().split("\r"))) == 19


def test_whoever_stops_it_sees_how_far_it_was(told: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = opened(monkeypatch)

    def work() -> None:
        with telling(quiet=False):
            wait_for(terminal, "0 s so far")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert terminal.getvalue().endswith("so far")


@pytest.mark.parametrize(
    ("quiet", "silent", "term", "stream"),
    [
        (True, 0.0, "xterm", Terminal()),
        (False, 0.0, "xterm", io.StringIO()),
        (False, 0.0, "dumb", Terminal()),
        (False, 2.0, "xterm", Terminal()),
    ],
)
def test_nothing_is_told_with_quiet_where_no_line_is_written_anew_or_before_two_seconds(
    quiet: bool, silent: float, term: str, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(monkeypatch)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("oddsmith.cli.text.progress._SILENT", silent)
    with Progress("cells", 10, quiet=quiet) as progress, telling(quiet=quiet):
        progress.step(5)
        threading.Event().wait(0.05)
    assert stream.getvalue() == ""


def test_a_check_counts_its_questions_beforehand() -> None:
    steps: list[int] = []
    check_document(system("dot"), limit=200, told=steps.append)
    assert sum(steps) == question_count(system("dot"))
