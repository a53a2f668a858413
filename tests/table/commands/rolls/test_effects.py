"""What rolls do to sheets by themselves, in every game. The numbers are those of the rules (R4.6 and so on)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from tests.table.group import Group, Person, kinds, last

from oddsmith.errors import BadInput
from oddsmith.table.commands.rolls import answers, ending, opening
from oddsmith.table.commands.rolls.answers import TypeFaces
from oddsmith.table.commands.rolls.ending import Undo
from oddsmith.table.commands.rolls.opening import Repeat
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.verify.check_log import verify

Sheet = dict[str, int]


def resources(sheet: Sheet) -> dict[str, Any]:
    return {name: {"value": value} for name, value in sheet.items()}


def values(person: Person, character: str) -> Sheet:
    (sheet,) = [sheet for sheet in person.sees()["characters"] if sheet["character"] == character]
    return {name: resource["value"] for name, resource in sheet["resources"].items()}


CASES: dict[str, tuple[Any, ...]] = {
    # (system, action, inputs, options), (faces, answers), what was on both sheets, what is on them then
    # R4.6: damage starts at 1, each success of rank 1 (a coin) is one more point, and each point removes 1 HC.
    "edged coins, damage": (
        ("edged-coins", "damage", {}, {}),
        ("H,H,T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 9}, {"hc": 5}),
    ),
    # R4.1: rank 2 is two coins, one head of which is enough; then the damage as above.
    "edged coins, attack": (
        ("edged-coins", "attack", {"rank": 2}, {}),
        ("H,T,T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 9}, {"hc": 7}),
    ),
    "edged coins, an attack that misses": (
        ("edged-coins", "attack", {"rank": 2}, {}),
        ("T,T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 9}, {"hc": 8}),
    ),
    # R4.10: a talent that turns a coin (1 EC), and a dramatic use for 4.
    "edged coins, a toss with a talent and a dramatic use": (
        (
            "edged-coins",
            "toss",
            {"rank": "iron", "talents": "steady=1:turn", "dramatic_use": "the chandelier falls=4"},
            {},
        ),
        ("H,T", ["no effort", "use steady", "dramatic use"]),
        ({"ec": 9}, {}),
        ({"ec": 4}, {}),
    ),
    # R4.8: 9 metres are Potency 3, two coins and a second toss as rank 0, for which both must be heads.
    "edged coins, fall": (
        ("edged-coins", "fall", {"metres": 9}, {}),
        ("T,T,H,T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 8}, {"hc": 8}),
    ),
    # R4.9: 1 point and one more; the toss for the damage (2) fails with two tails.
    "edged coins, fire": (
        ("edged-coins", "fire", {"potency": 1}, {}),
        ("H,T,T,T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 7}, {"hc": 8}),
    ),
    # R4.5: the effect costs 2 HC in the round in which it is not shaken off.
    "edged coins, resist": (
        ("edged-coins", "resist", {"rank": 1, "harm": 2}, {}),
        ("T", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 7}, {"hc": 8}),
    ),
    # The first attack hits, and the one HC that there was is gone.
    "edged coins, duel": (
        ("edged-coins", "duel", {"rank": 1, "against_rank": 1}, {}),
        ("H", []),
        ({"hc": 9}, {"hc": 1}),
        ({"hc": 9}, {"hc": 0}),
    ),
    # R3.3, R3.8: 7 and more succeed; 3 against 1 are 2 damage to the loser's Willpower.
    "humanity and beast, conflict won": (
        (
            "humanity-beast",
            "conflict",
            {"humanity": 3, "beast": 0, "against_humanity": 1, "against_beast": 0, "spend": "none"},
            {},
        ),
        ("7,8,9,7", []),
        ({"willpower": 5}, {"willpower": 4}),
        ({"willpower": 5}, {"willpower": 2}),
    ),
    # The same the other way round; G3.16: Willpower stops at 0.
    "humanity and beast, conflict lost": (
        (
            "humanity-beast",
            "conflict",
            {"humanity": 1, "beast": 0, "against_humanity": 3, "against_beast": 0, "spend": "none"},
            {},
        ),
        ("1,7,8,9", []),
        ({"willpower": 2}, {"willpower": 4}),
        ({"willpower": 0}, {"willpower": 4}),
    ),
    # R3.6: a point before the roll is one success: 2 against 1.
    "humanity and beast, conflict with a point of Willpower": (
        ("humanity-beast", "conflict", {"humanity": 1, "beast": 0, "against_humanity": 1, "against_beast": 0}, {}),
        ("7,7", ["before"]),
        ({"willpower": 5}, {"willpower": 4}),
        ({"willpower": 4}, {"willpower": 3}),
    ),
    "humanity and beast, battle": (
        (
            "humanity-beast",
            "battle",
            {
                "humanity": 1,
                "beast": 0,
                "against_humanity": 1,
                "against_beast": 0,
                "rounds": 1,
                "spend": "none",
                "against_spend": "none",
            },
            {},
        ),
        ("9,1", []),
        ({"willpower": 5}, {"willpower": 4}),
        ({"willpower": 5}, {"willpower": 3}),
    ),
    # G3.8: more successes than Willpower are needed; a die is lost to the Beast (R3.1).
    "humanity and beast, Humanity check": (
        ("humanity-beast", "humanity-check", {}, {"humanity_loss": "aug2010"}),
        ("9,1", []),
        ({"humanity": 2, "beast": 8, "willpower": 3}, {}),
        ({"humanity": 1, "beast": 9, "willpower": 3}, {}),
    ),
    # Aug 2010: sparing refreshes 2 Willpower; more than these 3 successes of Beast dice and there is no frenzy.
    "humanity and beast, feeding": (
        ("humanity-beast", "feed", {"victim": "spared", "full_willpower": 5}, {"humanity_loss": "aug2010"}),
        ("6,7,8,9,1,1", []),
        ({"humanity": 4, "willpower": 1}, {}),
        ({"humanity": 4, "willpower": 3}, {}),
    ),
    # G0.10, a house rule: one success for a point of Willpower.
    "mod dot, test": (
        ("mod-dot", "test", {"pool": 4}, {"willpower": "one-success"}),
        ("even,up", ["spend"]),
        ({"willpower": 3}, {}),
        ({"willpower": 2}, {}),
    ),
    # R3.6, G3.11: two actions out of two dice; the second fails, and its point of Willpower assures a success.
    "humanity and beast, a scene": (
        ("humanity-beast", "scene", {"difficulties": "1,1"}, {"pool": "per-scene"}),
        ("8,3", ["1H+0B", "1H+0B+Willpower"]),
        ({"humanity": 2, "beast": 0, "willpower": 1}, {}),
        ({"humanity": 2, "beast": 0, "willpower": 0}, {}),
    ),
    # R2.4: a Skill die costs 4 Sway, a Facet die 1 Chi.
    "t13, dice that are paid": (
        ("t13", "test", {"dice": "facet:1d6,skill:1d6,facet:1d6@chi", "difficulty": 8}, {}),
        ("1,2,3", []),
        ({"sway": 9, "chi": 2}, {}),
        ({"sway": 5, "chi": 1}, {}),
    ),
    "t13, dice that the other side pays": (
        ("t13", "opposed", {"dice": "facet:1d6", "against_dice": "facet:1d6,skill:1d6"}, {}),
        ("6,1,1", []),
        ({"sway": 9}, {"sway": 4}),
        ({"sway": 9}, {"sway": 0}),
    ),
    "t13, a Skill die bought with Sway": (
        ("t13", "buy", {"dice": "facet:1d6", "difficulty": 4, "offers": "skill:1d6"}, {}),
        ("1,1", ["1 skill:1d6"]),
        ({"sway": 5}, {}),
        ({"sway": 1}, {}),
    ),
    # R2.7, R2.8, G2.9: an extra level gains 1 Sway, a failure level loses 1 Chi.
    "t13, effects": (
        ("t13", "effects", {"extra_levels": 1, "failure_levels": 1}, {}),
        ("", ["gain Sway", "lose Chi"]),
        ({"sway": 3, "chi": 3}, {}),
        ({"sway": 4, "chi": 2}, {}),
    ),
    # R2.18, a house rule: the test of a Yin Facet spends Yin, and a level gains either.
    "t13, a Skill die bought with Yin": (
        (
            "t13",
            "buy",
            {"dice": "facet:1d6", "difficulty": 4, "offers": "skill:1d6", "nature": "yin"},
            {"yin_yang": "apart"},
        ),
        ("1,1", ["1 skill:1d6"]),
        ({"yin": 5, "yang": 7, "sway": 9}, {}),
        ({"yin": 1, "yang": 7, "sway": 9}, {}),
    ),
    "t13, Yang gained and Yin lost": (
        ("t13", "effects", {"extra_levels": 1, "failure_levels": 1, "rank": "grunt"}, {"yin_yang": "apart"}),
        ("", ["cause Fear", "lose Yin"]),
        ({"yin": 5, "yang": 7}, {}),
        ({"yin": 4, "yang": 7}, {}),
    ),
    "t13, a test for its effects, in Yang": (
        (
            "t13",
            "invest",
            {"dice": "facet:1d6", "difficulty": 1, "offers": "skill:1d6", "rank": "grunt", "worth": "sway:1"},
            {"yin_yang": "apart"},
        ),
        ("4,1", ["1 skill:1d6", "gain Yang"]),
        ({"yin": 5, "yang": 7}, {}),
        ({"yin": 5, "yang": 4}, {}),
    ),
    # R2.16: 8 Yarn are 64 Sway.
    "t13, exchange": (
        ("t13", "convert", {"amount": 8, "from": "yarn", "to": "sway"}, {}),
        ("", []),
        ({"sway": 3, "yarn": 9}, {}),
        ({"sway": 67, "yarn": 1}, {}),
    ),
    # R2.16: 2 Sway are 1 Chi, so that one of 5 is left over.
    "t13, exchange with something left over": (
        ("t13", "convert", {"amount": 5, "from": "sway", "to": "chi"}, {}),
        ("", []),
        ({"sway": 5, "chi": 0}, {}),
        ({"sway": 1, "chi": 2}, {}),
    ),
    "dot, attack": (
        ("dot", "attack", {"ocv": 7, "dcv": 5}, {}),
        ("5,1,1,1", []),
        ({"hc": 9}, {"hc": 8}),
        ({"hc": 9}, {"hc": 8}),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_what_a_roll_does_to_the_sheets_of_both_sides_lands_with_it_and_goes_with_it(
    local_group: Group, case: tuple[Any, ...]
) -> None:
    (system, action, inputs, options), (faces, options_taken), (mine, theirs), (mine_then, theirs_then) = case
    ada = local_group.host
    own, other = ada.character("Mara", resources=resources(mine)), ada.character("Kay", resources=resources(theirs))
    typed, taken = [face for face in faces.split(",") if face], list(options_taken)
    answer = ada.roll(system, action, inputs, options=options, character=own, opposing=other, source="faces")
    while kinds(answer)[-1] == "roll.waits":
        waits = last(answer)
        if waits["for"] == "faces":
            request = TypeFaces(faces=[typed.pop(0)])
            answer = ada.do(partial(answers.type_faces, name="r1", body=request))
        else:
            assert taken, waits["options"]
            answer = ada.answer("r1", waits["step"], taken.pop(0))
    assert not typed
    assert not taken
    assert kinds(answer)[-1] == "roll.finished", last(answer)
    assert (values(ada, own), values(ada, other)) == (mine_then, theirs_then)
    assert ada.verifies().mismatches == []
    ada.do(partial(ending.undo, name="r1", body=Undo()))
    assert (values(ada, own), values(ada, other)) == (mine, theirs)
    assert ada.verifies().mismatches == []


def test_a_group_takes_off_what_a_roll_would_do_to_sheets(local_group: Group) -> None:
    ada = local_group.host
    mara, kay = ada.character("Mara"), ada.character("Kay", resources={"hc": {"value": 8}})
    ada.roll("edged-coins", "damage", {}, character=mara, opposing=kay, effects=[], source="faces", faces=["T"])
    assert ada.value(kay, "hc") == 8


def test_what_a_roll_costs_must_be_there(local_group: Group) -> None:
    mara = local_group.host.character("Mara", resources={"sway": {"value": 3}, "yarn": {"value": 2}})
    with pytest.raises(Conflict, match="3 sway left, and this may spend 4"):
        local_group.host.roll("t13", "test", {"dice": "facet:1d6,skill:1d6", "difficulty": 8}, character=mara)
    with pytest.raises(Conflict, match="2 yarn left, and this may spend 8"):
        local_group.host.roll("t13", "convert", {"amount": 8, "from": "yarn", "to": "sway"}, character=mara)


def test_only_an_input_that_is_a_number_can_be_what_was_there_before(local_group: Group) -> None:
    mara = local_group.host.character("Mara", resources={"hc": {"value": 3}})
    effect = {"measure": "damage", "character": mara, "resource": "hc", "since": "difficulty"}
    with pytest.raises(BadInput) as refused:
        local_group.host.roll("edged-coins", "attack", {"rank": 2}, effects=[effect])
    assert refused.value.field == "effects.0.since"


# --- what is left out comes from the sheet ---------------------------------------------------------------------------


def test_what_is_left_out_is_what_the_sheet_has_whenever_it_is_rolled(local_group: Group) -> None:
    ada = local_group.host
    mara = ada.character("Mara", resources={"ec": {"value": 3, "max": 9}})
    answer = ada.roll("edged-coins", "toss", {"rank": 5}, character=mara)
    opened = answer["events"][0]["body"]
    assert (opened["inputs"]["ec"], opened["filled"]) == (3, ["ec"])
    assert opened["holds"] == [{"character": mara, "resource": "ec", "amount": 3}]
    while kinds(answer)[-1] == "roll.waits":
        answer = ada.answer("r1", last(answer)["step"], last(answer)["options"][-1])
    left = ada.value(mara, "ec")
    again = ada.do(partial(opening.repeat_roll, name="r1", body=Repeat(nonce="ab" * 32)))
    opened = again["events"][0]["body"]
    assert (opened["inputs"]["rank"], opened["inputs"]["ec"], opened["filled"]) == (5, left, ["ec"])
    assert ada.verifies().mismatches == []


def test_a_log_that_says_another_number_stood_on_the_sheet_is_found_out(local_group: Group) -> None:
    ada = local_group.host
    mara = ada.character("Mara", resources={"hc": {"value": 4}})
    ada.roll(
        "edged-coins", "fall", {"metres": 9}, character=mara, effects=[], source="faces", faces=["T", "T", "T", "T"]
    )
    log = ada.log()
    (opened,) = [event for event in log["events"] if event["kind"] == "roll.opened"]
    opened["body"]["inputs"]["hc"] = 2
    assert any("inputs.hc" in str(each) for each in verify(log).mismatches)


def test_what_is_taken_from_a_sheet_is_what_all_know_who_see_the_roll(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    mara = bob.character("Mara", resources={"hc": {"value": 5}})
    harm = {"measure": "damage", "character": mara, "resource": "hc"}
    ada.roll("edged-coins", "damage", {}, effects=[harm], visibility="host", source="faces", faces=["H", "T"])
    fall: dict[str, Any] = {"character": mara, "source": "faces", "faces": ["T"]}
    answer = ada.roll("edged-coins", "fall", {"metres": 3}, visibility="host", **fall)
    assert last(answer)["effects"] == [{"character": mara, "resource": "hc", "by": -1}]
    assert answer["events"][0]["hidden"]["inputs"]["hc"] == 3
    answer = ada.roll("edged-coins", "fall", {"metres": 3}, **fall)
    assert answer["events"][0]["body"]["inputs"]["hc"] == 5  # else all would know what the hidden rolls did
    for person in (ada, bob):
        assert person.verifies().mismatches == []


def test_what_does_not_count_or_fit_is_not_taken_from_a_sheet(local_group: Group) -> None:
    ada = local_group.host
    luigi = ada.character(
        "Luigi", resources={"willpower": {"value": 30}, "hc": {"value": 0}, "chi": {"value": 4}, "sway": {"value": 2}}
    )
    assert ada.roll(character=luigi)["events"][0]["body"]["filled"] == []  # G0.10: no house rule, no Willpower
    opened = ada.roll(options={"willpower": "one-success"}, character=luigi)["events"][0]["body"]
    assert opened["inputs"]["willpower"] == 10  # the most that the input takes
    opened = ada.roll("edged-coins", "fall", {"metres": 3}, character=luigi)["events"][0]["body"]
    assert opened["inputs"]["hc"] is None  # nobody falls with 0 HC
    buy = {"dice": "facet:1d6", "difficulty": 4, "rank": "grunt"}
    opened = ada.roll("t13", "buy", buy, character=luigi)["events"][0]["body"]
    assert opened["filled"] == ["sway"]  # R2.18: a Grunt does not spend Chi


def test_what_an_opponent_may_spend_is_for_them_to_say(local_group: Group) -> None:
    ada, bob, eve = local_group.host, local_group.join("Bob"), local_group.join("Eve")
    mara = bob.character("Mara", resources={"ec": {"value": 0}})
    kay = eve.character("Kay", resources={"ec": {"value": 20}})
    for given in (0, 9):
        with pytest.raises(NotAllowed, match="Kay"):
            bob.roll("edged-coins", "toss", {"rank": 5, "opposing_ec": given}, character=mara, opposing=kay)
    answer = bob.roll("edged-coins", "toss", {"rank": 5}, character=mara, opposing=kay)
    assert answer["events"][0]["body"]["inputs"]["opposing_ec"] == 20
    bob.do(partial(ending.undo, name="r1", body=Undo()))
    answer = ada.roll("edged-coins", "toss", {"rank": 5, "opposing_ec": 2}, opposing=kay)
    assert answer["events"][0]["body"]["inputs"]["opposing_ec"] == 2
    answer = bob.roll("edged-coins", "toss", {"rank": 5, "opposing_ec": 7}, character=mara)  # nobody's: any number
    assert answer["events"][0]["body"]["inputs"]["opposing_ec"] == 7


def test_a_refusal_says_whose_roll_holds_what_is_missing(local_group: Group) -> None:
    bob, eve = local_group.join("Bob"), local_group.join("Eve")
    kay = eve.character("Kay", resources={"ec": {"value": 9}})
    bob.roll("edged-coins", "toss", {"rank": 5}, opposing=kay, label="Parry", source="faces", faces=[])
    with pytest.raises(Conflict) as refused:
        eve.roll("edged-coins", "toss", {"rank": 1, "ec": 5}, character=kay)
    assert "Kay has 0 ec left, and this may spend 5" in str(refused.value)
    assert 'Bob\'s roll "Parry" (r1)' in str(refused.value)


def test_no_more_is_held_than_a_roll_can_spend(local_group: Group) -> None:
    ada = local_group.host
    mara = ada.character("Mara", resources={"willpower": {"value": 5}})
    for _ in range(2):  # R3.6: one point a roll
        answer = ada.roll("humanity-beast", "action", {"humanity": 1, "beast": 1}, character=mara)
        (held,) = answer["events"][0]["body"]["holds"]
        assert held["amount"] == 1
