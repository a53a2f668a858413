"""What the playground is made of: exact versions, the same as everywhere else, and never older than its sources."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tools.playground import build

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "tools" / "playground", ROOT / "tools" / "web"


def versions(pins: str) -> dict[str, str]:
    text = (ROOT / "requirements" / pins).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def test_wheels_have_the_versions_that_oddsmith_runs_on_elsewhere() -> None:
    playground, elsewhere = versions("playground.txt"), versions("run.txt")
    assert len(playground) >= 7
    assert playground == {name: elsewhere[name] for name in playground}


@pytest.mark.parametrize("folder", LOCKS, ids=lambda folder: folder.name)
def test_packages_from_npm_are_exact_and_checked_and_name_no_host(folder: Path) -> None:
    asked = json.loads((folder / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    root = packages.pop("")
    assert root["devDependencies"] == asked
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert [name for name, each in packages.items() if "resolved" in each or not each["integrity"]] == []
    assert [
        name for name, each in packages.items() if not re.fullmatch(r"\d+(\.\d+)+(-[\w.]+)?", each["version"])
    ] == []


def test_what_the_editor_is_made_of_is_asked_for_by_name() -> None:
    asked = json.loads((LOCKS[0] / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    imported = re.findall(r"from '([^']+)'", (LOCKS[0] / "editor.js").read_text(encoding="utf-8"))
    assert set(imported) <= set(asked)


def test_a_page_that_is_older_than_its_sources_is_told(tmp_path: Path) -> None:
    assert build.fault(tmp_path) == "there is no dist/playground: make playground"
    for made_from, told in (
        (build.sources(), ""),
        ("0" * 16, "dist/playground is older than its sources: make playground"),
    ):
        (tmp_path / "files.json").write_text(json.dumps({"sources": made_from}))
        assert build.fault(tmp_path) == told


def test_every_source_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "_SOURCES", ("page",))
    (tmp_path / "page" / "node_modules").mkdir(parents=True)
    (tmp_path / "page" / "one.js").write_text("1")
    before = build.sources()
    (tmp_path / "page" / "node_modules" / "made.js").write_text("1")
    assert build.sources() == before
    (tmp_path / "page" / "one.js").write_text("2")
    assert build.sources() != before


def test_without_npm_one_sentence_says_what_is_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.playground.build"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PATH": str(tmp_path)})
    assert told.returncode == 1
    assert re.fullmatch(r"The playground needs npm, .*apt install npm\n", told.stderr)
