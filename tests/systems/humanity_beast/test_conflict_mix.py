"""Dice chosen for a conflict, against chances that are added up here."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import Call, best, explore, frontier, solve
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM

MIX = SYSTEM.action("conflict-mix")
EVENTS = {event.name: event.holds for event in MIX.events}
#: 5H+0…5B against 7H+3B, which both sides know.
DUEL = {
    "humanity_dice": 5,
    "beast_dice": 5,
    "min_humanity": 5,
    "willpower": 3,
    "against_humanity_dice": 7,
    "against_beast_dice": 3,
    "against_willpower": 3,
}


def call(inputs: Mapping[str, Any], *asked: str, **options: Any) -> Call[Any]:
    rules = entered(SYSTEM.house_rules, options)
    return MIX.call(entered(MIX.inputs, inputs), rules, frozenset(asked))


def chains(p: float, dice: int, most: int = 40) -> list[float]:
    """Successes of dice that succeed so often and whose 10s are rerolled without end: P(k) of one is 9/10 p / 10^(k-1)
    for k of 1 and more (3f)."""
    one = [1 - p, *(0.9 * p / 10 ** (k - 1) for k in range(1, most))]
    total = [1.0] + [0.0] * (most - 1)
    for _ in range(dice):
        total = [sum(total[j] * one[k - j] for j in range(k + 1)) for k in range(most)]
    return total


def by_hand(beast: int, paid: int, willpower: int) -> tuple[float, float]:
    """The chances of 5H and so many B to win against 7H+3B, and of a Humanity check."""
    ours, theirs = (chains(0.4, 5), chains(0.5, beast)), (chains(0.4, 7), chains(0.5, 3))
    against = [sum(theirs[0][j] * theirs[1][k - j] for j in range(k + 1)) for k in range(40)]
    win = check = 0.0
    for (h, p), (b, q) in product(enumerate(ours[0]), enumerate(ours[1])):
        win += p * q * sum(against[: h + b + paid])
        check += p * q * (b > willpower - paid or b > h)
    return win, check


def test_winning_against_humanity_checks_is_a_frontier() -> None:
    graph = explore(call(DUEL | {"spend": "paid"}, "win", "humanity_check"))
    found = [(float(v.gain), float(v.cost)) for v in frontier(graph, EVENTS["win"], EVENTS["humanity_check"])]
    hands = [by_hand(beast, 1, 3) for beast in range(6)]
    assert found == [pytest.approx(hands[beast], abs=1e-9) for beast in (0, 1, 2, 3, 5)]
    (low, few), (win, check), (high, many) = hands[3:]  # four Beast dice are beaten by now three and now five
    assert low + (high - low) * (check - few) / (many - few) > win
    assert [round(100 * part, 1) for part in (*found[0], *found[-1])] == [18.3, 0, 60.8, 65.5]


def test_best_play_pays_where_that_is_better() -> None:
    plan = best(call(DUEL, "win"), EVENTS["win"])
    assert float(plan.value) == pytest.approx(by_hand(5, 1, 3)[0], abs=1e-9)
    assert float(best(call(DUEL | {"spend": "none"}, "win"), EVENTS["win"]).value) == pytest.approx(
        by_hand(5, 0, 3)[0], abs=1e-9
    )


# --- both sides at once and unseen -----------------------------------------------------------------------------------


def one(p: Fraction) -> dict[int, Fraction]:
    """Successes of one die whose 10 is rerolled once."""
    ten = Fraction(1, 10)
    return {0: 1 - p, 1: p - ten + ten * (1 - p), 2: ten * p}


HANDS = {"1H+1B": (1, 1), "1H+0B": (1, 0), "0H+1B": (0, 1)}


def rolled(hand: tuple[int, int]) -> dict[tuple[int, int], Fraction]:
    none = {0: Fraction(1)}
    colours = (one(Fraction(4, 10)) if hand[0] else none, one(Fraction(5, 10)) if hand[1] else none)
    return {(h, b): p * q for (h, p), (b, q) in product(*(colour.items() for colour in colours))}


def payoff(ours: str, theirs: str) -> Fraction:
    """What somebody wants who would win, and dislikes a Humanity check three quarters as much."""
    worth = Fraction(0)
    for ((h, b), p), ((x, y), q) in product(rolled(HANDS[ours]).items(), rolled(HANDS[theirs]).items()):
        worth += p * q * ((h + b > x + y) - Fraction(3, 4) * (b > 2 or b > h))
    return worth


def test_dice_taken_unseen_are_a_matrix_game() -> None:
    both = {"humanity_dice": 1, "beast_dice": 1, "willpower": 2, "spend": "none"}
    inputs = both | {f"against_{name}": value for name, value in both.items()} | {"against_take": "open"}
    asked = call(inputs, "win", "humanity_check", again="once")
    plan = best(asked, lambda met: met.win - Fraction(3, 4) * met.humanity_check)
    # a saddle: what the player is sure of is what the opponent can hold them to
    sure = max(min(payoff(ours, theirs) for theirs in HANDS) for ours in HANDS)
    held = min(max(payoff(ours, theirs) for ours in HANDS) for theirs in HANDS)
    assert sure == held == plan.value
    seen = best(call(inputs | {"order": "opponent-first"}, "win", again="once"), EVENTS["win"])
    assert seen.value == min(
        max(
            sum(p * q * (sum(a) > sum(b)) for (a, p), (b, q) in product(rolled(o).items(), rolled(t).items()))
            for o in HANDS.values()
        )
        for t in HANDS.values()
    )


@pytest.mark.parametrize(
    ("changed", "avoided"),
    [
        ({}, Fraction(1)),  # no die cannot succeed as a Beast die
        ({"spend": "paid"}, Fraction(1)),
        ({"min_beast": 1}, Fraction(1, 2)),
        ({"willpower": 0}, Fraction(1, 2)),
        ({"spend": "none"}, Fraction(1, 2)),
    ],
)
def test_no_die_is_taken_with_a_success_that_is_bought_alone(changed: dict[str, Any], avoided: Fraction) -> None:
    """G3.12: three Beast dice, with which any success is a Humanity check (R3.10), or none of them."""
    inputs = {"humanity_dice": 0, "beast_dice": 3, "willpower": 3, "against_humanity_dice": 2, "against_beast_dice": 0}
    asked = call(inputs | changed, "humanity_check")
    assert best(asked, lambda outcome: not outcome.humanity_check).value == avoided


def test_dice_that_are_demanded_must_be_there() -> None:
    with pytest.raises(BadInput, match="min_beast"):
        call(DUEL | {"min_beast": 6}, "win")
    with pytest.raises(BadInput, match="spend"):
        call(DUEL | {"willpower": 0, "spend": "paid"}, "win")


def test_a_reroll_after_the_rolls_is_worth_something() -> None:
    one_each = {"humanity_dice": 1, "beast_dice": 0, "willpower": 1}
    inputs = one_each | {f"against_{name}": value for name, value in one_each.items()} | {"against_willpower": 0}
    none, either = (
        best(call(inputs | {"spend": spend}, "win", again="once"), EVENTS["win"]) for spend in ("none", "either")
    )
    dice = one(Fraction(4, 10))
    keep = sum(p * q for (x, p), (y, q) in product(dice.items(), dice.items()) if x > y)
    again = sum(
        p * q * sum(r for z, r in dice.items() if z > y)
        for (x, p), (y, q) in product(dice.items(), dice.items())
        if x <= y
    )
    paid = sum(p * q for (x, p), (y, q) in product(dice.items(), dice.items()) if x + 1 > y)
    assert none.value == keep
    assert either.value == max(keep + again, paid)


# --- what is asked together ------------------------------------------------------------------------------------------


def damage_by_hand(beast: int, paid: int) -> tuple[float, float]:
    """The damage to expect of 5H and so many B against 7H+3B: dealt and taken."""
    ours, theirs = (chains(0.4, 5), chains(0.5, beast)), (chains(0.4, 7), chains(0.5, 3))
    own, against = (
        [sum(side[0][j] * side[1][k - j] for j in range(k + 1)) for k in range(40)] for side in (ours, theirs)
    )
    dealt = taken = 0.0
    for (k, p), (j, q) in product(enumerate(own), enumerate(against)):
        dealt += p * q * max(k + paid - j, 0)
        taken += p * q * max(j - k - paid, 0)
    return dealt, taken


def against_by_hand(beast: int) -> float:
    """The chance that 5H and so many B win against 7H+3B, and that these with Willpower 3 need no Humanity check."""
    ours, theirs = (chains(0.4, 5), chains(0.5, beast)), (chains(0.4, 7), chains(0.5, 3))
    own = [sum(ours[0][j] * ours[1][k - j] for j in range(k + 1)) for k in range(40)]
    return sum(
        p * q * sum(own[h + b + 1 :])
        for (h, p), (b, q) in product(enumerate(theirs[0]), enumerate(theirs[1]))
        if b <= 3 and b <= h and h + b < 40
    )


def test_the_check_of_the_other_side_is_asked_of_the_throw_that_is_won() -> None:
    graph = explore(call(DUEL | {"spend": "none"}, "win", "against_humanity_check"))
    assert len(graph) < 10_000
    plan = solve(graph, lambda o: o.win and not o.against_humanity_check)
    assert float(plan.value) == pytest.approx(max(against_by_hand(beast) for beast in range(6)), abs=1e-9)
    assert plan.distribution.unresolved == 0


def calm(humanity: int, beast: int, willpower: int) -> list[float]:
    """The chances of so many successes without a Humanity check (R3.9, R3.10)."""
    found = [0.0] * 80
    for (h, p), (b, q) in product(enumerate(chains(0.4, humanity)), enumerate(chains(0.5, beast))):
        found[h + b] += p * q * (b <= willpower and b <= h)
    return found


def test_the_checks_of_both_sides_are_asked_of_the_throw_that_is_won() -> None:
    graph = explore(call(DUEL | {"spend": "none"}, "win", "humanity_check", "against_humanity_check"))
    assert len(graph) < 100  # one throw for each of six mixes
    plan = solve(graph, lambda o: o.win and not o.humanity_check and not o.against_humanity_check)
    theirs = calm(7, 3, 3)
    wins = [sum(p * sum(theirs[:k]) for k, p in enumerate(calm(5, beast, 3))) for beast in range(6)]
    assert float(plan.value) == pytest.approx(max(wins), abs=1e-9)
    assert plan.distribution.unresolved == 0


def test_dice_kept_for_a_reroll_against_checks_are_refused_before_it_starts() -> None:
    asked = question("humanity-beast", "conflict-mix", DUEL | {"spend": "either", "against_take": "open"})
    with pytest.raises(TooLarge, match="about 1,") as refused:
        best_document(asked, "win but no humanity_check")
    assert refused.value.remedy.startswith("Let one side take all its dice, and spend be open or none on both sides.")


def test_dice_that_both_sides_keep_for_a_reroll_are_refused_before_it_starts() -> None:
    both = {"spend": "either", "against_spend": "either", "willpower": 1, "against_willpower": 1}
    some = {f"{whose}{colour}_dice": 1 for whose in ("", "against_") for colour in ("humanity", "beast")}
    asked = question("humanity-beast", "conflict-mix", both | dict.fromkeys(some, 3))
    with pytest.raises(TooLarge, match="about 1,1") as refused:
        best_document(asked, "win")
    assert refused.value.remedy.startswith("Let one side take all its dice, and spend be open or none on both sides.")
    with pytest.raises(TooLarge, match="about 8,427"):
        best_document(question("humanity-beast", "conflict-mix", both | some), "win", limit=7_000)
    assert 8_427 / 2 < len(explore(call(both | some, "win"))) < 8_427 * 2


def test_winning_a_check_and_damage_are_asked_of_one_throw() -> None:
    graph = explore(call(DUEL | {"spend": "paid"}, "win", "humanity_check", "damage_taken", "damage_dealt"))
    assert len(graph) < 10_000  # one throw for each of 32 mixes; apart, both sides have hundreds of states each
    found = [(float(v.gain), float(v.cost)) for v in frontier(graph, EVENTS["win"], EVENTS["humanity_check"])]
    assert found == [pytest.approx(by_hand(beast, 1, 3), abs=1e-9) for beast in (0, 1, 2, 3, 5)]
    plan = best(
        call(DUEL | {"spend": "paid"}, "damage_dealt", "damage_taken"), lambda o: o.damage_dealt - o.damage_taken
    )
    dealt, taken = damage_by_hand(5, 1)
    assert float(plan.value) == pytest.approx(dealt - taken, abs=1e-9)
    assert 0 < plan.distribution.unresolved < Fraction(1, 10**18)
    assert float(plan.distribution.map(lambda o: o.damage_taken).mean) == pytest.approx(taken, abs=1e-9)


@pytest.mark.parametrize("against", [{}, {"against_take": "open", "against_willpower": 1, "against_spend": "either"}])
def test_mixes_of_which_the_same_dice_lie_are_decided_alike(against: dict[str, Any]) -> None:
    dice = {"humanity_dice": 2, "beast_dice": 0, "willpower": 1, "spend": "either"}
    inputs = dice | {"against_humanity_dice": 2, "against_beast_dice": 0, "against_willpower": 0} | against
    solution = best(call(inputs, "win", again="once"), EVENTS["win"])
    lying = [
        (one.decision.call.rule, without_dice(one.decision.call.args))
        for one in solution.decisions
        if one.decision.call.rule.name != "pit"
    ]
    assert lying
    assert len(lying) == len(set(lying))
    # both have the same dice, and two are better than one: who may pay, and see, loses less
    one_die = best(call(inputs | {"min_humanity": 2, "against_min_humanity": 2}, "win", again="once"), EVENTS["win"])
    assert solution.value == one_die.value


def without_dice(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments of a rule after the rolls, but for how many dice each side took."""
    conflict, *lying = args
    ours, theirs = (replace(task, humanity=0, beast=0) for task in (conflict.ours, conflict.theirs))
    return replace(conflict, ours=ours, theirs=theirs), *lying
