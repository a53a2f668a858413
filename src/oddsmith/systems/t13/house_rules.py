"""House rules of T13: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import model_validator

from oddsmith.systems.fields.models import HouseRules, house_number, house_rule

#: The readings of an edition that are not the default. What a table chooses by name goes before its edition.
EDITIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "2013": {},
    "2017": {"conversion": "separate"},
    "current": {
        "exact_triple": "inclusive",
        "extra_levels": "inclusive",
        "failure_levels": "fractions",
        "failure_effects": "ref",
        "crisis": "table",
        "halving": "companion",
        "buying": "after",
        "conversion": "off-the-top",
    },
}


class T13Rules(HouseRules):
    """The house rules of T13."""

    edition: Literal["2013", "2017", "current"] = house_rule(
        "editions",
        "Which edition do the readings come from that are not chosen by name?",
        {
            "2013": "the page Dice Tests of 2013, and the default of every gap it leaves",
            "2017": "the same, with Sway, Chi and Yarn exchanged at the flat rates of 2017",
            "current": "the author's current pages: inclusive multiples, failure levels by fractions, the table of "
            "Crises, halving without Proficiencies, dice bought after the roll, Yarn off the top, failure effects "
            "picked by the Ref",
        },
    )

    # --- the score ----------------------------------------------------------------------------------------------------

    method: Literal["sum", "pools"] = house_rule(
        "R2.20",
        "Are all dice added up, or does each pool stand for itself?",
        {
            "sum": "all dice are one score",
            "pools": "Boon, Proficiency and Descendant dice are each compared with the difficulty, and passes counted",
        },
    )
    component_floor: Literal["none", "zero"] = house_rule(
        "G2.5",
        "Can dice with something taken away, such as 1d6-3, come to less than 0?",
        {"none": "yes", "zero": "no, each component comes to 0 at least"},
    )
    proficiency_dice: Literal["by-count", "free"] = house_rule(
        "G2.15",
        "Which Proficiency dice may be rolled?",
        {
            "by-count": "one less than the Proficiencies that apply and one for a Monolith, d4, d6 or d8, at most 4",
            "free": "any 0 to 4 dice",
        },
    )
    halving: Literal["off", "companion", "exact", "round-up"] = house_rule(
        "G2.16",
        "What does a character without any applicable Proficiency score?",
        {
            "off": "the full score",
            "companion": "half of the total, rounded down",
            "exact": "exactly half",
            "round-up": "half of the total, rounded up",
        },
    )

    # --- levels -------------------------------------------------------------------------------------------------------

    exact_double: Literal["complete", "strict"] = house_rule(
        "G2.1",
        "What is a score of exactly twice the difficulty?",
        {"complete": "a Complete Success", "strict": "a Moderate Success"},
    )
    exact_triple: Literal["complete", "inclusive"] = house_rule(
        "G2.2",
        "What is a score of exactly three times the difficulty?",
        {"complete": "a Complete Success", "inclusive": "a Superior Success"},
    )
    exact_half: Literal["moderate-failure", "complete-failure"] = house_rule(
        "G2.3",
        "What is a score of exactly half the difficulty?",
        {"moderate-failure": "a Moderate Failure", "complete-failure": "a Complete Failure"},
    )
    low_opponent: Literal["superior", "at-least-one"] = house_rule(
        "G2.6",
        "How good is it to beat an opponent who scored 0 or less?",
        {
            "superior": "always a Superior Success with one extra level",
            "at-least-one": "as against a difficulty of 1, and a Moderate Success at least",
        },
    )
    extra_levels: Literal["strict", "inclusive", "superior-only"] = house_rule(
        "G2.7",
        "How many extra levels does a Superior Success bring?",
        {
            "strict": "one for every multiple of the difficulty, from three times on, that the score exceeds",
            "inclusive": "one for every multiple of the difficulty, from three times on, that the score reaches",
            "superior-only": "one",
        },
    )
    doubles: Literal["off", "on"] = house_rule(
        "G2.7",
        "Does a score whose tens and units are alike (11, 22, 133) bring a level?",
        {"off": "no", "on": "yes: a success is one level better, a failure one level worse"},
    )
    numerology: Literal["off", "on"] = house_rule(
        "G2.7",
        "Does a score whose digits add up to the character's Geometry or Nemesis number bring a level?",
        {"off": "no", "on": "yes: the Geometry number one better, the Nemesis number one worse"},
    )
    failure_levels: Literal["multiples", "fractions", "serious-only"] = house_rule(
        "G2.10",
        "How many failure levels does a failure bring?",
        {
            "multiples": "a Serious Failure one, and one more for every whole difficulty below 0",
            "fractions": "one for every fraction of the difficulty (1/2, 1/3, 1/4 ...) that the score is below",
            "serious-only": "a Serious Failure one, all others none",
        },
    )

    # --- Proficiency Crises -------------------------------------------------------------------------------------------

    crisis: Literal["both", "table"] = house_rule(
        "G2.13",
        "What does a Proficiency Crisis do?",
        {
            "both": "the character takes the level rolled and its equivalent on the other side",
            "table": "the same for a success with all maxima or a failure with all ones; others are Stalemates",
        },
    )
    crisis_levels: Literal["mirrored", "not-mirrored"] = house_rule(
        "G2.12",
        "How many levels has the equivalent of a Superior Success or a Serious Failure?",
        {"mirrored": "as many as the level rolled", "not-mirrored": "one"},
    )

    # --- what levels buy ----------------------------------------------------------------------------------------------

    effect_limit: Literal["effects", "repeats", "ladder", "tiers"] = house_rule(
        "G2.8",
        "What do the 4, 7 and 10 of Grunt, Mercari and Solo limit?",
        {
            "effects": "extra effects, each entry of the menu once",
            "repeats": "extra effects, the same entry as often as wanted",
            "ladder": "success levels counted from Moderate, so that two less buy effects",
            "tiers": "extra effects, the first 4 from the Grunt's menu, to the 7th from the Mercari's, then the Solo's",
        },
    )
    effect_price: int = house_number("G2.9", "How many extra levels does one effect cost?", 1, low=1, high=10)
    gain: int = house_number(
        "G2.9", "How much Sway, Chi or Yarn does one effect gain or lose? (The Ref says.)", 1, low=1, high=100
    )
    failure_effects: Literal["player", "ref"] = house_rule(
        "G2.11",
        "Who picks the effects of failure levels?",
        {"player": "the player, and the Ref may override", "ref": "the Ref"},
    )

    # --- spending -----------------------------------------------------------------------------------------------------

    buying: Literal["before", "after"] = house_rule(
        "G2.20",
        "When are extra dice bought?",
        {"before": "all of them before anything is rolled", "after": "one at a time, each result seen, until accepted"},
    )
    buy_again: Literal["yes", "no"] = house_rule(
        "G2.19",
        "May the same component be bought several times for one roll?",
        {"yes": "yes, if the Ref agrees", "no": "no, each component once"},
    )
    conversion: Literal["separate", "off-the-top"] = house_rule(
        "G2.22",
        "How are Chi and Yarn kept?",
        {
            "separate": "as stocks of their own, exchanged by hand at flat rates",
            "off-the-top": "Yarn as Chi, so that every point costs what the top of the stock holds",
        },
    )
    adjust: Literal["off", "after-roll"] = house_rule(
        "R2.19",
        "May points change the score of a roll that has landed?",
        {"off": "no", "after-roll": "yes: Sway by 1 each, Chi by 2, Yarn by 5, a Twist by 10"},
    )

    @model_validator(mode="before")
    @classmethod
    def _as_in_the_edition(cls, given: Any) -> Any:
        """Fill in the readings of the edition, where none was chosen by name."""
        if not isinstance(given, Mapping):
            return given
        edition = given.get("edition", "2013")
        return {**EDITIONS.get(edition, {}), **given} if isinstance(edition, str) else given
