"""Commands that a page shows without output, as they start servers or need a database: they and their options exist."""

import shlex
from pathlib import Path

import click
import pytest
from tests.docs.reader import blocks

from oddsmith.cli.app import program

ROOT = Path(__file__).parents[2]


def lines() -> list[tuple[str, str]]:
    """Page and command line of every `oddsmith` in blocks for a shell."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
    shown = [(page, block.text) for page in pages for block in blocks(page) if block.kind == "sh"]
    return [(page.name, line) for page, text in shown for line in text.splitlines() if line.startswith("oddsmith ")]


@pytest.mark.parametrize(("page", "line"), lines())
def test_a_command_that_a_page_names_has_the_options_it_names(page: str, line: str) -> None:
    assert isinstance(program, click.Group)
    words = shlex.split(line, comments=True)[1:]
    if words[0] == "--rulebook":
        words = words[2:]
    command = program.get_command(click.Context(program), words[0])
    assert command is not None, f"{page}: {line}"
    if isinstance(command, click.Group):  # its actions say which inputs there are; the README's run as they stand
        return
    known = {name for parameter in command.params for name in parameter.opts} | {"--rulebook", "--help"}
    assert {word.partition("=")[0] for word in words[1:] if word.startswith("--")} <= known, f"{page}: {line}"


def test_there_are_such_commands_on_many_pages() -> None:
    assert {page for page, _ in lines()} >= {"postgresql.md", "https.md", "operate.md", "README.md"}
