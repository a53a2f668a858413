"""The rules of Edged Coins that events cite, by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R4.1": "A rank says how many coins are tossed and how many heads are needed: 1 of 1 for Copper, 1 of 2 from "
    "Bronze on. From Silver on a failure may be tossed again, as a lower rank.",
    "R4.5": "An effect is shaken off with one's action, where an active source tosses to go on, or borne with a toss "
    "that takes no action; a success removes or reduces it.",
    "R4.6": "Damage begins at 1. A toss as the rank of its Potency goes on until one fails, and each success adds 1. "
    "Each point takes one HC.",
    "R4.9": "Whoever fire has hurt tosses with the damage as rank. While that succeeds, the fire burns on.",
    "G4.13": "The rules only tell the damage. Here an attack is a toss first, and what hits does damage.",
    "G4.15": "The rules do not say who wins when both tosses succeed. Here the effect goes on when its source's toss "
    "succeeds; a toss to bear it removes the effect, unless a house rule says that it is reduced.",
    "G4.16": "The rules leave HC to other parts. Here they are entered, and it is told when none is left.",
}
