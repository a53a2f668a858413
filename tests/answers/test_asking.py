"""Actions of one rule answer what is asked as those answer that are followed whole."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from pydantic import Field

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import Question
from oddsmith.dice import d6
from oddsmith.rules import Call, Reading, choose, note, roll, rule
from oddsmith.systems import Action, Event, HouseRules, Inputs, Measure, System, Tour
from oddsmith.systems.declaration import OneRule
from oddsmith.workbench.document import sweep_document


class Rules(HouseRules):
    pass


class Arms(Inputs):
    blows: int = Field(2, ge=0, le=9)
    coins: int = Field(1, ge=0, le=9)


@dataclass(frozen=True)
class Raid:
    damage: int
    coins_spent: int
    misses: int
    said: str

    @property
    def odd(self) -> bool:
        """An odd number of misses."""
        left = self.misses % 2
        return left == 1


@rule
async def raid(blows: int, coins: int) -> Raid:
    """1: each blow hits from a 4 on; a coin throws a miss anew, and a six at the end goes on."""
    damage = misses = spent = 0
    faces: tuple[int, ...] = ()
    for _ in range(blows):
        face = await roll(d6)
        if face < 4 and spent < coins and await choose("player", ("let it be", "pay")) == "pay":
            spent += 1
            face = await roll(d6)
        faces += (face,)
        await note(f"{faces} so far")
        if face >= 4:
            damage += face - 3
        else:
            misses += 1
    if damage >= 3:
        damage += await roll(d6.explode(6).pool(1).count(at_least=6))
    return Raid(damage, spent, misses, str(faces))


def _damage(raided: Raid) -> int:
    return raided.damage


def _call(arms: Arms, rules: Rules) -> Call[Raid]:
    return raid(arms.blows, arms.coins)


RAID = Action[Arms, Rules, Raid](
    name="raid",
    title="Raid",
    summary="Blows and coins.",
    inputs=Arms,
    call=OneRule(_call),
    events=(
        Event("hit", "a hit", Reading(_damage, lambda damage: damage > 0)),
        Event("rout", "a rout", Reading(_damage, lambda damage: damage >= 4)),
        Event("clean", "no miss", lambda raided: raided.misses == 0),
    ),
    measures=(
        Measure("damage", "damage", _damage),
        Measure("coins_spent", "coins spent", lambda raided: raided.coins_spent, spends=True),
    ),
    decides="whether to pay",
)
WHOLE = replace(RAID, call=lambda arms, rules, asked: raid(arms.blows, arms.coins))
SYSTEM = System(
    "raids", "Raids", "Raids.", Rules, (RAID,), lambda rules: (), Tour("raid", {}, lambda: "Pay late."), sources=()
)


def both(**inputs: Any) -> tuple[Question, Question]:
    arms = Arms(**inputs)
    return Question(SYSTEM, RAID, arms, Rules()), Question(SYSTEM, WHOLE, arms, Rules())


def near(exact: str, other: str) -> bool:
    """Tell whether a number is another but for what the second could not resolve."""
    return abs(Fraction(exact) - Fraction(other)) < Fraction(1, 10**15)


def test_an_unbounded_measure_is_exact_beside_others() -> None:
    asked, whole = both(blows=3, coins=0)
    found, known = odds_document(asked), odds_document(whole)
    assert (found["exact"], known["exact"]) == (True, False)
    assert found["measures"]["damage"]["min"] == 0
    assert found["measures"]["damage"]["max"] is None
    for name in ("hit", "rout", "clean"):
        assert near(found["events"][name]["p"], known["events"][name]["p"])
    assert found["events"]["clean"]["p"] == "1/8"
    assert found["measures"]["coins_spent"]["pmf"] == [[0, "1", 1.0]]
    # each of 3 blows adds (1 + 2 + 3)/6; from 3 on, sixes add 1/5 on average; 2 or less: none, or 1, 2, 1+1 in 6ths
    low = Fraction(1, 8) + 3 * Fraction(1, 4) * Fraction(2, 6) + 3 * Fraction(1, 2) * Fraction(1, 36)
    assert Fraction(found["measures"]["damage"]["mean"]["exact"]) == 3 + (1 - low) * Fraction(1, 5)


@pytest.mark.parametrize(
    ("goal", "prices"),
    [
        ("rout", {}),
        ("damage", {}),
        ("rout", {"coins_spent": "1/5"}),
        ("damage", {"coins_spent": 1}),
        ("rout and clean", {}),
        ("clean and not rout", {}),
        ("damage - 2 coins_spent", {}),
        ("coins_spent", {}),
    ],
)
def test_best_play_is_that_of_the_whole_outcome(goal: str, prices: dict[str, Any]) -> None:
    asked, whole = both(blows=2, coins=2)
    found, known = best_document(asked, goal, prices), best_document(whole, goal, prices)
    assert near(found["value"]["exact"], known["value"]["exact"])
    assert near(found["unspent"]["exact"], known["unspent"]["exact"])
    assert found["titles"] == known["titles"]
    for name, event in found["events"].items():
        if name in known["events"]:
            assert near(event["p"], known["events"][name]["p"])
    assert {entry["at"]["rule"] for entry in found["plan"]} == {"raid"}
    assert all(not entry["at"].get("within") for entry in found["plan"])
    assert found["decisions"]["all"] <= known["decisions"]["all"]


def test_trade_offs_are_those_of_the_whole_outcome() -> None:
    asked, whole = both(blows=2, coins=2)
    for gain in ("rout", "damage", "clean"):
        found, known = [frontier_document(one, gain, "coins_spent")["points"] for one in (asked, whole)]
        for end in (0, -1):  # between them the whole has more points, by what it could not resolve
            assert near(found[end]["gain"]["exact"], known[end]["gain"]["exact"])
            assert near(found[end]["cost"]["exact"], known[end]["cost"]["exact"])


def test_a_sweep_asks_for_what_it_tells() -> None:
    found = sweep_document(SYSTEM, RAID, {"coins": 0}, {}, {"blows": [0, 1, 4]}, ["clean", "hit"])
    assert [[each["p"] for each in cell["each"]] for cell in found["cells"]] == [
        ["1", "0"],
        ["1/2", "1/2"],
        ["1/16", "15/16"],
    ]


def test_an_event_that_cannot_be_read_is_asked_of_the_whole() -> None:
    lucky = Event[Raid]("lucky", "a six", _lucky)
    action = replace(RAID, events=(*RAID.events, lucky))
    found = odds_document(Question(SYSTEM, action, Arms(blows=1, coins=0), Rules()))
    assert found["events"]["lucky"]["p"].startswith("1/6") or found["unresolved"] != "0"
    assert found["events"]["hit"]["p"] == "1/2"


@pytest.mark.parametrize("goal", ["odd and not rout", "odd or clean", "odd"])
def test_an_event_that_reads_a_property_is_asked_beside_others(goal: str) -> None:
    events = (*RAID.events, Event[Raid]("odd", "an odd number of misses", lambda raided: raided.odd))
    arms = Arms(blows=2, coins=2)
    found, known = [
        best_document(Question(SYSTEM, replace(action, events=events), arms, Rules()), goal) for action in (RAID, WHOLE)
    ]
    assert near(found["value"]["exact"], known["value"]["exact"])
    assert near(found["unspent"]["exact"], known["unspent"]["exact"])


def _lucky(raided: Raid) -> bool:
    lucky = "6" in raided.said
    return lucky  # noqa: RET504 (more than an expression)
