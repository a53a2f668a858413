"""The tasks as one writes them first in Icepool (https://github.com/HighDiceRoller/icepool)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import icepool  # type: ignore[import-not-found, unused-ignore]
from icepool import Deck, Die, Pool, Reroll, Vector, coin, d, multiset_function, tupleize  # type: ignore[import-not-found, unused-ignore]

VERSION = f"icepool {icepool.__version__}"


def canon(found: Any) -> Mapping[Any, int]:
    return dict(found.items())


def hits(depth: int) -> Any:
    return d(10).map(lambda x: 1 + icepool.Again if x == 10 else int(x >= 7), again_depth=depth, again_end=0)


def nine() -> Any:
    return Pool({d(8): 4, d(4): 1, d(6): 1, d(10): 1, d(12): 1, d(20): 1})


@multiset_function  # type: ignore[untyped-decorator, unused-ignore]
def hits_and_ones(dice: Any) -> Any:
    return dice.keep_outcomes(range(7, 11)).size(), dice.keep_outcomes([1]).size()


@multiset_function  # type: ignore[untyped-decorator, unused-ignore]
def three_and_all(dice: Any) -> Any:
    return dice.highest(3).sum(), dice.sum()


@multiset_function  # type: ignore[untyped-decorator, unused-ignore]
def three_and_highest(dice: Any) -> Any:
    return dice.lowest(drop=1).sum(), dice.highest(1).sum()


def given_a_six() -> Any:
    return three_and_highest(d(6).pool(4)).map(lambda total, highest: total if highest == 6 else Reroll)


def craps() -> Any:
    def step(state: int, total: int) -> int:
        if state < 0:
            return state
        if state == 0:
            return -1 if total in (7, 11) else -2 if total in (2, 3, 12) else total
        return -1 if total == state else -2 if total == 7 else state

    return Die([0]).map(step, 2 @ d(6), repeat="inf").map(lambda state: int(state == -1))


def ruin() -> Any:
    wheel = Die({1: 18, -1: 20})
    return Die([20]).map(lambda purse, won: purse if purse in (0, 40) else purse + won, wheel, repeat="inf")


def duel(points: int) -> Any:
    blow = coin(11, 20).if_else(d(8) + 3, 0)

    def round_(ours: int, theirs: int, dealt: int, taken: int) -> tuple[int, int]:
        if ours == 0 or theirs == 0:
            return ours, theirs
        return max(ours - taken, 0), max(theirs - dealt, 0)

    ended = Die([(points, points)]).map(round_, blow, blow, star=True, repeat="inf")
    return ended.map(lambda ours, theirs: (int(ours > 0), int(theirs > 0)), star=True)


def risk_round(attackers: int, defenders: int) -> Any:
    pairs = min(attackers, defenders)  # both sides keep as many: of unequal sizes sort_pair gives another answer
    return d(6).pool(attackers).highest(pairs).sort_pair(">", d(6).pool(defenders).highest(pairs)).size()


def war(attackers: int, defenders: int) -> Any:
    rounds: dict[tuple[int, int], Any] = {}

    def step(ours: int, theirs: int) -> Any:
        if ours == 0 or theirs == 0:
            return ours, theirs
        thrown = min(ours, 3), min(theirs, 2)
        if thrown not in rounds:
            rounds[thrown] = risk_round(*thrown)
        pairs = min(thrown)
        return rounds[thrown].map(lambda won: (ours - (pairs - won), theirs - won))

    return Die([(attackers, defenders)]).map(step, star=True, repeat="inf")


def yahtzee() -> Any:
    def again(*dice: int) -> Any:
        face = max(dice, key=lambda face: (dice.count(face), face))
        same = dice.count(face)
        return Pool([face] * same + [d(6)] * (5 - same)).expand()

    thrown = d(6).pool(5).expand().map(again, star=True).map(again, star=True)
    return thrown.map(lambda *dice: max(map(dice.count, dice)), star=True)


PROFICIENCY = Die({(0, 0): 1, (1, 0): 2, (2, 0): 2, (1, 1): 3, (0, 1): 2, (0, 2): 2}).map(Vector)
ABILITY = Die({(0, 0): 1, (1, 0): 2, (2, 0): 1, (0, 1): 2, (1, 1): 1, (0, 2): 1}).map(Vector)
DIFFICULTY = Die({(0, 0): 1, (1, 0): 1, (2, 0): 1, (0, 1): 3, (0, 2): 1, (1, 1): 1}).map(Vector)


TASKS = {
    "sum_100d6": lambda: 100 @ d(6),
    "sum_1000d6": lambda: 1000 @ d(6),
    "sum_100d20": lambda: 100 @ d(20),
    "sum_10d100": lambda: 10 @ d(100),
    "sum_mixed9": lambda: 4 @ d(8) + d(4) + d(6) + d(10) + d(12) + d(20),
    "k_4d6dl1": lambda: d(6).highest(4, 3),
    "k_20d20kh3": lambda: d(20).highest(20, 3),
    "k_100d20kh10": lambda: d(20).highest(100, 10),
    "k_mixed9kh3": lambda: nine().highest(3).sum(),
    "k_mixed12kh5": lambda: Pool({d(sides): 2 for sides in (4, 6, 8, 10, 12, 20)}).highest(5).sum(),
    "x_10d10_depth10": lambda: 10 @ hits(10),
    "x_10d10_depth50": lambda: 10 @ hits(50),
    "x_30d10_depth50": lambda: 30 @ hits(50),
    "x_sum30d10_depth10": lambda: 30 @ d(10).explode(depth=10),
    "x_30d10_kh5_depth5": lambda: d(10).explode(depth=5).highest(30, 5),
    "j_two_pools": lambda: tupleize(10 @ (d(10) >= 7), 10 @ (d(10) >= 7)),
    "j_hits_ones_20d10": lambda: hits_and_ones(d(10).pool(20)),
    "j_kh3_total_10d6": lambda: three_and_all(d(6).pool(10)),
    "m_straight_10d10": lambda: d(10).pool(10).largest_straight(),
    "m_straight_20d10": lambda: d(10).pool(20).largest_straight(),
    "m_set_10d10": lambda: d(10).pool(10).largest_count(),
    "m_set_20d10": lambda: d(10).pool(20).largest_count(),
    "m_set_width_height_20d10": lambda: d(10).pool(20).largest_count_and_outcome(),
    "r_craps": craps,
    "r_ruin_40": ruin,
    "r_duel_10": lambda: duel(10),
    "r_duel_40": lambda: duel(40),
    "r_risk_20v20": lambda: war(20, 20),
    "o_10d6_8d8": lambda: (10 @ d(6)).cmp(8 @ d(8)),
    "o_risk_3v2": lambda: risk_round(3, 2),
    "o_sorted_10v10": lambda: d(10).pool(10).sort_pair(">", d(10).pool(10)).size(),
    "o_beatall_10v10": lambda: d(10).pool(10).versus_all(">", d(10).pool(10)).size(),
    "c_4d6dl1_given_max6": given_a_six,
    "d_yahtzee": yahtzee,
    "p_union_10v10": lambda: d(10).pool(10).union(d(10).pool(10)).size(),
    "p_intersection_10v10": lambda: d(10).pool(10).intersection(d(10).pool(10)).size(),
    "p_symmetric_10v10": lambda: d(10).pool(10).symmetric_difference(d(10).pool(10)).size(),
    "p_block_10v10": lambda: d(10).pool(10).max_pair_keep("<=", d(10).pool(10), "high").size(),
    "p_any_20v20": lambda: d(10).pool(20).versus_any(">", d(10).pool(20)).size(),
    "p_subset_3in10": lambda: d(10).pool(3).issubset(d(10).pool(10)),
    "e_check": lambda: d(20) + 5 >= 15,
    "e_middle_of_three": lambda: icepool.map(lambda a, b, c: sorted((a, b, c))[1], d(6), d(8), d(10)),
    "e_d10_times_d10": lambda: d(10) @ d(10),
    "e_narrative": lambda: 2 @ PROFICIENCY + ABILITY - 2 @ DIFFICULTY,
    "e_character": lambda: d(6).highest(4, 3).highest(6, 3),
    "d_hand_5_of_52": lambda: Deck(range(13), times=4).deal(5).sum(),
    "d_pairs_5_of_52": lambda: Deck(range(13), times=4).deal(5).largest_count(),
    "d_straight_7_of_52": lambda: Deck(range(13), times=4).deal(7).largest_straight(),
    "l_cancel_6v6": lambda: d(10).pool(6).difference(d(10).pool(6)).size(),
    "l_cancel_10v10": lambda: d(10).pool(10).difference(d(10).pool(10)).size(),
    "l_sorted_50v50": lambda: d(10).pool(50).sort_pair(">", d(10).pool(50)).size(),
    "l_beatall_50v50": lambda: d(10).pool(50).versus_all(">", d(10).pool(50)).size(),
    "l_straight_20d100": lambda: d(100).pool(20).largest_straight(),
    "l_straight_50d50": lambda: d(50).pool(50).largest_straight(),
    "l_80d20kh40": lambda: d(20).highest(80, 40),
    "l_160d20kh80": lambda: d(20).highest(160, 80),
    "l_1000d20kh100": lambda: d(20).highest(1000, 100),
    "l_set_200d10": lambda: d(10).pool(200).largest_count(),
    "l_setface_100d10": lambda: d(10).pool(100).largest_count_and_outcome(),
    "l_sum_10000d6": lambda: 10_000 @ d(6),
}

GROWING = {
    "sum of n d6": lambda n: n @ d(6),
    "highest n / 2 of n d20": lambda n: d(20).highest(n, n // 2),
    "set of n d10": lambda n: d(10).pool(n).largest_count(),
}
