"""What is vendored is what VENDORED.json says, and comes with its licences."""

import hashlib
import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

PAGES = Path(str(files("oddsmith.web"))) / "static" / "vendor"
TESTS = Path(__file__).parent / "vendor"


@pytest.mark.parametrize("folder", [PAGES, TESTS], ids=["pages", "tests"])
def test_every_file_has_its_checksum_and_every_package_its_licence(folder: Path) -> None:
    recorded = json.loads((folder / "VENDORED.json").read_text(encoding="utf-8"))
    there = {file.name for file in folder.iterdir() if file.is_file() and file.suffix != ".ts"}
    assert there == {*recorded, "VENDORED.json"}
    for name, entry in recorded.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"], name
        for package in entry["packages"]:
            assert package["version"]
            assert package["licence"]
            assert (folder / package["text"]).is_file(), package["name"]


def test_the_package_names_the_licences_of_what_it_bundles_and_has_their_texts() -> None:
    root = Path(__file__).parents[3]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    recorded = json.loads((PAGES / "VENDORED.json").read_text(encoding="utf-8"))
    packages = [package for entry in recorded.values() for package in entry["packages"]]
    assert set(project["license"].split(" AND ")) == {"MIT", *(package["licence"] for package in packages)}
    texts = {file for pattern in project["license-files"] for file in root.glob(pattern)}
    assert texts == {root / "LICENSE", *(root / "src/oddsmith/web/static/vendor" / each["text"] for each in packages)}
