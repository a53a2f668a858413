"""The tasks as one writes them first in dyce (https://github.com/posita/dyce).

It has no loops that end by chance alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

warnings.simplefilter("ignore")  # dyce tells at import that parts of it are experimental
import dyce  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
from dyce import H, P, expand, explode_n  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
from dyce.p import survey_outcome_order_ascending as ASCENDING  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
from dyce.p import survey_outcome_order_descending as DESCENDING  # noqa: E402

VERSION = f"dyce {dyce.__version__}"
EXACT = {"min_path_probability": Fraction(0)}


def canon(found: Any) -> Mapping[Any, int]:
    return dict(found.items())


def hits(depth: int) -> Any:
    def again(result: Any, *, n: int) -> Any:
        if result.outcome == 10:
            return expand(again, H(10), n=n - 1) + 1 if n > 0 else 1
        return int(result.outcome >= 7)

    return expand(again, H(10), n=depth, **EXACT)


def hits_and_ones() -> Any:
    def step(seen: Any, face: int, count: int) -> tuple[int, int]:
        hit, ones = seen or (0, 0)
        return hit + count * (face >= 7), ones + count * (face == 1)

    return (20 @ P(10)).survey(accumulate=step, order=ASCENDING)


def three_and_all() -> Any:
    def step(seen: Any, face: int, count: int) -> tuple[int, int, int]:
        kept, highest, total = seen or (0, 0, 0)
        more = min(count, 3 - kept)
        return kept + more, highest + more * face, total + count * face

    return (10 @ P(6)).survey(accumulate=step, order=DESCENDING, settle=lambda seen: seen[1:])


def straight(dice: int, sides: int) -> Any:
    def step(seen: Any, face: int, count: int) -> tuple[int, int, int | None]:
        longest, run, before = seen or (0, 0, None)
        run = run + 1 if before == face - 1 else 1
        return max(longest, run), run, face

    return (dice @ P(sides)).survey(accumulate=step, order=ASCENDING, settle=lambda seen: seen[0])


def largest_set(dice: int) -> Any:
    return (dice @ P(10)).survey(accumulate=lambda seen, face, count: max(seen or 0, count), order=ASCENDING)


def largest_set_face(dice: int) -> Any:
    return (dice @ P(10)).survey(
        accumulate=lambda seen, face, count: max(seen or (0, 0), (count, face)), order=ASCENDING
    )


def two_pools() -> Any:
    pool = 10 @ H(10).ge(7)
    return pool.apply(lambda left, right: (left, right), pool)


def risk_round(attackers: int, defenders: int) -> Any:
    def pairs(ours: Any, theirs: Any) -> int:
        return sum(a > b for a, b in zip(ours.roll[::-1], theirs.roll[::-1], strict=False))

    return expand(pairs, attackers @ P(6), defenders @ P(6), **EXACT)


def war(attackers: int, defenders: int) -> Any:
    rounds = {(ours, theirs): risk_round(ours, theirs) for ours in (1, 2, 3) for theirs in (1, 2)}

    @cache
    def on(ours: int, theirs: int) -> Any:
        if not ours or not theirs:
            return H({(ours, theirs): 1})
        thrown = min(ours, 3), min(theirs, 2)
        pairs = min(thrown)
        return expand(lambda won: on(ours - (pairs - won.outcome), theirs - won.outcome), rounds[thrown], **EXACT)

    return on(attackers, defenders)


def sorted_pairs(dice: int) -> Any:
    def won(ours: Any, theirs: Any) -> int:
        return sum(a > b for a, b in zip(ours.roll, theirs.roll, strict=True))

    return expand(won, dice @ P(10), dice @ P(10), **EXACT)


def beat_all(dice: int) -> Any:
    return expand(lambda highest: dice @ H(10).gt(highest.outcome), (dice @ P(10)).at(-1), **EXACT)


def given_a_six() -> Any:
    return expand(lambda thrown: sum(thrown.roll[1:]) if thrown.roll[-1] == 6 else H({}), 4 @ P(6), **EXACT)


def yahtzee() -> Any:
    def again(dice: tuple[int, ...]) -> Any:
        face = max(dice, key=lambda face: (dice.count(face), face))
        same = dice.count(face)
        if same == 5:
            return H({dice: 1})
        others = ((5 - same) @ P(6)).rolls_with_counts()
        return H.from_counts((tuple(sorted((face,) * same + other)), count) for other, count in others)

    thrown = H.from_counts((5 @ P(6)).rolls_with_counts())
    for _ in range(2):
        thrown = expand(lambda dice: again(dice.outcome), thrown, **EXACT)
    return thrown.apply(lambda dice: max(map(dice.count, dice)))


def any_beaten(dice: int) -> Any:
    return expand(lambda lowest: dice @ H(10).gt(lowest.outcome), (dice @ P(10)).at(0), **EXACT)


def middle_of_three() -> Any:
    return expand(lambda *dice: sorted(die.outcome for die in dice)[1], H(6), H(8), H(10), **EXACT)


TASKS = {
    "sum_100d6": lambda: 100 @ H(6),
    "sum_1000d6": lambda: 1000 @ H(6),
    "sum_100d20": lambda: 100 @ H(20),
    "sum_10d100": lambda: 10 @ H(100),
    "sum_mixed9": lambda: 4 @ H(8) + H(4) + H(6) + H(10) + H(12) + H(20),
    "k_4d6dl1": lambda: (4 @ P(6)).at(slice(1, None)),
    "k_20d20kh3": lambda: (20 @ P(20)).at(slice(-3, None)),
    "k_100d20kh10": lambda: (100 @ P(20)).at(slice(-10, None)),
    "k_mixed9kh3": lambda: P(8, 8, 8, 8, 4, 6, 10, 12, 20).at(slice(-3, None)),
    "k_mixed12kh5": lambda: (2 @ P(4, 6, 8, 10, 12, 20)).at(slice(-5, None)),
    "x_10d10_depth10": lambda: 10 @ hits(10),
    "x_10d10_depth50": lambda: 10 @ hits(50),
    "x_30d10_depth50": lambda: 30 @ hits(50),
    "x_sum30d10_depth10": lambda: 30 @ explode_n(H(10), n=10),
    "x_30d10_kh5_depth5": lambda: (30 @ P(explode_n(H(10), n=5))).at(slice(-5, None)),
    "j_two_pools": two_pools,
    "j_hits_ones_20d10": hits_and_ones,
    "j_kh3_total_10d6": three_and_all,
    "m_straight_10d10": lambda: straight(10, 10),
    "m_straight_20d10": lambda: straight(20, 10),
    "m_set_10d10": lambda: largest_set(10),
    "m_set_20d10": lambda: largest_set(20),
    "m_set_width_height_20d10": lambda: largest_set_face(20),
    "r_risk_20v20": lambda: war(20, 20),
    "o_10d6_8d8": lambda: (10 @ H(6)).apply(lambda ours, theirs: (ours > theirs) - (ours < theirs), 8 @ H(8)),
    "o_risk_3v2": lambda: risk_round(3, 2),
    "o_sorted_10v10": lambda: sorted_pairs(10),
    "o_beatall_10v10": lambda: beat_all(10),
    "c_4d6dl1_given_max6": given_a_six,
    "d_yahtzee": yahtzee,
    "p_any_20v20": lambda: any_beaten(20),
    "e_check": lambda: (H(20) + 5).ge(15),
    "e_middle_of_three": middle_of_three,
    "e_d10_times_d10": lambda: expand(lambda number: number.outcome @ H(10), H(10), **EXACT),
    "e_character": lambda: (6 @ P((4 @ P(6)).at(slice(1, None)))).at(slice(-3, None)),
    "l_beatall_50v50": lambda: beat_all(50),
    "l_straight_20d100": lambda: straight(20, 100),
    "l_straight_50d50": lambda: straight(50, 50),
    "l_80d20kh40": lambda: (80 @ P(20)).at(slice(-40, None)),
    "l_160d20kh80": lambda: (160 @ P(20)).at(slice(-80, None)),
    "l_1000d20kh100": lambda: (1000 @ P(20)).at(slice(-100, None)),
    "l_set_200d10": lambda: largest_set(200),
    "l_setface_100d10": lambda: largest_set_face(100),
    "l_sum_10000d6": lambda: 10_000 @ H(6),
}

GROWING = {
    "sum of n d6": lambda n: n @ H(6),
    "highest n / 2 of n d20": lambda n: (n @ P(20)).at(slice(-(n // 2), None)),
    "set of n d10": largest_set,
}
