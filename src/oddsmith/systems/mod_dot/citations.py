"""The rules of Mod Dot by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R0.1": "The pool is all dice after what is added and taken: attribute, ability, discipline and a specialty "
    "that applies.",
    "R0.2": "Half of the pool, rounded up, is what successes begin with.",
    "R0.3": "Each point of difficulty below 6 adds a success, and each above it takes one.",
    "R0.4": "Base successes are never more than the pool and never below -1.",
    "R0.5": "Two tests of rock-paper-scissors are always made. An up adds a success, a down takes one, an even "
    "changes nothing.",
    "R0.6": "After two ups one may go on. Each further up adds a success, and the first that is none ends it and "
    "costs nothing.",
    "R0.7": "Nobody tests up to more successes than twice the pool.",
    "R0.8": "After two downs one must go on. Each further down takes a success, and the first that is none ends it.",
    "R0.9": "Base successes and tests are added up. A total of 1 or more is that many successes, one below 0 a botch.",
    "R0.10": "The difficulty is 6 where nobody says another.",
    "G0.1": "The rules' own example of a saved botch does not add up. Here only a total of 0 or more saves, "
    "unless a house rule says otherwise.",
    "G0.2": "The rules name one even test where there are two. Here both are even.",
    "G0.3": "The rules do not say what a total of exactly 0 is. Here it is a plain failure: only below 0 is a botch.",
    "G0.4": "The rules do not say whether twice the pool binds the first two tests. Here it binds the total, "
    "unless a house rule says otherwise.",
    "G0.5": "The rules do not say what an empty pool tests with. Here base and limit are 0, unless a house rule "
    "says otherwise.",
    "G0.6": "The pool is halved and rounded up before the difficulty is added.",
    "G0.7": "The limits of the base are applied once, after the difficulty.",
    "G0.8": "Further tests after two ups never cost anything. Here they are made by themselves, unless a house "
    "rule asks.",
    "G0.9": "The rules do not say how the example of a long run of downs ended. Here anything that is no down "
    "ends one.",
    "G0.10": "The rules have no opposed or extended tests. Here an extended action gathers successes try after try; "
    "a house rule compares two characters.",
    "G0.11": "The rules do not say how likely a test is. Here up, even and down are equally likely, unless the "
    "hands or their odds are entered.",
    "G0.12": "Difficulties of 11 and more go on as the others. Here those below 2 do, too, with a warning.",
    "G0.13": "The rules do not say whose the other hand is. Here it means nothing.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown: a table may
#: have other numbers.
RETELLING: Final = {
    "R0.1 to R0.9: a test, from its base to what becomes of it.": (
        "R0.1 to R0.9: a test, from its base successes to its result."
    ),
    "R0.5: two tests are always made; an up adds a success, a down takes one, an even changes nothing.": (
        "R0.5: the tests that are always made; ups add successes, and downs take some."
    ),
    "R0.6, R0.7: after two ups, every further up adds a success; an even or down ends the run and costs nothing.": (
        "R0.6, R0.7: after nothing but ups, every further one adds successes; an even or down ends the run and costs"
        " nothing."
    ),
    "R0.8: after two downs, every further down takes a success, without limit; an even or up ends the run.": (
        "R0.8: after nothing but downs, every further one takes successes, without limit; an even or up ends the run."
    ),
}
