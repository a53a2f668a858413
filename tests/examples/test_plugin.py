"""The template of a plugin package: its wheel brings the game, and its page shows its files as they are."""

import os
import subprocess
import sys
from pathlib import Path

from tests.docs.reader import blocks

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "examples" / "plugin"


def ran(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env={**os.environ, **environment}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_whoever_installs_its_wheel_has_the_game(tmp_path: Path) -> None:
    ran("-c", f"import os; os.chdir({str(PLUGIN)!r}); import hatchling.build as b; b.build_wheel({str(tmp_path)!r})")
    (wheel,) = tmp_path.glob("*.whl")
    there = tmp_path / "installed"
    ran("-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(there), str(wheel))
    path = os.pathsep.join([str(there), str(ROOT / "src")])
    assert "7/27" in ran("-m", "oddsmith", "odds", "lantern", "search", "--dice", "3", PYTHONPATH=path)


def test_its_own_test_passes(tmp_path: Path) -> None:
    path = os.pathsep.join([str(PLUGIN / "src"), str(ROOT / "src")])
    told = ran(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(PLUGIN / "tests"), PYTHONPATH=path
    )
    assert "2 passed" in told


def test_its_page_shows_its_files_as_they_are() -> None:
    shown = {block.title: block.text for block in blocks(ROOT / "docs" / "how-to" / "plugin-package.md") if block.title}
    assert len(shown) == 3
    assert shown == {name: (PLUGIN / name).read_text(encoding="utf-8") for name in shown}
