"""The rules of T13 that events cite, by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R2.5": "The score is compared with the difficulty, or with the opponent's score. The higher one wins; equal ones "
    "are a Stalemate, which nobody wins.",
    "R2.6": "Above the difficulty is a Moderate Success, above twice it a Complete, above three times it a Superior "
    "one. Above half of it is a Moderate Failure, which may be tried again; less is a Complete Failure, and below 0 a "
    "Serious one.",
    "R2.7": "Each level above Complete buys one effect from the menu. A Grunt may have 4, a Mercari 7, a Solo 10.",
    "R2.8": "A Serious Failure turns effects against the character: something is lost or suffered, a card is played "
    "against them, or the Tone is set the other way.",
    "R2.10": "What has to be paid and is not there is taken elsewhere, as the Ref chooses: Proficiencies, Descendants, "
    "an Annex, Handicaps.",
    "R2.11": "When Proficiency dice all show their highest or all their lowest face, the level rolled comes with its "
    "counterpart: a success with a failure, and a failure with a success.",
    "G2.22": "The rules do not say what becomes of a rest that is too small to exchange. Here it stays as it was.",
}
