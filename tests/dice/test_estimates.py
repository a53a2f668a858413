"""Estimates of work: near what it takes, and raised by one argument wherever it is done."""

import time
from math import inf

import pytest

from oddsmith.answers.documents.notation import notation_odds
from oddsmith.dice import (
    Deck,
    Die,
    JointReader,
    Reader,
    d6,
    d8,
    d10,
    die_with_again,
    expr_map,
    highest,
    parse,
    read,
    read_together,
    when,
)
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT, SECONDS_A_STEP, allowing, allowing_each
from oddsmith.errors import TooLarge
from oddsmith.rules import odds, roll, rule

FACTOR = 5
TRIES = 4  # beside other work the same takes longer, also of the processor; the shortest counts
SHORT = 0.2  # seconds in which a busy machine says little

READINGS = [
    ("{}d100", (300, 600, 999)),
    ("{}d100kh20", (60, 100)),
    ("{}d20kh60", (120, 200)),
    ("{}d100dh1", (60, 120)),
    ("set({}d100)", (200, 300)),
    ("setface({}d20)", (100, 160)),
    ("classes({}d6, a=6, b=1, c=5)", (60, 90)),
    ("straight({}d100)", (40, 80)),
    ("size(sort_pair({0}d10, >, {0}d10))", (20, 30)),
    ("sum(sort_pair({0}d10, >, {0}d10))", (20, 28)),
    ("size(max_pair_highest({0}d10, <=, {0}d10))", (20, 30)),
    ("sum(max_pair_highest({0}d10, <=, {0}d10))", (14, 22)),
    ("sum(max_pair_lowest({0}d10, <=, {0}d10))", (12, 16)),
    ("size(union({0}d10, {0}d10))", (12, 16)),
    ("size(symmetric_difference({0}d12, {0}d12))", (10, 13)),
    ("set({}c{{1..50:4}})", (30, 40)),
    ("joint({}d10, kh3, sum, set)", (12, 16)),
    ("joint({}d20, kh3, sum)", (50,)),
    ("d{}*d500", (1000, 2000)),
]


@pytest.mark.parametrize(("form", "size"), [(form, size) for form, sizes in READINGS for size in sizes])
def test_work_is_estimated_within_a_factor_of_five(form, size):
    expression = parse(form.format(size))
    took = inf
    for _ in range(TRIES):
        with allowing(10 * LIMIT) as budget:
            start = time.process_time()
            assert expression.calculate().truncated().number > 1  # sums are worked out once outcomes are asked for
            took = min(took, time.process_time() - start)
        estimated = (budget.spent + budget.at_hand) * SECONDS_A_STEP
        if took < FACTOR * estimated + SHORT:
            break
    assert took < FACTOR * estimated + SHORT
    assert estimated < FACTOR * took + SHORT


DECK = Deck.of(dict.fromkeys(range(13), 4))
TUPLES = Die([(0, 0), (1, 0), (0, 1), (1, 1)])
EVEN = Reader[int, int, int]("even", 0, lambda seen, face, count: seen + (not face % 2) * count, lambda seen: seen)
MORE = JointReader[int, int, int]("more", 0, lambda ahead, face, counts: ahead + counts[0] - counts[1], abs)

