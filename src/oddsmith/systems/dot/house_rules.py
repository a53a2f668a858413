"""House rules of the Dot System: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from typing import Literal

from oddsmith.systems.fields.models import HouseRules, house_rule


class DotRules(HouseRules):
    """The house rules of the Dot System."""

    rounding: Literal["nearest", "floor", "ceiling"] = house_rule(
        "G1.1",
        "How many dots is a characteristic that five does not divide?",
        {
            "nearest": "the nearest number, as HERO rounds (13 is 3 dots, 12 is 2)",
            "floor": "what is left over does not count",
            "ceiling": "what is left over counts as a dot",
        },
    )
    low_characteristic: Literal["one-die", "no-pool"] = house_rule(
        "G1.2",
        "What is rolled for a characteristic that makes no dot?",
        {
            "one-die": "one die, and a miss is a critical failure",
            "no-pool": "nothing: there is no check",
        },
    )
    low_skill: Literal["refuse", "characteristic-alone", "subtract"] = house_rule(
        "G1.3",
        "What is rolled for a skill below its characteristic roll?",
        {
            "refuse": "nothing: it forms no pool",
            "characteristic-alone": "the characteristic alone, which the GM allows",
            "subtract": "its negative dots are taken off the characteristic's",
        },
    )
    flat_skill: Literal["target-minus-nine", "as-familiarity"] = house_rule(
        "G1.4",
        "How many dots is a skill that has no characteristic?",
        {
            "target-minus-nine": "its roll less nine, as with all other rolls",
            "as-familiarity": "as a familiarity: one dot for 8- to 10-, two for 11-, one more for every point above",
        },
    )
    reroll: Literal["automatic", "ask", "once", "off"] = house_rule(
        "G1.6",
        "Who says whether a die that shows 6 is rolled again?",
        {
            "automatic": "nobody: it is, as long as it shows 6, since that never costs a success",
            "ask": "whoever rolls, each time",
            "once": "nobody: it is, but at most once a die",
            "off": "nobody: it never is",
        },
    )
    combat_floor: Literal["one-die", "automatic-miss"] = house_rule(
        "G1.10",
        "What becomes of an attack whose pool is below one dot?",
        {
            "one-die": "one die is rolled, and a miss is a critical failure",
            "automatic-miss": "it misses without a roll",
        },
    )
    hits: Literal["at-most-shots", "uncapped"] = house_rule(
        "G1.11",
        "Can there be more hits than shots?",
        {
            "at-most-shots": "no: further successes of an attack hit nothing",
            "uncapped": "yes: every success is a hit",
        },
    )
    opposed: Literal["off", "tie-to-defender", "tie-to-active"] = house_rule(
        "G1.14",
        "How are two characters compared? (The rules do not say.)",
        {
            "off": "not at all",
            "tie-to-defender": "more successes win, a tie goes to the defender",
            "tie-to-active": "more successes win, a tie goes to whoever acts",
        },
    )
