"""Several readings of one roll, in one pass: few steps, and no late refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from operator import itemgetter

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Die, Pool, Reader, d4, d6, d8, d10, d20, parse
from oddsmith.dice.exact import joint_readings
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.joint import Joint
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT
from oddsmith.errors import TooLarge


def test_readings_that_add_up_are_asked_once_a_face_what_it_counts(monkeypatch):
    asked: list[int] = []

    def score(self: Count, face: int) -> int:
        asked.append(face)
        return int(face >= 5)

    monkeypatch.setattr(Count, "score", score)
    hits = d6.pool(8).joint(lambda pool: pool.keep_lowest(3).count(at_least=5), Pool.sum).calculate()
    assert asked == [6, 5, 4, 3, 2, 1]
    assert hits.pmf((3, 48)) * 6**8 == 1


def test_the_kept_sum_beside_the_total_has_both_as_margins():
    dice = d20.pool(25)
    both = dice.joint(lambda pool: pool.keep_highest(3).sum(), Pool.sum).distribution()
    assert both.map(lambda sums: sums[0]) == dice.keep_highest(3).sum().distribution()
    assert both.map(lambda sums: sums[1]) == dice.sum().distribution()


@pytest.mark.parametrize("descending", [True, False])
def test_a_reader_against_the_order_of_the_pass_reads_its_own_way(descending):
    listed = Reader[tuple[int, ...], int, tuple[int, ...]](
        "listed", (), lambda seen, face, count: (*seen, *(face,) * count), lambda seen: seen, descending
    )
    read = d4.pool(4).joint(
        lambda pool: pool.keep_lowest(3).read(listed),
        lambda pool: pool.drop_highest(2).read(listed),
        lambda pool: pool.keep_highest(1).sum(),
    )
    thrown = [sorted(dice) for dice in product(range(1, 5), repeat=4)]
    order = -1 if descending else 1
    expected = [(tuple(dice[:3][::order]), tuple(dice[:2][::order]), dice[3]) for dice in thrown]
    assert read.distribution() == Distribution.uniform(expected)


def test_dice_of_several_kinds_are_read_from_the_end_where_they_become_one():
    def longest_run(dice):
        return max(next(n for n in range(1, 9) if face + n not in dice) for face in dice)

    thrown = list(product(range(1, 5), range(1, 5), range(1, 7), range(1, 9)))
    expected = [(longest_run(dice), max((dice.count(face), face) for face in dice)) for dice in thrown]
    assert parse("joint((2d4&1d6&1d8), straight, setface)").distribution() == Distribution.uniform(expected)
    with at_most(SECOND // 5):  # 2,200,000 calls from the lowest face on
        parse("joint((3d4&3d6&3d8&3d10), straight, setface)").calculate()


REFUSED = [
    "joint(30d20, sum, set, straight, kh3)",
    "joint(999d20, sum, set, straight, kh3)",
    "joint(50d100, sum, kh3, set)",
    "joint(999d6, sum, kh3)",
]


@pytest.mark.parametrize("notation", REFUSED)
def test_what_takes_too_long_is_refused_after_a_look_at_few_dice(notation, monkeypatch):
    took = 0.0

    class Counted(joint_readings._Together):
        def _refuse(self, *of):
            nonlocal took
            times = super()._refuse(*of)  # refuses before anything is moved
            took += sum(times.values())
            return times

    monkeypatch.setattr(joint_readings, "_Together", Counted)
    with pytest.raises(TooLarge) as refused:
        parse(notation).calculate()
    assert refused.value.estimate > 1_000_000
    assert took < 0.7


@pytest.mark.parametrize("notation", ["joint(14d20, sum, set, straight, kh1)", "joint(90d6, sum, kh3, set)"])
def test_what_takes_some_seconds_is_not_refused_by_the_look(notation, monkeypatch):
    class Begun(Exception):
        pass

    whole = parse(notation)
    assert isinstance(whole, Joint)
    thrown = whole.pool

    class Watched(joint_readings._Together):
        def __init__(self, pool, *of):
            if pool == thrown:
                raise Begun
            super().__init__(pool, *of)

    monkeypatch.setattr(joint_readings, "_Together", Watched)
    with pytest.raises(Begun):
        whole.calculate()


def test_numbers_of_exploding_dice_that_keep_the_same_are_one_pass(monkeypatch):
    walked = []
    walk = joint_readings._Together._walk

    def counted(self, shapes, *of):
        walked.append(len(shapes))
        return walk(self, shapes, *of)

    monkeypatch.setattr(joint_readings._Together, "_walk", counted)
    exploding = d10.explode(limit=2).pool(3)
    exploding.joint(lambda pool: pool.keep_highest(2).sum(), Pool.sum).calculate()
    assert len(walked) == 1
    assert walked[0] > 1


@pytest.mark.parametrize(
    ("joint", "alone"),
    [
        ("joint(2d20!, set, kh3)", ["set(2d20!)", "2d20!kh3"]),
        ("joint(2d30!, kh3, =2, setface)", ["2d30!kh3"]),
        ("joint(2d20!p, set, kh3)", ["set(2d20!p)", "2d20!pkh3"]),
    ],
)
def test_dice_of_many_faces_that_explode_are_read_together_as_one_by_one(joint, alone):
    together = parse(joint).distribution()
    for place, notation in enumerate(alone):
        expected = parse(notation).distribution()
        for value, chance in together.map(itemgetter(place)).items():
            assert 0 <= expected.pmf(value) + expected.unresolved - chance <= together.unresolved + expected.unresolved


def test_readings_of_dice_whose_sums_multiply_are_refused_soon():
    expression = parse("joint(9d6!!>=3, kh1, dl1)")
    with at_most(SECOND // 50), pytest.raises(TooLarge):  # long numbers: 150,000 calls took three seconds
        expression.calculate()


def test_readings_in_many_passes_each_begin_with_nothing_known():
    both = parse("joint(20d6!3r1, kh2, kl2)").distribution()
    highest = parse("20d6!3r1kh2").distribution()
    # What is cut off counts for neither.
    assert (
        abs(both.map(lambda sums: sums[0]).at_least(12) - highest.at_least(12)) <= both.unresolved < Fraction(1, 10**18)
    )


def test_readings_of_dice_that_explode_into_too_many_numbers_of_throws_are_refused_before_a_look_at_fewer():
    expression = parse("joint(100d3!pr1, kh2, straight)")
    with at_most(SECOND // 10), pytest.raises(TooLarge):
        expression.calculate()


@pytest.mark.parametrize("text", ["joint(4d100, kh3, sum)", "joint(3d200, kh1, sum)", "joint(30d10, kh3, sum, set)"])
def test_no_readings_are_thought_longer_than_they_are(text, monkeypatch):
    found = []
    monkeypatch.setattr(joint_readings, "refuse_work", lambda seconds, memory=0: found.append(seconds))
    parse(text).calculate()
    assert max(found) <= found[-1]


def test_many_dice_are_read_by_their_largest_set_and_sum_within_a_third_of_the_limit():
    dice = d8.pool(80)
    both = dice.joint(Pool.largest_set, Pool.sum).distribution(limit=LIMIT // 3)
    assert both.map(lambda read: read[0]) == dice.largest_set().distribution()
    assert both.map(lambda read: read[1]) == dice.sum().distribution()


@pytest.mark.parametrize("packing", [0, 10**9])
def test_sums_are_the_same_listed_or_as_the_digits_of_one_number(packing, monkeypatch):
    monkeypatch.setattr(joint_readings, "_SECONDS_LISTED", 0)
    monkeypatch.setattr(joint_readings, "_PACKING", packing)
    faces = [-3, -1, 0, 2, 5]
    read = (
        Die(faces)
        .pool(4)
        .joint(
            lambda pool: pool.keep_highest(2).sum(),
            Pool.sum,
            lambda pool: pool.drop_lowest(1).count(at_most=0),
            Pool.largest_set,
        )
    )
    thrown = [sorted(dice) for dice in product(faces, repeat=4)]
    expected = [
        (sum(dice[2:]), sum(dice), sum(face <= 0 for face in dice[1:]), max(map(dice.count, dice))) for dice in thrown
    ]
    assert read.distribution() == Distribution.uniform(expected)
