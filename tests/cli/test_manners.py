"""The program says what was meant, answers machines in their form, and ends as other programs do."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Run

from oddsmith.cli.app import program
from oddsmith.systems.gallery import gallery

#: A game that is stopped between the call of a function and its first step.
STOPPED = """
import signal

from oddsmith import d6, roll
from oddsmith.games import Game

game = Game("Stopped")


async def thrown() -> int:
    return await roll(d6)


@game.action
async def throw() -> int:
    coming = thrown()
    signal.raise_signal(signal.SIGINT)
    return await coming


async def added(coming: object, stopped: object) -> int:
    return await coming


@game.action
async def add() -> int:
    return await added(thrown(), signal.raise_signal(signal.SIGINT))
"""


@pytest.mark.parametrize(
    ("line", "kind", "name", "meant"),
    [
        ("od 4d6", "command", "od", "odds"),
        ("serv", "command", "serv", "serve"),
        ("odds mod-dott test", "system", "mod-dott", "mod-dot"),
        ("odds mod-dot tset", "action", "tset", "test"),
        ("odds mod-dot test --wilpower 3", "option", "--wilpower", "--willpower"),
        ("odds mod-dot test --option lowestbase=2", "house rule", "lowestbase", "lowest-base"),
        ("odds 4d6 --jsn", "option", "--jsn", "--json"),
        ("doctor --dbb x", "option", "--dbb", "--db"),
        ("systems --jsn", "option", "--jsn", "--json"),
        ("--versoin", "option", "--versoin", "--version"),
        ("systems edged-coin", "system", "edged-coin", "edged-coins"),
        ("completion basj", "shell", "basj", "bash"),
    ],
)
def test_an_unknown_name_is_called_so_and_met_with_what_was_meant(
    run: Run, line: str, kind: str, name: str, meant: str
) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: Unknown {kind} '{name}'.\n       Did you mean '{meant}'? There are: ")


def test_a_game_in_the_place_of_a_command_is_told_where_it_goes(run: Run) -> None:
    result = run("mod-dot test")
    told = " ".join(result.stderr.split())
    assert told.startswith(
        "error: Unknown command 'mod-dot'. Write a command before the system, such as oddsmith odds mod-dot."
    )


@pytest.mark.parametrize("line", ["odds torch search", "systems torch", "audit torch", "check torch"])
def test_whoever_names_a_game_that_is_not_there_learns_how_one_in_a_file_is_added(run: Run, line: str) -> None:
    told = " ".join(run(line).stderr.split())
    assert told.startswith("error: Unknown system 'torch'. There are: mod-dot, ")
    assert told.endswith("A game of your own goes by its file, FILE.py.")


@pytest.mark.parametrize(
    "line", ["odds {} turn", "sweep {} turn --missing 1..2", "tune {} turn --missing 1,2 --goal 'total in 0..1'"]
)
def test_a_file_stands_in_the_place_of_a_system(run: Run, tmp_path: Path, line: str) -> None:
    file = tmp_path / "hog.py"
    file.write_bytes(gallery()["pig"].read_bytes())
    result = run(*shlex.split(line.format(file)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "turn" in run("systems", str(file)).stdout
    told = run("odds", str(tmp_path / "sow.py"), "turn")
    assert told.exit_code == 2
    assert "sow.py" in told.stderr
    assert "no such file" in told.stderr


def test_a_game_of_the_gallery_goes_by_its_name(run: Run) -> None:
    # a 1 loses all and 2 to 6 are held: 20/6
    assert run("sweep pig turn --missing 1,6 --of total --exact").stdout.split()[-2:] == ["3.33333", "10/3"]


@pytest.mark.parametrize("notation", ["4d6kh3", "3d6+2", "(2d6)"])
def test_a_notation_in_the_place_of_a_command_is_told_where_it_goes(run: Run, notation: str) -> None:
    told = " ".join(run(notation).stderr.split())
    assert f'Write a command before the notation, such as oddsmith odds "{notation}".' in told


@pytest.mark.parametrize(
    ("line", "better"),
    [
        ("--json odds 3d6", "odds 3d6 --json"),
        ("--seed 7 roll 3d6", "roll 3d6 --seed 7"),
        ("--quiet audit pig", "audit pig --quiet"),
    ],
)
def test_an_option_before_the_command_is_told_where_it_goes(line: str, better: str) -> None:
    result = CliRunner().invoke(program, line.split())
    assert result.exit_code == 2
    assert f"Write it behind the command: oddsmith {better}." in " ".join(result.stderr.split())


def test_an_option_that_is_spelled_wrongly_before_the_command_is_no_other() -> None:
    result = CliRunner().invoke(program, ["--rulebok", "lantern.py", "odds", "3d6"])
    assert "Did you mean '--rulebook'?" in result.stderr


@pytest.mark.parametrize("line", ["odds --json", "simulate --runs 5"])
def test_an_option_without_a_question_is_told_what_is_missing(run: Run, line: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert "Name a system and an action, or a dice notation, before" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("odds humanity-beast action --humanity 3 --beast 1 --difficulty legendry", "legendary"),
        ("export mod-dot test --pool 4 --format prsm", "prism"),
    ],
)
def test_a_slip_is_met_with_what_was_meant(run: Run, line: str, meant: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert f"Did you mean {meant}? Allowed: " in result.stderr


@pytest.mark.parametrize("port", ["x", "-1", "65536"])
def test_what_is_no_port_is_told_what_is(run: Run, port: str) -> None:
    result = run(f"serve --port {port}")
    assert (result.exit_code, result.stderr) == (
        2,
        f"error: --port: '{port}' is not allowed.\n       Allowed: a whole number, 0 to 65535.\n",
    )


@pytest.mark.parametrize("line", ["odds -4d6", "roll -2d6+3", "compare -4d6 2d6"])
def test_dice_behind_a_minus_are_told_how_they_are_written(run: Run, line: str) -> None:
    assert "Dice stand behind a minus as in 0-4d6." in " ".join(run(line).stderr.split())
    assert run(line.replace(" -", " 0-")).exit_code == 0


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
        ("odds 4d6 --nosuch --json", "bad-input", "option"),
        ("audit dot t13 --json", "usage", None),
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


def test_a_byte_order_mark_is_no_part_of_the_first_notation(run: Run) -> None:
    assert run("odds -", typed="\ufeff3d6\n").stdout == run("odds 3d6").stdout


def test_charts_of_several_notations_do_not_replace_each_other(run: Run, tmp_path: Path) -> None:
    result = run("odds - --out", str(tmp_path / "one.svg"), typed="3d6\n4d6\n")
    assert result.exit_code == 2
    assert "each chart would replace the last" in result.stderr
    assert not [*tmp_path.iterdir()]


def test_a_line_that_is_refused_is_told_by_its_number_and_the_others_are_answered(run: Run) -> None:
    wrong = run("roll - --seed 1", typed="3d6\nd6x\n\n999d6kl\n2d8\n")
    assert wrong.exit_code == 2
    assert [line.partition(":")[0] for line in wrong.stdout.splitlines()] == ["3d6", "2d8"]
    assert [line for line in wrong.stderr.splitlines() if line.startswith("error:")] == [
        "error: Line 2: `x` is how Foundry writes it.",
        "error: Line 4: Something is missing at the end.",
    ]


def test_with_json_a_line_that_is_refused_is_a_problem_document(run: Run) -> None:
    wrong = run("odds - --json", typed="999d100kl998\n3d6\n")
    assert wrong.exit_code == 4
    assert json.loads(wrong.stdout)["action"] == "3d6"
    problem = json.loads(wrong.stderr)
    assert problem["code"] == "too-large"
    assert problem["detail"].startswith("Line 1: This needs about ")


@pytest.mark.parametrize("line", ["--help", "--version", "odds --help"])
def test_nobody_who_reads_help_is_no_error(line: str) -> None:
    command = [sys.executable, "-m", "oddsmith", *line.split()]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("line", "closed", "code"),
    [
        ("odds 2d6", ">&-", 0),
        ("--help", ">&-", 0),
        ("odds 4d6kh", "2>&-", 2),
        ("odds - ", "<&-", 0),
        ("od", ">&- 2>&- <&-", 2),
    ],
)
def test_streams_that_are_closed_are_done_without(line: str, closed: str, code: int) -> None:
    shell = f'"{sys.executable}" -m oddsmith {line} {closed}'
    done = subprocess.run(["sh", "-c", shell], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def test_whoever_stops_it_while_it_is_being_loaded_gets_one_line_and_130() -> None:
    stopping = """
