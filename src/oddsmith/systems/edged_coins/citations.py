"""The rules of Edged Coins by id, in our own words."""

from __future__ import annotations

from typing import Final

CITATIONS: Final = {
    "R4.1": "A rank says how many coins are tossed and how many heads are needed: all 3 at −1, both of 2 for Iron, "
    "1 of 1 for Copper, 1 of 2 from Bronze to Platinum, 1 of 3 at 6; −1 and 6 come of modifiers alone. A failure "
    "as Silver, Gold or Platinum is tossed again, as Iron, Copper or Bronze.",
    "R4.2": "A very easy action is tossed two ranks higher, an easy one a rank higher, a difficult one a rank "
    "lower and a very difficult one two.",
    "R4.3": "In an explosive toss each success brings another toss, until one fails or a rule ends it.",
    "R4.4": "Whoever tries to stop an action tosses first; a success costs the one who acts a rank.",
    "R4.5": "An effect is shaken off with one's action, where an active source tosses to go on, or borne with a "
    "toss that takes no action; a success removes or reduces it.",
    "R4.6": "Damage begins at 1. A toss as the rank of its Potency goes on until one fails, and each success adds"
    " 1. Each point takes one HC.",
    "R4.7": "A weapon has Potency 1. Where the weapon has more Power than the armor, Potency is 1 higher for as "
    "many tosses as the difference; where the armor has more, 1 lower; where they are even, as it is.",
    "R4.8": "Bare hands have Potency 0, a fall 1 for every 3 metres, a trap its own. Armor does not help against "
    "everything.",
    "R4.9": "Whoever fire has hurt tosses with the damage as rank. While that succeeds, the fire burns on.",
    "R4.10": "Energy coins pay for effort (1 or 2), talents and dramatic uses (1 or more), another toss after a "
    "failure (5), a success for a failure (10), another's toss tossed anew (15) or turned over (20).",
    "R4.11": "Effort in a skill costs 1 EC and raises its rank by 1. Effort in power costs 2 EC and moves the "
    "Potency of one damage toss by 1, again for each explosion.",
    "G4.1": "Rank 6 is printed worse than rank 5. Here it is as printed, with a warning, unless a house rule says"
    " otherwise.",
    "G4.2": "The rules do not say what modifiers beyond the ladder do. Here they are added up, and the sum counts"
    " as the nearest rank there is, unless a house rule says otherwise.",
    "G4.3": "The second toss of Silver, Gold and Platinum is made by itself: it never harms whoever tosses. Who "
    "hopes for a failure may decline it.",
    "G4.4": "The rules print that a weapon of more Power lowers Potency. Here the armor's does.",
    "G4.5": "The rules do not say what the difference of Powers limits. Here the tosses whose Potency is changed,"
    " unless a house rule says otherwise.",
    "G4.6": "Without a weapon or armor its Power is 0.",
    "G4.7": "The rules do not say what power an effort changes. Here the Potency of one damage toss, unless a "
    "house rule says otherwise.",
    "G4.8": "The rules do not say whether one toss takes several efforts. Here one, unless a house rule says "
    "otherwise.",
    "G4.9": "The rules do not say whether the tosses of a chain are answered one by one. Here they are, unless a "
    "house rule says otherwise. A second toss belongs to its toss.",
    "G4.10": "The rules say both that any individual's toss is turned over and that a player's is, into a failure."
    " Here any, into either, unless a house rule says otherwise. Answers may be answered.",
    "G4.11": "The rules do not say what later rounds of a fire do. Here a new damage toss, unless a house rule "
    "says otherwise, and nobody answers it.",
    "G4.12": "The rules do not say what short and deep falls do. Here Potency is rounded down and 6 at most; a "
    "house rule lets short falls do nothing.",
    "G4.13": "The rules only tell the damage. Here an attack is a toss first, and what hits does damage.",
    "G4.14": "The rules do not say what several opposers do. Here each success takes a rank, unless a house rule "
    "says otherwise.",
    "G4.15": "The rules do not say who wins when both tosses succeed. Here the effect goes on when its source's "
    "toss succeeds; a toss to bear it removes the effect, unless a house rule says that it is reduced.",
    "G4.16": "The rules leave HC to other parts. Here they are entered, and it is told when none is left.",
    "G4.17": "The rules have nothing for a coin that lands on its edge. Here none does.",
    "G4.18": "Whoever re-tosses takes the last toss, whatever it is.",
    "G4.19": "The rules leave to other parts which talents there are. Here a table declares what a use costs and "
    "which rule it bends; each is used once for a toss, re-tosses included, unless more uses are "
    "declared.",
    "G4.20": "The rules do not say when a dramatic use is made. Here when the toss is over, of the coins that are "
    "left; one that bends the toss itself is declared as a talent.",
}

#: Lines of trails that logs have held from the first, and by which they are checked, as they are shown.
RETELLING: Final = {
    "R4.10: the fresh toss may be answered.": "R4.10: answer the new toss, or let it stand.",
    "R4.10, G4.10: those whom a fresh toss hurts may answer it, and be answered. It ends when they accept.": (
        "R4.10, G4.10: whoever a new toss hurts may answer it, until both sides let it stand."
    ),
    (
        "R4.4, G4.14: those who want to stop it toss first, one after the other; each success "
        "costs all its tosses a rank."
    ): "R4.4, G4.14: the opponents toss first, one after the other; each success costs every toss ranks.",
    "R4.4: an opposing success would cost the action one rank.": (
        "R4.4: an opposing success would cost the action ranks."
    ),
    "R4.4: an opposing success would cost a rank.": "R4.4: an opposing success would cost ranks.",
    "R4.6: damage starts at 1 point.": "R4.6: damage before any toss.",
    "R4.3, R4.6: a success is one more point and another toss.": (
        "R4.3, R4.6: a success is more damage and another toss."
    ),
    "G4.12: a fall of less than 3 metres does nothing.": "G4.12: so short a fall does nothing.",
    "R4.10, G4.19: a talent may be used before the coins land, for a rank or a coin more.": (
        "R4.10, G4.19: a talent may be used before the coins land, for more ranks or coins."
    ),
    "A toss of the player from the opposition to the last answer.": (
        "The player's toss, from the opposition to the last answer."
    ),
    "The coins land for somebody who hopes for a failure.": "The coins land; the tosser hopes for a failure.",
    "What was spent on a toss, from purses of so many coins.": "The EC that both sides spend on the toss.",
    "The damage that took a victim of so many HC down to what is left, and what was spent from both purses.": (
        "The damage done, and the EC that both sides spend."
    ),
    "G4.13: what an attack does to a victim of so many HC.": "G4.13: an attack, and the damage it does.",
    "R4.6: what a blow does to a victim of so many HC.": "R4.6: a blow, and the damage it does.",
    "R4.9: whoever is damaged tosses for the fire, with the damage as Potency.": (
        "R4.9: the victim tosses for the fire; its Potency is the damage."
    ),
    "R4.5: what a success did, and what the effect costs this round if it lasts.": (
        "R4.5: the effect ends, weakens or lasts another round."
    ),
    "you pays ": "you pay ",
}
