"""House rules of T13: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from pydantic import model_validator

from oddsmith.systems.fields.models import HouseRules, book_number, house_number, house_rule, quiet

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


def _effects(rank: str, most: int) -> Any:
    return book_number("R2.7", f"Extra effects of a {rank} at most.", most, low=2, high=20)


def _sides(being: str, sides: int) -> Any:
    return book_number("R2.14", f"Sides of a Proficiency die of {being}.", sides, low=2, high=20)


def _adjusts(what: str, by: int) -> Any:
    return book_number("R2.19", f"What {what} changes a score by.", by, low=1, high=100)


def _price(of: str, currency: str, price: int) -> Any:
    return book_number("R2.4", f"{currency} for a die of {of}.", price, low=1, high=1000)


class T13Rules(HouseRules):
    """The house rules of T13."""

    edition: Literal["2013", "2017", "current"] = house_rule(
        "editions",
        "Which edition decides the readings that you do not choose?",
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
    yin_yang: Literal["together", "apart"] = house_rule(
        "G2.28",
        "Is Sway one stock, or Yin and Yang?",
        {
            "together": "one stock, which pays for every test",
            "apart": "two stocks: the test of a Yin Facet spends Yin, of a Yang Facet Yang; effects move either",
        },
        extra=quiet(),
    )
    adjust: Literal["off", "after-roll"] = house_rule(
        "R2.19",
        "May points change the score of a roll that has landed?",
        {"off": "no", "after-roll": "yes: Sway by 1 each, Chi by 2, Yarn by 5, a Twist by 10"},
    )

    # --- numbers of the book -----------------------------------------------------------------------------------------

    complete_times: int = book_number(
        "R2.6", "Times the difficulty that a Complete Success exceeds.", 2, low=1, high=20
    )
    superior_times: int = book_number(
        "R2.6", "Times the difficulty that a Superior Success exceeds.", 3, low=1, high=20
    )
    half: int = book_number(
        "R2.6",
        "A Moderate Failure is above the difficulty divided by this, a Complete Failure below.",
        2,
        low=1,
        high=20,
    )
    grunt_effects: int = _effects("Grunt", 4)
    mercari_effects: int = _effects("Mercari", 7)
    solo_effects: int = _effects("Solo", 10)
    fitting_counts: int = book_number("R2.12", "Proficiencies that a very fitting one counts as.", 2, low=1, high=10)
    most_proficiencies: int = book_number("R2.12", "Proficiencies that count at most.", 4, low=2, high=20)
    most_proficiency_dice: int = book_number("R2.2", "Proficiency dice at most.", 4, low=1, high=20)
    monolith_dice: int = book_number("R2.14", "Proficiency dice that a Monolith adds.", 1, low=0, high=10)
    child_sides: int = _sides("a child", 4)
    mortal_sides: int = _sides("a mortal", 6)
    immortal_sides: int = _sides("an immortal", 8)
    sway_per_chi: int = book_number("R2.16", "Sway that one Chi is worth.", 2, low=1, high=100)
    sway_adjusts: int = _adjusts("a point of Sway", 1)
    chi_adjusts: int = _adjusts("a point of Chi", 2)
    yarn_adjusts: int = _adjusts("a point of Yarn", 5)
    twist_adjusts: int = _adjusts("a Twist", 10)
    facet_sway: int = _price("a Facet", "Sway", 2)
    facet_chi: int = _price("a Facet", "Chi", 1)
    facet_yarn: int = _price("a Facet", "Yarn", 1)
    skill_sway: int = _price("a Skill", "Sway", 4)
    skill_chi: int = _price("a Skill", "Chi", 2)
    skill_yarn: int = _price("a Skill", "Yarn", 1)
    talent_sway: int = _price("a Talent", "Sway", 10)
    talent_chi: int = _price("a Talent", "Chi", 5)
    talent_yarn: int = _price("a Talent", "Yarn", 2)
    power_sway: int = _price("a Power", "Sway", 14)
    power_chi: int = _price("a Power", "Chi", 7)
    power_yarn: int = _price("a Power", "Yarn", 2)
    trophy_sway: int = _price("a Trophy", "Sway", 16)
    trophy_chi: int = _price("a Trophy", "Chi", 8)
    trophy_yarn: int = _price("a Trophy", "Yarn", 3)
    superskill_sway: int = _price("a Superskill", "Sway", 24)
    superskill_chi: int = _price("a Superskill", "Chi", 12)
    superskill_yarn: int = _price("a Superskill", "Yarn", 4)
    monolith_sway: int = _price("a Monolith", "Sway", 24)
    monolith_chi: int = _price("a Monolith", "Chi", 12)
    monolith_yarn: int = _price("a Monolith", "Yarn", 4)
    location_sway: int = _price("a Location", "Sway", 24)
    location_chi: int = _price("a Location", "Chi", 12)
    location_yarn: int = _price("a Location", "Yarn", 4)
    real_estate_sway: int = _price("Real Estate", "Sway", 32)
    real_estate_chi: int = _price("Real Estate", "Chi", 16)
    real_estate_yarn: int = _price("Real Estate", "Yarn", 5)
    pact_sway: int = _price("a Pact", "Sway", 32)
    pact_chi: int = _price("a Pact", "Chi", 16)
    pact_yarn: int = _price("a Pact", "Yarn", 5)
    artefact_sway: int = _price("an Artefact", "Sway", 42)
    artefact_chi: int = _price("an Artefact", "Chi", 21)
    artefact_yarn: int = _price("an Artefact", "Yarn", 6)
    province_sway: int = _price("a Province", "Sway", 42)
    province_chi: int = _price("a Province", "Chi", 21)
    province_yarn: int = _price("a Province", "Yarn", 6)

    @model_validator(mode="before")
    @classmethod
    def _as_in_the_edition(cls, given: Any) -> Any:
        """Fill in the readings of the edition, where none was chosen by name."""
        if not isinstance(given, Mapping):
            return given
        edition = given.get("edition", "2013")
        return {**EDITIONS.get(edition, {}), **given} if isinstance(edition, str) else given
