"""Phrases for the options of decisions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from oddsmith.systems.humanity_beast.house_rules import COLOURS, HumanityBeastRules
from oddsmith.systems.humanity_beast.rules.reading import die_showing

#: R3.6: uses of the one point of Willpower.
_PHRASES: Final[Mapping[str, str]] = {
    "none": "pay no Willpower",
    "before": "pay 1 Willpower now for an assured success",
    "after": "roll, then maybe pay 1 Willpower to reroll a die",
    "keep": "let the dice lie",
    "no action": "leave this action out",
    "humanity": "take a Humanity success",
    "beast": "take a Beast success",
    "spared": "spare the victim",
    "killed": "kill the victim",
}

_BOOK: Final = HumanityBeastRules()

#: Successes of a die that a trail tells in words; more are very rare.
_TOLD: Final = ("miss used", "hit used", "miss", "hit", *map(str, range(10)))


def phrase(option: str, rules: HumanityBeastRules = _BOOK) -> str:
    """Put an option in a phrase: a die by its colour and the successes that it shows, a mix by its colours.

    >>> phrase("reroll beast 0"), phrase("reroll humanity 1")
    ('reroll a Beast die without a success', 'reroll a Humanity die with 1 success')
    >>> phrase("reroll humanity miss used"), phrase("reroll beast")
    ('reroll a Humanity die without a success after a 10', 'reroll the 10 of a Beast die')
    >>> phrase("7H+0B"), phrase("6H+3B+Willpower")
    ('7 Humanity dice', '6 Humanity and 3 Beast dice, paying 1 Willpower')
    """
    if mix := re.fullmatch(r"(\d+)H\+(\d+)B(?:\+Willpower(?: \((.+)\))?|, then Willpower)?", option):
        if option.endswith(", then Willpower"):
            return f"{_mix(int(mix[1]), int(mix[2]), paid=False, counts_as=None)}, then maybe 1 Willpower for a reroll"
        return _mix(int(mix[1]), int(mix[2]), paid="Willpower" in option, counts_as=mix[3])
    found = re.fullmatch(r"reroll (humanity|beast)(?: (\d+|hit|miss))?( used)?", option)
    if option == "leave":
        return f"reroll no {rules.sides}"
    if found is None:
        return _PHRASES.get(option, option)
    colour, shown = found[1].capitalize(), found[2]
    if shown is None:
        return f"reroll the {rules.sides} of a {colour} die"
    return f"reroll {die_showing(colour, shown)}{f' after a {rules.sides}' if found[3] else ''}"


def rerolls_retold() -> dict[str, str]:
    """Return lines of trails, as logs hold them, that name the die which Willpower rerolls, with the words for them."""
    return {
        f"pays 1 Willpower for a reroll ({colour} {shown})": f"pays 1 Willpower to {phrase(f'reroll {colour} {shown}')}"
        for colour in COLOURS
        for shown in _TOLD
    }


def _mix(humanity: int, beast: int, *, paid: bool, counts_as: str | None) -> str:
    colours = [f"{number} {colour}" for number, colour in ((humanity, "Humanity"), (beast, "Beast")) if number]
    dice = " and ".join(colours) + (" die" if humanity + beast == 1 else " dice") if colours else "no dice"
    if not paid:
        return dice
    return f"{dice}, paying 1 Willpower" + (f" for a {counts_as.capitalize()} success" if counts_as else "")
