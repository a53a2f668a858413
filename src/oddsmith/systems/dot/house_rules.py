"""House rules of the Dot System: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import HouseRules, book_number, house_rule
from oddsmith.wording import HouseRule


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

    # --- numbers of the book -----------------------------------------------------------------------------------------

    sides: int = book_number("R1.5", "Sides of a die.", 6, low=2, high=20)
    target: int = book_number("R1.5", "Lowest face that succeeds.", 5, low=1, high=20)
    reroll_from: int = book_number("R1.7", "Lowest face that is rolled again.", 6, low=2, high=20)
    exceptional: int = book_number("R1.6", "Successes that are exceptional.", 5, low=1, high=50)
    points_a_dot: int = book_number("R1.1", "Points of a characteristic that make a dot.", 5, low=1, high=20)
    roll_at_no_dots: int = book_number("R1.12", "HERO roll that makes no dots.", 9, low=0, high=20)
    usual_modifier: int = book_number("R1.8", "Dots that a GM adds or takes at most.", 5, low=0, high=50)
    familiarity_8: int = book_number("R1.4", "Dots of a familiarity at 8-.", 1, low=0, high=20)
    familiarity_11: int = book_number("R1.4", "Dots of a familiarity at 11-.", 2, low=0, high=20)
    attack_dots: int = book_number("R1.10", "Dots of an attack where OCV and DCV are equal.", 2, low=-10, high=20)

    @model_validator(mode="after")
    def _asked_of_successes(self) -> Self:
        if self.reroll == "ask" and not self.target <= self.reroll_from <= self.sides:
            allowed = f"{self.target} to {self.sides}, a face that succeeds, where somebody is asked about it"
            raise BadInput(HouseRule("reroll_from"), self.reroll_from, allowed)
        return self
