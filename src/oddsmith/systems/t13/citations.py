"""The rules of T13 by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R2.1": "A test rolls dice against a difficulty that the Ref sets, or against an opponent's roll.",
    "R2.2": "One Boon die, one Descendant die and up to four Proficiency dice are free.",
    "R2.3": "The score is the sum of all dice.",
    "R2.4": "Further dice are bought with Sway, Chi or Yarn, each kind at its price, from 2 Sway for a "
    "Facet to 42 for an Artefact.",
    "R2.5": "The score is compared with the difficulty, or with the opponent's score. The higher one "
    "wins; equal ones are a Stalemate, which nobody wins.",
    "R2.6": "Above the difficulty is a Moderate Success, above twice it a Complete, above three times it "
    "a Superior one. Above half of it is a Moderate Failure, which may be tried again; less is a "
    "Complete Failure, and below 0 a Serious one.",
    "R2.7": "Each level above Complete buys one effect from the menu. A Grunt may have 4, a Mercari 7, a Solo 10.",
    "R2.8": "A Serious Failure turns effects against the character: something is lost or suffered, a card"
    " is played against them, or the Tone is set the other way.",
    "R2.9": "Nobody takes failure levels while the opponent takes success levels, but for those above the opponent's.",
    "R2.10": "What has to be paid and is not there is taken elsewhere, as the Ref chooses: Proficiencies, "
    "Descendants, an Annex, Handicaps.",
    "R2.11": "When Proficiency dice all show their highest or all their lowest face, the level rolled "
    "comes with its counterpart: a success with a failure, and a failure with a success.",
    "R2.12": "Two Proficiencies that apply bring a die, three bring two and four three. One that fits very"
    " well counts twice; without any the score is halved where a house rule says so.",
    "R2.13": "By a house rule a Crisis goes by a table: a success with all ones and a failure with all "
    "highest faces are Stalemates, and otherwise it is both.",
    "R2.14": "Proficiency dice are d4 for a child, d6 for an adult and d8 for an immortal. A Monolith brings one more.",
    "R2.15": "A number has a Value that grows faster than itself: 13 has 66, 20 has 131. A Boon scores on average"
    " what has the Boon as its Value.",
    "R2.16": "2 Sway are 1 Chi, both ways, and 8 Yarn are 32 Chi.",
    "R2.17": "A die costs half as much Chi as Sway, and the most Yarn whose Value is no more than that Chi, but at"
    " least 1.",
    "R2.18": "A Grunt may spend Sway alone, a Mercari also Chi, a Solo also Yarn. Sway is Yin or Yang; where a table "
    "keeps them apart, a test spends what its Facet is.",
    "R2.19": "Where a table plays so, what is spent after the roll moves the score: 1 for Sway, 2 for Chi, 5 for Yarn.",
    "R2.20": "Where a table plays so, dice of different kinds are pools of their own, each compared with "
    "the difficulty; as many as pass say how good it is.",
    "G2.22": "The rules do not say what becomes of a rest that is too small to exchange. Here it stays as it was.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown.
RETELLING: Final = {
    "R2.6: how good the dice are, or, where points may change the score (R2.19), go on to that.": (
        "R2.6: the level of the result; points may still change the score (R2.19)."
    ),
    "R2.6, R2.11: roll all dice, the bought ones included, and see how good it is.": (
        "R2.6, R2.11: roll all dice, bought ones included, for the level of the result."
    ),
    "G2.20 after: accept the result, or buy one more die and add it.": (
        "G2.20: accept the result, or buy one more die and add it."
    ),
    "G2.20 after: roll a die that has just been bought.": "G2.20: roll the die just bought.",
    "G2.20 after: roll the free dice, then buy.": "G2.20: roll the free dice, then buy.",
}
