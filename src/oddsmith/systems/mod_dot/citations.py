"""The rules of Mod Dot by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R0.1": "The pool is all dice after what is added and taken: attribute, ability, discipline and a "
    "specialty that applies.",
    "R0.2": "Half of the pool, rounded up, is what successes begin with.",
    "R0.3": "Each point of difficulty below 6 adds a success, and each above it takes one.",
    "R0.4": "Base successes are never more than the pool and never below -1.",
    "R0.5": "Two tests of rock-paper-scissors are always made. An up adds a success, a down takes one, an"
    " even changes nothing.",
    "R0.6": "After two ups one may go on. Each further up adds a success, and the first that is none ends"
    " it and costs nothing.",
    "R0.7": "Nobody tests up to more successes than twice the pool.",
    "R0.8": "After two downs one must go on. Each further down takes a success, and the first that is none ends it.",
    "R0.9": "Base successes and tests are added up. A total of 1 or more is that many successes, one below 0 a botch.",
    "R0.10": "The difficulty is 6 where nobody says another.",
    "G0.3": "The rules do not say what a total of exactly 0 is. Here it is a plain failure: only below 0 is a botch.",
    "G0.10": "The rules have no opposed or extended tests. Here whoever gathers more successes wins, and "
    "the defender wins a tie; an extended action gathers successes try after try.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown.
RETELLING: Final = {
    "R0.1 to R0.9: a test, from its base to what becomes of it.": (
        "R0.1 to R0.9: a test, from its base successes to its result."
    ),
}
