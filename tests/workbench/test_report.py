"""Reports: pages about games."""

import re
import shlex
import sys
from html import unescape
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from oddsmith.answers.subjects import subject_of
from oddsmith.cli.app import program
from oddsmith.systems.registry import load_rulebook, system
from oddsmith.workbench.reporting.contents import Report, _figures, _play, report_of, steps
from oddsmith.workbench.reporting.page import page_of

GALLERY = Path(__file__).parents[2] / "src" / "oddsmith" / "gallery"


@pytest.fixture(scope="module")
def dot() -> Report:
    done: list[int] = []
    report = report_of(system("dot"), {}, done.append)
    assert sum(done) == steps(system("dot"))
    return report


@pytest.fixture(scope="module")
def dot_page(dot: Report) -> str:
    return page_of(dot)


def test_every_action_with_dice_has_a_figure_and_every_figure_its_command(dot: Report) -> None:
    assert [section.title for section in dot.sections] == [a.title for a in system("dot").actions if a.chance]
    for section in dot.sections:
        assert section.figures
        for figure in section.figures:
            assert figure.chart is not None, figure.told
            assert figure.command.startswith("oddsmith ")


def test_the_commands_of_a_report_can_be_run(dot: Report) -> None:
    commands = [figure.command for figure in dot.sections[0].figures]
    commands += [section.play.command for section in dot.sections[:1] if section.play]
    for command in commands:
        assert CliRunner().invoke(program, shlex.split(command)[1:]).exit_code == 0, command


def test_there_is_something_to_spend_where_the_example_has_nothing() -> None:
    game = system("edged-coins")
    subject = subject_of(game, game.action("toss"), {})
    assert subject.inputs["ec"] == "5"
    assert "opposing-ec" not in subject.inputs


def test_a_page_needs_nothing_from_elsewhere(dot: Report, dot_page: str) -> None:
    assert not re.findall(r'(?:src|href)="(?!data:image/svg|#|https?://)', dot_page)
    assert not re.findall(r"<(?:script|link)", dot_page)
    assert dot_page.count("<img ") == sum(len(section.figures) for section in dot.sections)
    assert len(dot.findings) == dot_page.count('class="finding"')


def test_each_finding_stands_with_the_command_that_shows_it(dot: Report, dot_page: str) -> None:
    text = unescape(re.sub(r"<[^>]*>", "", dot_page))
    assert len(dot.findings) == 9
    for finding in dot.findings:
        assert finding["command"] in text


def test_a_ladder_is_of_one_event_with_and_without_best_play() -> None:
    # a fire leaves no HC, or goes out in time: best play is for the second, the audit tells of the first
    game = system("edged-coins")
    _, ladder = islice(_figures(subject_of(game, game.action("fire"), {})), 2)
    assert ladder is not None
    assert ladder.title == "The fire goes out in time along potency"
    assert "--of free --best free" in ladder.command


def test_a_rulebook_has_a_report_and_its_text_is_not_taken_for_html(tmp_path: Path) -> None:
    book = tmp_path / "angles.py"
    text = (GALLERY / "craps.py").read_text(encoding="utf-8").replace("Craps: the pass line", "<b>Angles</b> & more")
    book.write_text(text.replace('Game("Craps"', 'Game("Angles"'), encoding="utf-8")
    page = page_of(report_of(load_rulebook(str(book)), {}))
    assert "<b>Angles" not in page
    assert "--rulebook angles.py" in re.sub("</?span>", "", page)
    assert str(tmp_path) not in page


def test_a_number_that_is_always_the_same_has_a_figure(tmp_path: Path) -> None:
    book = tmp_path / "three.py"
    book.write_text(
        "from oddsmith.games import Game\n\ngame = Game('Three')\n\n\n@game.action\nasync def count() -> int:\n"
        "    return 3\n",
        encoding="utf-8",
    )
    (section,) = report_of(load_rulebook(str(book)), {}).sections
    (figure,) = section.figures
    assert figure.chart is not None, figure.told


