"""Purchases of dice as a player would say them: options, and what is known where they are chosen."""

from __future__ import annotations

import re
from typing import Any


def phrase(option: str) -> str:
    """Put a purchase in a phrase.

    >>> phrase("no skill:1d6+2"), phrase("skill:1d6, 2 talent:2d6 for 24 Sway")
    ('no skill dice (1d6+2)', '1 skill die (1d6), 2 talent dice (2d6) for 24 Sway')
    """
    return re.sub(r"(?:\b(no|\d+) )?\b(\w+):([^ ,]+)", _in_a_phrase, option)


def _in_a_phrase(component: re.Match[str]) -> str:
    number = component[1] or "1"
    return f"{number} {component[2]} {'die' if number == '1' else 'dice'} ({component[3]})"


def dice_bought(known: dict[str, Any]) -> dict[str, Any]:
    """Say by kind of dice, and where several offers are of one kind by size, how many are bought so far.

    known: the variables of a rule: its `buyer`, what is `bought` of each offer, and the next `offer` that there is to
    decide, if there is one.
    """
    offers, bought = known["buyer"].offers, known["bought"]
    kinds = [offer.kind for offer in offers]
    found = {name: value for name, value in known.items() if name not in ("bought", "offer")}
    for component, number in list(zip(offers, bought, strict=True))[: known.get("offer")]:
        size = "" if kinds.count(component.kind) == 1 else f"_{component.dice}"
        name = f"{component.kind}{size}_dice_bought".replace("+", "_plus_").replace("−", "_minus_").replace("-", "_")
        found[name] = number
    return found


def offers_taken(known: dict[str, Any]) -> dict[str, Any]:
    """Say what is bought so far where a rule counts it: where each offer may be taken once."""
    return {name: known[name] for name in known if name != "bought"} if known["buyer"].again else dice_bought(known)


def score_so_far(known: dict[str, Any]) -> dict[str, Any]:
    """Say which way points have changed the score, as they go on to, where they have, and a Crisis where there is one.

    >>> score_so_far({"score": 4, "crisis": None, "direction": -1})
    {'score': 4, 'going': 'down'}
    """
    going = {1: {"going": "up"}, -1: {"going": "down"}}.get(known["direction"], {})
    crisis = {"crisis": known["crisis"]} if known["crisis"] else {}
    return {name: known[name] for name in known if name not in ("crisis", "direction")} | crisis | going
