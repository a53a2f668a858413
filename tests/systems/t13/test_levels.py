"""T13's ladder of levels and its Proficiency Crises. Expected values are the rules, listed case by case."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.systems.t13.rules.levels import (
    Circumstances,
    Level,
    Rung,
    Scale,
    in_crisis,
    influenced,
    shifted,
    standing,
)
from oddsmith.systems.t13.rules.proficiencies import Crisis

# --- the ladder ------------------------------------------------------------------------------------------------------


def ladder(score: Fraction, difficulty: int, options: Mapping[str, str]) -> tuple[str, int, int]:
    """R2.6 and G2.1 to G2.10 as a list of cases: the level, extra levels and failure levels of a score."""
    multiple = Fraction(score) / difficulty
    inclusive = options.get("extra_levels") == "inclusive"
    extra = failures = 0
    if multiple > 3 or (multiple == 3 and options.get("exact_triple") == "inclusive"):
        level = "superior"
        counted_multiples = [m for m in range(3, 500) if (multiple >= m if inclusive else multiple > m)]
        extra = 1 if options.get("extra_levels") == "superior-only" else max(1, len(counted_multiples))
    elif multiple > 2 or (multiple == 2 and options.get("exact_double") != "strict"):
        level = "complete"
    elif multiple > 1:
        level = "moderate"
    elif multiple == 1:
        level = "stalemate"
    elif multiple > Fraction(1, 2) or (multiple == Fraction(1, 2) and options.get("exact_half") != "complete-failure"):
        level = "moderate_failure"
    else:
        level = "complete_failure" if multiple >= 0 else "serious_failure"
    if options.get("failure_levels") == "fractions":
        failures = sum(score < Fraction(difficulty, part) for part in range(2, difficulty + 1))
        failures = max(failures, 1) if level == "serious_failure" else failures
    elif level == "serious_failure":
        failures = 1
        if options.get("failure_levels") != "serious-only":
            failures += max(whole for whole in range(500) if whole * difficulty <= -score)
    return level, extra, failures


@given(
    score=st.fractions(-60, 120, max_denominator=2),
    difficulty=st.integers(1, 30),
    options=st.fixed_dictionaries(
        {
            "exact_double": st.sampled_from(["complete", "strict"]),
            "exact_triple": st.sampled_from(["complete", "inclusive"]),
            "exact_half": st.sampled_from(["moderate-failure", "complete-failure"]),
            "extra_levels": st.sampled_from(["strict", "inclusive", "superior-only"]),
            "failure_levels": st.sampled_from(["multiples", "fractions", "serious-only"]),
        }
    ),
)
def test_every_score_has_the_level_that_the_rules_list(
    score: Fraction, difficulty: int, options: dict[str, Any]
) -> None:
    reached = standing(score, difficulty, Scale(**options))
    assert (reached.level.name.lower(), reached.extra, reached.failures) == ladder(score, difficulty, options)


def test_failure_levels_below_zero_count_whole_difficulties() -> None:
    # G2.10: Serious is one, and one more at -8, -16, ...
    for score, levels in ((-1, 1), (-7, 1), (-8, 2), (-15, 2), (-16, 3)):
        assert standing(score, 8, Scale()).failures == levels
        assert standing(score, 8, Scale(failure_levels="serious-only")).failures == 1
    assert standing(0, 8, Scale(failure_levels="fractions")).failures == 7  # below 1/2 to 1/8 of 8


@given(
    level=st.sampled_from(Level),
    beyond=st.integers(1, 12),
    by=st.integers(-20, 20),
    back=st.integers(-20, 20),
)
def test_moving_along_the_ladder_adds_up(level: Level, beyond: int, by: int, back: int) -> None:
    start = Rung(level, beyond if level is Level.SUPERIOR else 0, beyond if level is Level.SERIOUS_FAILURE else 0)
    assert shifted(shifted(start, by), back) == shifted(start, by + back)
    assert shifted(start, by).level >= start.level if by >= 0 else shifted(start, by).level <= start.level


def test_failure_levels_by_fractions_are_lost_one_by_one() -> None:
    low = standing(10, 60, Scale(failure_levels="fractions"))
    assert low == Rung(Level.COMPLETE_FAILURE, 0, 4)
    assert shifted(low, 1) == Rung(Level.MODERATE_FAILURE, 0, 3)
    assert shifted(low, 2) == Rung(Level.STALEMATE)
    assert shifted(low, -1) == Rung(Level.SERIOUS_FAILURE, 0, 5)


def test_doubles_and_numerology_move_a_score_by_a_level() -> None:
    plain, scale = Circumstances(), Scale(doubles="on", numerology="on")
    assert influenced(standing(22, 10, scale), 22, plain, scale).level is Level.SUPERIOR  # Complete, and a double
    assert influenced(standing(133, 100, scale), 133, plain, scale).level is Level.COMPLETE
    assert influenced(standing(11, 20, scale), 11, plain, scale).level is Level.COMPLETE_FAILURE
    assert influenced(standing(11, 11, scale), 11, plain, scale).level is Level.STALEMATE
    assert influenced(standing(12, 20, scale), 12, plain, scale).level is Level.MODERATE_FAILURE
    # 24 is 2 + 4 = 6; 49 is 13, and 4; 12 is 12, and 3.
    for score, number in ((24, 6), (49, 13), (49, 4), (12, 12), (12, 3)):
        before = Rung(Level.MODERATE)
        assert influenced(before, score, Circumstances(geometry=number), scale).level is Level.COMPLETE
        assert influenced(before, score, Circumstances(nemesis=number), scale).level is Level.STALEMATE
    off = Scale()
    assert influenced(Rung(Level.MODERATE), 22, Circumstances(geometry=4), off) == Rung(Level.MODERATE)


# --- Crises ----------------------------------------------------------------------------------------------------------

SUPERIOR_2, SERIOUS_2 = Rung(Level.SUPERIOR, 2), Rung(Level.SERIOUS_FAILURE, 0, 2)


@pytest.mark.parametrize(
    ("rolled", "also"),
    [
        (Rung(Level.MODERATE), Rung(Level.MODERATE_FAILURE)),
        (Rung(Level.COMPLETE), Rung(Level.COMPLETE_FAILURE)),
        (SUPERIOR_2, SERIOUS_2),
        (Rung(Level.MODERATE_FAILURE), Rung(Level.MODERATE)),
        (Rung(Level.COMPLETE_FAILURE), Rung(Level.COMPLETE)),
        (SERIOUS_2, SUPERIOR_2),
        (Rung(Level.STALEMATE), None),
    ],
)
def test_a_crisis_brings_the_equivalent_of_the_other_side(rolled: Rung, also: Rung | None) -> None:
    for crisis in (Crisis.MINIMUM, Crisis.MAXIMUM):
        taken = in_crisis(rolled, crisis, Scale())
        assert (taken.rolled, taken.equivalent) == (rolled, also)


def test_extra_levels_are_mirrored_unless_the_house_rule_says_otherwise() -> None:
    scale = Scale(crisis_levels="not-mirrored")
    assert in_crisis(SUPERIOR_2, Crisis.MAXIMUM, scale).equivalent == Rung(Level.SERIOUS_FAILURE, 0, 1)
    assert in_crisis(SERIOUS_2, Crisis.MINIMUM, scale).equivalent == Rung(Level.SUPERIOR, 1, 0)


@pytest.mark.parametrize(
    ("rolled", "crisis", "level", "also"),
    [
        (Rung(Level.COMPLETE), Crisis.MINIMUM, Level.STALEMATE, None),
        (Rung(Level.COMPLETE), Crisis.MAXIMUM, Level.COMPLETE, Level.COMPLETE_FAILURE),
        (Rung(Level.COMPLETE_FAILURE), Crisis.MINIMUM, Level.COMPLETE_FAILURE, Level.COMPLETE),
        (Rung(Level.COMPLETE_FAILURE), Crisis.MAXIMUM, Level.STALEMATE, None),
        (Rung(Level.STALEMATE), Crisis.MAXIMUM, Level.STALEMATE, None),
    ],
)
def test_the_table_of_crises_makes_half_of_them_stalemates(
    rolled: Rung, crisis: Crisis, level: Level, also: Level | None
) -> None:
    taken = in_crisis(rolled, crisis, Scale(crisis="table"))
    assert (taken.rolled.level, taken.equivalent.level if taken.equivalent else None) == (level, also)
