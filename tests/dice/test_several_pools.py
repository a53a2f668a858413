"""Several pools read together: by plain enumeration of the dice, by every roll, and as Icepool has it."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import (
    Die,
    JointReader,
    Pool,
    Reader,
    ScriptedSource,
    coin,
    d4,
    d6,
    d8,
    d10,
    parse,
    read_together,
    when,
)
from oddsmith.dice.exact.several_pools import one_pass
from oddsmith.dice.exact.several_pools.one_pass import combined_distribution, together_distribution
from oddsmith.dice.model.combination_data import CombinationData, Matching
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.readings.readable import Combination
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, NotationError, TooLarge

SIGNS = ["=", "<>", "<", "<=", ">", ">="]


def compared(sign, left, right):
    return {
        "=": left == right,
        "<>": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[sign]


def enumerated(dice, read):
    """The distribution of what `read` makes of the faces of pools, each a list of sequences of equally likely faces."""
    sizes = [len(pool) for pool in dice]
    values: Counter[Any] = Counter()
    for faces in product(*(die for pool in dice for die in pool)):
        rest = iter(faces)
        values[read(*(sorted(next(rest) for _ in range(size)) for size in sizes))] += 1
    total = sum(values.values())
    return {value: Fraction(count, total) for value, count in values.items()}


# --- each way to match pools, by its definition ---------------------------------------------------------------------

FACES = [(1, 2, 3), (1, 2, 3, 4), (2, 2, 5), (3,)]


@st.composite
def two_pools(draw):
    return [draw(st.lists(st.sampled_from(FACES), max_size=3)) for _ in range(2)]


def pool_of(dice):
    return Pool.of([Die(faces) for faces in dice])


@given(two_pools())
@settings(max_examples=40, deadline=None)
def test_multisets_are_what_counters_say(dice):
    left, right = map(pool_of, dice)
    cases: list[tuple[Combination[Any], Any]] = [
        (left.difference(right), lambda a, b: Counter(a) - Counter(b)),
        (left.union(right), lambda a, b: Counter(a) | Counter(b)),
        (left.intersection(right), lambda a, b: Counter(a) & Counter(b)),
        (left.symmetric_difference(right), lambda a, b: (Counter(a) - Counter(b)) + (Counter(b) - Counter(a))),
    ]
    for combined, read in cases:
        expected = enumerated(dice, lambda a, b, read=read: tuple(sorted(read(a, b).elements())))
        assert dict(combined.distribution().items()) == expected
        readings: list[tuple[Any, Any]] = [
            (combined.size(), len),
            (combined.sum(), sum),
            (combined.count(2), lambda faces: faces.count(2)),
        ]
        for reading, of in readings:
            by_value: Counter[Any] = Counter()
            for faces, chance in expected.items():
                by_value[of(faces)] += chance
            assert dict(reading.distribution().items()) == by_value


@given(two_pools(), st.sampled_from(SIGNS), st.booleans(), st.booleans())
@settings(max_examples=50, deadline=None)
def test_sorted_pairs_are_compared_one_by_one_whatever_the_sizes(dice, sign, ascending, extra):
    left, right = map(pool_of, dice)

    def read(a, b):
        first, second = (a, b) if ascending else (a[::-1], b[::-1])
        won = [die for place, die in enumerate(first) if place < len(second) and compared(sign, die, second[place])]
        return tuple(sorted(won + (first[len(second) :] if extra else [])))

    combined = left.sort_pair(sign, right, ascending=ascending, extra=extra)
    assert dict(combined.distribution().items()) == enumerated(dice, read)


KEPT: dict[str, tuple[Any, Any]] = {
    "kh1": (lambda dice: dice.keep_highest(1), lambda faces: faces[-1:]),
    "kl2": (lambda dice: dice.keep_lowest(2), lambda faces: faces[:2]),
    "dh1": (lambda dice: dice.drop_highest(1), lambda faces: faces[:-1]),
    "dl1kl1": (lambda dice: dice.drop_lowest(1).keep_lowest(1), lambda faces: faces[1:2]),
    "dh1dl1": (lambda dice: dice.drop_highest(1).drop_lowest(1), lambda faces: faces[1:-1]),
    "kh0": (lambda dice: dice.keep_highest(0), lambda faces: ()),
}


@given(
    two_pools(),
    st.sampled_from(Relation),
    st.sets(st.sampled_from(["ascending", "extra", "unpaired"])),
    st.none() | st.sampled_from(sorted(KEPT)),
)
@settings(max_examples=80, deadline=None)
def test_pools_one_after_the_other_at_every_face_are_as_by_enumeration(dice, relation, words, kept):
    keep, of = KEPT[kept] if kept else (lambda dice: dice, lambda faces: faces)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(one_pass, "_HALVES", 0)  # small pools are quicker together
        for matching in [matching for matching in Matching if matching.compares]:
            fitting = tuple(word for word in words if (word != "unpaired") == (matching is Matching.SORT_PAIR))
            try:
                combined = Combination(matching, tuple(map(pool_of, dice)), relation, fitting)
            except BadInput:
                continue

            def left_of(a, b, combined=combined):
                return of(sorted(a[place] for place in combined.left([a, b])[0]))

            chosen = keep(combined)
            assert dict(chosen.size().distribution().items()) == enumerated(dice, lambda a, b: len(left_of(a, b)))
            assert dict(chosen.sum().distribution().items()) == enumerated(dice, lambda a, b: sum(left_of(a, b)))


MATCHED = st.sampled_from(
    [
        lambda a, b: a.difference(b),
        lambda a, b: a.union(b),
        lambda a, b: a.symmetric_difference(b),
        lambda a, b: a.sort_pair(">", b, extra=True),
        lambda a, b: a.sort_pair("<=", b, ascending=True),
        lambda a, b: a.max_pair_highest("<", b),
        lambda a, b: a.max_pair_lowest("<=", b, unpaired=True),
        lambda a, b: a.versus_any(">=", b),
        lambda a, b: a.versus_all("<", b),
        lambda a, b: a.difference(b).keep_highest(1).union(b),
        lambda a, b: a.difference(b).union(d4.pool(1)),
        lambda a, b: a.sort_pair(">", b.union(d4.pool(1)).keep_highest(2), extra=True),
        lambda a, b: a.max_pair_lowest(">", b.union(d4.pool(1)).drop_lowest(1)),
    ]
)

FEW = st.lists(st.sampled_from(FACES), max_size=2)


@given(st.tuples(FEW, FEW), MATCHED, st.sampled_from(sorted(KEPT)))
@settings(max_examples=30, deadline=None)
def test_of_the_dice_that_are_left_some_are_kept(every_roll, dice, match, kept):
    keep, of = KEPT[kept]
    combined = match(*map(pool_of, dice))
    expected: Counter[Any] = Counter()
    for faces, chance in every_roll(combined).values.items():
        expected[tuple(of(faces))] += chance
    chosen = keep(combined)
    assert dict(chosen.distribution().items()) == every_roll(chosen).values == expected
    for reading, read in ((chosen.sum(), sum), (chosen.size(), len), (chosen.count(2), lambda faces: faces.count(2))):
        by_value: Counter[Any] = Counter()
        for faces, chance in expected.items():
            by_value[read(faces)] += chance
        assert dict(reading.distribution().items()) == by_value
        assert parse(str(reading)) == reading


def test_dice_that_are_left_are_kept_as_icepool_keeps_them():
    left, right = icepool.d6.pool(5), icepool.d6.pool(3)
    theirs = (left - right).highest(2).sum()
    ours = d6.pool(5).difference(d6.pool(3)).keep_highest(2).sum().distribution()
    assert dict(ours.items()) == {outcome: theirs.probability(outcome) for outcome in theirs}


def test_kept_dice_that_are_left_are_read_and_matched_further_and_shown_as_dropped():
    left = d6.pool(3).union(d6.pool(2)).keep_highest(1)
    rolled = left.roll(ScriptedSource([6, 2, 2, 5, 2]))
    assert rolled.value == (6,)
    assert [face.fate.value for face in rolled.faces] == ["kept", "dropped", "dropped", "dropped", "dropped"]
    assert parse("difference(union(3d6, 2d6)kh1, d6)") == left.difference(d6.pool())
    assert parse("joint(union(3d6, 2d6)kh1, sum, size)") == left.joint(
        lambda dice: dice.sum(), lambda dice: dice.size()
    )
    assert parse("union(3d6, 2d6)kh2>=5") == d6.pool(3).union(d6.pool(2)).keep_highest(2).count(at_least=5)
    with pytest.raises(BadInput, match="words have no order"):
        coin.pool(3).difference(coin.pool(1)).keep_highest(1)
    with pytest.raises(NotationError, match="kept, dropped or counted"):
        parse("difference(3d6, 2d6)!")


@pytest.mark.parametrize("sign", SIGNS)
def test_sorted_pairs_of_many_dice_are_what_a_reader_of_them_counts(sign):
    left, right = d4.pool(12), d6.pool(11).drop_lowest(1)
    for first, second in [(left, right), (right, left)]:
        combined = first.sort_pair(sign, second, extra=sign == ">")
        read = combined_distribution(combined, 0, lambda size, face, count: size + count, int)
        assert combined.size().distribution() == read


def test_fifty_against_fifty_are_sorted_and_compared():
    pool = d4.pool(50)
    above = pool.sort_pair(">", pool).size().distribution()
    at_least = pool.sort_pair(">=", pool).size().distribution()
    # Both pools are alike: as many pairs are won as lost, and those not lost are won or equal.
    assert above.mean + at_least.mean == 50
    # To win all pairs is, for the other pool, to reach its partner in none.
    assert above.p(lambda won: won == 50) == at_least.p(lambda won: won == 0)


@given(two_pools(), st.sampled_from(["=", "<", "<=", ">", ">="]), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_no_way_to_pair_makes_more_pairs_or_better_ones(dice, sign, highest, unpaired):
    left, right = map(pool_of, dice)

    def read(a, b):
        ways = [()]
        padded = [*b, *[None] * len(a)]  # a die may stay without a partner
        for partners in set(permutations(padded, len(a))):
            pairs = zip(a, partners, strict=True)
            if all(other is None or compared(sign, die, other) for die, other in pairs):
                ways.append(tuple(die for die, other in zip(a, partners, strict=True) if other is not None))
        most = max(map(len, ways))
        ways = [way for way in ways if len(way) == most]
        best = max(ways, key=lambda way: way[::-1]) if highest else min(ways)
        return tuple(sorted((Counter(a) - Counter(best)).elements())) if unpaired else best

    method = left.max_pair_highest if highest else left.max_pair_lowest
    assert dict(method(sign, right, unpaired=unpaired).distribution().items()) == enumerated(dice, read)


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">="])
@pytest.mark.parametrize("unpaired", [False, True])
def test_dice_are_paired_with_those_that_a_combination_leaves(every_roll, sign, unpaired):
    theirs = Die([1, 2, 3]).pool(2).difference(Die([1, 2]).pool(1))  # one or two dice
    for combined in (
        Die([1, 2, 3]).pool(2).max_pair_highest(sign, theirs, unpaired=unpaired),
        Die([1, 2, 3]).pool(2).max_pair_lowest(sign, theirs, unpaired=unpaired),
    ):
        for reading in (combined, combined.sum(), combined.size()):
            assert dict(reading.distribution().items()) == every_roll(reading).values


@pytest.mark.parametrize(("matching", "end"), [("max_pair_highest", "high"), ("max_pair_lowest", "low")])
@pytest.mark.parametrize("sign", ["<=", ">"])
def test_icepool_pairs_as_many_dice_with_the_same_sum(matching, end, sign):
    ours, theirs = getattr(d10.pool(9), matching)(sign, d10.pool(7)), icepool.d10.pool(9)
    paired = theirs.max_pair_keep(sign, icepool.d10.pool(7), end)
    for reading in ("size", "sum"):
        expected = Distribution.from_weights(dict(getattr(paired, reading)().items()))
        assert getattr(ours, reading)().distribution() == expected


def test_fifty_against_fifty_are_paired():
    sizes = [d4.pool(50).max_pair_highest(">", d4.pool(50)), d4.pool(50).max_pair_lowest(">", d4.pool(50))]
    assert sizes[0].size().distribution() == sizes[1].size().distribution()
    # No pair: the lowest of the others is no lower than the highest.
    none = sum(
        (Fraction(high, 4) ** 50 - Fraction(high - 1, 4) ** 50) * Fraction(5 - high, 4) ** 50 for high in range(1, 5)
    )
    assert sizes[0].size().distribution().pmf(0) == none


@pytest.mark.parametrize("text", ["max_pair_highest(50d10, >, 50d10)", "sort_pair(70d10, >, 70d10)"])
def test_sums_of_pairs_that_take_too_long_are_refused_at_a_look_at_fewer_dice(text):
    with at_most(SECOND), pytest.raises(TooLarge):
        parse(f"sum({text})").distribution()


@given(st.tuples(FEW, FEW), st.sampled_from(SIGNS), st.integers(0, 20))
@settings(max_examples=60, deadline=None)
def test_dice_are_matched_the_same_from_either_end(every_roll, dice, sign, which):
    left, right = map(pool_of, dice)
    some = right.difference(Die([1, 2]).pool(1))  # so many dice as are left
    cases = [left.sort_pair(sign, other, extra=extra) for other in (right, some) for extra in (False, True)]
    cases.append(left.sort_pair(sign, some, ascending=True))
    cases.append(left.sort_pair(sign, right).drop_highest(1).drop_lowest(1).union(d4.pool(1)))
    if sign not in ("=", "<>"):
        cases += [versus(sign, other) for other in (right, some) for versus in (left.versus_any, left.versus_all)]
        cases.append(left.versus_any(sign, right).versus_all(sign, d4.pool(1)))
        for other in (right, some):
            for pairing in (left.max_pair_highest, left.max_pair_lowest):
                cases += [pairing(sign, other), pairing(sign, other, unpaired=True)]
        cases.append(left.max_pair_lowest(sign, right).max_pair_highest(sign, d4.pool(1)))
    combined = cases[which % len(cases)]
    for descending in (False, True):
        read: Distribution[Any] = combined_distribution(
            combined, (), lambda seen, face, count: (*seen, *(face,) * count), tuple, descending=descending
        )
        assert dict(read.map(lambda faces: tuple(sorted(faces))).items()) == every_roll(combined).values


@pytest.mark.parametrize("sign", ["<", ">="])
@pytest.mark.parametrize(("keep", "theirs"), [("keep_highest", "highest"), ("keep_lowest", "lowest")])
def test_icepool_keeps_the_same_of_matched_dice_from_either_end(sign, keep, theirs):
    ours, other = d10.pool(6), icepool.d10.pool(6)
    for matching in ("sort_pair", "versus_any", "versus_all"):
        with at_most(SECOND // 5):
            found = getattr(getattr(ours, matching)(sign, ours), keep)(2).sum().distribution()
        expected = getattr(getattr(other, matching)(sign, icepool.d10.pool(6)), theirs)(2).sum()
        assert found == Distribution.from_weights(dict(expected.items()))


@pytest.mark.parametrize(
    "text",
    [
        "size(difference(versus_any(6d6, >, 6d6), versus_any(6d6, <, 6d6)))",
        "size(versus_all(versus_any(6d6, <, 6d6), <, 6d6))",
        "size(sort_pair(versus_any(6d6, >, 6d6), >, 6d6))",
        "size(max_pair_lowest(max_pair_highest(5d6, >, 5d6), >, 5d6))",
        "sum(max_pair_highest(max_pair_lowest(3d6, <, 3d6), >=, 3d6))",
        "sum(sort_pair(6d10, >=, (2d4&2d6&2d8&2d10&2d12))kl2)",
        "sum(difference((3d4&3d6&3d8&3d10), (3d4&3d6&3d8&3d10)))",
        "sum(union((2d4&2d6&2d8&2d10&2d12), (2d4&2d6&2d8&2d10&2d12)))",
        "straight((4d4&4d6&4d8&4d10&4d12&4d20))",
        "setface((4d4&4d6&4d8&4d10&4d12&4d20))",
    ],
)
def test_the_end_from_which_faces_come_makes_few_steps_of_many_kinds_and_of_parts(text):
    expression = parse(text)
    with at_most(SECOND // 5):
        assert not expression.distribution().unresolved


@pytest.mark.parametrize(
    "text",
    [
        "set(max_pair_highest((10d3!&2d20!>=3), >=, 70d4kl3))",  # as many numbers of throws as both dice have together
        "straight(versus_all(5d10, >=, (500d100000!3&2d6!pro1)))",  # the highest of them
        "size(union(2d200umin2, 1d12))",  # sets of values that are not alike
        "classes(versus_all(6d100000, >, 20d100000), a=1, b=2, c=5, d>=6)",  # many faces, of which the last was refused
    ],
)
def test_what_takes_long_at_every_face_is_refused_soon(text):
    expression = parse(text)
    with at_most(SECOND), pytest.raises(TooLarge):
        expression.distribution()


def test_one_die_in_which_no_value_repeats_is_any_die():
    with at_most(SECOND), pytest.raises(TooLarge):
        parse("set(versus_any(1d100000uor1, <=, (10d2&3d100000!p>=3)))").distribution()
    with at_most(SECOND):
        alone = parse("sum(versus_any(1d2000uor1, <=, 1d1000))").distribution()
    assert alone == parse("sum(versus_any(1d2000r1, <=, 1d1000))").distribution()


@given(two_pools(), st.sampled_from(["<", "<=", ">", ">="]))
@settings(max_examples=60, deadline=None)
def test_versus_compares_with_every_die_of_the_other(dice, sign):
    left, right = map(pool_of, dice)
    some = enumerated(dice, lambda a, b: tuple(die for die in a if any(compared(sign, die, other) for other in b)))
    every = enumerated(dice, lambda a, b: tuple(die for die in a if all(compared(sign, die, other) for other in b)))
    assert dict(left.versus_any(sign, right).distribution().items()) == some
    assert dict(left.versus_all(sign, right).distribution().items()) == every


def test_large_dice_are_compared_with_each_other_face_by_face():
    large = Die.sided(20_000).pool(1)
    with at_most(SECOND // 2):
        assert large.versus_any(">", large).size().distribution().pmf(1) == Fraction(19_999, 40_000)


# --- trees of them, with pools that keep, explode or never repeat ---------------------------------------------------


@st.composite
def any_pools(draw):
    faces = draw(st.sampled_from([(1, 2), (1, 2, 3), (0, 2), (2,)]))
    die = Die(faces, draw(st.none() | st.just([2] + [1] * (len(faces) - 1))))
    if len(faces) > 1 and draw(st.integers(0, 4)) == 0:
        die = die.explode(limit=1)
    pool = die.pool(draw(st.integers(0, 2)))
    if draw(st.integers(0, 3)) == 0:
        step = draw(st.sampled_from([Pool.keep_highest, Pool.keep_lowest, Pool.drop_lowest, Pool.keep_middle]))
        pool = step(pool, draw(st.integers(0, 2)))
    return pool


@st.composite
def combinations(draw, depth=1):
    parts = any_pools() if depth == 0 else any_pools() | combinations(depth - 1)
    matching = draw(st.sampled_from(Matching))
    relation = draw(st.sampled_from(Relation)) if matching.compares else None
    words = tuple(draw(st.sets(st.sampled_from(["ascending", "extra", "unpaired"])))) if matching.compares else ()
    several = 3 if not matching.compares and matching is not Matching.SYMMETRIC_DIFFERENCE else 2
    operands = tuple(draw(parts) for _ in range(draw(st.integers(2, several))))
    try:
        return Combination(matching, operands, relation, words)
    except BadInput:
        return Combination(Matching.UNION, operands)


@given(combinations())
@settings(max_examples=60, deadline=None)
def test_the_odds_of_a_combination_are_those_of_rolling_it_in_every_way(every_roll, combined):
    for expression in (
        combined,
        combined.sum(),
        combined.size(),
        combined.largest_set(),
        combined.count(2, worth={1: -1}),
    ):
        assert dict(expression.distribution().items()) == every_roll(expression).values


@given(combinations(depth=2))
@settings(max_examples=120, deadline=None)
def test_a_combination_is_read_back_from_its_notation(combined):
    for expression in (combined, combined.sum(), combined.size(), combined.straight(), combined.count(at_least=2)):
        assert parse(str(expression)) == expression


@given(two_pools())
@settings(max_examples=40, deadline=None)
def test_a_subset_has_no_face_more_often(dice):
    left, right = map(pool_of, dice)
    tests: list[tuple[Any, Any]] = [
        (left.issubset(right), lambda a, b: Counter(a) <= Counter(b)),
        (left.issuperset(right), lambda a, b: Counter(a) >= Counter(b)),
        (left.isdisjoint(right), lambda a, b: not set(a) & set(b)),
    ]
    for test, read in tests:
        assert dict(test.distribution().items()) == enumerated(dice, read)
        assert parse(str(test)) == test


DOWNWARDS = Reader[Any, int, Any](
    "downwards", (), lambda seen, face, count: (*seen, face, count), lambda seen: seen, descending=True
)
KEEPS = [lambda pool: pool, lambda pool: pool.keep_highest(1), lambda pool: pool.drop_lowest(1).keep_lowest(2)]
READS = [
    Pool.sum,
    Pool.size,
    Pool.largest_set,
    Pool.straight,
    lambda pool: pool.count(2, worth={1: -1}),
    lambda pool: pool.classes(high=when(at_least=2), none=()),
    lambda pool: pool.read(DOWNWARDS),
]


@st.composite
def joint_readings(draw):
    pairs = draw(st.lists(st.tuples(st.sampled_from(KEEPS), st.sampled_from(READS)), min_size=1, max_size=3))
    return draw(any_pools()).joint(*(lambda pool, keep=keep, read=read: read(keep(pool)) for keep, read in pairs))


@given(joint_readings())
@settings(max_examples=80, deadline=None)
def test_readings_of_one_roll_come_to_what_every_roll_shows(every_roll, expression):
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression), [DOWNWARDS]) == expression


COMBINED = [
    d6.pool(2).union(d6.pool(2)),
    d4.pool(3).sort_pair(">", d4.pool(2)),
    d4.pool(2).max_pair_lowest("<=", d4.pool(2)),
    d4.explode(limit=1).pool(2).difference(d4.pool(1)),
]


KEPT_READS: list[Any] = [
    lambda left: left.keep_highest(1).sum(),
    lambda left: left.drop_lowest(1).read(DOWNWARDS),
    lambda left: left.drop_highest(1).largest_set(),
    lambda left: left.keep_middle(1).size(),
    lambda left: left.drop_highest(1).drop_lowest(1).read(DOWNWARDS),
]


@pytest.mark.parametrize("dice", COMBINED, ids=str)
@given(reads=st.lists(st.sampled_from([*READS, *KEPT_READS]), min_size=1, max_size=3))
@settings(max_examples=8, deadline=None)
def test_readings_of_what_pools_leave_come_to_what_every_roll_shows(every_roll, dice, reads):
    expression = dice.joint(*reads)
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression), [DOWNWARDS]) == expression


def test_readings_of_what_pools_leave_keep_all_of_it():
    with pytest.raises(BadInput, match=r"a reading of union\(2d6, 2d6\)"):
        d6.pool(2).union(d6.pool(2)).joint(lambda dice: d6.pool(2).sum())


def test_readings_of_other_dice_are_refused():
    with pytest.raises(BadInput, match="a reading of 2d6"):
        d6.pool(2).joint(lambda pool: d6.pool(3).sum())


# --- what others say ------------------------------------------------------------------------------------------------


def of_icepool(die):
    return Distribution.from_weights({int(outcome): weight for outcome, weight in die.items()})


@pytest.mark.parametrize(("left", "right"), [(3, 2), (6, 6), (2, 4)])
def test_icepool_has_the_same_multisets(left, right):
    ours, other = d6.pool(left), d8.pool(right)
    theirs, against = icepool.d(6).pool(left), icepool.d(8).pool(right)
    for mine, its in [
        (ours.difference(other), theirs - against),
        (ours.union(other), theirs | against),
        (ours.intersection(other), theirs & against),
        (ours.symmetric_difference(other), theirs ^ against),
        (ours.versus_any(">", other), theirs.versus_any(">", against)),
        (ours.versus_all(">=", other), theirs.versus_all(">=", against)),
        (ours.max_pair_highest("<=", other), theirs.max_pair_keep("<=", against, "high")),
        (ours.max_pair_lowest(">", other), theirs.max_pair_keep(">", against, "low")),
    ]:
        assert mine.size().distribution() == of_icepool(its.size())
        assert mine.sum().distribution() == of_icepool(its.sum())


def test_sorted_pairs_of_two_sizes_are_those_of_risk():
    # https://en.wikipedia.org/wiki/Risk_(game): the attacker's chances to win none, one, two pairs
    three_on_two = d6.pool(3).sort_pair(">", d6.pool(2)).size().distribution()
    assert dict(three_on_two.items()) == {0: Fraction(2275, 7776), 1: Fraction(2611, 7776), 2: Fraction(2890, 7776)}
    one_on_two = d6.pool(1).sort_pair(">", d6.pool(2)).size().distribution()
    assert one_on_two.pmf(1) == Fraction(55, 216)


# --- readers of your own --------------------------------------------------------------------------------------------


def majorities(ahead, face, counts):
    return ahead + (counts[0] > counts[1]) - (counts[0] < counts[1])


MAJORITIES = JointReader("majorities", 0, majorities, lambda ahead: ahead)


@given(any_pools(), any_pools())
@settings(max_examples=40, deadline=None)
def test_a_joint_reader_gets_the_count_of_every_pool(every_roll, first, second):
    expression = read_together(MAJORITIES, first, second)
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression), [MAJORITIES]) == expression


def test_a_joint_reader_sees_faces_once_in_order_with_the_dice_that_are_kept():
    seen = JointReader[Any, int, Any]("seen", (), lambda before, face, counts: (*before, (face, counts)), tuple)
    pools: tuple[Pool[int], ...] = (d6.pool(3).keep_highest(2), d4.pool(2), Pool(()))
    rolled = read_together(seen, *pools).roll(ScriptedSource([6, 2, 2, 2, 4]))
    assert rolled.value == ((2, (1, 1, 0)), (4, (0, 1, 0)), (6, (1, 0, 0)))
    assert [str(part.expression) for part in rolled.parts] == ["faces(3d6kh2)", "faces(2d4)", "faces(())"]


def test_words_are_matched_but_not_compared():
    two = coin.pool(2)
    assert two.intersection(coin.pool(1)).size().distribution().pmf(1) == Fraction(3, 4)
    with pytest.raises(BadInput, match="words have no order"):
        two.sort_pair(">", coin.pool(1))


def test_dice_that_are_not_left_are_shown_as_dropped():
    rolled = d6.pool(3).difference(d6.pool(2)).sum().roll(ScriptedSource([5, 5, 2, 5, 1]))
    red, blue = rolled.parts
    assert rolled.value == 7
    assert [face.fate.value for face in red.dice] == ["dropped", "kept", "kept"]
    assert [face.fate.value for face in blue.dice] == ["kept", "kept"]


def test_what_cannot_be_matched_is_refused_with_what_can():
    with pytest.raises(BadInput, match="two pools or more"):
        Combination(Matching.UNION, (d6.pool(1),))
    with pytest.raises(BadInput, match="one of =, <>"):
        d6.pool(1).sort_pair("=>", d6.pool(1))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match=">= or <= or > or <"):
        d6.pool(1).versus_all("=", d6.pool(1))
    with pytest.raises(BadInput, match="a pool of dice"):
        d6.pool(1).union(d6)  # type: ignore[arg-type]
    with pytest.raises(TooLarge):
        d10.pool(200).union(d10.pool(200)).size().distribution()


def test_parts_that_begin_at_different_ends_are_matched_in_the_end():
    high = d4.pool(2).versus_all(">", d4.pool(1))
    low = d4.pool(2).versus_any(">", d4.pool(1))
    expected = enumerated(
        [[range(1, 5)] * n for n in (2, 1, 2, 1)],
        lambda a, b, c, d: len(
            list((Counter(x for x in a if x > b[0]) | Counter(x for x in c if x > d[0])).elements())
        ),
    )
    assert dict(high.union(low).size().distribution().items()) == expected


@pytest.mark.parametrize(
    "text",
    ["size(versus_all(500d1000, >, 500d1000))", "sum(versus_all(99d1000, >, 99d1000))", "issubset(99d20, 99d20)"],
)
def test_pools_that_are_too_large_are_refused_before_anything_is_added(text):
    expression = parse(text)
    with at_most(SECOND // 10), pytest.raises(TooLarge):
        expression.distribution()


def test_guesses_of_dice_to_come_are_told_before_they_are_made():
    expression = parse("sum(max_pair_highest(99d{1}, >, difference(99d{1}, 99d{1}))kl2)")
    with at_most(SECOND // 50), pytest.raises(TooLarge) as refused:
        expression.distribution(limit=200_000)
    assert refused.value.estimate >= 100 * 101 // 2 * 100 / 2  # half a step for each: pairs, then dice that are kept


def test_what_is_found_at_a_face_tells_of_the_next_while_it_is_under_way():
    expression = parse("size(sort_pair(intersection(4d20, 8d6), >=, max_pair_highest(3d{0,0,1,1,2,3}, >=, 6d10)))")
    with at_most(SECOND), pytest.raises(TooLarge):
        expression.distribution()


def test_dice_that_are_kept_of_matched_ones_are_told_from_two_pools_one_after_the_other():
    with at_most(SECOND * 2):  # a pass with both at once is 10,000,000 calls for a face
        assert parse("sum(max_pair_lowest(6d10, >, (2d4&2d6&2d8&2d10&2d12))kh2)").distribution().maximum == 20


def test_ten_dice_against_ten_are_few_steps():
    steps: Counter[int] = Counter()

    def count(state, face, counts):
        steps[face] += 1
        return state + abs(counts[0] - counts[1])

    pools = (d6.pool(10), d6.pool(10))
    joint = together_distribution(pools, 0, count, lambda state: state)
    data = CombinationData(Matching.SYMMETRIC_DIFFERENCE, pools)
    assert joint == combined_distribution(data, 0, lambda seen, face, count: seen + count, int)
    assert max(steps.values()) <= 11 * 11 * 21


def test_faces_as_a_list_are_told_to_be_dice_with_one_face():
    with pytest.raises(BadInput, match=r"Die\(\[6\]\)\.pool\(2\)"):
        d6.pool(5).issuperset([6, 6, 5])  # type: ignore[arg-type]
    known = Die([6]).pool(2) & Die([5]).pool()
    assert d6.pool(3).issuperset(known).distribution().pmf(True) == Fraction(3, 216)  # 6, 6, 5 in three orders
