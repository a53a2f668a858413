"""What the pages of the documentation show is so: their commands print what stands below them."""

import json
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.docs.reader import pattern, texts

from oddsmith import Distribution, dice
from oddsmith.cli.app import program

DOCS = Path(__file__).parent.parent / "docs"


def examples() -> list[tuple[str, str, str]]:
    """Page, command and output of every console block."""
    found = []
    for page in sorted(DOCS.glob("**/*.md")):
        if page.name == "tutorial.md" or page.parent.name == "how-to":  # these are read in order, by tests/docs
            continue
        for block in texts(page, "console"):
            command, _, output = block.partition("\n")
            found.append((page.name, command.removeprefix("$ "), output))
    return found


@pytest.mark.parametrize(("page", "command", "output"), examples())
def test_a_command_prints_what_its_page_shows(
    page: str, command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command)
    assert arguments[0] == "oddsmith"
    result = CliRunner().invoke(program, arguments[1:], input="\n" * 9, prog_name="oddsmith")  # Enter at every question
    assert result.exit_code == 0
    assert re.fullmatch(pattern(output), result.output), f"{page}: {command} now prints\n{result.output}"


def test_there_are_examples() -> None:
    assert {page for page, *_ in examples()} >= {"best-play.md"}


def test_paths_on_the_design_page_lead_somewhere() -> None:
    text = (DOCS / "design.md").read_text(encoding="utf-8")
    pictures = " ".join(picture.read_text(encoding="utf-8") for picture in (DOCS / "pictures").glob("*.svg"))
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*/[a-z_]*)(?:\.py|\.js)?`", text)
    named += re.findall(r"\b((?:[a-z_]+/)+[a-z_]+\.(?:py|js))\b", pictures)
    root = DOCS.parent
    tree = [str(path) for folder in ("src", "tools", "tests") for path in (root / folder).rglob("*")]
    ends = tuple(f"/{name.rstrip('/')}" for name in named)
    there = {end for end in ends if any(path.endswith((end, f"{end}.py", f"{end}.js")) for path in tree)}
    assert set(ends) - there == set()
    assert len(there) > 40


def test_the_page_of_your_own_game_shows_a_game_as_it_is() -> None:
    shown, _ = texts(DOCS / "your-own-game.md", "python")
    assert shown == (DOCS.parent / "src" / "oddsmith" / "gallery" / "blades_in_the_dark.py").read_text(encoding="utf-8")


def test_the_whole_book_of_your_own_game_answers(tmp_path: Path) -> None:
    (tmp_path / "duels.py").write_text(texts(DOCS / "your-own-game.md", "python")[1], encoding="utf-8")
    asked = ["--rulebook", str(tmp_path / "duels.py"), "odds", "harbour-duels", "strike", "--blade", "2"]
    result = CliRunner().invoke(program, [*asked, "--against-blade", "1", "--against-boat", "1", "--json"])
    found = json.loads(result.output)
    # Two dice against two, a hit one time in three: no tie in 1 - (16 + 16 + 1)/81 of the times, and one half of those.
    assert found["events"]["win"]["p"] == "8/27"
    assert (found["facts"], found["events"]["great"]["p"]) == ({"dice": 2}, "0")


def test_the_gallery_shows_every_game() -> None:
    shown = {command.split()[2].replace("-", "_") for page, command, _ in examples() if page == "gallery.md"}
    assert shown == {path.stem for path in (DOCS.parent / "src" / "oddsmith" / "gallery").glob("*.py")}


def test_the_page_of_how_rules_run_shows_what_its_code_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = DOCS / "how-rules-run.md"
    code = [block.strip("\n") for block in texts(page, "python")]
    (tmp_path / "hits.py").write_text("\n\n\n".join(code) + "\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    names = vars(import_module("hits"))
    shown = [block.removeprefix(">>> ").partition("\n") for block in texts(page, "pycon")]
    assert len(shown) >= 4
    for asked, _, output in shown:
        value = eval(asked.removeprefix("print(").removesuffix(")") if asked.startswith("print(") else asked, names)
        printed = str(value) if asked.startswith("print(") else repr(value)
        assert re.fullmatch(pattern(output), printed + "\n"), f"{asked} now prints\n{printed}"


def renamed() -> list[tuple[str, str]]:
    """The lines of the page for people who come from elsewhere, and what they come to."""
    page = (DOCS / "from-icepool-or-anydice.md").read_text(encoding="utf-8")
    return re.findall(r"\| `([^`]*)` \| `([^`]*)` \|$", page, re.MULTILINE)


@pytest.mark.parametrize(("line", "shown"), renamed())
def test_every_line_for_people_from_other_libraries_comes_to_what_it_shows(line: str, shown: str) -> None:
    names = {name: getattr(dice, name) for name in dice.__all__} | {"Distribution": Distribution}
    assert str(eval(line, names)) == shown


def test_names_that_no_other_page_has_are_among_them() -> None:
    lines = " ".join(line for line, _ in renamed())
    named = [
        "expr_map",
        "AGAIN",
        "die_with_again",
        "read_together",
        "JointReader",
        "as_many",
        "shuffled_in",
        "to_numpy",
    ]
    assert [name for name in [*named, "Deck", "&"] if name not in lines] == []
