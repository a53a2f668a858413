"""The rules of Humanity and Beast by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R3.1": "A character has ten dice, Humanity and Beast together. Humanity that is lost becomes a Beast die.",
    "R3.2": "For an action any number of Humanity and Beast dice is taken, from one die to ten; some actions "
    "demand some of either.",
    "R3.3": "A Humanity die succeeds on 7 to 10, a Beast die on 6 to 10.",
    "R3.4": "A 10 may be rerolled for another success.",
    "R3.5": "The game master sets how many successes an action needs: from Easy, 2, to Legendary, 10.",
    "R3.6": "One point of Willpower may be paid for a roll: before it for an assured success, or after it to "
    "reroll any one die.",
    "R3.7": "The colour with more successes says how the action is told.",
    "R3.8": "In a conflict both sides roll. Whoever has more successes wins, and the difference is damage to the "
    "loser's Willpower.",
    "R3.9": "More Beast successes than current Willpower may cost Humanity.",
    "R3.10": "More Beast successes than Humanity successes may cost Humanity.",
    "G3.1": "The rules do not say what a rerolled 10 that shows 10 again does. Here it is rerolled again, unless "
    "a house rule says otherwise.",
    "G3.2": "A 10 may be rerolled. Here it always is, unless a house rule leaves it to the player or forbids it.",
    "G3.3": "A rerolled 10 succeeds on the same faces as any die of its colour.",
    "G3.4": "The rules do not say what becomes of the rerolls of a die that Willpower rerolls. Here a new throw "
    "takes the place of all of them, unless a house rule says otherwise.",
    "G3.5": "The rules do not say which colour an assured success has. Here neither, unless a house rule says "
    "otherwise.",
    "G3.6": "The rules do not say when current Willpower is read. Here after the roll's own point and before "
    "damage, unless a house rule says otherwise.",
    "G3.7": "The rules do not say whether two reasons bring two checks. Here one, unless a house rule says otherwise.",
    "G3.8": "The rules leave the roll against a loss of Humanity open. A house rule says how it is made; "
    "otherwise the game master decides.",
    "G3.9": "A character leaves play without Humanity dice; by a house rule, with the last one.",
    "G3.10": "The rules do not say what a character begins with. Here it is entered; the example has 7 Humanity "
    "and 3 Beast dice, and Willpower 5.",
    "G3.11": "The rules do not say whether dice that an action takes are gone. Here they are not, unless a house "
    "rule shares one pool in a scene.",
    "G3.12": "Nobody acts without a die, unless Willpower buys a success.",
    "G3.13": "The rules do not say how equal colours are told. Here they are mixed.",
    "G3.14": "The rules do not say what a tie is. Here nobody wins and nobody is hurt, unless a house rule says so.",
    "G3.15": "The rules do not say whether a difficulty counts in a conflict. Here it does not, unless a house "
    "rule says otherwise.",
    "G3.16": "Willpower stops at 0; what damage goes beyond it is told. Who has none left is out of Willpower.",
    "G3.17": "The rules do not speak of conflicts of several. Here two sides meet, pair by pair.",
    "G3.18": "An action that demands more dice than there are cannot be taken.",
    "G3.19": "The author meant to change the faces that succeed in play. Here they are 7 and 6, unless a house "
    "rule says otherwise.",
    "G3.20": "Successes beyond the difficulty are told, and mean nothing.",
    "Aug 2010": "From the playtest's character sheet of August 2010: a Frenzy check is rolled with Beast dice, and "
    "feeding that spares the victim brings one.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown.
RETELLING: Final = {
    "R3.2: so many Humanity dice and so many Beast dice are taken for the action.": (
        "R3.2: choose Humanity and Beast dice for the action."
    ),
    "G3.4: what the reroll of a die comes to.": "G3.4: the die is rerolled.",
    "R3.3, R3.4: the dice are rolled; a 10 is rerolled for another success.": (
        "R3.3, R3.4: the dice are rolled; the highest face is rerolled for another success."
    ),
    "R3.4: 10s that wait (G3.2) are rerolled one at a time.": (
        "R3.4: highest faces that wait (G3.2) are rerolled one at a time."
    ),
    "R3.6, G3.4: the die is thrown again, and its 10s are rerolled as before.": (
        "R3.6, G3.4: the die is thrown again, and its highest faces are rerolled as before."
    ),
    "Aug 2010: feeding that kills refreshes all Willpower but risks Humanity; sparing refreshes 2 and risks frenzy.": (
        "Aug 2010: feeding that kills refreshes all Willpower but risks Humanity; sparing refreshes some, and risks "
        "frenzy."
    ),
    "R3.8 to R3.10: who wins, what it costs the loser, and whether Humanity is at risk.": (
        "R3.8 to R3.10: the winner, the loser's price, and any risk to Humanity."
    ),
}
