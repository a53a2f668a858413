"""Whose sheet the inputs of every action come from."""

from __future__ import annotations

from typing import Any

import pytest

from oddsmith.answers.documents.catalogue import systems_document
from oddsmith.systems import system, system_names

CATALOGUE = systems_document([system(name) for name in system_names()])


def sheet(system_name: str, action_name: str, input_name: str) -> Any:
    (found,) = [each for each in CATALOGUE["systems"] if each["name"] == system_name]
    (action,) = [each for each in found["actions"] if each["name"] == action_name]
    (field,) = [each for each in action["inputs"] if each["name"] == input_name]
    return field.get("sheet")


@pytest.mark.parametrize(
    ("action", "own", "other"),
    [
        ("toss", {"rank": "rank", "ec": "ec"}, {"opposing_rank": "defence", "opposing_ec": "ec"}),
        # R4.6, R4.7: the victim loses HC, and their armor is compared with the attacker's weapon.
        ("attack", {"attack_power": "power", "ec": "ec"}, {"hc": "hc", "armor_power": "armor", "opposing_ec": "ec"}),
        ("damage", {"potency": "potency"}, {"hc": "hc", "armor_power": "armor"}),
        ("resist", {"rank": "resistance", "hc": "hc"}, {"opposing_ec": "ec"}),
        ("fall", {"hc": "hc"}, {}),
        ("fire", {"hc": "hc"}, {}),
        ("duel", {"hc": "hc", "defence": "defence"}, {"against_hc": "hc", "against_ec": "ec"}),
    ],
)
def test_edged_coins_takes_harm_from_the_victims_sheet(action: str, own: dict[str, str], other: dict[str, str]) -> None:
    for side, names in (("own", own), ("other", other)):
        for name, on_sheet in names.items():
            found = sheet("edged-coins", action, name)
            assert (found["side"], found["name"], found["part"]) == (side, on_sheet, "value"), name


def test_what_belongs_to_no_character_is_on_no_sheet() -> None:
    assert sheet("edged-coins", "fire", "potency") is None  # R4.9: the fire's, not the character's weapon's
    assert sheet("edged-coins", "resist", "source_rank") is None
    assert sheet("humanity-beast", "mix", "min_beast") is None


def test_a_target_defends_with_a_value_of_their_own() -> None:
    assert sheet("dot", "attack", "ocv")["side"] == "own"
    assert sheet("dot", "attack", "dcv")["side"] == "other"


def test_feeding_knows_how_much_willpower_there_can_be() -> None:
    assert sheet("humanity-beast", "feed", "full_willpower") == {"side": "own", "name": "willpower", "part": "max"}
    assert sheet("humanity-beast", "mix", "humanity_dice")["name"] == "humanity"


def test_what_a_house_rule_brings_counts_only_under_it() -> None:
    assert sheet("mod-dot", "test", "willpower")["under"] == {"willpower": ["one-success"]}  # G0.10
    assert sheet("edged-coins", "fire", "ec")["under"] == {"fire_answers": ["yes"]}  # G4.11
    assert sheet("humanity-beast", "action", "beast_used")["under"] == {"pool": ["per-scene"]}  # G3.11
    assert sheet("t13", "buy", "twists")["under"] == {"adjust": ["after-roll"]}  # R2.19


def test_a_currency_counts_for_those_whose_rank_spends_it() -> None:
    # R2.18: Grunts spend Sway alone, Mercari also Chi, Solos also Yarn.
    assert "given" not in sheet("t13", "buy", "sway")
    assert sheet("t13", "buy", "chi")["given"] == {"rank": ["mercari", "solo"]}
    assert sheet("t13", "contest", "against_yarn")["given"] == {"against_rank": ["solo"]}


def test_every_condition_is_one_that_there_is() -> None:
    for each in CATALOGUE["systems"]:
        rules = {option["name"]: option for option in each["options"]}
        for action in each["actions"]:
            inputs = {field["name"]: field for field in action["inputs"]}
            for field in action["inputs"]:
                place = field.get("sheet", {})
                for known, part in ((rules, "under"), (inputs, "given")):
                    for name, values in place.get(part, {}).items():
                        assert set(values) <= set(known[name]["choices"])
