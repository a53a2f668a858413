"""The rules of T13 by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R2.1": "A test rolls dice against a difficulty that the Ref sets, or against an opponent's roll.",
    "R2.2": "One Boon die, one Descendant die and up to four Proficiency dice are free.",
    "R2.3": "The score is the sum of all dice.",
    "R2.4": "Further dice are bought with Sway, Chi or Yarn, each kind at its price, from 2 Sway for a Facet to "
    "42 for an Artefact.",
    "R2.5": "The score is compared with the difficulty, or with the opponent's score. The higher one wins; equal "
    "ones are a Stalemate, which nobody wins.",
    "R2.6": "Above the difficulty is a Moderate Success, above twice it a Complete, above three times it a "
    "Superior one. Above half of it is a Moderate Failure, which may be tried again; less is a Complete "
    "Failure, and below 0 a Serious one.",
    "R2.7": "Each level above Complete buys one effect from the menu. A Grunt may have 4, a Mercari 7, a Solo 10.",
    "R2.8": "A Serious Failure turns effects against the character: something is lost or suffered, a card is "
    "played against them, or the Tone is set the other way.",
    "R2.9": "Nobody takes failure levels while the opponent takes success levels, but for those above the opponent's.",
    "R2.10": "What has to be paid and is not there is taken elsewhere, as the Ref chooses: Proficiencies, "
    "Descendants, an Annex, Handicaps.",
    "R2.11": "When Proficiency dice all show their highest or all their lowest face, the level rolled comes with "
    "its counterpart: a success with a failure, and a failure with a success.",
    "R2.12": "Two Proficiencies that apply bring a die, three bring two and four three. One that fits very well "
    "counts twice; without any the score is halved where a house rule says so.",
    "R2.13": "By a house rule a Crisis goes by a table: a success with all ones and a failure with all highest "
    "faces are Stalemates, and otherwise it is both.",
    "R2.14": "Proficiency dice are d4 for a child, d6 for an adult and d8 for an immortal. A Monolith brings one more.",
    "R2.15": "A number has a Value that grows faster than itself: 13 has 66, 20 has 131. A Boon scores on average "
    "what has the Boon as its Value.",
    "R2.16": "2 Sway are 1 Chi, both ways, and 8 Yarn are 32 Chi.",
    "R2.17": "A die costs half as much Chi as Sway, and the most Yarn whose Value is no more than that Chi, but at"
    " least 1.",
    "R2.18": "A Grunt may spend Sway alone, a Mercari also Chi, a Solo also Yarn. Sway is Yin or Yang; where a "
    "table keeps them apart, a test spends what its Facet is.",
    "R2.19": "Where a table plays so, what is spent after the roll moves the score: by 1 for Sway, 2 for Chi, "
    "5 for Yarn, 10 for a Twist.",
    "R2.20": "Where a table plays so, dice of different kinds are pools of their own, each compared with the "
    "difficulty; as many as pass say how good it is.",
    "G2.1": "The rules leave a score of exactly twice the difficulty open. Here it is a Complete Success, unless "
    "a house rule says otherwise.",
    "G2.2": "A score of exactly three times the difficulty is a Complete Success, unless a house rule says otherwise.",
    "G2.3": "The rules leave a score of exactly half the difficulty open. Here it is a Moderate Failure, unless a"
    " house rule says otherwise.",
    "G2.4": "A score of exactly 0 is a Complete Failure: a Serious one is below.",
    "G2.5": "Scores fall below 0 by what is taken away from dice. Here nothing stops them, unless a house rule "
    "says otherwise.",
    "G2.6": "The rules do not say how good it is to beat an opponent at 0 or less. Here it is a Superior Success,"
    " unless a house rule says otherwise.",
    "G2.7": "The rules do not say how many extra levels there are. Here one for each multiple of the difficulty "
    "exceeded, from three times on, unless a house rule says otherwise.",
    "G2.8": "The rules do not say what 4, 7 and 10 limit. Here the effects, each entry of the menu once, unless a"
    " house rule says otherwise.",
    "G2.9": "The rules do not say what an effect costs or moves. Here one level, and one point, unless a house "
    "rule says otherwise.",
    "G2.10": "The rules do not count failure levels. Here a Serious Failure is one, and each whole difficulty "
    "below 0 one more, unless a house rule says otherwise.",
    "G2.11": "Whoever fails picks the effects, and the Ref may override it, unless a house rule gives them to the Ref.",
    "G2.12": "The counterpart of a level is as far on the other side, extra levels included, unless a house rule "
    "says otherwise.",
    "G2.13": "Any Crisis brings both levels, unless a house rule goes by the table; one on a Stalemate changes "
    "nothing.",
    "G2.14": "A single Proficiency die can be in a Crisis; without any there is none.",
    "G2.15": "Proficiency dice follow from the Proficiencies that apply and a Monolith, four at most, unless a "
    "house rule lets any be rolled.",
    "G2.16": "Only another page halves scores without a Proficiency. Here they are whole, unless a house rule says"
    " otherwise.",
    "G2.17": "More than four Proficiencies that apply count as four.",
    "G2.18": "One Descendant die is free, of whatever kind.",
    "G2.19": "The rules do not say whether a component is bought twice. Here it may be, if the Ref agrees, unless "
    "a house rule says otherwise.",
    "G2.20": "The rules do not say when dice are bought. Here before anything is rolled, unless a house rule says "
    "otherwise.",
    "G2.21": "Each die is paid in one currency; different dice may be paid in different ones.",
    "G2.22": "The rules do not say what becomes of a rest that is too small to exchange. Here it stays as it was.",
    "G2.23": "In an opposed test each score is the other's difficulty; of several opponents the highest counts.",
    "G2.24": "Borderline and Stalemate are one result, told with both names.",
    "G2.25": "Levels from elsewhere move the result along the ladder, from Serious Failure to Superior Success and"
    " beyond.",
    "G2.26": "The menu has the Tone in one cell only. Here every type may set it.",
    "G2.27": "What cannot be paid is told as a shortfall, for the Ref to settle.",
    "G2.28": "The rules call Sway Yin or Yang, and do not say which pays. By a house rule a test spends what its "
    "Facet is, and an effect gains or loses either.",
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
