"""Exact odds of pools, and the rate of rolls."""

from typing import TypeAlias

from figure import Figure
from oddsmith.dice import (
    Deck,
    Die,
    Expression,
    JointReader,
    Pool,
    Reader,
    SeededSource,
    d4,
    d6,
    d8,
    d10,
    d12,
    d20,
    parse,
    playing_cards,
    read_together,
    when,
)
from oddsmith.errors import TooLarge

D100 = Die.sided(100)
THREE_KINDS = Pool.of([*[d10] * 20, *[d12] * 20, *[d20] * 20])
MIXED = Pool.of([d4, d4, d6, d6, d8, d8, d10, d10, d12, d12, d20, d20])


def odds(expression: Expression[int]) -> object:
    return expression.distribution().at_least(7)


Known: TypeAlias = tuple[tuple[int, ...], int, int, str]


def poker_card(known: Known, card: str, count: int) -> Known:
    """Sizes of sets, the last rank, the run so far (0 once broken), the suit ("x" for several)."""
    sets, last, run, suit = known
    rank = "23456789TJQKA".index(card[0]) + 2
    if sets and rank == last:
        return (*sets[:-1], sets[-1] + 1), last, 0, "x"
    run = 1 if not sets else run + 1 if run and (rank == last + 1 or (run, last, rank) == (4, 5, 14)) else 0
    return (*sets, 1), rank, run, card[1] if suit in ("", card[1]) else "x"


POKER = Reader[Known, str, tuple[tuple[int, ...], bool, bool]](
    "poker", ((), 0, 0, ""), poker_card, lambda known: (tuple(sorted(known[0])), known[2] == 5, known[3] != "x")
)
SUITS = Deck.of(dict.fromkeys("cdhs", 13))
LONGEST = JointReader[int, str, int](
    "longest", 0, lambda longest, suit, counts: max(longest, *counts), lambda longest: longest
)


def rolls(expression: Expression[int], times: int) -> object:
    source = SeededSource("benchmark")
    return [expression.roll(source).value for _ in range(times)]


def refused(expression: Expression[int]) -> object:
    try:
        return expression.distribution()
    except TooLarge as refusal:
        return refusal


def opposed() -> object:
    ours = d10.explode().pool(10).count(at_least=7).distribution()
    theirs = d10.explode().pool(10).count(at_least=6).distribution()
    return ours.beats(theirs)


FIGURES = [
    Figure("1000d6", lambda: odds(d6.pool(1000).sum()), seconds=0.02),
    Figure("classes of poker hands", lambda: playing_cards.hand(5).read(POKER).distribution(), seconds=0.2),
    Figure(
        "longest suit of four hands of 13",
        lambda: read_together(LONGEST, SUITS.deal(13, 13, 13, 13)).distribution(),
        seconds=1.5,
    ),
    Figure("10 of 52 cards, summed", lambda: odds(Deck.numbered(52).hand(10).sum()), seconds=0.02),
    Figure("1000d20", lambda: odds(d20.pool(1000).sum()), seconds=0.2),
    Figure("100d20kh10", lambda: odds(d20.pool(100).keep_highest(10).sum()), seconds=0.05),
    Figure("12 mixed dice, highest 5", lambda: odds(MIXED.keep_highest(5).sum()), seconds=0.01),
    Figure(
        "30d10 counted, at most 50 explosions",
        lambda: odds(d10.explode(limit=50).pool(30).count(at_least=7)),
        seconds=0.05,
    ),
    Figure("30d10!kh5, unlimited", lambda: odds(d10.explode().pool(30).keep_highest(5).sum()), seconds=0.05),
    Figure("5d10!!kh2, unlimited", lambda: odds(d10.compound().pool(5).keep_highest(2).sum()), seconds=0.05),
    Figure("10d10!>=7 against 10d10!>=6", opposed, seconds=0.005),
    Figure("20d10 longest straight", lambda: odds(d10.pool(20).straight()), seconds=0.05),
    Figure("20d100 longest straight", lambda: odds(D100.pool(20).straight()), seconds=0.005),
    Figure("50d50 longest straight", lambda: odds(Die.sided(50).pool(50).straight()), seconds=0.01),
    Figure("80d20kh40", lambda: odds(d20.pool(80).keep_highest(40).sum()), seconds=0.05),
    Figure("160d20kh80", lambda: odds(d20.pool(160).keep_highest(80).sum()), seconds=0.2),
    Figure("1000d20kh100", lambda: odds(d20.pool(1000).keep_highest(100).sum()), seconds=1),
    Figure("1000d6kh500", lambda: odds(d6.pool(1000).keep_highest(500).sum()), seconds=0.5),
    Figure("20d10!!kh10, unlimited", lambda: odds(d10.compound().pool(20).keep_highest(10).sum()), seconds=2),
    Figure("200d10 largest set", lambda: odds(d10.pool(200).largest_set()), seconds=0.3),
    Figure(
        "100d10 largest set with its face",
        lambda: d10.pool(100).largest_set_face().distribution().pmf((14, 10)),
        seconds=0.1,
    ),
    Figure("20d10 largest set", lambda: odds(d10.pool(20).largest_set()), seconds=0.05),
    Figure(
        "20d10 by classes",
        lambda: d10.pool(20).classes(hit=when(at_least=7), one=when([1])).distribution().pmf((7, 2, 11)),
        seconds=0.05,
    ),
    Figure("refuse 900d100kh400", lambda: refused(D100.pool(900).keep_highest(400).sum()), seconds=0.1),
    Figure("refuse 20d20 & 20d12 & 20d10, largest set", lambda: refused(THREE_KINDS.largest_set()), seconds=0.1),
    Figure("refuse 60d10! longest straight", lambda: refused(d10.explode().pool(60).straight()), seconds=1),
    Figure("refuse 30 mixed dice, highest 15", lambda: refused(parse("(5d4&5d6&5d8&5d10&5d12&5d20)kh15")), seconds=1),
    Figure("refuse (10d20)d(5d10)", lambda: refused(parse("(10d20)d(5d10)")), seconds=0.1),
    Figure("d1000000+d1000000", lambda: odds(parse("d1000000+d1000000")), seconds=2),
    Figure("10000d6", lambda: d6.pool(10_000).sum().distribution(), seconds=1),
    Figure("3000d6 as an array", lambda: d6.pool(3000).sum().distribution().to_numpy(), seconds=0.5),
    Figure("refuse 999d1000000u", lambda: refused(Die.sided(1_000_000).pool(999).distinct().sum()), seconds=0.1),
    Figure("1,000 rolls of 10d10>=7", lambda: rolls(d10.pool(10).count(at_least=7), 1_000), seconds=0.1),
    Figure("1,000 rolls of 4d6kh3", lambda: rolls(d6.pool(4).keep_highest(3).sum(), 1_000), seconds=0.05),
]
