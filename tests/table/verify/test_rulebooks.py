"""Logs of games of somebody's own: which rulebook made a roll is written down, and one that is missing is asked for."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.table.group import Group

from oddsmith.cli.app import program
from oddsmith.errors import RulebookNeeded
from oddsmith.systems import registry, versions
from oddsmith.table.domain import prepared_roll
from oddsmith.table.verify.check_log import verify

BLADES = Path(__file__).parents[3] / "src" / "oddsmith" / "gallery" / "blades_in_the_dark.py"


@pytest.fixture(autouse=True)
def _nothing_is_prepared() -> None:
    prepared_roll._prepared.cache_clear()


def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in another process, which has loaded no rulebook."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(versions, "_versions", {})
    prepared_roll._prepared.cache_clear()


def test_a_log_needs_its_rulebook_and_says_which(
    local_group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.load_rulebook(str(BLADES))
    roll = local_group.host.roll("blades-in-the-dark", "action", {"rating": 2})["roll"]
    log = local_group.host.log()
    assert verify(log).mismatches == []
    forgotten(monkeypatch)
    digest = hashlib.sha256(BLADES.read_bytes()).hexdigest()[:12]
    with pytest.raises(RulebookNeeded, match=rf"rolls of blades-in-the-dark \(rulebook {digest}\)"):
        verify(log)
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    told = CliRunner().invoke(program, ["verify", str(file)])
    assert told.exit_code == 1
    assert "--rulebook FILE" in told.output
    told = CliRunner().invoke(program, ["--rulebook", str(BLADES), "verify", str(file)])
    assert (told.exit_code, "all match" in told.output) == (0, True), told.output
    forgotten(monkeypatch)
    changed = tmp_path / "blades.py"
    changed.write_text(BLADES.read_text() + "\n# another word\n")
    told = CliRunner().invoke(program, ["--rulebook", str(changed), "verify", str(file)])
    assert told.exit_code == 0, told.output
    said = " ".join(told.output.split())
    made, here = [hashlib.sha256(file.read_bytes()).hexdigest()[:12] for file in (BLADES, changed)]
    assert (
        f"({roll}) rolled by another version of the rulebook, {made}: it comes out the same by the one here, {here}."
        in said
    )


def test_a_roll_of_a_game_that_comes_with_oddsmith_names_no_rulebook(local_group: Group) -> None:
    local_group.host.roll()
    assert all("rulebook" not in event["body"] for event in local_group.host.log()["events"])


def test_a_log_of_a_game_in_the_place_of_a_built_in_one_needs_it(
    local_group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from oddsmith import d6, roll\nfrom oddsmith.games import Game\n"
        "game = Game('Dot', instead_of_built_in=True)\n"
        "@game.action\nasync def check() -> bool:\n    return await roll(d6) == 6\n"
    )
    registry.load_rulebook(str(mine))
    local_group.host.roll("dot", "check", {})
    log = local_group.host.log()
    assert verify(log).mismatches == []
    forgotten(monkeypatch)
    digest = hashlib.sha256(mine.read_bytes()).hexdigest()[:12]
    with pytest.raises(RulebookNeeded, match=rf"rolls of dot \(rulebook {digest}\)"):
        verify(log)
