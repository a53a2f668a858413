"""Build the documentation into any folder, strictly; `make docs` builds it into site/."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]


_GAME = re.compile(r"(\n\[Its rules\]\(.*\)\.)(?=\n\n```console\n\$ oddsmith --rulebook ([a-z0-9-]+) )")


def build_docs(target: Path, playground: str = "") -> None:
    """Write the pages into a folder that is not there yet. Raises CalledProcessError for a link that leads nowhere.

    playground: where the playground is, seen from a page; each game of the gallery then has a link that opens it there.
    """
    zensical = Path(sys.executable).with_name("zensical")
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(ROOT / "zensical.toml", folder)
        shutil.copytree(ROOT / "docs", folder / "docs")
        if playground:
            gallery = folder / "docs" / "gallery.md"
            gallery.write_text(_with_links(gallery.read_text(encoding="utf-8"), playground), encoding="utf-8")
        (folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "doctest_fences.py", folder / "tools")
        (folder / "src").symlink_to(ROOT / "src")
        command = [str(zensical), "build", "--clean", "--strict"]
        for last in (False, True):  # on a busy machine it may lose the thread that watches its files
            done = subprocess.run(command, cwd=folder, check=last, capture_output=True, text=True)
            if done.returncode == 0:
                break
        shutil.copytree(folder / "site", target)


def _with_links(gallery: str, playground: str) -> str:
    """The page of the gallery, with a link at each game that opens its rules in the playground."""
    return _GAME.sub(rf'\1\n<a href="{playground}#game=\2">Change it in the playground</a>.', gallery)
