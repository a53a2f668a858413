"""What other dice calculators are measured with, as one writes it in Oddsmith.

Every task works its answer out from scratch and returns a distribution. `TASKS`, `canon` and `VERSION` are what an
adapter of such a benchmark offers: tasks by name, a distribution as whole weights, and the version of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import oddsmith
from oddsmith import Distribution, Pool, Then, odds, roll, rule
from oddsmith.dice import Deck, Die, Expression, d4, d6, d8, d10, d12, d20, d100, expr_map, when
from oddsmith.distribution import Finite

VERSION = f"oddsmith {oddsmith.__version__}"

NINE = Pool.of([d8, d8, d8, d8, d4, d6, d10, d12, d20])
TWELVE = Pool.of([d4, d4, d6, d6, d8, d8, d10, d10, d12, d12, d20, d20])


def canon(found: Distribution[Any]) -> Mapping[Any, int]:
    """The weight of every outcome."""
    assert isinstance(found, Finite)
    assert not found.unresolved
    return found.weights


def hits(dice: int, depth: int) -> Distribution[int]:
    return d10.explode(limit=depth).pool(dice).count(at_least=7).distribution()


# --- what goes on --------------------------------------------------------------------------------------------------


@rule
async def craps(point: int) -> Then[int]:
    total = await roll(d6.pool(2).sum())
    if point:
        return 1 if total == point else 0 if total == 7 else craps(point)
    return 1 if total in (7, 11) else 0 if total in (2, 3, 12) else craps(total)


WHEEL = Die([1, -1], [18, 20])


@rule
async def ruin(purse: int) -> Then[int]:
    if purse in (0, 40):
        return purse
    return ruin(purse + await roll(WHEEL))


BLOW = Die([0, *range(4, 12)], [72, *[11] * 8])  # 11 times in 20, a d8 and 3


@rule
async def duel(ours: int, theirs: int) -> Then[tuple[bool, bool]]:
    if not ours or not theirs:
        return ours > 0, theirs > 0
    dealt, taken = await roll(BLOW), await roll(BLOW)
    return duel(max(ours - taken, 0), max(theirs - dealt, 0))


def risk_round(attackers: int, defenders: int) -> Expression[int]:
    """The losses of the defender: the highest dice are paired, and ties go to the defender."""
    return d6.pool(attackers).sort_pair(">", d6.pool(defenders)).size()


@rule
async def war(attackers: int, defenders: int) -> Then[tuple[int, int]]:
    if not attackers or not defenders:
        return attackers, defenders
    ours, theirs = min(attackers, 3), min(defenders, 2)
    lost = await roll(risk_round(ours, theirs))
    return war(attackers - (min(ours, theirs) - lost), defenders - lost)


@rule
async def yahtzee(kept: tuple[int, ...], throws: int) -> Then[int]:
    dice = (*kept, *(await roll(d6.pool(5 - len(kept)))))
    face = max(dice, key=lambda face: (dice.count(face), face))
    same = tuple(die for die in dice if die == face)
    return len(same) if throws == 1 else yahtzee(same, throws - 1)


def opposed() -> Distribution[int]:
    lead = d6.pool(10).sum().distribution() - d8.pool(8).sum().distribution()
    return lead.map(lambda margin: (margin > 0) - (margin < 0))


def given_a_six() -> Distribution[int]:
    both = d6.pool(4).joint(lambda pool: pool.drop_lowest().sum(), lambda pool: pool.keep_highest().sum())
    return both.distribution().given(lambda seen: seen[1] == 6).map(lambda seen: seen[0])


def two_pools() -> Distribution[tuple[int, int]]:
    pool = d10.pool(10).count(at_least=7).distribution()
    return Distribution.joint(pool, pool)


PROFICIENCY = Die([(0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (0, 2)], [1, 2, 2, 3, 2, 2])
ABILITY = Die([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)], [1, 2, 1, 2, 1, 1])
DIFFICULTY = Die([(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1)], [1, 1, 1, 3, 1, 1])


def character() -> Distribution[int]:
    ability = Die.of(d6.pool(4).drop_lowest(1).sum().distribution())
    return ability.pool(6).keep_highest(3).sum().distribution()


TASKS: dict[str, Callable[[], Distribution[Any]]] = {
    "sum_100d6": lambda: d6.pool(100).sum().distribution(),
    "sum_1000d6": lambda: d6.pool(1000).sum().distribution(),
    "sum_100d20": lambda: d20.pool(100).sum().distribution(),
    "sum_10d100": lambda: d100.pool(10).sum().distribution(),
    "sum_mixed9": lambda: NINE.sum().distribution(),
    "k_4d6dl1": lambda: d6.pool(4).drop_lowest(1).sum().distribution(),
    "k_20d20kh3": lambda: d20.pool(20).keep_highest(3).sum().distribution(),
    "k_100d20kh10": lambda: d20.pool(100).keep_highest(10).sum().distribution(),
    "k_mixed9kh3": lambda: NINE.keep_highest(3).sum().distribution(),
    "k_mixed12kh5": lambda: TWELVE.keep_highest(5).sum().distribution(),
    "x_10d10_depth10": lambda: hits(10, 10),
    "x_10d10_depth50": lambda: hits(10, 50),
    "x_30d10_depth50": lambda: hits(30, 50),
    "x_sum30d10_depth10": lambda: d10.explode(limit=10).pool(30).sum().distribution(),
    "x_30d10_kh5_depth5": lambda: d10.compound(limit=5).pool(30).keep_highest(5).sum().distribution(),
    "j_two_pools": two_pools,
    "j_hits_ones_20d10": lambda: (
        d10.pool(20).classes(hits=when(at_least=7), ones=when([1])).distribution().map(lambda counts: counts[:2])
    ),
    "j_kh3_total_10d6": lambda: d6.pool(10).joint(lambda pool: pool.keep_highest(3).sum(), Pool.sum).distribution(),
    "m_straight_10d10": lambda: d10.pool(10).straight().distribution(),
    "m_straight_20d10": lambda: d10.pool(20).straight().distribution(),
    "m_set_10d10": lambda: d10.pool(10).largest_set().distribution(),
    "m_set_20d10": lambda: d10.pool(20).largest_set().distribution(),
    "m_set_width_height_20d10": lambda: d10.pool(20).largest_set_face().distribution(),
    "r_craps": lambda: odds(craps(0)),
    "r_ruin_40": lambda: odds(ruin(20)),
    "r_duel_10": lambda: odds(duel(10, 10)),
    "r_duel_40": lambda: odds(duel(40, 40)),
    "r_risk_20v20": lambda: odds(war(20, 20)),
    "o_10d6_8d8": opposed,
    "o_risk_3v2": lambda: risk_round(3, 2).distribution(),
    "o_sorted_10v10": lambda: d10.pool(10).sort_pair(">", d10.pool(10)).size().distribution(),
    "o_beatall_10v10": lambda: d10.pool(10).versus_all(">", d10.pool(10)).size().distribution(),
    "c_4d6dl1_given_max6": given_a_six,
    "d_yahtzee": lambda: odds(yahtzee((), 3)),
    "p_union_10v10": lambda: d10.pool(10).union(d10.pool(10)).size().distribution(),
    "p_intersection_10v10": lambda: d10.pool(10).intersection(d10.pool(10)).size().distribution(),
    "p_symmetric_10v10": lambda: d10.pool(10).symmetric_difference(d10.pool(10)).size().distribution(),
    "p_block_10v10": lambda: d10.pool(10).max_pair_highest("<=", d10.pool(10)).size().distribution(),
    "p_any_20v20": lambda: d10.pool(20).versus_any(">", d10.pool(20)).size().distribution(),
    "p_subset_3in10": lambda: d10.pool(3).issubset(d10.pool(10)).distribution(),
    "e_check": lambda: (d20 + 5 >= 15).distribution(),
    "e_middle_of_three": lambda: expr_map(lambda a, b, c: sorted((a, b, c))[1], d6, d8, d10).distribution(),
    "e_d10_times_d10": lambda: (d10 @ d10).distribution(),
    "e_narrative": lambda: (2 @ PROFICIENCY + ABILITY - 2 @ DIFFICULTY).distribution(),
    "e_character": character,
    "d_hand_5_of_52": lambda: Deck.of(dict.fromkeys(range(13), 4)).hand(5).sum().distribution(),
    "d_pairs_5_of_52": lambda: Deck.of(dict.fromkeys(range(13), 4)).hand(5).largest_set().distribution(),
    "d_straight_7_of_52": lambda: Deck.of(dict.fromkeys(range(13), 4)).hand(7).straight().distribution(),
    "l_cancel_6v6": lambda: d10.pool(6).difference(d10.pool(6)).size().distribution(),
    "l_cancel_10v10": lambda: d10.pool(10).difference(d10.pool(10)).size().distribution(),
    "l_sorted_50v50": lambda: d10.pool(50).sort_pair(">", d10.pool(50)).size().distribution(),
    "l_beatall_50v50": lambda: d10.pool(50).versus_all(">", d10.pool(50)).size().distribution(),
    "l_straight_20d100": lambda: d100.pool(20).straight().distribution(),
    "l_straight_50d50": lambda: Die.sided(50).pool(50).straight().distribution(),
    "l_80d20kh40": lambda: d20.pool(80).keep_highest(40).sum().distribution(),
    "l_160d20kh80": lambda: d20.pool(160).keep_highest(80).sum().distribution(),
    "l_1000d20kh100": lambda: d20.pool(1000).keep_highest(100).sum().distribution(),
    "l_set_200d10": lambda: d10.pool(200).largest_set().distribution(),
    "l_setface_100d10": lambda: d10.pool(100).largest_set_face().distribution(),
    "l_sum_10000d6": lambda: d6.pool(10_000).sum().distribution(),
}

GROWING: dict[str, Callable[[int], Distribution[Any]]] = {
    "sum of n d6": lambda n: d6.pool(n).sum().distribution(),
    "highest n / 2 of n d20": lambda n: d20.pool(n).keep_highest(n // 2).sum().distribution(),
    "set of n d10": lambda n: d10.pool(n).largest_set().distribution(),
}
