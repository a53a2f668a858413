"""`oddsmith export`."""

from pathlib import Path

from tests.cli.conftest import Run

CROSS = "lantern cross --target 15 --oil 2"


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
    assert run("export lantern cross --target 15 --oil 2000 --format dot").exit_code == 4
