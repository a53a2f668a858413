"""Logs that tell rolls by rules that are no more: they are right as long as what happened is.

`earlier_rules.json` has attacks, damage and falls of Edged Coins to somebody whose HC nobody knows, as they were told
when these had rules of their own. `earlier_scenes.json` has scenes of Humanity and Beast that told of each action
whether its difficulty was met and no more, `earlier_sheets.json` whole sheets of the Dot System that told chances in
percent.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.table.forgeries import rechained

from oddsmith.table.verify.check_log import verify
from oddsmith.table.verify.earlier_rules import what_happened

LOG = Path(__file__).with_name("earlier_rules.json")
SCENES = LOG.with_name("earlier_scenes.json")
SHEETS = LOG.with_name("earlier_sheets.json")
Body = dict[str, Any]


def mismatches(log: dict[str, Any]) -> set[str]:
    return {mismatch.what.partition("[")[0].partition(".")[0] for mismatch in verify(log).mismatches}


def finished(log: dict[str, Any], roll: str) -> Body:
    body: Body = next(e["body"] for e in log["events"] if (e["kind"], e["roll"]) == ("roll.finished", roll))
    return body


def test_rolls_by_rules_that_are_no_more_are_found_right() -> None:
    log = json.loads(LOG.read_bytes())
    assert [finished(log, roll)["trail"][0]["rule"] for roll in ("r1", "r2", "r3", "r4")] == [
        "strike_and_pay",
        "hurt_and_pay",
        "fall",
        "land_unhurt",
    ]
    report = verify(log)
    assert (report.mismatches, report.rolls) == ([], 5)


@pytest.mark.parametrize("file", [SCENES, SHEETS], ids=["scenes", "sheets"])
def test_what_earlier_days_told_of_the_same_dice_is_found_right(file: Path) -> None:
    report = verify(json.loads(file.read_bytes()))
    assert (report.mismatches, report.rolls) == ([], 8)


def _remark(body: Body) -> None:
    next(line for line in body["trail"] if line["kind"] == "note")["text"] = "the coins land on their edges"


def _coin(body: Body) -> None:
    face = next(line for line in body["trail"] if line["kind"] == "roll")["faces"][0]
    face["value"] = face["face"] = "T" if face["face"] == "H" else "H"


def _damage(body: Body) -> None:
    body["outcome"]["value" if "value" in body["outcome"] else "damage"] += 1


def _measure(body: Body) -> None:
    body["measures"]["damage"] += 1


def _rules(body: Body) -> None:
    body["trail"][0]["rule"] = "total_harm"


@pytest.mark.parametrize(
    ("forge", "roll", "found"),
    [
        (_remark, "r1", "trail"),
        (_remark, "r4", "trail"),
        (_coin, "r3", "trail"),
        (_damage, "r2", "outcome"),
        (_damage, "r3", "outcome"),
        (_damage, "r4", "outcome"),
        (_measure, "r3", "measures"),
        (_rules, "r2", "trail"),
    ],
)
def test_what_happened_is_still_compared(forge: Callable[[Body], None], roll: str, found: str) -> None:
    log = json.loads(LOG.read_bytes())
    forge(finished(log, roll))
    assert found in mismatches(rechained(log))


def _not_met(body: Body) -> None:
    told = next(line for line in body["trail"] if line.get("text", "").startswith("difficulty"))
    told["text"] = told["text"].replace("not met", "met") if "not" in told["text"] else "difficulty 2 not met"


def _no_check(body: Body) -> None:
    body["trail"] = [line for line in body["trail"] if line.get("text") != "possible Humanity loss"]


def _taken(body: Body) -> None:
    choice = next(line for line in body["trail"] if line["kind"] == "choice")
    choice["taken"] = next(option for option in choice["options"] if option != choice["taken"])


def _die(body: Body) -> None:
    face = next(line for line in body["trail"] if line["kind"] == "roll")["faces"][0]
    face["value"] = face["face"] = face["face"] % 10 + 1


def _left(body: Body) -> None:
    body["measures"]["willpower_left"] += 1


def _malformed(body: Body) -> None:
    for line in body["trail"]:
        if line.get("rule") == "act":
            line["arguments"] = []


@pytest.mark.parametrize(
    ("forge", "found"),
    [
        (_not_met, "trail"),
        (_no_check, "trail"),
        (_taken, "trail"),
        (_die, "trail"),
        (_left, "measures"),
        (_malformed, "trail"),
    ],
)
def test_a_scene_of_earlier_days_cannot_be_altered(forge: Callable[[Body], None], found: str) -> None:
    log = json.loads(SCENES.read_bytes())
    roll = next(
        event["roll"]
        for event in log["events"]
        if event["kind"] == "roll.finished" and "possible Humanity loss" in json.dumps(event["body"]["trail"])
    )
    forge(finished(log, roll))
    assert found in mismatches(rechained(log))


def _chance(body: Body) -> None:
    body["facts"]["DEX"]["after"] = "99.9%"


def _exactly(body: Body) -> None:
    body["facts"]["DEX"]["exactly"] = "1/2 to 1/2"


def _pools(body: Body) -> None:
    body["facts"]["DEX"]["pool"] += 1


def _title(body: Body) -> None:
    body["titles"]["kinder"] = "pools"


def _facts(body: Body) -> None:
    body["facts"] = 7


@pytest.mark.parametrize(
    ("forge", "found"),
    [(_chance, "facts"), (_exactly, "facts"), (_pools, "facts"), (_title, "titles"), (_facts, "body")],
)
def test_a_sheet_of_earlier_days_cannot_be_altered(forge: Callable[[Body], None], found: str) -> None:
    log = json.loads(SHEETS.read_bytes())
    forge(finished(log, "r1"))
    assert found in mismatches(rechained(log))


def test_the_remark_on_a_skill_without_a_pool_was_another_one() -> None:
    def body(note: str, dice: int | None) -> Body:
        row = {"name": "Climbing", "pool": None, "dice": dice, "note": note, "before": {"p": "5/8"}, "after": None}
        return {"facts": {"pools": {"rows": [row]}}, "trail": [{"rule": "look_up", "arguments": {"found": []}}]}

    then, now = body("No pool: the house rules allow 12 or more.", 0), body("No pool: it takes 12 or more.", None)
    found, expected = what_happened(then, now)
    assert found == expected
    then["facts"]["pools"]["rows"][0]["before"] = {"p": "1"}
    found, expected = what_happened(then, now)
    assert found != expected


def test_a_sheet_was_told_without_a_word_of_what_is_taken_for_a_familiarity() -> None:
    familiar = "An 8- without a characteristic is taken for a familiarity (R1.4): Acting 8-."

    def body(*warnings: str) -> Body:
        trail = [{"rule": "look_up", "arguments": {"found": []}}]
        return {"facts": {"pools": {"rows": []}}, "trail": trail, "warnings": list(warnings)}

    passed_over = "There is no number with SKILLS: passed over."
    for then, now, alike in (
        (body(passed_over), body(familiar, passed_over), True),
        (body(), body(familiar, passed_over), False),
        (body(familiar), body(), False),
    ):
        found, expected = what_happened(then, now)
        assert (found == expected) == alike


def test_a_run_of_downs_was_told_without_what_it_comes_to() -> None:
    def body(*notes: str, rule: str = "further_downs") -> Body:
        trail: list[Body] = [{"kind": "rule", "rule": "show", "depth": 0}, {"kind": "rule", "rule": rule, "depth": 0}]
        return {
            "outcome": {"value": -1},
            "trail": trail + [{"kind": "note", "text": text, "depth": 0} for text in notes],
        }

    stops, botch = "stops: the last test was not down", "fewer than 0 successes: a botch"
    for then, now, alike in (
        (body(stops), body(stops, botch), True),
        (body(stops, botch), body(stops, botch), True),
        (body(), body(stops, botch), False),
        (body("stops"), body(stops, botch), False),
        (body(stops, "3 successes"), body(stops, botch), False),
        (body(stops, rule="further_ups"), body(stops, botch, rule="further_ups"), False),
    ):
        found, expected = what_happened(then, now)
        assert (found == expected) == alike
