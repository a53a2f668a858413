"""The rules of Humanity and Beast by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R3.1": "A character has ten dice, Humanity and Beast together. Humanity that is lost becomes a Beast die.",
    "R3.2": "For an action any number of Humanity and Beast dice is taken, from one die to ten; some "
    "actions demand some of either.",
    "R3.3": "A Humanity die succeeds on 7 to 10, a Beast die on 6 to 10.",
    "R3.4": "A 10 may be rerolled for another success.",
    "R3.5": "The game master sets how many successes an action needs: from Easy, 2, to Legendary, 10.",
    "R3.6": "One point of Willpower may be paid for a roll: before it for an assured success, or after it"
    " to reroll any one die.",
    "R3.7": "The colour with more successes says how the action is told.",
    "R3.8": "In a conflict both sides roll. Whoever has more successes wins, and the difference is damage"
    " to the loser's Willpower.",
    "R3.9": "More Beast successes than current Willpower may cost Humanity.",
    "R3.10": "More Beast successes than Humanity successes may cost Humanity.",
    "G3.8": "The rules leave the roll against a loss of Humanity open. A house rule says how it is made; "
    "otherwise the game master decides.",
    "G3.9": "A character leaves play without Humanity dice; by a house rule, with the last one.",
    "G3.13": "The rules do not say how equal colours are told. Here they are mixed.",
    "G3.14": "The rules do not say what a tie is. Here nobody wins and nobody is hurt, unless a house rule says so.",
    "G3.16": "Willpower stops at 0; what damage goes beyond it is told. Who has none left is out of Willpower.",
    "Aug 2010": "From the playtest's character sheet of August 2010: a Frenzy check is rolled with Beast "
    "dice, and feeding that spares the victim brings one.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown.
RETELLING: Final = {
    "R3.2: so many Humanity dice and so many Beast dice are taken for the action.": (
        "R3.2: choose Humanity and Beast dice for the action."
    ),
    "G3.4: what the reroll of a die comes to.": "G3.4: the die is rerolled.",
    "R3.8 to R3.10: who wins, what it costs the loser, and whether Humanity is at risk.": (
        "R3.8 to R3.10: the winner, the loser's price, and any risk to Humanity."
    ),
}
