"""How the dice of Humanity and Beast are read and laid on the table. Expected values are all outcomes, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import product
from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import ScriptedSource, SeededSource, d6, d10
from oddsmith.distribution import Distribution
from oddsmith.systems.humanity_beast.rules.comparison import Comparison
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable, DieOnTable
from oddsmith.systems.humanity_beast.rules.dice_throw import DiceThrow
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice
from oddsmith.systems.humanity_beast.rules.reading import Chain, Reading, chain, chain_pmf
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask

READINGS = (
    Reading(),
    Reading(again="once"),
    Reading(again="once", willpower_reroll="last-face"),
    Reading(willpower_reroll="last-face"),
    Reading(tens="ask-beast"),
    Reading(tens="never-on-beast"),
    Reading(tens="stop-when-met", again="once"),
    Reading(humanity_target=10, beast_target=2),
)


def task(humanity: int, beast: int, *asked: str, reading: Reading = READINGS[0], reroll: Any = "choice") -> RollTask:
    return RollTask(humanity, beast, 2, 2, reading, "neither", False, False, frozenset(asked), reroll=reroll)


# --- one die ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", READINGS, ids=str)
@pytest.mark.parametrize("longest", [1, 3])
def test_the_ways_of_one_die_add_up_to_all(reading: Reading, longest: int) -> None:
    for colour in ("humanity", "beast"):
        law, total = chain_pmf(reading, colour, longest, lumped=True)
        assert sum(law.values()) == total
        law, total = chain_pmf(reading, colour, longest, lumped=False)
        unlimited = reading.again == "chain" and reading.tens_of(colour) == "rerolled"
        left_out = Fraction(1, 10 ** (longest + 1)) if unlimited else 0
        assert 1 - Fraction(sum(law.values()), total) == left_out


def test_a_chain_loses_all_of_it_or_only_what_its_last_face_shows() -> None:
    assert chain(Reading(), "humanity", 2, 8) == Chain(3, 3, waits=False, fresh=True)
    last = Reading(willpower_reroll="last-face")
    assert chain(last, "humanity", 2, 8) == Chain(3, 1, waits=False, fresh=True)
    assert chain(last, "humanity", 2, 6) == Chain(2, 0, waits=False, fresh=True)
    once = Reading(willpower_reroll="last-face", again="once")
    assert chain(once, "beast", 1, 6) == Chain(2, 1, waits=False, fresh=False)
    assert chain(Reading(tens="ask-beast"), "beast", 0, 10) == Chain(1, 1, waits=True, fresh=True)


# --- all dice --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "reading", [Reading(again="once"), Reading(again="once", willpower_reroll="last-face")], ids=str
)
def test_tables_are_as_likely_as_all_ways_of_all_dice_say(reading: Reading) -> None:
    listed: Counter[tuple[Any, ...]] = Counter()
    laws = [chain_pmf(reading, colour, 2, lumped=False) for colour in ("humanity", "humanity", "beast")]
    for dice in product(*(law.items() for law, _ in laws)):
        weight = 1
        kinds = set()
        for place, (found, share) in enumerate(dice):
            weight *= share
            kinds.add(("humanity" if place < 2 else "beast", found.loses, found.fresh))
        humanity = sum(found.successes for found, _ in dice[:2])
        listed[humanity, dice[2][0].successes, frozenset(kinds)] += weight
    total_successes = Distribution.from_weights(listed)
    seen = DiceThrow(task(2, 1, "humanity_successes", "beast_successes", reading=reading)).distribution()
    told = seen.map(
        lambda table: (*table.counts, frozenset((kind.colour, kind.loses, kind.fresh) for kind in table.kinds))
    )
    assert told == total_successes


@given(seed=st.integers(0, 10**6), humanity=st.integers(0, 4), beast=st.integers(0, 3))
@settings(max_examples=30)
def test_a_table_that_was_rolled_is_one_that_the_odds_know(seed: int, humanity: int, beast: int) -> None:
    for asked in (("success",), ("humanity_check",), ("clean_success", "willpower_spent")):
        sight = DiceThrow(task(humanity, beast, *asked))
        assert sight.distribution().pmf(sight.roll(SeededSource(seed)).value) > 0


def test_a_chain_longer_than_matters_is_on_a_table_that_the_odds_know() -> None:
    sight = DiceThrow(task(1, 1, "success"))
    table = sight.roll(ScriptedSource([10, 10, 10, 10, 10, 9, 1])).value
    assert sight.distribution().pmf(table) > 0


def test_what_remains_without_a_die_is_what_the_others_show() -> None:
    sight = DiceThrow(task(2, 1, "humanity_successes", "beast_successes"))
    table = sight.roll(ScriptedSource([10, 3, 8, 6])).value  # Humanity 10 and 8, 3; Beast 6
    assert table == DiceOnTable(
        (2, 1),
        (
            DieOnTable("humanity", 0, True, (2, 1)),
            DieOnTable("beast", 1, True, (2, 0)),
            DieOnTable("humanity", 2, True, (0, 1)),
        ),
    )


def test_more_successes_than_matter_are_one_table() -> None:
    tables = dict(DiceThrow(task(3, 2, "success")).distribution().items())
    assert max(table.counts[0] for table in tables) == 2
    assert sum(tables.values()) == 1
    in_full = DiceThrow(task(3, 2, "humanity_successes", "beast_successes")).distribution()
    assert len(tables) < len(list(in_full.items())) / 10


def test_ten_dice_make_few_tables_and_leave_nothing_unresolved() -> None:
    for asked, most in ((("success",), 100), (("clean_success",), 1_000)):
        ten = RollTask(7, 3, 3, 5, Reading(), "neither", False, False, frozenset(asked), reroll="choice")
        tables = dict(DiceThrow(ten).distribution().items())
        assert sum(tables.values()) == 1
        assert len(tables) < most


# --- two numbers compared --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("enough", "reach"), [(0, 1), (0, 3), (2, 1), (3, 2), (1, 4)])
def test_two_numbers_compared_are_all_pairs_of_them(enough: int, reach: int) -> None:
    left, right = d6.pool(2).sum(), d6.pool(1).sum() + 3
    listed: Counter[tuple[int, int, int]] = Counter()
    for a, b, c in product(range(1, 7), repeat=3):
        lead = c + 3 - a - b
        listed[min(a + b, enough), min(c + 3, enough), max(-reach, min(lead, reach))] += 1
    assert Comparison(left, right, enough, reach).distribution() == Distribution.from_weights(listed)


@pytest.mark.parametrize(("enough", "reach"), [(0, 1), (3, 1), (2, 2)])
def test_two_numbers_without_limit_are_compared_exactly(enough: int, reach: int) -> None:
    left, right = (d10.explode().pool(dice).count(at_least=target) for dice, target in ((3, 7), (2, 6)))
    compared = Comparison(left, right, enough, reach).distribution()
    assert compared.unresolved == 0
    ours, theirs = left.distribution(), right.distribution()
    assert compared.p(lambda c: c[2] > 0) == theirs.beats(ours)
    assert compared.p(lambda c: c[2] == 0) == theirs.ties(ours)
    assert compared.map(itemgetter(0)) == ours.capped(enough)
    assert compared.map(itemgetter(1)) == theirs.capped(enough)
    near = sum(ours.truncated().pmf(k) * theirs.pmf(k + 1) for k in range(30))
    assert reach == 1 or abs(compared.p(lambda c: c[2] == 1) - near) < Fraction(1, 10**15)


def test_numbers_are_compared_by_rolling_both() -> None:
    compared = Comparison(d6, d6, 2, 1)
    rolled = compared.roll(ScriptedSource([5, 1]))
    assert (rolled.value, str(compared)) == ((2, 1, -1), "d6 and d6")


# --- mixes -----------------------------------------------------------------------------------------------------------


@given(humanity=st.integers(0, 5), beast=st.integers(0, 5), least=st.integers(0, 3), less=st.integers(0, 3))
def test_mixes_are_within_what_is_there_demanded_and_allowed(humanity: int, beast: int, least: int, less: int) -> None:
    mixes = AvailableDice(humanity, beast, least, less).mixes(none=False)
    assert all(least <= h <= humanity and less <= b <= beast and 1 <= h + b <= 10 for h, b in mixes.values())
    assert len(set(mixes.values())) == len(mixes)
    totals = [h + b for h, b in mixes.values()]
    assert totals == sorted(totals, reverse=True)