import sys
class Stopped:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stopped())
from oddsmith.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", stopping], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


def test_whoever_stops_it_while_a_rulebook_is_loaded_gets_one_line_and_130(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("raise KeyboardInterrupt\n", encoding="utf-8")
    stopped = CliRunner().invoke(program, ["--rulebook", str(tmp_path / "slow.py"), "systems"])
    assert (stopped.exit_code, stopped.stdout, stopped.stderr) == (130, "", "Stopped.\n")


def test_no_summary_of_a_command_is_cut(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    summaries = run("--help").stdout.partition("Commands:")[2]
    assert "tour " in summaries
    assert "..." not in summaries


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("verify nowhere.json", "error: Cannot read nowhere.json: there is no such file.\n"),
        ("compare nowhere.json 2d6", "error: Cannot read nowhere.json: there is no such file.\n"),
        ("verify .", "error: Cannot read .: it is a folder.\n"),
        ("check nowhere.py", "error: Cannot read nowhere.py: there is no such file.\n"),
        ("audit nowhere.py", "error: Cannot read nowhere.py: there is no such file.\n"),
        ("report nowhere.py --out it.html", "error: Cannot read nowhere.py: there is no such file.\n"),
        ("--rulebook nowhere.py systems", "error: Cannot read nowhere.py: there is no such file.\n"),
        ("check nowhere", "error: Unknown system 'nowhere'.\n"),
        ("compare 2d6", "error: Compare needs two rolls or more.\n"),
    ],
)
def test_what_is_wrong_is_said_as_a_person_would(run: Run, line: str, told: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert result.stderr.startswith(told)


@pytest.mark.parametrize("line", ["odds 2d6", "odds 2d6 --json", "--help"])
def test_a_full_disk_is_told_in_a_line(line: str) -> None:
    with Path("/dev/full").open("w") as full:  # every write to it fails, for want of space
        command = [sys.executable, "-m", "oddsmith", *line.split()]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "Cannot write the answer: No space left on device." in done.stderr
    assert len(done.stderr.splitlines()) == 1


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


@pytest.mark.parametrize("action", ["throw", "add"])  # it is let go of with the error, and before
def test_who_stops_a_rule_is_not_told_what_it_was_about_to_await(tmp_path: Path, action: str) -> None:
    (tmp_path / "stopped.py").write_text(STOPPED)
    asked = ["--rulebook", str(tmp_path / "stopped.py"), "odds", "stopped", action]
    done = subprocess.run([sys.executable, "-m", "oddsmith", *asked], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "Stopped.\n")
