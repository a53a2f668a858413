"""The package as it is handed out: its description, and the wheel in an empty environment of Debian's own Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
DEBIAN = Path("/usr/bin/python3")
PINS = ROOT / "requirements" / "run.txt"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as package:
        (name,) = [name for name in package.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(package.read(name))


def described(metadata: Message) -> str:
    text = metadata.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode()


def fences(text: str) -> list[str]:
    return re.findall(r"^```.*?^```$", text, re.DOTALL | re.MULTILINE)


def test_its_description_has_no_picture_and_no_link_that_a_package_index_lacks(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    leading = re.findall(r"\]\(([^)]*)\)", described(metadata))
    assert [address for address in leading if not address.startswith("https://")] == []
    assert "<img" not in described(metadata)


def test_its_description_says_what_the_readme_says(metadata: Message) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert fences(described(metadata)) == fences(readme)
    lines = [line for line in readme.splitlines() if not line.startswith("![")]
    assert [line for line in lines if line and line not in described(metadata)] == []


def test_it_says_which_extras_and_licences_it_has(metadata: Message) -> None:
    assert {"web", "plots", "mcp"} <= set(metadata.get_all("Provides-Extra") or [])
    assert len(metadata.get_all("License-File") or []) > 10


def pinned() -> str:
    """The pins as constraints: without their hashes, which would ask for one of our wheel."""
    return "".join(f"{line}\n" for line in re.findall(r"^[a-z0-9-]+==[^\\\n]*", PINS.read_text(), re.MULTILINE))


def ran(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, env=_empty(), timeout=300)


def _empty() -> dict[str, str]:
    """An environment in which Python finds nothing of this one."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def test_it_answers_in_an_empty_environment_of_debians_own_python(wheel: Path, tmp_path: Path) -> None:
    able = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
    if not DEBIAN.exists() or ran(str(DEBIAN), "-c", able).returncode != 0:
        assert "ODDSMITH_NEEDS_DEBIAN_PYTHON" not in os.environ, f"{DEBIAN} is none that can make an environment"
        pytest.skip(f"{DEBIAN} is no Python 3.11 that can make an environment")
    made = ran(str(DEBIAN), "-m", "venv", str(tmp_path / "venv"))
    assert made.returncode == 0, made.stdout + made.stderr
    (tmp_path / "pins.txt").write_text(pinned())
    installs = (
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-compile",
        "--constraint",
        str(tmp_path / "pins.txt"),
        str(wheel),
    )
    installed = ran(str(tmp_path / "venv/bin/python"), *installs)
    if installed.returncode != 0 and "ODDSMITH_NEEDS_DEBIAN_PYTHON" not in os.environ:
        pytest.skip(f"pip cannot install: {installed.stderr.strip().splitlines()[-1]}")
    assert installed.returncode == 0, installed.stderr
    oddsmith = str(tmp_path / "venv/bin/oddsmith")
    odds = ran(oddsmith, "odds", "4d6kh3")
    assert (odds.returncode, odds.stderr) == (0, "")
    assert "15869/1296" in odds.stdout  # the sum of the three highest, over all 6**4 throws, is 15869
    assert ran(oddsmith, "roll", "4d6kh3", "--faces", "6,2,5,4").stdout == "4d6kh3: 4d6kh3 [6 (2) 5 4] = 15\n"
    page = ran(oddsmith, "serve")
    assert (page.returncode, "oddsmith[web]" in page.stderr) == (1, True)
