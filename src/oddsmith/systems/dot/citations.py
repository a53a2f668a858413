"""The rules of the Dot System by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R1.1": "A characteristic has a dot for every 5 points.",
    "R1.2": "A skill has a dot for each point by which its roll is above the roll of its characteristic, which is"
    " 9 and a dot for every 5 points.",
    "R1.3": "A characteristic is checked with its dots, a skill with its own and those of the characteristic that"
    " fits best.",
    "R1.4": "A familiarity of 8- is 1 dot and one of 11- is 2, without any of a characteristic.",
    "R1.5": "As many six-sided dice are rolled as there are dots. Each 5 or 6 is a success, and one achieves the task.",
    "R1.6": "Five successes or more are an exceptional success, what a 3 is on a HERO roll.",
    "R1.7": "A 6 may be rolled again and again, and adds what successes come.",
    "R1.8": "The game master adds or takes dots for the circumstances, better not more than 5.",
    "R1.9": "With less than one dot, one die is still rolled; without a success it is a critical failure, what an"
    " 18 is on a HERO roll.",
    "R1.10": "An attack rolls 2 dots, and one more for each point by which OCV is above DCV.",
    "R1.11": "An autofire attack hits as often as it has successes.",
    "R1.12": "A pool has 9 dots less than the target number of the HERO roll that it stands for.",
    "G1.1": "The rules do not say how many dots a characteristic has that five does not divide. Here the nearest "
    "number, as HERO rounds, unless a house rule says otherwise.",
    "G1.2": "The rules do not say what is rolled without a dot. Here one die, unless a house rule says otherwise.",
    "G1.3": "The rules do not say what a skill below its characteristic does. Here it forms no pool, unless a "
    "house rule says otherwise.",
    "G1.4": "The rules do not say what a skill without a characteristic has. Here its roll less 9, unless a house"
    " rule says otherwise.",
    "G1.5": "A skill of 11- and a familiarity of 11- are two things. Here whoever enters it says which it is.",
    "G1.6": "A 6 may be rolled again, which never costs anything. Here it is, unless a house rule says otherwise.",
    "G1.7": "A die that is rolled for an empty pool is rerolled like any other, and may be exceptional.",
    "G1.8": "A pool of exactly one die that misses is no critical failure: only one that was below it is.",
    "G1.9": "A pool that is below one dot from the start is treated like one that was lowered.",
    "G1.10": "The rules do not say what an attack below one dot rolls. Here one die, unless a house rule says "
    "otherwise.",
    "G1.11": "The rules do not limit hits to the shots fired. Here there are no more, unless a house rule says "
    "otherwise.",
    "G1.12": "The rules do not say what an exceptional success does in combat. Here it is told, and does nothing more.",
    "G1.13": "Modifiers beyond 5 are not recommended. Here they are allowed, with a warning.",
    "G1.14": "The rules have no opposed checks. Here a house rule compares the successes of both sides.",
    "G1.15": "Which characteristic goes with a skill is entered for every check.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown: a table may
#: have other numbers.
RETELLING: Final = {
    "R1.5, R1.7: every 5 or 6 is a success; a die that shows 6 is rolled again.": (
        "R1.5, R1.7: every die that reaches the target is a success; the highest faces are rolled again."
    ),
    "R1.7: each die that shows 6 may be rolled again for more successes, again and again.": (
        "R1.7: each die with one of the highest faces may be rolled again for more successes, again and again."
    ),
}
