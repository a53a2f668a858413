"""The program says what was meant, answers machines in their form, and ends as other programs do."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("od 4d6", "odds"),
        ("serv", "serve"),
        ("odds mod-dott test", "mod-dot"),
        ("odds mod-dot tset", "test"),
        ("odds mod-dot test --wilpower 3", "--willpower"),
        ("systems edged-coin", "edged-coins"),
        ("odds mod-dot test --option lowestbase=2", "lowest-base"),
        ("odds humanity-beast action --humanity 3 --beast 1 --difficulty legendry", "legendary"),
    ],
)
def test_a_slip_is_met_with_what_was_meant(run: Run, line: str, meant: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert f"Did you mean {meant}? Allowed: " in result.stderr


@pytest.mark.parametrize("line", ["odds nonsense test", "xyzzy", "odds mod-dot test --pool x"])
def test_nothing_is_guessed_where_nothing_is_near(run: Run, line: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert "Did you mean" not in result.stderr


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        ("odds 4dd6 --json", "notation-expected", "notation"),
        ("odds mod-dott test --json", "bad-input", "system"),
        ("odds mod-dot test --pool x --json", "bad-input", "pool"),
        ("odds 999d100kl998 --json", "too-large", None),
        ("simulate 4d6 --json", "bad-input", "runs"),
        ("odds 4d6 --nosuch --json", "usage", None),
    ],
)
def test_with_json_an_error_is_a_problem_document(run: Run, line: str, code: str, field: str | None) -> None:
    result = run(line)
    assert result.exit_code == (4 if code == "too-large" else 2)
    assert result.stdout == ""
    document = json.loads(result.stderr)
    assert (document["code"], document.get("field")) == (code, field)
    assert document["detail"]
    assert document["type"] == f"urn:oddsmith:problem:{code}"


def test_notations_come_from_standard_input_a_line_each(run: Run) -> None:
    result = run("roll - --seed 1", typed="3d6\n\n  4d6kh3 \n")
    assert result.exit_code == 0
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == ["3d6", "4d6kh3"]
    assert run("odds -", typed="3d6\n").stdout == run("odds 3d6").stdout
    wrong = run("roll - --seed 1", typed="3d6\nd6x\n")
    assert wrong.exit_code == 2
    assert wrong.stdout.startswith("3d6: ")
    assert "d6x" in wrong.stderr


def test_a_reader_that_has_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "oddsmith", "odds", "-"]
    lines = "\n".join(["20d6"] * 40)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        program.stdin.write(lines.encode())
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


def test_whoever_stops_it_gets_one_line_and_130() -> None:
    command = [sys.executable, "-m", "oddsmith", "odds", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write(b"2d6\n")
        program.stdin.flush()
        assert program.stdout.readline()  # it reads on now
        time.sleep(0.2)
        os.kill(program.pid, signal.SIGINT)
        assert program.stderr.read() == b"Stopped.\n"
        assert program.wait() == 130
