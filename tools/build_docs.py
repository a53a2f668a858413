"""Build the documentation into any folder, strictly; `make docs` builds it into site/."""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]


def build_docs(target: Path) -> None:
    """Write the pages into a folder that is not there yet. Raises CalledProcessError for a link that leads nowhere."""
    zensical = Path(sys.executable).with_name("zensical")
    with TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(ROOT / "zensical.toml", folder)
        shutil.copytree(ROOT / "docs", folder / "docs")
        (folder / "tools").mkdir()
        shutil.copy(ROOT / "tools" / "doctest_fences.py", folder / "tools")
        (folder / "src").symlink_to(ROOT / "src")
        command = [str(zensical), "build", "--clean", "--strict"]
        for last in (False, True):  # on a busy machine it may lose the thread that watches its files
            done = subprocess.run(command, cwd=folder, check=last, capture_output=True, text=True)
            if done.returncode == 0:
                break
        shutil.copytree(folder / "site", target)