NOTATIONS = [
    "40d10",
    "20d10kh5",
    "20d10!{2}kh5",
    "20d10!!kh1",
    "20d10!{9}>=7",
    "3d10!>=7 + 2d6!",
    "4d6u",
    "4d6uo",
    "set(40d10)",
    "setface(20d10)",
    "straight(20d10)",
    "classes(20d10, a>=7, b=1)",
    "size(6d6!{3}kh3)",
    "faces(6d6)",
    "6d{a,b,c}",
    "6d{a<b<c}kh2",
    "(3d6&4d8)kh2",
    "joint(10d6, kh3, sum, set)",
    "{4d6, 3d8}kh1",
    "{20d6 + 4, 10d8}",
    "{2d10*3d6}kl3",
    "{4d6, 3d8, 2d10}>=10",
    "2d10*3d6",
    "2d10/3d6",
    "3d20//2d6",
    "2^(2d20)",
    "max(20d6, 10d10)",
    "abs(20d6-20d8)",
    "(3d6)d10",
    "3d(3d6)",
    "set((3d6)d6)",
    "(2d6)@(3d6)",
    "let a = 20d6; a + a",
    "20d6[fire] + 10d8",
    "20d6 vs 10d10",
    "2x 3d6",
    "20d6+5>=80",
    "5c{2..14:4}",
    "set(5c{2..14:4})",
    "(1d4)c{1..3:4}",
    "draw(c52)",
    "size(intersection(deal(c{2..14:4}, 5, 5)))",
    "deal(c6, 2, 2)",
    "2d{(0,0),(1,0),(1,1)} + 3d{(2,0),(0,1)}",
    "12d{0,2!{6}}",
    "issubset(2d6, 5d6)",
    "isdisjoint(3d6, 2d6)",
    *(f"sum({word}(5d6, 4d6))" for word in ("difference", "union", "intersection", "symmetric_difference")),
    *(f"sum({word}(5d6, >, 4d6))" for word in ("sort_pair", "max_pair_highest", "max_pair_lowest", "versus_any")),
    "difference(union(3d6, 2d6), 2d6)",
    "versus_all(3d6!{2}, >, 2d6)",
]
EXPRESSIONS = {
    **{text: parse(text) for text in NOTATIONS},
    "own reader": d6.pool(9).read(EVEN),
    "own reader of a hand": DECK.hand(5).read(EVEN),
    "own reader of pools": read_together(MORE, d6.pool(4), d6.pool(3)),
    "own reader of hands": read_together(MORE, DECK.deal(4, 4)),
    "several readings": d6.pool(9).joint(lambda pool: pool.keep_highest(2).sum(), lambda pool: pool.largest_set()),
    "readings of a hand": DECK.hand(5).joint(lambda hand: hand.sum(), lambda hand: hand.largest_set()),
    "function": expr_map(lambda a, b: a % b, d6.pool(9).sum(), d8),
    "map": d6.pool(9).sum().map(lambda total: total % 7),
    "capped": d6.pool(30).sum().capped(20),
    "greatest": highest(d6.pool(9).sum(), d10.pool(7).sum()),
    "rolled number": d6 @ (d8 + d6.pool(3).sum()),
    "odds as a die": Die.of(d6.pool(4).drop_lowest(1).sum().distribution()).pool(6).keep_highest(3).sum(),
    "thrown again": die_with_again([0, 1, 5], dice=30),
    "classes": d10.pool(20).classes(hits=when(at_least=7), ones=when([1])),
    "tuples": TUPLES.pool(9).sum(),
    "listed tuples": TUPLES.pool(4),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_one_argument_raises_the_limit_of_every_kind_of_expression(name):
    expression = EXPRESSIONS[name]
    with allowing_each(0):
        with pytest.raises(TooLarge):
            expression.calculate()
        found = expression.distribution(limit=LIMIT)
        assert isinstance(found, Distribution)
    assert found == expression.distribution()


@pytest.mark.parametrize("notation", NOTATIONS)
def test_documents_of_notations_are_given_it(notation):
    with allowing_each(0):
        assert notation_odds(read(notation), limit=LIMIT)["schema"] == "oddsmith/odds/1"


@rule
async def thrown(name: str) -> object:
    return await roll(EXPRESSIONS[name])


@pytest.mark.parametrize("name", ["own reader of pools", "sum(union(5d6, 4d6))", "(3d6)d10", "set(5c{2..14:4})"])
def test_rules_are_given_it(name):
    with allowing_each(0):
        assert odds(thrown(name), limit=LIMIT).mean == EXPRESSIONS[name].distribution(limit=LIMIT).mean
