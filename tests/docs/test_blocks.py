"""Every fenced block of the documentation: something runs it, or it stands below with the reason why nothing does."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner
from tests.docs.reader import Block, blocks
from tests.docs.test_pages_in_order import PAGES as IN_ORDER
from tests.test_documentation import examples

from oddsmith.cli.app import program
from oddsmith.table.store.database import open_database

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))]
PYTHON = ["sweeps.md", "tuning.md", "sensitivity.md"]
OPERATED = ("oddsmith backup ", "oddsmith restore ", "oddsmith doctor ")

#: What runs the blocks of one kind on one page, beside those that are read in order and the examples of console blocks.
RUN_BY = {
    ("README.md", "pycon"): "tests/test_readme.py",
    ("how-rules-run.md", "python"): "tests/test_documentation.py",
    ("how-rules-run.md", "pycon"): "tests/test_documentation.py",
    ("your-own-game.md", "python"): "tests/test_documentation.py",
    ("from-icepool-or-anydice.md", "python"): "tests/test_documentation.py",
    ("notation.md", "pycon"): "tests/test_notation_page.py",
    ("notation.md", "sh"): "tests/test_notation_page.py",
    ("http.md", "json"): "tests/web/http/test_page_of_the_api.py",
    ("https.md", "caddy"): "tests/web/test_https.py",
    ("https.md", "nginx"): "tests/web/test_https.py",
    **dict.fromkeys([(page, "python") for page in PYTHON], "tests/docs/test_blocks.py"),
    ("assistants.md", "json"): "tests/docs/test_blocks.py",
    ("operate.md", "yaml"): "tests/docs/test_blocks.py",
    ("operate.md", "ini"): "tests/docs/test_blocks.py",
    ("command-line.md", "text"): "tests/docs/test_blocks.py",
    ("your-own-game.md", "toml"): "tests/docs/test_blocks.py",
    ("your-own-game.md", "text"): "tests/docs/test_blocks.py",
}

#: How lines begin that a shell is given, and that tests type.
TYPED = {"README.md": ("oddsmith ",), "operate.md": OPERATED, "install.md": ("oddsmith ",)}

#: How lines begin that no test types as they stand, and why not.
NOT_TYPED = {
    "pip ": "would change what is installed; the extras that such lines name are looked at",
    "make ": "is how the tests themselves run",
    "oddsmith serve": "does not end; test_options knows its options, and the tests of the web start servers with them",
    "oddsmith seat ": "needs a table; tests/web/http/test_seat_links.py types it",
    "oddsmith odds lantern ": "needs the game of that page installed, which tests/examples does",
    "export ODDSMITH_DB=": "needs a server of PostgreSQL, as the next five do; tests/table/store has one",
    "createuser ": "is PostgreSQL's",
    "createdb ": "is PostgreSQL's",
    "oddsmith doctor": "looks at tables in PostgreSQL there; in a file it is typed",
    "oddsmith backup monday.dump": "copies tables in PostgreSQL",
    "sudo apt install ": "changes the machine",
    "python3 -m venv ": "takes long; tests/test_package.py makes such an environment once",
    "oddsmith-env/": "needs a network; tests/test_package.py does the same without one",
    "curl ": "needs a server; tests/web/operation asks one",
    "(umask 077 ": "is of openssl",
}


def examined() -> set[tuple[str, str]]:
    """Pages and console blocks that test_documentation types."""
    return {(page, f"$ {command}\n{output}") for page, command, output in examples()}


def left(page: Path, block: Block, shown: set[tuple[str, str]]) -> list[str]:
    """The lines of a block that nothing runs."""
    if page in IN_ORDER and (block.title or block.kind in ("console", "pycon")):
        return []
    if (page.name, block.kind) in RUN_BY or (page.name, block.text) in shown:
        return []
    lines = [line for line in block.text.splitlines() if line]
    return [line for line in lines if block.kind != "sh" or not line.startswith(TYPED.get(page.name, ("\0",)))]


def test_every_block_is_run_or_has_a_reason_why_not() -> None:
    shown = examined()
    found = [(page.name, line) for page in PAGES for block in blocks(page) for line in left(page, block, shown)]
    assert [each for each in found if not each[1].startswith(tuple(NOT_TYPED))] == []
    used = {reason for _, line in found for reason in NOT_TYPED if line.startswith(reason)}
    assert used == set(NOT_TYPED)


def test_what_runs_them_is_there() -> None:
    kinds = {(page.name, block.kind) for page in PAGES for block in blocks(page)}
    assert set(RUN_BY) <= kinds
    assert [file for file in {*RUN_BY.values(), "tests/test_package.py"} if not (ROOT / file).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_fence_escapes_the_reader(page: Path) -> None:
    assert len(re.findall(r"^[ >]*```\w", page.read_text(encoding="utf-8"), re.MULTILINE)) == len(blocks(page))


def test_a_block_that_nothing_runs_is_told() -> None:
    page, block = DOCS / "glossary.md", Block("python", "", "print(1)\n")
    assert left(page, block, set()) == ["print(1)"]
    assert left(page, Block("sh", "", "ls\n"), set()) == ["ls"]


@pytest.mark.parametrize("name", PYTHON)
def test_the_python_of_a_page_runs_from_its_first_block_to_its_last(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "page"}
    shown = [block.text for block in blocks(DOCS / name) if block.kind == "python"]
    assert shown
    for number, text in enumerate(shown):
        file = tmp_path / f"block{number}.py"
        file.write_text(text, encoding="utf-8")
        exec(compile(text, file, "exec"), names)
    written = set(re.findall(r'"(\w+\.(?:csv|svg))"', "".join(shown)))
    assert {file for file in written if (tmp_path / file).stat().st_size} == written


def typed(*arguments: str) -> str:
    result = CliRunner().invoke(program, arguments, prog_name="oddsmith")
    assert result.exit_code == 0, result.output
    return result.output


def test_tables_are_copied_put_back_and_looked_at_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_database("tables.db").close()
    shown = [line for block in blocks(DOCS / "operate.md") for line in block.text.splitlines()]
    lines = [line for line in shown if line.startswith(OPERATED)]
    assert len(lines) == 3
    for line in lines:
        typed(*shlex.split(line)[1:])
    assert (tmp_path / "tables-monday.db").exists()


def test_what_is_typed_after_installing_answers() -> None:
    lines = [line for block in blocks(DOCS / "install.md") for line in block.text.splitlines()]
    (line,) = [line for line in lines if line.startswith("oddsmith ")]
    assert "12.2" in typed(*shlex.split(line)[1:])


def test_every_extra_that_a_page_names_is_one_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = {extra for extras in re.findall(r"oddsmith\[([a-z,]+)\]", text) for extra in extras.split(",")}
    assert named == set(project["optional-dependencies"])


def test_an_assistant_is_told_a_command_that_is_there() -> None:
    (block,) = [block for block in blocks(DOCS / "assistants.md") if block.kind == "json"]
    server = json.loads(block.text)["mcpServers"]["oddsmith"]
    assert server["command"] == "oddsmith"
    assert "Model Context Protocol" in typed(*server["args"], "--help")


def test_the_service_and_the_scraper_of_the_page_are_well_formed() -> None:
    kinds = {block.kind: block.text for block in blocks(DOCS / "operate.md")}
    (job,) = yaml.safe_load(kinds["yaml"])["scrape_configs"]
    assert (job["authorization"]["credentials_file"], job["static_configs"]) == (
        "token",
        [{"targets": ["dice.example"]}],
    )
    (started,) = re.findall(r"^ExecStart=\S+/oddsmith serve (.*)$", kinds["ini"], re.MULTILINE)
    known = {name for parameter in commands()["serve"].params for name in parameter.opts}
    assert {word for word in started.split() if word.startswith("--")} <= known


def commands() -> dict[str, click.Command]:
    assert isinstance(program, click.Group)
    context = click.Context(program)
    found = ((name, program.get_command(context, name)) for name in program.list_commands(context))
    return {name: command for name, command in found if command is not None}


def test_the_list_of_commands_has_all_of_them() -> None:
    (block,) = [block for block in blocks(DOCS / "command-line.md") if block.kind == "text"]
    listed = {
        name for names in re.findall(r"^oddsmith ([a-z|]+)", block.text, re.MULTILINE) for name in names.split("|")
    }
    assert listed == set(commands())


def test_an_entry_point_names_the_group_that_is_read() -> None:
    (block,) = [block for block in blocks(DOCS / "your-own-game.md") if block.kind == "toml"]
    (group,) = tomllib.loads(block.text)["project"]["entry-points"]
    assert f'_GROUP = "{group}"' in (ROOT / "src/oddsmith/systems/packages.py").read_text(encoding="utf-8")


def test_a_mistake_is_told_as_the_page_shows(tmp_path: Path) -> None:
    shown = {block.kind: block.text for block in reversed(list(blocks(DOCS / "your-own-game.md")))}
    typed_input = 'rating: Annotated[int, Limits(0, 4, "dots of the action")]'
    assert typed_input in shown["python"]
    file = tmp_path / "blades.py"
    file.write_text(shown["python"].replace(typed_input, "rating"), encoding="utf-8")
    told = CliRunner().invoke(program, ["check", str(file)], prog_name="oddsmith").output
    assert " ".join(told.replace(f"{tmp_path}/", "").split()) == " ".join(shown["text"].split())
