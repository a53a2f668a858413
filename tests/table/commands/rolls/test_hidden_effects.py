"""What hidden rolls do to sheets: whose they may change, who can end that, and that nothing tells what they did."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.table.group import Group, Person, last

from oddsmith.errors import BadInput
from oddsmith.table.commands import characters
from oddsmith.table.commands.rolls import answers, ending
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound


def drain(person: Person, sheet: str, amount: int | str, visibility: str, **more: Any) -> dict[str, Any]:
    """A roll that takes so many EC off a sheet, or as many as dice say."""
    effects = [{"measure": "total", "character": sheet, "resource": "ec", "times": -1}]
    inputs = {"notation": str(amount)}
    return person.roll("notation", "roll", inputs, effects=effects, visibility=visibility, **more)


def undo(person: Person, roll: str) -> dict[str, Any]:
    return person.do(partial(ending.undo, name=roll, body=ending.Undo()))


def change(person: Person, character: str, **resources: Any) -> dict[str, Any]:
    request = characters.ChangeCharacter.model_validate({"resources": resources})
    return person.do(partial(characters.change_character, name=character, body=request))


@pytest.mark.parametrize(
    ("visibility", "by", "whose", "allowed"),
    [
        ("self", "Cy", "Bo", False),
        ("self", "Cy", "nobody", False),
        ("self", "Cy", "Cy", True),
        ("self", "Ada", "Bo", False),
        ("self", "Ada", "nobody", True),  # the host plays what is nobody's
        ("host", "Cy", "Bo", False),  # Bo would not see it
        ("host", "Cy", "nobody", True),  # the host would
        ("host", "Cy", "Ada", True),
        ("host", "Ada", "Bo", True),
        ("blind", "Cy", "Bo", False),
        ("blind", "Cy", "nobody", True),
        ("everyone", "Cy", "Bo", True),  # seen by all, and taken back by the host if it was not meant so
    ],
)
def test_a_roll_changes_the_sheet_of_another_only_where_somebody_for_it_sees_that(
    local_group: Group, visibility: str, by: str, whose: str, allowed: bool
) -> None:
    people = {"Ada": local_group.host, "Bo": local_group.join("Bo"), "Cy": local_group.join("Cy")}
    owner = people[whose].id if whose in people else None
    mara = local_group.host.character("Mara", owner=owner, resources={"ec": {"value": 40}})
    own = people[by].character("Own") if by != whose else mara
    if allowed:
        drain(people[by], mara, 3, visibility, character=own, opposing=mara)
    else:
        with pytest.raises(NotAllowed):
            drain(people[by], mara, 3, visibility, character=own, opposing=mara)
    assert local_group.live().state.characters[mara].resources["ec"].value == (37 if allowed else 40)
    for person in people.values():
        assert person.verifies().mismatches == []


def test_what_an_action_does_by_itself_leaves_out_sheets_that_the_roll_may_not_change(local_group: Group) -> None:
    bo, cy = local_group.join("Bo"), local_group.join("Cy")
    mara = bo.character("Mara", resources={"ec": {"value": 40}})
    kay = cy.character("Kay", resources={"ec": {"value": 10}})
    cy.roll("edged-coins", "toss", {"rank": 1, "ec": 10}, character=kay, opposing=mara, visibility="self")
    assert bo.value(mara, "ec") == 40
    bo.roll("edged-coins", "toss", {"rank": 1, "ec": 40}, character=mara)  # nothing holds them back
    opened = next(event for event in cy.log()["events"] if event["kind"] == "roll.opened" and "hidden" in event)
    assert {effect["character"] for effect in opened["hidden"]["effects"]} == {kay}


def test_a_host_ends_a_hidden_roll_without_seeing_it(local_group: Group) -> None:
    ada, bo, cy = local_group.host, local_group.join("Bo"), local_group.join("Cy")
    kay = cy.character("Kay", resources={"ec": {"value": 40}})
    cy.roll("edged-coins", "toss", {"rank": 1, "ec": 15}, character=kay, visibility="self", label="Whisper")
    drain(cy, kay, 7, "self", character=kay)
    with pytest.raises(NotFound):
        undo(bo, "r1")
    for roll in ("r1", "r2"):
        answer = undo(ada, roll)
        assert "hidden" not in answer["events"][-1]
        assert "Whisper" not in str(answer)
    assert cy.value(kay, "ec") == 40
    assert local_group.live().state.open_rolls == {}
    for person in (ada, bo, cy):
        assert person.verifies().mismatches == []


def test_refusals_go_by_what_whoever_asks_may_know(local_group: Group) -> None:
    ada, bo = local_group.host, local_group.join("Bo")
    mara = bo.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    drain(ada, mara, 38, "host")
    spend = {"rank": 1, "ec": 30}
    with pytest.raises(Conflict, match="Mara has 2 ec left, and this may spend 30"):
        ada.roll("edged-coins", "toss", spend, character=mara)
    with pytest.raises(Conflict, match="Mara has 40 ec left, and this may spend 41"):
        bo.roll("edged-coins", "toss", {"rank": 1, "ec": 41}, character=mara)
    bo.roll("edged-coins", "toss", spend, character=mara)  # as Bo knows, 40 are left


def test_a_hidden_open_roll_shows_in_no_refusal(local_group: Group) -> None:
    ada, bo = local_group.host, local_group.join("Bo")
    mara = bo.character("Mara", resources={"ec": {"value": 40}})
    ada.roll("edged-coins", "toss", {"rank": 1, "ec": 40}, character=mara, visibility="host")
    drain(ada, mara, "1d6", "host", character=mara, source="faces")
    with pytest.raises(Conflict, match="A roll may still spend 40 ec of Mara"):
        change(ada, mara, ec={"value": 5})
    change(bo, mara, ec={"value": 5})
    bo.do(partial(characters.remove_character, name=mara))
    answer = ada.do(partial(answers.type_faces, name="r2", body=answers.TypeFaces(faces=[6])))
    assert last(answer)["effects"] == []  # there is no sheet any more
    undo(ada, "r1")
    assert ada.verifies().mismatches == []
    assert bo.verifies().mismatches == []


def test_where_an_effect_ends_does_not_tell_what_a_hidden_roll_did(local_group: Group) -> None:
    ada, bo, cy = local_group.host, local_group.join("Bo"), local_group.join("Cy")
    mara = bo.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    drain(ada, mara, 38, "host")
    answer = drain(cy, mara, 10, "everyone", opposing=mara)
    assert last(answer)["effects"] == [{"character": mara, "resource": "ec", "by": -10}]
    assert (ada.value(mara, "ec"), bo.value(mara, "ec")) == (-8, 30)
    drain(ada, mara, 5, "host")  # hosts know that nothing is left
    assert ada.value(mara, "ec") == -8
    undo(ada, "r1")
    assert (ada.value(mara, "ec"), bo.value(mara, "ec")) == (30, 30)
    drain(cy, mara, 99, "everyone", opposing=mara)
    assert bo.value(mara, "ec") == 0  # as everybody knows, there are no more
    for person in (ada, bo, cy):
        assert person.verifies().mismatches == []


def test_a_shown_roll_shows_what_it_did(local_group: Group) -> None:
    ada, bo = local_group.host, local_group.join("Bo")
    mara = bo.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    drain(ada, mara, 38, "host")
    change(bo, mara, ec={"by": -10})
    ada.do(partial(ending.show, name="r1"))
    assert bo.value(mara, "ec") == -8
    with pytest.raises(BadInput, match="0 to 68"):
        change(bo, mara, ec={"by": -1})
    change(bo, mara, ec={"by": 8})
    assert bo.value(mara, "ec") == 0
    assert bo.verifies().mismatches == []