def test_a_game_of_the_gallery_has_a_report(tmp_path: Path) -> None:
    out = tmp_path / "craps.html"
    done = CliRunner().invoke(program, ["report", "craps", "--out", str(out)])
    assert done.exit_code == 0, done.output
    page = re.sub("</?span>", "", out.read_text(encoding="utf-8"))
    assert "oddsmith odds craps pass-line --rulebook craps" in page


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("report dot --out report.doc", "ends in .html or .pdf"),
        ("report dot --out nowhere/report.html", "in a folder that is there"),
        ("report dot --out report.html --option nothing=1", "nothing"),
        ("report --out report.html", "dot"),
    ],
)
def test_what_cannot_be_written_is_told_first(
    line: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(program, line.split())
    assert result.exit_code == 2
    assert told in result.stderr
    assert not list(tmp_path.iterdir())


#: A roll with a chance to try again, told by its failure first: 1/2 fails, and 1/4 where the second die is thrown.
FAILING = """from dataclasses import dataclass
from typing import Annotated
from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent
game = Game("Failing")
@dataclass(frozen=True)
class End:
    failure: bool
    luck: Annotated[int, Spent] = 0
@game.action
async def leap(luck: Annotated[int, Limits(0, 3)] = 1) -> End:
    if await roll(d6) > 3:
        return End(False)
    if luck and await choose("player", ("fall", "again")) == "again":
        return End(await roll(d6) <= 3, 1)
    return End(True)
"""


def test_a_report_plays_against_a_failure(tmp_path: Path) -> None:
    book = tmp_path / "failing.py"
    book.write_text(FAILING, encoding="utf-8")
    play = report_of(load_rulebook(str(book)), {}).sections[0].play
    assert play is not None
    assert (play.goal, play.value, play.unspent) == ("not: Failure", 0.75, 0.5)
    assert "best failing leap" in play.command
    assert "'not failure'" in play.command


def test_a_plan_in_short_says_what_is_decided() -> None:
    game = system("edged-coins")
    play = _play(subject_of(game, game.action("damage"), {}))
    assert play is not None
    assert play.thumbs
    assert all(re.match(r"R\d+\.\d+: .*\. (Always|If .*): ", thumb) for thumb in play.thumbs), play.thumbs


@pytest.mark.parametrize(
    ("name", "lead"), [("call_of_cthulhu", "regular_or_better"), ("mothership", "success_or_better")]
)
def test_what_is_told_first_is_no_failure(name: str, lead: str) -> None:
    assert load_rulebook(str(GALLERY / f"{name}.py")).actions[0].lead == lead


@pytest.mark.parametrize(
    ("name", "action", "aim"),
    [
        ("edged-coins", "fire", "free"),
        ("edged-coins", "toss", "success"),
        ("humanity-beast", "frenzy-check", "not frenzy"),
        ("humanity-beast", "feed", "willpower_left"),
    ],
)
def test_best_play_aims_at_what_players_want(name: str, action: str, aim: str) -> None:
    assert system(name).action(action).aim == aim


def test_a_report_as_pdf_is_printed_by_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that writes what it was given: the page is the one that `--out report.html` writes."""
    browser = tmp_path / "browser"
    browser.write_text(
        f"#!{sys.executable}\nimport sys, urllib.parse, urllib.request\n"
        "to = next(word.split('=', 1)[1] for word in sys.argv if word.startswith('--print-to-pdf='))\n"
        "open(to, 'wb').write(urllib.request.urlopen(sys.argv[-1]).read())\n"
    )
    browser.chmod(0o755)
    monkeypatch.setenv("ODDSMITH_BROWSER", str(browser))
    for out in ("craps.html", "craps.pdf"):
        done = CliRunner().invoke(program, ["report", str(GALLERY / "craps.py"), "--out", str(tmp_path / out)])
        assert done.exit_code == 0, done.output
    assert (tmp_path / "craps.pdf").read_bytes() == (tmp_path / "craps.html").read_bytes()


@pytest.mark.parametrize(
    ("named", "told"), [("no-such-browser", "none of these is found"), ("false", "did not print the report")]
)
def test_who_has_no_browser_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, told: str) -> None:
    monkeypatch.setenv("ODDSMITH_BROWSER", named)
    done = CliRunner().invoke(program, ["report", str(GALLERY / "craps.py"), "--out", str(tmp_path / "craps.pdf")])
    assert done.exit_code == 1
    assert told in " ".join(done.output.split())
    assert not (tmp_path / "craps.pdf").exists()
