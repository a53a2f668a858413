"""The spiral of Humanity and Beast, against chains written here with the laws of single dice, each 10 rerolled once."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from tests.systems.humanity_beast.pmfs import BEAST, HUMANITY, successes

from oddsmith.dice import ScriptedSource
from oddsmith.distribution import Generating
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Linear, Noted, best, odds, play, simulate
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.humanity_beast import SYSTEM

SPIRAL = SYSTEM.action("spiral")


def call(inputs: Mapping[str, Any], **options: Any) -> Call[int]:
    options = {"again": "once", "humanity_loss": "aug2010"} | options
    found: Call[int] = SPIRAL.call(entered(SPIRAL.inputs, inputs), entered(SYSTEM.house_rules, options), SPIRAL.names)
    return found


@cache
def action(humanity: int, beast: int, willpower: int, difficulty: int) -> tuple[Fraction, tuple[Fraction, ...]]:
    """How likely the difficulty is met, and how likely no reason, one or both reasons for a Humanity check are."""
    met, reasons = Fraction(0), [Fraction(0)] * 3
    for h, p in successes(HUMANITY, humanity).items():
        for b, q in successes(BEAST, beast).items():
            met += p * q * (h + b >= difficulty)
            reasons[(b > willpower) + (b > h)] += p * q
    return met, tuple(reasons)


def fails(humanity: int, willpower: int) -> Fraction:
    """G3.8, aug2010: no more successes of the Humanity dice than Willpower."""
    return sum((p for h, p in successes(HUMANITY, humanity).items() if h <= willpower), Fraction(0))


@pytest.mark.parametrize("willpower", [0, 2, 5])
@pytest.mark.parametrize("take", ["all", "least"])
def test_the_mean_number_of_actions_is_the_sum_of_the_waits_for_every_loss(willpower: int, take: str) -> None:
    waits = [
        1 / (sum(action(h, 10 - h if take == "all" else 1, willpower, 3)[1][1:]) * fails(h, willpower))
        for h in range(1, 7)
    ]
    actions = odds(call({"humanity": 6, "willpower": willpower, "take": take}))
    assert isinstance(actions, Generating)
    assert actions.mean == sum(waits)


def test_the_last_humanity_die_is_waited_for_as_for_a_first_success() -> None:
    loss = sum(action(1, 9, 1, 3)[1][1:]) * fails(1, 1)
    actions = odds(call({"humanity": 1, "willpower": 1}))
    for number in range(1, 6):
        assert actions.pmf(number) == (1 - loss) ** (number - 1) * loss


def test_without_a_rule_for_checks_every_possible_loss_comes_true() -> None:
    waits = [1 / sum(action(h, 10 - h, 5, 3)[1][1:]) for h in range(1, 8)]
    assert odds(call({"humanity": 7, "willpower": 5}, humanity_loss="ask")).mean == sum(waits)


def test_a_custom_check_has_dice_and_target_of_its_own() -> None:
    options = {"humanity_loss": "custom", "loss_dice": 3, "loss_target": 7, "loss_needed": 2}
    lost = sum((p for h, p in successes(HUMANITY, 3).items() if h < 2), Fraction(0))
    waits = [1 / (sum(action(h, 10 - h, 4, 3)[1][1:]) * lost) for h in range(1, 6)]
    assert odds(call({"humanity": 5, "willpower": 4}, **options)).mean == sum(waits)


def test_two_reasons_bring_two_checks_under_that_reading() -> None:
    @cache
    def mean(humanity: int) -> Fraction:
        if humanity <= 0:
            return Fraction(0)
        _, (_, one, two) = action(humanity, 10 - humanity, 2, 3)
        f, g = fails(humanity, 2), fails(humanity - 1, 2) if humanity > 1 else Fraction(1)
        lose_two = two * f * g if humanity > 1 else Fraction(0)
        # with two checks the first may be withstood and the second, of as many dice, not
        lose_one = one * f + two * (f * (1 - g) + (1 - f) * f) if humanity > 1 else one * f + two * (1 - (1 - f) ** 2)
        onward = lose_one * mean(humanity - 1) + lose_two * mean(humanity - 2)
        return (1 + onward) / (lose_one + lose_two)

    assert odds(call({"humanity": 5, "willpower": 2}, checks="two")).mean == mean(5)


def test_end_of_play_at_one_humanity_die_takes_one_loss_less() -> None:
    total_successes = odds(call({"humanity": 4, "willpower": 3}))
    short = odds(call({"humanity": 4, "willpower": 3}, end_of_play="humanity-1"))
    last = odds(call({"humanity": 1, "willpower": 3}))
    assert total_successes.mean == short.mean + last.mean


@pytest.mark.parametrize(("willpower", "difficulty"), [(5, 3), (2, 5)])
def test_best_play_meets_as_many_difficulties_as_a_plan_state_by_state_can(willpower: int, difficulty: int) -> None:
    @cache
    def value(humanity: int) -> Fraction:
        if humanity == 0:
            return Fraction(0)
        options = []
        for beast in range(1, 11 - humanity):
            met, reasons = action(humanity, beast, willpower, difficulty)
            loss = sum(reasons[1:]) * fails(humanity, willpower)
            options.append(met / loss + value(humanity - 1))
        return max(options)

    inputs = {"humanity": 6, "willpower": willpower, "difficulty": difficulty, "take": "open", "count": "met"}
    solution = best(call(inputs), Linear(lambda actions: actions, 1))
    assert solution.value == value(6)
    assert solution.distribution.mean == value(6)


def test_more_willpower_shortens_the_spiral_where_it_makes_checks_harder() -> None:
    # G3.8: with high Willpower resisting takes more successes; that outweighs that R3.9 comes up less often.
    lengths = [odds(call({"humanity": 9, "willpower": willpower}, again="chain")).mean for willpower in (3, 5, 7)]
    assert lengths[0] > lengths[1] > lengths[2]


def test_the_trail_tells_the_losses_and_the_end() -> None:
    faces = "1," + "6," * 8 + "6" + ",1"  # no Humanity success, nine Beast successes, and a check that fails
    run = play(call({"humanity": 1, "willpower": 2}), ScriptedSource(faces.split(",")))
    assert run.outcome == 1
    notes = [entry.text for entry in run.trail if isinstance(entry, Noted)]
    assert notes[-1] == "0 Humanity: the character leaves play"


def test_what_is_simulated_agrees_with_the_odds() -> None:
    runs = 200_000
    asked = call({"humanity": 3, "willpower": 5}, again="chain")
    exact = odds(asked)
    counts = simulate(asked, runs, seed=3).counts
    mean = sum(actions * n for actions, n in counts.items()) / runs
    assert abs(mean - float(exact.mean)) <= 5 * exact.sd / sqrt(runs)


@pytest.mark.parametrize("inputs", [{"humanity": 10, "willpower": 5}, {"humanity": 5, "willpower": 5, "min_beast": 0}])
def test_a_spiral_needs_beast_dice(inputs: dict[str, int]) -> None:
    with pytest.raises(BadInput):
        call(inputs)
