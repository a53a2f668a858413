"""Sheets: what is changed by so much, whatever happened since somebody looked."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError
from tests.table.group import Group, Person

from oddsmith.errors import BadInput
from oddsmith.table.commands import characters
from oddsmith.table.domain.errors import Conflict


def change(person: Person, character: str, key: str | None = None, **resources: Any) -> dict[str, Any]:
    request = characters.ChangeCharacter.model_validate({"resources": resources})
    return person.do(partial(characters.change_character, name=character, body=request), key=key)


def test_changes_by_so_much_add_up_in_whatever_order_they_come(group: Group) -> None:
    mara = group.host.character("Mara", resources={"ec": {"value": 40, "max": 60}})
    answer = change(group.host, mara, ec={"by": 1})
    assert answer["events"][0]["body"]["resources"] == {"ec": {"by": 1}}
    change(group.host, mara, ec={"by": -5})
    change(group.host, mara, key="tap", ec={"by": 1})
    change(group.host, mara, key="tap", ec={"by": 1})  # sent again: done once
    assert group.host.sees()["characters"][0]["resources"]["ec"] == {"value": 37, "max": 60, "held": 0}
    assert group.host.verifies().mismatches == []


def test_a_maximum_is_changed_without_telling_the_value(local_group: Group) -> None:
    mara = local_group.host.character("Mara", resources={"hc": {"value": 6, "max": 8}})
    change(local_group.host, mara, hc={"max": 10})
    change(local_group.host, mara, hc={"by": 4})
    assert local_group.host.sees()["characters"][0]["resources"]["hc"] == {"value": 10, "max": 10, "held": 0}
    change(local_group.host, mara, hc={"max": None})
    change(local_group.host, mara, hc={"by": 4})
    assert local_group.host.sees()["characters"][0]["resources"]["hc"] == {"value": 14, "max": None, "held": 0}


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"by": 3}, "resources.hc.by", "-6 to 2: hc is 6 of 8"),
        ({"by": -7}, "resources.hc.by", "-6 to 2: hc is 6 of 8"),
        ({"max": 5}, "resources.hc", "5 at most (its max)"),
        ({"value": 9, "max": 8}, "resources.hc", "8 at most (its max)"),
    ],
)
def test_a_resource_stays_within_its_limits(
    local_group: Group, given: dict[str, int], field: str, allowed: str
) -> None:
    mara = local_group.host.character("Mara", resources={"hc": {"value": 6, "max": 8}})
    with pytest.raises(BadInput) as refused:
        change(local_group.host, mara, hc=given)
    assert (refused.value.field, refused.value.allowed) == (field, allowed)
    assert local_group.host.value(mara, "hc") == 6


def test_only_what_is_on_a_sheet_is_changed_by_so_much(local_group: Group) -> None:
    mara = local_group.host.character("Mara")
    with pytest.raises(BadInput, match="value"):
        change(local_group.host, mara, ec={"by": 1})
    with pytest.raises(ValidationError):
        characters.MakeCharacter.model_validate({"name": "Orla", "resources": {"ec": {"by": 1}}})


@pytest.mark.parametrize("given", [{}, {"value": 3, "by": 1}, {"by": 1.5}, {"by": 2_000_000}])
def test_a_change_is_either_a_value_or_by_so_much(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        characters.ChangeCharacter.model_validate({"resources": {"ec": given}})


def test_what_an_open_roll_may_spend_is_not_taken_away_by_steps(local_group: Group) -> None:
    mara = local_group.host.character("Mara", resources={"ec": {"value": 16}})
    local_group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 15}, character=mara)
    change(local_group.host, mara, ec={"by": -1})
    with pytest.raises(Conflict):
        change(local_group.host, mara, ec={"by": -1})


def test_a_step_tells_nothing_of_what_a_hidden_roll_did(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"hc": {"value": 5, "max": 8}})
    effect = {"measure": "damage", "character": mara, "resource": "hc"}
    ada.roll("edged-coins", "damage", {"potency": 1}, effects=[effect], visibility="host", source="faces", faces=["T"])
    assert (ada.value(mara, "hc"), bob.value(mara, "hc")) == (4, 5)
    change(bob, mara, hc={"by": 1})
    assert (ada.value(mara, "hc"), bob.value(mara, "hc")) == (5, 6)
    change(bob, mara, hc={"by": -5})  # as Bob sees it 1 is left; in truth none
    assert (ada.value(mara, "hc"), bob.value(mara, "hc")) == (0, 1)
    change(bob, mara, hc={"by": -1})  # a refusal would tell that
    assert (ada.value(mara, "hc"), bob.value(mara, "hc")) == (-1, 0)
    with pytest.raises(BadInput, match="hc is 0 of 8"):
        change(bob, mara, hc={"by": -1})
    with pytest.raises(BadInput, match="0 to 9: hc is -1 of 8"):
        change(ada, mara, hc={"by": -1})
    change(ada, mara, hc={"by": 1})
    assert (ada.value(mara, "hc"), bob.value(mara, "hc")) == (0, 1)
    assert ada.verifies().mismatches == []
    assert bob.verifies().mismatches == []
