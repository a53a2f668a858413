"""`oddsmith best --fast` and `oddsmith export`."""

import json
from pathlib import Path

from tests.cli.conftest import Run

CROSS = "lantern cross --target 15 --oil 2"


def test_fast_play_tells_every_number_with_its_proven_error(run: Run):
    result = run(f"best {CROSS} --goal over --fast")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Over the bridge in about 66 of 100 tries, with best play." in result.stdout
    assert "best play  65.70 %  0.657 ± " in result.stdout
    assert "flasks of oil burnt, on average" in result.stdout


def test_fast_play_takes_prices_and_tells_them(run: Run):
    lines = run(f"best {CROSS} --goal over --price oil=1/100 --fast").stdout
    assert "goal: Over the bridge, less 1/100 for each of flasks of oil burnt" in lines
    assert "best play  0.645  0.6451 ± " in lines


def test_json_of_fast_play_has_bounds(run: Run):
    value = json.loads(run(f"best {CROSS} --goal over --fast --json").stdout)["value"]
    assert value["low"] <= 0.657 <= value["high"]
    assert value["high"] - value["low"] < 1e-12


def test_a_graph_to_draw_goes_to_standard_output(run: Run):
    result = run("export lantern cross --target 19 --oil 1 --format dot")
    assert result.exit_code == 0
    assert result.stdout.startswith("digraph {")
    assert 'label="burn oil"' in result.stdout


def test_or_into_a_file(run: Run, tmp_path: Path):
    result = run("export lantern cross --target 19 --format dot --out", str(tmp_path / "cross.dot"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert (tmp_path / "cross.dot").read_text(encoding="utf-8").startswith("digraph {")


def test_a_model_is_written_as_files_with_what_can_be_asked(run: Run, tmp_path: Path):
    result = run(f"export {CROSS} --format prism --out", str(tmp_path / "cross"))
    assert result.exit_code == 0
    assert {path.name for path in tmp_path.iterdir()} >= {"cross.tra", "cross.lab", "cross1.srew", "cross3.srew"}
    assert result.stderr.endswith("""To ask: R{"over"}max=? [F "done"]\n""")
    assert "mdp of " in result.stderr


def test_a_game_of_two_says_who_decides(run: Run, tmp_path: Path):
    result = run(f"export {CROSS} --warden --out", str(tmp_path / "cross"))
    assert "player and opponent decide" in result.stderr or "opponent and player decide" in result.stderr


def test_a_goal_may_be_exported(run: Run, tmp_path: Path):
    run(f"export {CROSS} --out", str(tmp_path / "cross"), "--goal", "over but no oil burnt")
    assert '"goal"' in (tmp_path / "cross1.srew").read_text(encoding="utf-8")


def test_a_model_needs_a_name(run: Run):
    result = run(f"export {CROSS}")
    assert result.exit_code == 2
    assert "out must be given." in result.stderr


def test_a_graph_that_nobody_could_read_is_refused(run: Run):
    assert run("export lantern cross --target 15 --oil 200 --format dot").exit_code == 4
