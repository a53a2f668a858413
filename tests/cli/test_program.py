"""The program as a whole: what goes where, exit codes, colour, errors; some of it as a process of its own."""

import os
import subprocess
import sys
from dataclasses import replace

import click
import pytest
from click.testing import CliRunner
from tests.cli.conftest import Run

from oddsmith.cli.app import program
from oddsmith.cli.commands import odds, roll
from oddsmith.cli.parsing.action_commands import ActionCommand
from oddsmith.cli.parsing.verbs import VerbGroup
from oddsmith.errors import OddsmithError
from oddsmith.systems import Inputs, System
from oddsmith.systems.authoring.checks import OPTIONS

POOL = "odds lantern search --pool 3"


def process(rulebook: str, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "oddsmith", "--rulebook", rulebook, *line.split()]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)


@pytest.mark.parametrize(
    ("line", "error", "allowed"),
    [
        ("odds lantern search --pool -3", "--pool: '-3' is not allowed.", "a whole number from 0 to 500."),
        ("odds lantern search --pool many", "--pool: 'many' is not allowed.", "a whole number from 0 to 500."),
        ("odds lantern search --pool 1000000000", "--pool: '1000000000' is not", "a whole number from 0 to 500."),
        ("odds lantern search", "--pool must be given.", "a whole number from 0 to 500."),
        ("odds lantern search --pool 3 --depth 3", "Unknown option '--depth'.", "--pool, --helpers,"),
        (
            "odds lantern search --pool 3 --option sevens=1",
            "Unknown house rule 'sevens'.",
            "sixes, finds-on.",
        ),
        ("odds lantern search --pool 3 --option sixes", "--option sixes must be given.", "again, stay."),
        ("odds lantern search --pool 3 --storm --helpers 1", "--helpers: [1] is not allowed.", "none in a storm."),
        ("odds lantern cross --target 15 --manner fly", "--manner: 'fly' is not allowed.", "walk, run."),
        ("odds lantern dance", "Unknown action 'dance'.", "search, cross."),
        ("odds chess move", "Unknown system 'chess'.", "mod-dot, dot, t13,"),
        ("guess", "Unknown command 'guess'.", "systems, roll, odds,"),
    ],
)
def test_bad_input_names_field_value_and_what_is_allowed_and_nothing_is_written(
    run: Run, line: str, error: str, allowed: str
):
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {error}")
    remedy = "There are" if error.startswith("Unknown") else "Allowed"
    assert f"{remedy}: {allowed}" in " ".join(result.stderr.split())


def test_a_computation_past_its_limit_is_refused_with_4_and_says_how_to_raise_it(run: Run):
    result = run("odds lantern cross --target 15 --oil 9 --limit 1")
    assert (result.exit_code, result.stdout) == (4, "")
    assert "the limit is 1" in result.stderr
    assert "--limit NUMBER" in result.stderr


@pytest.mark.parametrize(
    ("line", "smaller"),
    [
        ("best lantern cross --target 15 --oil 900 --goal over --limit 300", "a smaller --oil."),
        ("odds edged-coins duel --rank 2 --hc 9 --against-rank 2 --against-hc 8 --limit 60", "a smaller --hc."),
        ("best edged-coins duel --rank 2 --hc 9 --against-rank 2 --against-hc 9 --ec 9 --goal win --limit 99", "fewer"),
    ],
)
def test_what_is_too_large_is_said_to_whoever_asks_and_not_to_whoever_wrote_the_rules(
    run: Run, line: str, smaller: str
):
    message = " ".join(run(line).stderr.split())
    assert "Enter less: " in message
    assert smaller in message
    assert "Or allow more, which takes longer and more memory: --limit NUMBER." in message
    assert ("--fast" in message) == line.startswith("best")
    assert "return" not in message
    assert "rule" not in message


def test_what_is_foretold_to_be_too_large_says_how_to_allow_more(run: Run):
    line = "best humanity-beast battle --humanity 5 --beast 5 --willpower 9 --against-humanity 5 --against-beast 5"
    result = run(f"{line} --against-willpower 9 --goal win --limit 10")
    assert result.exit_code == 4
    assert "--limit NUMBER" in result.stderr


def test_a_rulebook_may_be_named_anywhere_on_the_line(rulebook: str, run: Run):
    expected = run(POOL).stdout
    for line in (f"{POOL} --rulebook {rulebook}", f"odds --rulebook={rulebook} lantern search --pool 3"):
        answer = subprocess.run([sys.executable, "-m", "oddsmith", *line.split()], capture_output=True, text=True)
        assert answer.stdout.splitlines()[:3] == expected.splitlines()[:3]


def test_a_rulebook_that_is_not_there_is_named(run: Run):
    result = run("systems --rulebook missing.py")
    assert result.exit_code == 2
    assert result.stderr == "error: Cannot read missing.py: there is no such file.\n"


def test_there_is_colour_on_a_terminal_only_and_never_with_no_color(run: Run, monkeypatch: pytest.MonkeyPatch):
    assert "\x1b[" in run(POOL, color=True).stdout
    assert "\x1b[" not in run(POOL).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run(POOL, color=True).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" not in run(POOL, color=True).stdout


