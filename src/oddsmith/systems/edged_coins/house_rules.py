"""House rules of Edged Coins: each question that its rules leave open, with its readings, the default first."""

from __future__ import annotations

from typing import Any, Literal

from oddsmith.systems.fields.models import HouseRules, book_number, house_rule


def _coins(of: str, coins: int) -> Any:
    return book_number("R4.1", f"Coins of {of}.", coins, low=1, high=10)


def _heads(of: str, heads: int) -> Any:
    return book_number("R4.1", f"Heads that a toss of {of} needs.", heads, low=1, high=10)


def _fallback(of: str, rank: int, fallback: int | None = None) -> Any:
    text = f"Rank as which a failed toss of {of} is tossed again, if at all."
    return book_number("R4.1", text, fallback, low=-1, high=rank - 1)


def _price(what: str, price: int) -> Any:
    return book_number("R4.10, R4.11", f"EC for {what}.", price, low=1, high=100)


def _ranks(name: str, ranks: int) -> Any:
    return book_number("R4.2", f"Ranks that {name} adds.", ranks, low=-7, high=7)


class EdgedCoinsRules(HouseRules):
    """The house rules of Edged Coins."""

    rank_six: Literal["as-printed", "fallback3", "bronze-fallback3", "never-worse"] = house_rule(
        "G4.1",
        "What is rank 6? As printed it is worse than rank 5.",
        {
            "as-printed": "3 coins, 1 head, no second toss: 7/8",
            "fallback3": "3 coins, 1 head, and on a failure a toss as rank 3: 125/128",
            "bronze-fallback3": "2 coins, 1 head, and on a failure a toss as rank 3: 61/64",
            "never-worse": "the better of rank 6 and rank 5",
        },
    )
    beyond: Literal["clamp", "automatic", "reject"] = house_rule(
        "G4.2",
        "What becomes of a rank below -1 or above 6 when all modifiers are added?",
        {
            "clamp": "it counts as -1 or as 6",
            "automatic": "below -1 fails and above 6 succeeds without a toss",
            "reject": "modifiers that could lead there are not allowed",
        },
    )
    power_difference: Literal["scope", "scope+1", "cap-explosions", "cap-tosses"] = house_rule(
        "G4.5",
        "What does the difference of two Powers limit?",
        {
            "scope": "how many tosses of the damage chain have the changed Potency; the others have the source's own",
            "scope+1": "the same, with one toss more: the first is not counted",
            "cap-explosions": "how many explosions may follow the first toss; all have the changed Potency",
            "cap-tosses": "how many tosses the damage chain may have; all have the changed Potency",
        },
    )
    power_effort: Literal["potency", "difference"] = house_rule(
        "G4.7",
        "What do the 2 EC of an effort in power change by 1?",
        {
            "potency": "the Potency of one toss of the damage chain",
            "difference": "the difference of the Powers, for one toss of the damage chain",
        },
    )
    skill_effort: Literal["once", "repeated"] = house_rule(
        "G4.8",
        "How often may an effort raise the rank of the same toss?",
        {"once": "once", "repeated": "as often as somebody pays"},
    )
    chain: Literal["each-toss", "whole"] = house_rule(
        "G4.9",
        "What in a damage chain may be re-tossed, bought, forced or inverted?",
        {
            "each-toss": "every toss of the chain; a success undone ends the chain there",
            "whole": "the chain as a whole, once it has ended: without a success it is a failure",
        },
    )
    inverting: Literal["text", "table"] = house_rule(
        "G4.10",
        "What may be inverted for 20 EC?",
        {
            "text": "any individual's toss",
            "table": "a player's toss, into a failure; what nobody plays cannot be inverted",
        },
    )
    fire_damage: Literal["new", "same"] = house_rule(
        "G4.11",
        "What damage does a fire do when it continues?",
        {"new": "every round a new damage toss", "same": "the damage of the first round again"},
    )
    fire_answers: Literal["no", "yes"] = house_rule(
        "G4.11",
        "May EC be spent against the tosses of a fire?",
        {
            "no": "no, they are nobody's",
            "yes": "yes, as against another's: an effort against the damage, to force a re-toss, or to invert",
        },
    )
    short_fall: Literal["potency-0", "no-damage"] = house_rule(
        "G4.12",
        "What does a fall of less than 3 metres do?",
        {"potency-0": "damage with Potency 0", "no-damage": "nothing"},
    )
    opposers: Literal["each", "one"] = house_rule(
        "G4.14",
        "What do several opposers cost?",
        {"each": "every success of theirs one rank", "one": "only one of them may toss"},
    )
    both_succeed: Literal["continues", "penalty"] = house_rule(
        "G4.15",
        "An active source tosses to continue its effect. What does its success do?",
        {
            "continues": "the effect continues, whatever the resisting character tosses",
            "penalty": "it costs the resisting toss one rank, as any opposing toss",
        },
    )
    passive_success: Literal["remove", "reduce"] = house_rule(
        "G4.15",
        "What does a success of a passive resistance do?",
        {"remove": "it removes the effect", "reduce": "it takes 1 off what the effect costs each round"},
    )

    # --- numbers of the book -----------------------------------------------------------------------------------------

    minus_one_coins: int = _coins("rank -1", 3)
    minus_one_heads: int = _heads("rank -1", 3)
    iron_coins: int = _coins("Iron", 2)
    iron_heads: int = _heads("Iron", 2)
    iron_fallback: int | None = _fallback("Iron", 0)
    copper_coins: int = _coins("Copper", 1)
    copper_heads: int = _heads("Copper", 1)
    copper_fallback: int | None = _fallback("Copper", 1)
    bronze_coins: int = _coins("Bronze", 2)
    bronze_heads: int = _heads("Bronze", 1)
    bronze_fallback: int | None = _fallback("Bronze", 2)
    silver_coins: int = _coins("Silver", 2)
    silver_heads: int = _heads("Silver", 1)
    silver_fallback: int | None = _fallback("Silver", 3, 0)
    gold_coins: int = _coins("Gold", 2)
    gold_heads: int = _heads("Gold", 1)
    gold_fallback: int | None = _fallback("Gold", 4, 1)
    platinum_coins: int = _coins("Platinum", 2)
    platinum_heads: int = _heads("Platinum", 1)
    platinum_fallback: int | None = _fallback("Platinum", 5, 2)
    six_coins: int = _coins("rank 6", 3)
    six_heads: int = _heads("rank 6", 1)
    six_fallback: int | None = _fallback("rank 6", 6)
    very_easy_ranks: int = _ranks("very easy", 2)
    easy_ranks: int = _ranks("easy", 1)
    normal_ranks: int = _ranks("normal", 0)
    difficult_ranks: int = _ranks("difficult", -1)
    very_difficult_ranks: int = _ranks("very difficult", -2)
    opposed_ranks: int = book_number("R4.4", "Ranks that each success against an action takes.", 1, low=0, high=7)
    damage_start: int = book_number("R4.6", "Points that all damage starts at.", 1, low=1, high=20)
    success_damage: int = book_number("R4.6", "Points that each success of a damage toss adds.", 1, low=1, high=20)
    power_ranks: int = book_number(
        "R4.7", "Potency that a higher Power of weapon or armor adds or takes.", 1, low=0, high=7
    )
    effort_ranks: int = book_number("R4.11", "Ranks that an effort in skill adds.", 1, low=1, high=7)
    power_effort_ranks: int = book_number("R4.11", "What an effort in power adds or takes.", 1, low=1, high=7)
    effort_price: int = _price("an effort in skill", 1)
    power_effort_price: int = _price("an effort in power", 2)
    talent_price: int = _price("a talent, at least", 1)
    dramatic_use_price: int = _price("a dramatic use, at least", 1)
    re_toss_price: int = _price("a re-toss", 5)
    buy_price: int = _price("a success that is bought", 10)
    force_price: int = _price("a re-toss that is forced", 15)
    invert_price: int = _price("a toss that is inverted", 20)
    metres: int = book_number("R4.8", "Metres fallen for each Potency.", 3, low=1, high=100)
