"""Rulebooks that are saved while they are played: a roll stays with the file that opened it, and so does its check."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.table.forgeries import rechained
from tests.table.group import Group, Person, last

from oddsmith.cli.app import program
from oddsmith.errors import RulebookChanged
from oddsmith.systems import registry, versions
from oddsmith.table.commands.rolls import answers, ending, opening, timeouts
from oddsmith.table.domain import prepared_roll
from oddsmith.table.domain.models import due
from oddsmith.table.reports.luck import statistics
from oddsmith.table.reports.story import log_text
from oddsmith.table.verify.check_log import verify

HEAD = """from typing import Annotated
from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits
game = Game("My Game")
@game.action
async def a(n: Annotated[int, Limits(0, 5)] = 2) -> int:
"""
MONDAY = f"""{HEAD}    s = await roll(d6.pool(n).sum())
    if await choose("player", ("stop", "add")) == "add":
        s += await roll(d6)
    return s
"""
#: One die more, another option, and a hundred where there was a die.
TODAY = f"""{HEAD}    s = await roll(d6.pool(n + 1).sum())
    if await choose("player", ("stop", "add", "more")) == "add":
        s += 100
    return s
"""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Saves the file that a server plays by."""
    prepared_roll._prepared.cache_clear()
    monkeypatch.setattr(versions, "_versions", {})
    file = tmp_path / "mine.py"

    def saved(text: str) -> None:
        file.write_text(text)
        registry.load_rulebook(str(file))

    return saved


def restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a restart, or in another process: nothing is held."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(versions, "_versions", {})
    prepared_roll._prepared.cache_clear()


def asked(person: Person, *faces: str) -> str:
    """A roll of three dice that were typed, which waits for a decision."""
    name: str = person.roll("my-game", "a", {"n": 3}, source="faces", faces=list(faces))["roll"]
    return name


def typed(person: Person, name: str, face: str) -> dict[str, Any]:
    return person.do(partial(answers.type_faces, name=name, body=answers.TypeFaces(faces=[face])))


def verified(log: Any, folder: Path, *texts: str) -> tuple[int, str]:
    """The exit code and the words of `oddsmith verify` with rulebooks of these texts."""
    file = folder / "log.json"
    file.write_text(json.dumps(log))
    line = ["verify", str(file), "--quiet"]
    for number, text in enumerate(texts):
        book = folder / f"given{number}.py"
        book.write_text(text)
        line += ["--rulebook", str(book)]
    told = CliRunner().invoke(program, line)
    return told.exit_code, " ".join(told.output.split())


def test_a_roll_that_is_open_is_finished_by_the_file_that_opened_it(
    local_group: Group, save: Callable[[str], None]
) -> None:
    ada = local_group.host
    save(MONDAY)
    name = asked(ada, "1", "2", "3")
    save(TODAY)
    prepared_roll._prepared.cache_clear()
    with pytest.raises(Exception, match="stop, add"):
        ada.answer(name, 0, "more")
    ada.answer(name, 0, "add")
    assert last(typed(ada, name, "5"))["measures"] == {"total": 1 + 2 + 3 + 5}
    opened = next(event for event in ada.log()["events"] if event["kind"] == "roll.opened")
    assert opened["body"]["rulebook"] == digest(MONDAY)
    later = asked(ada, "1", "2", "3", "4")
    assert last(ada.answer(later, 0, "add"))["measures"] == {"total": 1 + 2 + 3 + 4 + 100}
    report = ada.verifies()
    assert (report.mismatches, report.others, report.rolls) == ([], [], 2)


def test_a_roll_goes_on_though_the_game_has_another_name_now(local_group: Group, save: Callable[[str], None]) -> None:
    save(MONDAY)
    name = asked(local_group.host, "1", "2", "3")
    save(TODAY.replace("My Game", "Your Game"))
    assert last(local_group.host.answer(name, 0, "stop"))["measures"] == {"total": 6}
    assert local_group.host.verifies().mismatches == []


def test_a_roll_whose_file_is_gone_is_refused_and_nothing_is_lost(
    local_group: Group, save: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = local_group.host
    save(MONDAY)
    first, second = asked(ada, "1", "2", "3"), asked(ada, "2", "2", "2")
    restarted(monkeypatch)
    save(TODAY)
    before = ada.sees()
    with pytest.raises(RulebookChanged) as refused:
        ada.answer(first, 0, "add")
    assert digest(MONDAY)[:12] in str(refused.value)
    assert digest(TODAY)[:12] in str(refused.value)
    assert "take the roll back" in refused.value.remedy
    assert ada.sees() == before
    ada.do(partial(ending.undo, name=second, body=ending.Undo()))
    save(MONDAY)
    assert last(ada.answer(first, 0, "stop"))["measures"] == {"total": 6}


def test_dice_in_the_air_wait_for_the_file_that_opened_their_roll(
    local_group: Group, save: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    save(MONDAY)
    bob.pledge()
    name = ada.roll("my-game", "a", {"n": 3})["roll"]
    restarted(monkeypatch)
    save(TODAY)
    at = due(local_group.live().state.rolls[name])
    assert at is not None
    late = partial(timeouts.it_is_due, name=name, at=at)
    assert ada.do(late)["events"] == []
    save(MONDAY)
    ada.do(late)  # unless the table was quicker
    waits = local_group.live().state.rolls[name].open.waits
    (rolled,) = [entry for entry in waits["trail"] if entry["kind"] == "roll"]
    assert (waits["for"], len(rolled["faces"])) == ("decision", 3)


def played(group: Group, save: Callable[[str], None]) -> Any:
    """A log across a save: r1 by Monday's file, r2 by today's; both fell by seeds, with a witness, and took "add"."""
    ada, bob = group.host, group.join("Bob")
    for text in (MONDAY, TODAY):
        save(text)
        nonces = [(person, person.pledge()) for person in (ada, bob)]
        asks = opening.OpenRoll(system="my-game", action="a", inputs={"n": 3})
        name = ada.do(partial(opening.open_roll, body=asks))["roll"]
        for person, nonce in nonces:
            _witness(person, name, 0, nonce)
        nonces = [(person, person.pledge()) for person in (ada, bob)]
        ada.do(partial(answers.answer, name=name, body=answers.Answer(step=0, option="add")))
        for person, nonce in nonces if text == MONDAY else []:
            _witness(person, name, 1, nonce)
    return ada.log()


def _witness(person: Person, name: str, stretch: int, nonce: str) -> None:
    state = person.group.live().state
    seen = {"number": state.number, "digest": state.digest}
    body = answers.Witness.model_validate({"stretch": stretch, "nonce": nonce, "seen": seen})
    person.do(partial(answers.witness, name=name, body=body))


def test_each_roll_is_verified_by_the_file_of_its_digest(
    local_group: Group, save: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = played(local_group, save)
    for given in ((MONDAY, TODAY), (TODAY, MONDAY)):
        restarted(monkeypatch)
        code, said = verified(log, tmp_path, *given)
        assert (code, "2 rolls computed again: all match" in said) == (0, True), said


@pytest.mark.parametrize(("given", "missing", "roll"), [(TODAY, MONDAY, "r1"), (MONDAY, TODAY, "r2")])
def test_a_roll_whose_file_is_not_given_is_named_in_one_line_and_not_as_forged(
    given: str,
    missing: str,
    roll: str,
    local_group: Group,
    save: Callable[[str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = played(local_group, save)
    restarted(monkeypatch)
    code, said = verified(log, tmp_path, given)
    assert code == 1
    assert "1 roll computed again: all match" in said
    assert f"1 roll of my-game ({roll}) not checked: needs rulebook {digest(missing)[:12]}" in said
    assert f"the one here, {digest(given)[:12]}, comes to something else" in said
    assert "should be" not in said
    assert verify(log).document["other_rulebooks"] == [
        {"roll": roll, "system": "my-game", "rulebook": digest(missing), "here": digest(given), "same": False}
    ]


def test_what_is_forged_is_found_though_a_roll_needs_another_file(
    local_group: Group, save: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = played(local_group, save)
    restarted(monkeypatch)
    by_today = next(event for event in log["events"] if event["kind"] == "roll.finished" and event["roll"] == "r2")
    by_today["body"]["measures"]["total"] += 1
    rechained(log)
    code, said = verified(log, tmp_path, TODAY)
    assert (code, "(r1) not checked" in said) == (3, True), said
    assert "1 event does not match" in said


@pytest.mark.parametrize("part", ["seed", "faces_seed"])
def test_seeds_are_checked_though_the_rules_of_a_roll_are_not_here(
    part: str, local_group: Group, save: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = played(local_group, save)
    restarted(monkeypatch)
    landed = next(e for e in log["events"] if e["roll"] == "r1" and "landed" in e["body"])
    landed["body"]["landed"][part] = "5" * 64
    rechained(log)
    code, said = verified(log, tmp_path, TODAY)
    assert code == 3, said
    assert "r1" in said


def test_who_did_what_is_checked_though_the_rules_of_a_roll_are_not_here(
    local_group: Group, save: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = played(local_group, save)
    restarted(monkeypatch)
    waits = next(e for e in log["events"] if e["kind"] == "roll.waits")
    waits["by"] = "m1"
    rechained(log)
    code, said = verified(log, tmp_path, TODAY)
    assert code == 3, said
    assert "who does it is m1; it should be nothing" in said


def test_a_file_that_changed_in_words_alone_comes_to_the_same(
    local_group: Group, save: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = played(local_group, save)
    restarted(monkeypatch)
    commented = f"{MONDAY}# a word more\n"
    code, said = verified(log, tmp_path, commented, TODAY)
    restarted(monkeypatch)
    assert code == 1  # the last that is given is the one by which rolls of other versions are tried
    code, said = verified(log, tmp_path, TODAY, commented)
    assert code == 0, said
    assert (
        f"1 roll of my-game (r1) rolled by another version of the rulebook, {digest(MONDAY)[:12]}: it comes out" in said
    )
    assert f"the same by the one here, {digest(commented)[:12]}." in said


def test_luck_and_story_of_a_log_across_a_save(
    local_group: Group, save: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = played(local_group, save)
    assert statistics(log)["table"]["dice"][0]["thrown"] == 3 + 1 + 4
    restarted(monkeypatch)
    save(TODAY)
    assert statistics(log)["table"]["dice"][0]["thrown"] == 4
    assert log_text(log).count("My Game") == 2
