"""Every forged log is found out, and where it was forged."""

from __future__ import annotations

import copy
import json
from functools import partial
from typing import Any

import pytest
from tests.table.forgeries import FORGERIES, Forgery, find, rechained
from tests.table.group import Group, Person
from tests.table.honest import Log, honest
from tests.table.verify.verifiers import said_by_second

from oddsmith.table.commands import characters, notes
from oddsmith.table.commands.rolls import answers, ending
from oddsmith.table.fairness import fair
from oddsmith.table.verify.check_log import verify


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Log, Log]:
    return honest(tmp_path_factory.mktemp("honest"))


def test_an_honest_log_matches_and_says_how_sure_its_rolls_are(logs: tuple[Log, Log]) -> None:
    for log in (logs[0], rechained(copy.deepcopy(logs[0]))):
        report = verify(log)
        assert (report.mismatches, report.stopped) == ([], None)
        assert (report.rolls, report.witnessed, report.alone, report.typed) == (13, 9, 1, 2)
        assert (report.late, report.let_go, report.unpledged, report.unfinished) == (1, 1, 5, 1)
        assert report.unasked == {"r12": {"m4": "Obi"}}
        assert report.events == len(log["events"])


def test_a_log_that_hides_a_roll_is_checked_as_far_as_it_goes(logs: tuple[Log, Log]) -> None:
    report = verify(logs[1])
    assert (report.mismatches, report.hidden, report.unchecked) == ([], 2, 0)


def test_what_hidden_rolls_did_to_a_sheet_is_not_held_against_anybody(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    mara = bob.character("Mara", resources={"hp": {"value": 40, "max": 60}})

    def hit(person: Person, amount: int, times: int, **more: Any) -> Any:
        effect = {"measure": "total", "character": mara, "resource": "hp", "times": times}
        return person.roll("notation", "roll", {"notation": str(amount)}, opposing=mara, effects=[effect], **more)

    hit(bob, 38, -1, visibility="host")
    hit(eve, 10, -1)
    hit(bob, 30, 1, visibility="self")
    change = characters.ChangeCharacter.model_validate({"resources": {"hp": {"by": -20}}})
    bob.do(partial(characters.change_character, name=mara, body=change))
    for person, hidden, unchecked in ((ada, 1, 1), (bob, 0, 0), (eve, 2, 0)):
        report = person.verifies()
        assert (report.mismatches, report.hidden) == ([], hidden)
        assert report.unchecked <= unchecked


def test_a_hidden_roll_that_its_roller_takes_back_or_types_matches_for_everybody(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    bob.roll("notation", "roll", {"notation": "1d6"}, visibility="host")
    bob.do(partial(ending.undo, name="r1", body=ending.Undo()))
    bob.roll("notation", "roll", {"notation": "1d6"}, visibility="host", source="faces")
    bob.do(partial(answers.type_faces, name="r2", body=answers.TypeFaces(faces=[4])))
    for person, hidden in ((local_group.host, 0), (bob, 0), (eve, 2)):
        report = person.verifies()
        assert (report.mismatches, report.hidden) == ([], hidden)


@pytest.mark.parametrize("visibility", ["host", "self"])
def test_notes_for_some_on_a_roll_that_everybody_sees_match_for_everybody(local_group: Group, visibility: str) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    bob.roll()
    bob.roll(visibility="host")
    bob.do(partial(ending.show, name="r2"))
    for roll in ("r1", "r2"):
        body = notes.WriteNote.model_validate({"text": "mine", "roll": roll, "visibility": visibility})
        number = bob.do(partial(notes.write_note, body=body))["note"]
        for person in (ada, bob, eve):
            log = person.log()
            read = person is bob or (visibility == "host" and person is ada)
            assert ("hidden" in log["events"][number - 1]) == read
            assert verify(log).mismatches == []
            assert said_by_second(json.dumps(log).encode()) == ("passes", [])
            [turned] = [event for event in log["events"] if event["number"] == number]
            if read:
                del turned["hidden"], turned["salt"]
            else:
                turned |= {"hidden": {"text": "yours"}, "salt": "ab" * 32}
            assert verify(rechained(log)).mismatches[0].what == "its hidden part"


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_a_forged_log_is_found_out_where_it_was_forged(logs: tuple[Log, Log], forgery: Forgery) -> None:
    mismatches = verify(forgery.of(logs[0])).mismatches
    assert mismatches
    assert mismatches[0].roll == forgery.roll
    assert "not whole" not in str(mismatches[0])


#: Of r6 they do not see the result, and after it they do not know what anybody has left.
BEYOND = {"the_result_of_a_hidden_roll", "a_step_beyond_what_the_sheet_holds"}


@pytest.mark.parametrize(
    "forgery", [forgery for forgery in FORGERIES if forgery.name not in BEYOND], ids=lambda forgery: forgery.name
)
def test_somebody_who_sees_only_part_of_a_log_finds_it_out_too(logs: tuple[Log, Log], forgery: Forgery) -> None:
    assert verify(forgery.of(logs[1])).mismatches


@pytest.mark.parametrize(
    ("forge", "what"),
    [
        (lambda begun: begun.update(seal="ab" * 32), "the seal that is used"),
        (lambda begun: begun.update(witnesses={}), "the witnesses"),
        (lambda begun: begun.update(wait=0), "how long it waits for witnesses"),
        (lambda begun: begun.update(stretch=3), "the number of the stretch"),
        (lambda begun: begun["nonces"].update(m3="ab" * 32), "whose nonces came with the command"),
        (lambda begun: begun.update(next=begun["seal"]), "the next seal"),
        (lambda begun: begun.update(member="m1"), "whose dice they are"),
    ],
)
def test_what_everybody_sees_of_a_hidden_roll_is_checked(logs: tuple[Log, Log], forge: object, what: str) -> None:
    assert callable(forge)
    log = copy.deepcopy(logs[1])
    forge(find(log, "roll.opened", "r6")["body"]["stretch"])
    mismatches = verify(rechained(log)).mismatches
    assert (mismatches[0].what, mismatches[0].roll) == (what, "r6")


def test_a_mismatch_of_a_seed_names_the_seal_and_of_a_refusal_the_reason(logs: tuple[Log, Log]) -> None:
    log = copy.deepcopy(logs[0])
    find(log, "roll.finished", "r8")["body"]["landed"]["seed"] = "ab" * 32
    seal = find(log, "roll.opened", "r8")["body"]["stretch"]["seal"]
    assert verify(rechained(log)).mismatches[0].expected == f"the one sealed as {seal}"
    assert fair.seal(log["table"], "ab" * 32) != seal
    log = copy.deepcopy(logs[0])
    find(log, "roll.answered", "r4")["by"] = "m3"
    message = str(verify(rechained(log)).mismatches[0])
    assert "what m3 (Cy, player) does is roll.answered of r4" in message
    assert "This decision is not yours." in message


def test_what_follows_something_impossible_is_said_not_to_be_checked(logs: tuple[Log, Log]) -> None:
    log = copy.deepcopy(logs[0])
    number = find(log, "roll.answered", "r4")["number"]
    find(log, "roll.answered", "r4")["by"] = "m3"
    report = verify(rechained(log))
    assert (report.stopped, report.events) == (number, number - 1)