def test_there_is_colour_where_it_is_forced_and_none_on_a_dumb_terminal(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in run(POOL, color=True).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run(POOL).stdout
    monkeypatch.setenv("FORCE_COLOR", "0")
    assert "\x1b[" not in run(POOL).stdout


def test_data_goes_to_standard_output_and_messages_to_standard_error(rulebook: str):
    answer = process(rulebook, "odds lantern search --pool 0")
    assert answer.returncode == 0
    assert answer.stdout.startswith("Lantern: Search a cave\n")
    assert answer.stderr == "warning: No dice are rolled, so nothing can be found.\n"
    refused = process(rulebook, "odds lantern search --pool -1")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Traceback" not in refused.stderr


def test_a_terminal_without_blocks_gets_plain_bars(rulebook: str):
    answer = process(rulebook, POOL, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert answer.returncode == 0
    assert "70.37 %  ##########" in answer.stdout


def test_a_reader_that_goes_away_is_no_error_worth_a_word(rulebook: str):
    command = f"{sys.executable} -m oddsmith --rulebook {rulebook} odds lantern search --pool 200 --json | head -1"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (answer.stdout, answer.stderr) == ("{\n", "")


def test_help_has_examples_and_the_commands_in_the_order_of_use(run: Run):
    text = run("--help").stdout
    assert "oddsmith odds mod-dot test --pool 10 --difficulty 6" in text
    assert text.index("systems") < text.index("  roll") < text.index("  odds") < text.index("  best")


@pytest.mark.parametrize("command", ["systems", "roll", "odds", "best", "simulate", "audit", "tour", "completion"])
def test_every_command_has_an_example_in_its_help(run: Run, command: str):
    result = run(f"{command} --help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"oddsmith {command}" in result.stdout.partition("Example")[2]


def test_nothing_asked_is_answered_with_help():
    result = CliRunner().invoke(program, [], prog_name="oddsmith")
    assert result.exit_code == 2
    assert "Usage: oddsmith" in result.stderr


def test_the_version_can_be_asked(run: Run):
    assert run("--version").stdout.startswith("oddsmith, version ")


def test_numpy_is_imported_by_nothing_but_simulations(rulebook: str):
    script = f"import sys; from oddsmith.cli import main; sys.argv[1:] = {['--rulebook', rulebook, *POOL.split()]!r}\n"
    script += "try:\n    main()\nexcept SystemExit:\n    print('numpy' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert answer.stdout.splitlines()[-1] == "False"


def test_an_input_may_not_have_the_name_of_an_option_of_the_command(lantern: System):
    class Clashing(Inputs):
        seed: int = 0

    clashing = replace(lantern.actions[0], inputs=Clashing)
    with pytest.raises(OddsmithError, match="lantern search: the input --seed has the name of an option"):
        ActionCommand(roll.VERB, lantern, clashing)
    ActionCommand(odds.VERB, lantern, clashing)


def _imported(*line: str) -> list[str]:
    """The modules that a run of the program has imported at its end."""
    script = f"import sys; from oddsmith.cli import main; sys.argv[1:] = {list(line)!r}\n"
    script += "try:\n    main()\nexcept SystemExit:\n    print(*sys.modules)"
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return answer.stdout.splitlines()[-1].split()


def _rooms(modules: list[str]) -> set[str]:
    return {".".join(name.split(".")[:2]) for name in modules if name.startswith("oddsmith.")}


def test_the_version_is_told_without_dice_rules_and_what_they_are_made_of():
    modules = _imported("--version")
    assert _rooms(modules) == {"oddsmith." + room for room in ("cli", "errors", "lazy_names", "wording")}
    assert {"flint", "hashlib", "logging", "numpy", "pydantic"}.isdisjoint(modules)
    assert len([name for name in modules if name.startswith("oddsmith")]) <= 10


@pytest.mark.parametrize("notation", ["4d6kh3", "set(5d10)", "d20+5>=15", "sort_pair(2d6, >, 2d6)"])
def test_the_odds_of_a_notation_need_neither_rules_nor_games(notation):
    modules = _imported("odds", notation)
    assert {"oddsmith.rules", "oddsmith.systems.declaration", "numpy", "pydantic"}.isdisjoint(modules)
    assert len([name for name in modules if name.startswith("oddsmith")]) <= 151


def test_a_notation_is_rolled_without_rules_and_games():
    modules = _imported("roll", "4d6kh3 + 2", "--faces", "1,2,3,4")
    assert {"oddsmith.rules", "oddsmith.systems.declaration", "numpy", "pydantic"}.isdisjoint(modules)


def test_no_input_can_be_called_as_an_option_of_a_command_about_actions() -> None:
    about = click.Context(program)
    verbs = [program.get_command(about, name) for name in program.list_commands(about)]
    options = [
        option
        for each in verbs
        if isinstance(each, VerbGroup) and each.verb.name != "tune"
        for option in each.verb.options()
    ]
    typed = {name.removeprefix("--") for option in options for name in option.opts if name.startswith("--")}
    assert typed | {"help", "option", "rulebook"} == OPTIONS
