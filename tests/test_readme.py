"""What the README shows is so: its Python examples are doctests, its commands run."""

import doctest
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    return [line for block in blocks("sh") for line in block.splitlines() if line.startswith("oddsmith ")]


@pytest.mark.parametrize("example", blocks("pycon"))
def test_a_python_example_gives_what_it_shows(example: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(example, {}, README.name, str(README), 0)
    report: list[str] = []
    doctest.DocTestRunner().run(parsed, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("command", commands())
@pytest.mark.skipif(find_spec("oddsmith.cli") is None, reason="there is no command line yet")
def test_a_command_runs_and_prints_something(command: str) -> None:
    program, *arguments = shlex.split(command)
    run = subprocess.run([Path(sys.executable).with_name(program), *arguments], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout
