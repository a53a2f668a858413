"""Games that packages bring by the entry point `oddsmith.systems`: what cannot be used stops nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from oddsmith.cli.app import program
from oddsmith.errors import BadInput, RulebookError
from oddsmith.systems import endless, packages, registry
from oddsmith.web import Settings, create_app

GOOD = """
from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("{title}", summary="Its six wins.")
@game.action
async def throw() -> bool:
    return await roll(d6) == 6
system = game.system
"""

#: What a package brings, by its module's name: what is in it, the entry point, and what is said of it.
BROKEN = {
    "raises": ("raise ValueError('no licence\\nat all')", "raises = plug_raises:game", "ValueError: no licence at all"),
    "leaves": ("raise SystemExit(2)", "leaves = plug_leaves:game", "SystemExit: 2"),
    "lacks": ("", "lacks = plug_lacks:game", "AttributeError"),
    "gone": ("", "gone = plug_not_there:game", "ModuleNotFoundError"),
    "wrong": ("game = 17", "wrong = plug_wrong:game", "it is no game: int"),
    "empty": ("from oddsmith.games import Game\ngame = Game('Empty')", "empty = plug_empty:game", "has no action"),
    "other": (GOOD.format(title="Another"), "other = plug_other:game", "its game is called another"),
    "shadow": (GOOD.format(title="Dot"), "dot = plug_shadow:game", "comes with Oddsmith"),
}


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_packages", {})
    monkeypatch.setattr(registry, "_skipped", set())
    yield
    for name in [name for name in sys.modules if name.startswith("plug_")]:
        del sys.modules[name]


def brought(folder: Path, monkeypatch: pytest.MonkeyPatch, **packages: tuple[str, str]) -> None:
    """Install packages, each a module and its entry point, as pip would."""
    for name, (source, entry) in packages.items():
        (folder / f"plug_{name}.py").write_text(source)
        about = folder / f"plug_{name}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plug-{name}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[oddsmith.systems]\n{entry}\n")
    monkeypatch.syspath_prepend(str(folder))


def asked(line: str) -> Any:
    return CliRunner().invoke(program, line.split())


@pytest.mark.parametrize("entered", ["game", "system"])
def test_a_package_may_bring_a_game_or_its_system(
    entered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(tmp_path, monkeypatch, sixes=(GOOD.format(title="Sixes"), f"sixes = plug_sixes:{entered}"))
    done = asked("odds sixes throw")
    assert done.exit_code == 0, done.output
    assert "1/6" in done.output


@pytest.mark.parametrize("line", ["systems", "tour --seed 1", "odds --help"])
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_package_is_one_line_and_the_rest_goes_on(
    case: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    source, entry, said = BROKEN[case]
    broken = (source, entry)
    brought(tmp_path, monkeypatch, **{case: broken}, sixes=(GOOD.format(title="Sixes"), "sixes = plug_sixes:game"))
    done = asked(line)
    assert done.exit_code == 0, done.output
    assert ("Mod Dot" if line.startswith("tour") else "sixes") in done.output
    (told,) = caplog.messages
    assert said in told
    assert f"plug-{case}" in told
    assert "\n" not in told


def test_a_package_whose_module_never_comes_to_its_end_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(packages, "_LOADING", 0.2)
    brought(tmp_path, monkeypatch, endless=("while True:\n    pass", "endless = plug_endless:game"))
    done = asked("systems")
    assert (done.exit_code, "mod-dot" in done.output) == (0, True)
    (told,) = caplog.messages
    assert "plug_endless.py, line 1: ran on for 0.2 seconds" in told or "plug_endless.py, line 2: ran on" in told


def test_the_line_is_on_standard_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import subprocess

    brought(tmp_path, monkeypatch, raises=BROKEN["raises"][:2])
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        [sys.executable, "-m", "oddsmith", "systems"],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "mod-dot" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "plug-raises" in done.stderr


def test_the_catalogue_of_the_pages_leaves_it_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    brought(
        tmp_path,
        monkeypatch,
        raises=BROKEN["raises"][:2],
        sixes=(GOOD.format(title="Sixes"), "sixes = plug_sixes:game"),
    )
    with TestClient(create_app(Settings(names=frozenset({"localhost"}))), "http://localhost:8765") as client:
        names = [each["name"] for each in client.get("/api/systems").json()["systems"]]
    assert "raises" not in names
    assert names[-1] == "sixes"
    assert len(caplog.messages) == 1


def test_of_two_packages_with_one_name_the_second_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    brought(
        tmp_path,
        monkeypatch,
        sixes=(GOOD.format(title="Sixes"), "sixes = plug_sixes:game"),
        sixer=(GOOD.format(title="Sixes"), "sixes = plug_sixer:game"),
    )
    assert [each.name for each in registry.systems()].count("sixes") == 1
    (told,) = caplog.messages
    assert "another package" in told


def test_whoever_asks_for_a_broken_game_is_told_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought(tmp_path, monkeypatch, wrong=BROKEN["wrong"][:2])
    with pytest.raises(RulebookError, match="it is no game") as told:
        registry.system("wrong")
    assert "Update or remove" in told.value.remedy
    with pytest.raises(BadInput):
        registry.system("no-such-game")


def test_while_somebody_types_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    brought(tmp_path, monkeypatch, raises=BROKEN["raises"][:2])
    monkeypatch.setenv("_ODDSMITH_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "oddsmith odds ")
    monkeypatch.setenv("COMP_CWORD", "2")
    done = CliRunner().invoke(program, [], prog_name="oddsmith")
    assert "mod-dot" in done.output
    assert not caplog.messages


FAULTY = """\
from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Faulty")
@game.action
async def throw() -> int:
    return [1, 2, 3, 4, 5][await roll(d6) - 1]
@game.action
async def wait() -> int:
    while True:
        pass
    return await roll(d6)
"""


@pytest.mark.parametrize("verb", ["odds", "best"])
def test_a_mistake_in_a_package_is_told_as_one_of_a_file_is(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought(tmp_path, monkeypatch, faulty=(FAULTY, "faulty = plug_faulty:game"))
    monkeypatch.setattr(endless, "SECONDS", 0.3)
    done = asked(f"{verb} faulty throw" + (" --goal total" if verb == "best" else ""))
    told = " ".join(done.output.split())
    assert done.exit_code == 1
    assert "plug_faulty.py, line 6: IndexError: list index out of range." in told
    done = asked(f"{verb} faulty wait" + (" --goal total" if verb == "best" else ""))
    told = " ".join(done.output.split())
    assert any(f"plug_faulty.py, line {line}: ran on for 0.3 seconds" in told for line in (9, 10))


def test_check_reads_what_a_package_brings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = "import time\n" + GOOD.format(title="Clock").replace("== 6", "== time.time() % 6")
    brought(tmp_path, monkeypatch, clock=(clock, "clock = plug_clock:game"))
    done = asked("check clock")
    assert "plug_clock.py, line 8: goes by a clock" in " ".join(done.output.split())
    assert done.exit_code == 1


def test_a_package_has_the_digest_of_its_file_or_of_all_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = GOOD.format(title="One")
    brought(tmp_path, monkeypatch, one=(one, "one = plug_one:game"), many=("", "many = plug_most.games.many:game"))
    folder = tmp_path / "plug_most" / "games"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "many.py").write_text(GOOD.format(title="Many"))
    (folder.parent / "more.py").write_text("MORE = 1\n")
    registry.system("one")
    registry.system("many")
    assert registry.rulebook_digest("one") == sha256(one.encode()).hexdigest()
    many = registry.rulebook_digest("many")
    code = registry.code_of("many")
    assert code is not None
    assert [Path(file).name for file in code.files] == ["__init__.py", "many.py", "more.py"]
    (folder.parent / "more.py").write_text("MORE = 2\n")
    for known in (registry._loaded, registry._packages):
        known.pop("many")
    registry.system("many")
    assert registry.rulebook_digest("many") not in (None, many)


def test_the_catalogue_of_the_pages_has_the_digest_of_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = GOOD.format(title="Sixes")
    brought(tmp_path, monkeypatch, sixes=(source, "sixes = plug_sixes:game"))
    with TestClient(create_app(Settings(names=frozenset({"localhost"}))), "http://localhost:8765") as client:
        sixes = client.get("/api/systems").json()["systems"][-1]
        assert client.get("/api/rulebooks").json()["rulebooks"] == []
    assert (sixes["name"], sixes["rulebook"]) == ("sixes", sha256(source.encode()).hexdigest())


def test_of_two_files_with_games_of_one_name_none_is_answered_by(tmp_path: Path) -> None:
    for title, name in (("Sixes", "one"), ("Sixes", "two"), ("Fives", "three")):
        (tmp_path / f"{name}.py").write_text(GOOD.format(title=title))
    done = asked(f"--rulebook {tmp_path}/one.py --rulebook {tmp_path}/two.py odds sixes throw")
    assert done.exit_code == 1
    assert "its game is called sixes, as that of" in " ".join(done.output.split())
    assert asked(f"--rulebook {tmp_path}/one.py --rulebook {tmp_path}/two.py systems").exit_code == 1
    assert asked(f"--rulebook {tmp_path}/one.py --rulebook {tmp_path}/three.py odds sixes throw").exit_code == 0
    registry.load_rulebook(str(tmp_path / "two.py"))
    assert [Path(path).name for path, book in registry.rulebooks().items() if book.name == "sixes"] == ["two.py"]
