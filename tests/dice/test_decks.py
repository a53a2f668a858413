"""Decks: hands by plain enumeration of the cards, by every roll, and as Icepool deals them."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import (
    Deck,
    Die,
    JointReader,
    Pool,
    Reader,
    ScriptedSource,
    SeededSource,
    d6,
    ordered_words,
    parse,
    playing_cards,
    read_together,
    when,
)
from oddsmith.dice.exact import multiset_dp
from oddsmith.dice.exact.kinds import splits
from oddsmith.dice.exact.unique_dice import equal_sets
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, NotationError, TooLarge


def hands_of(cards, *sizes):
    """Every way to deal hands of these sizes from single cards, all equally likely; the cards of a hand ascend."""
    ways: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for dealt in permutations(cards, sum(sizes)):
        rest = iter(dealt)
        ways[tuple(tuple(sorted(next(rest) for _ in range(size))) for size in sizes)] += 1
    return ways


def odds_of(ways, read):
    """The distribution of what `read` makes of the hands."""
    values: Counter[object] = Counter()
    for hands, number in ways.items():
        values[read(*hands)] += number
    return {value: Fraction(number, sum(ways.values())) for value, number in values.items()}


@st.composite
def decks_and_sizes(draw, hands=1):
    cards = draw(st.lists(st.integers(-1, 5), min_size=1, max_size=6))
    sizes: list[int] = []
    for _ in range(hands):
        sizes.append(draw(st.integers(0, min(3, len(cards) - sum(sizes)))))
    return cards, sizes


def longest_run(hand):
    faces = sorted(set(hand))
    return max(
        (size for size in range(1, 7) for face in faces if set(range(face, face + size)) <= set(faces)), default=0
    )


@given(decks_and_sizes(), st.integers(0, 3), st.integers(0, 2))
@settings(max_examples=150, deadline=None)
def test_a_hand_is_read_as_the_cards_say(deck, kept, low):
    cards, (size,) = deck
    ways = hands_of(cards, size)
    hand = Deck.of(cards).hand(size)
    readings: list[tuple[Any, Any]] = [
        (hand, lambda h: h),
        (hand.sum(), sum),
        (hand.size(), len),
        (hand.keep_highest(kept).sum(), lambda h: sum(h[max(0, size - kept) :])),
        (hand.keep_lowest(kept).sum(), lambda h: sum(h[:kept])),
        (
            hand.keep_highest(kept).count(at_least=3, worth={1: -2}),
            lambda h: sum((c >= 3) - 2 * (c == 1) for c in h[max(0, size - kept) :]),
        ),
        (hand.drop_lowest(low), lambda h: h[low:]),
        (hand.count(at_least=3, worth={1: -2}), lambda h: sum((c >= 3) - 2 * (c == 1) for c in h)),
        (hand.largest_set(), lambda h: max(Counter(h).values(), default=0)),
        (
            hand.largest_set_face(),
            lambda h: max(((h.count(c), c) for c in h), default=(0, 0)),
        ),
        (hand.straight(), longest_run),
        (
            hand.classes(high=when(at_least=4), one=when([1])),
            lambda h: (sum(c >= 4 for c in h), h.count(1), sum(c < 4 and c != 1 for c in h)),
        ),
        (
            hand.joint(lambda p: p.keep_highest(1).sum(), Pool.sum, Pool.largest_set),
            lambda h: (sum(h[-1:]), sum(h), max(Counter(h).values(), default=0)),
        ),
    ]
    for reading, read in readings:
        distribution = reading.distribution()
        assert dict(distribution.items()) == odds_of(ways, read), str(reading)
        assert distribution.pmf(reading.roll(SeededSource(7)).value) > 0


@given(decks_and_sizes(hands=2), st.sampled_from(["<", ">=", "="]))
@settings(max_examples=80, deadline=None)
def test_two_hands_of_one_deck_are_matched_as_the_cards_say(deck, sign):
    cards, sizes = deck
    ways = hands_of(cards, *sizes)
    deal = Deck.of(cards).deal(*sizes)
    compares = {"<": lambda a, b: a < b, ">=": lambda a, b: a >= b, "=": lambda a, b: a == b}[sign]

    def pairs(a, b):
        return sum(compares(x, y) for x, y in zip(a[::-1], b[::-1], strict=False))

    readings: list[tuple[Any, Any]] = [
        (deal, lambda a, b: (a, b)),
        (deal.difference(), lambda a, b: tuple(sorted((Counter(a) - Counter(b)).elements()))),
        (deal.union().sum(), lambda a, b: sum((Counter(a) | Counter(b)).elements())),
        (deal.intersection().size(), lambda a, b: (Counter(a) & Counter(b)).total()),
        (deal.symmetric_difference().count(2, 3), lambda a, b: sum(abs(a.count(c) - b.count(c)) for c in (2, 3))),
        (deal.sort_pair(sign).size(), pairs),
        (deal.issubset(), lambda a, b: not Counter(a) - Counter(b)),
        (deal.issuperset(), lambda a, b: not Counter(b) - Counter(a)),
        (deal.isdisjoint(), lambda a, b: not set(a) & set(b)),
    ]
    if sign != "=":
        readings.append((deal.versus_all(sign).size(), lambda a, b: sum(all(compares(x, y) for y in b) for x in a)))
    for reading, read in readings:
        distribution = reading.distribution()
        assert dict(distribution.items()) == odds_of(ways, read), str(reading)
        assert distribution.pmf(reading.roll(SeededSource(3)).value) > 0
        assert parse(str(reading)) == reading


SEEN: JointReader[Any, Any, Any] = JointReader(
    "seen", (), lambda seen, card, counts: (*seen, (card, counts)), lambda seen: seen
)


@given(decks_and_sizes(hands=3))
@settings(max_examples=40, deadline=None)
def test_three_hands_are_read_together_beside_dice(deck):
    cards, sizes = deck
    deal = Deck.of(cards).deal(*sizes)

    def seen(*hands):
        faces = sorted({card for hand in hands for card in hand})
        return tuple((card, tuple(hand.count(card) for hand in hands)) for card in faces)

    reading = read_together(SEEN, deal)
    assert dict(reading.distribution().items()) == odds_of(hands_of(cards, *sizes), seen)
    assert parse(str(reading), [SEEN]) == reading
    beside = read_together(SEEN, d6.pool(1), deal)
    mixed: Counter[object] = Counter()
    for hands, chance in odds_of(hands_of(cards, *sizes), lambda *hands: hands).items():
        for face in range(1, 7):
            mixed[seen((face,), *hands)] += chance / 6
    assert dict(beside.distribution().items()) == mixed


def test_two_decks_are_not_one():
    own = Deck.numbered(3).hand(2).intersection(Deck.numbered(3).hand(2)).size().distribution()
    assert own == Distribution.from_weights({1: 2, 2: 1})
    assert Deck.numbered(4).deal(2, 2).intersection().size().distribution() == Distribution.certain(0)
    two = read_together(SEEN, Deck.numbered(2).deal(1, 1), Deck.numbered(2).deal(1, 1)).distribution()
    assert len(dict(two.items())) == 4


def test_cards_are_no_dice_that_show_the_same_faces_from_there_on():
    cards, faces = (-1, -1, 0, 0, 0), (-1, 0, 0, 0, 1)
    hands = odds_of(hands_of(cards, 2), lambda hand: hand)
    expected: Counter[int] = Counter()
    for dice in product(faces, repeat=2):
        for hand, chance in hands.items():
            expected[(Counter(dice) - Counter(hand)).total()] += chance / 25
    left = Die([-1, 0, 1], [1, 3, 1]).pool(2).difference(Deck.of(cards).hand(2))
    assert dict(left.size().distribution().items()) == expected


def test_two_decks_that_share_cards_stay_two():
    first, second = (-2, 1, 1, 1, 2, 2), (0, 1, 1, 1)
    expected: Counter[int] = Counter()
    for (a, b), chance in odds_of(hands_of(first, 1, 1), lambda *hands: hands).items():
        for (c, d), other in odds_of(hands_of(second, 1, 1), lambda *hands: hands).items():
            expected[((Counter(a) & Counter(b)) - (Counter(c) & Counter(d))).total()] += chance * other
    one, two = (Deck.of(cards).deal(1, 1).intersection() for cards in (first, second))
    assert dict(one.difference(two).size().distribution().items()) == expected


# --- as others have it ----------------------------------------------------------------------------------------------


def of_icepool(die):
    return Distribution.from_weights(dict(die.items()))


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 5))
@settings(max_examples=60, deadline=None)
def test_icepool_deals_a_hand_alike(cards, size):
    ours, theirs = Deck.of(cards), icepool.Deck(cards)
    size = min(size, ours.size)
    assert ours.hand(size).sum().distribution() == of_icepool(theirs.deal(size).sum())
    if size:
        assert ours.hand(size).largest_set().distribution() == of_icepool(theirs.deal(size).largest_count())
        assert ours.hand(size).straight().distribution() == of_icepool(theirs.deal(size).largest_straight())
        highest = ours.hand(size).keep_highest(1).sum().distribution()
        assert highest == of_icepool(theirs.deal(size).highest(1).sum())


def test_icepool_keeps_the_highest_of_a_large_hand_alike():
    deck = icepool.Deck(dict.fromkeys(range(1, 21), 3))
    kept = of_icepool(deck.deal(12).highest(5).sum())
    assert parse("12c{1..20:3}kh5").distribution() == kept


def test_icepool_deals_two_hands_alike():
    ours = Deck.of(dict.fromkeys(range(1, 8), 4)).deal(4, 3)
    theirs = icepool.Deck(dict.fromkeys(range(1, 8), 4)).deal((4, 3))

    @icepool.multiset_function
    def left(x, y):
        return (x - y).size()

    @icepool.multiset_function
    def both(x, y):
        return (x & y).sum()

    assert ours.difference().size().distribution() == of_icepool(left(theirs))
    assert ours.intersection().sum().distribution() == of_icepool(both(theirs))


def test_poker_hands_are_as_often_as_every_book_says():
    # Wikipedia, "Poker probability": 5 of 52 cards, 2,598,960 hands.
    with at_most(SECOND // 10):
        hand = playing_cards.hand(5).read(Reader("poker", _NO_CARDS, _poker_card, _poker_name)).distribution()
    expected = {
        "straight flush": 40,
        "four of a kind": 624,
        "full house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three of a kind": 54912,
        "two pairs": 123552,
        "one pair": 1098240,
        "high card": 1302540,
    }
    assert comb(52, 5) == sum(expected.values())
    assert hand == Distribution.from_weights(expected)


_NO_CARDS = ((), 0, 0, "")
_NAMES = {
    (1, 4): "four of a kind",
    (2, 3): "full house",
    (1, 1, 3): "three of a kind",
    (1, 2, 2): "two pairs",
    (1, 1, 1, 2): "one pair",
}


def _poker_card(known, face, count):
    """Sizes of sets so far, the last rank, how long the run is (0 once broken), and the suit ("x" for several)."""
    sets, last, run, suit = known
    rank = "23456789TJQKA".index(face[0]) + 2
    if sets and rank == last:
        return (*sets[:-1], sets[-1] + 1), last, 0, "x"
    run = 1 if not sets else run + 1 if run and (rank == last + 1 or (run == 4 and last == 5 and rank == 14)) else 0
    return (*sets, 1), rank, run, face[1] if suit in ("", face[1]) else "x"


def _poker_name(known):
    sets, _, run, suit = known
    if max(sets) == 1:
        return {
            (True, True): "straight flush",
            (True, False): "straight",
            (False, True): "flush",
            (False, False): "high card",
        }[run == 5, suit != "x"]
    return _NAMES[tuple(sorted(sets))]


def test_the_lottery_and_bridge_have_the_odds_of_the_books():
    # Six of 49, all right: 1 in 13,983,816. A hand of 13 without an ace: 6,327/20,825 (Encyclopedia of Bridge).
    assert Deck.numbered(49).hand(6).count(1, 2, 3, 4, 5, 6).distribution().pmf(6) == Fraction(1, 13_983_816)
    assert playing_cards.hand(13).count(at_least="Ac").distribution().pmf(0) == Fraction(6327, 20825)


# --- on the table ---------------------------------------------------------------------------------------------------


def test_typed_cards_land_in_hands_and_no_card_comes_twice():
    deal = Deck.of({"ace": 1, "ten": 2}).deal(1, 2)
    rolled = deal.roll(ScriptedSource(["ten", "ace", "ten"]))
    assert rolled.value == (("ten",), ("ace", "ten"))
    assert [(face.die, face.face, face.chain) for face in rolled.faces] == [
        ("c{ace,ten:2}", "ten", 0),
        ("c{ace,ten:2}", "ace", 0),
        ("c{ace,ten:2}", "ten", 1),
    ]
    with pytest.raises(BadInput) as refused:
        deal.roll(ScriptedSource(["ace", "ace", "ten"]))
    assert "a face of the deck: ten" in str(refused.value)


def test_a_million_hands_have_the_odds_of_the_deck():
    hand = parse("3c{1:2,2:1,5:3}")
    distribution = hand.distribution()
    values = roll_many(hand, 20_000, seed=5).tolist()
    for value, number in Counter(values).items():
        assert abs(number / 20_000 - float(distribution.pmf(value))) < 0.02
    hits = roll_many(parse("10c52>=40"), 5_000, seed=5)
    assert abs(float(hits.mean()) - 2.5) < 0.1


def test_a_draw_leaves_the_rest_of_the_deck():
    deck = Deck.of({1: 2, 2: 1})
    assert dict(deck.draw().distribution().items()) == {
        (1, Deck.of({1: 1, 2: 1})): Fraction(2, 3),
        (2, Deck.of({1: 2})): Fraction(1, 3),
    }
    card, rest = deck.draw().roll(ScriptedSource([2])).value
    assert (card, rest, rest.size, rest.copies(1)) == (2, Deck.of([1, 1]), 2, 2)
    assert rest.shuffled_in(2) == deck
    assert deck.without(1, 2) == Deck.of([1])
    with pytest.raises(BadInput, match="a card of"):
        deck.without(2, 2)
    with pytest.raises(BadInput, match="a deck with cards"):
        Deck(()).draw()


# --- in notation ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5c52", "5c52"),
        ("5C{2..14:4}", "5c{2..14:4}"),
        ("2c{1,1,2, 5..7:2}kh1", "2c{1:2,2,5:2,6:2,7:2}kh1"),
        ('2cP>="Ac"', "2cP>=Ac"),
        ("3c{low<mid:0<high:4}>=high", "3c{low<mid:0<high:4}>=high"),
        ("size(0c{})", "size(0c{})"),
        ("draw(c3)", "draw(c3)"),
        ("deal(c{a:2,b:2}, 1, 2)", "deal(c{a:2,b:2}, 1, 2)"),
        ("size(sort_pair(deal(c52, 5, 3), >=, extra))", "size(sort_pair(deal(c52, 5, 3), >=, extra))"),
        ("issubset(deal(c5, 1, 2))", "issubset(deal(c5, 1, 2))"),
        ("difference(2d6, deal(c5, 1, 2))", "difference(2d6, deal(c5, 1, 2))"),
        ("let a = 2c52; a + a", "let a = 2c52; a+a"),
    ],
)
def test_cards_can_be_written(text, canonical):
    expression = parse(text)
    assert str(expression) == canonical
    assert parse(canonical) == expression
    assert sum(chance for _, chance in expression.distribution().items()) == 1


DECKS = st.one_of(
    st.integers(0, 60).map(Deck.numbered),
    st.just(playing_cards),
    st.dictionaries(st.integers(-9, 99) | st.sampled_from(["a", "Ac", "two words"]), st.integers(1, 9), max_size=5).map(
        Deck.of
    ),
    st.builds(
        lambda low, size, copies: Deck.of(dict.fromkeys(range(low, low + size), copies)),
        st.integers(-5, 5),
        st.integers(1, 15),
        st.integers(1, 4),
    ),
    st.lists(st.integers(1, 3), min_size=3, max_size=3).map(
        lambda copies: Deck.of(dict(zip(ordered_words("a", "b", "c"), copies, strict=True)))
    ),
)


@given(DECKS, st.lists(st.integers(0, 5), min_size=2, max_size=4))
def test_what_is_written_of_a_deck_reads_back(deck, sizes):
    sizes = [size for size in sizes if size <= deck.size // len(sizes)]
    for size in sizes:
        hand = deck.hand(size)
        assert parse(str(hand)) == hand
        if all(isinstance(card, int) for card, _ in deck.cards):
            assert parse(str(hand.sum())) == hand.sum()
    if len(sizes) > 1:
        assert parse(str(deck.deal(*sizes))) == deck.deal(*sizes)
    if deck.size:
        assert parse(str(deck.draw())) == deck.draw()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("6c5", "at most 5 cards"),
        ("deal(c5, 3, 3)", "at most 5 cards"),
        ("5c52!", "neither thrown again"),
        ("5c52u", "neither thrown again"),
        ("sum(deal(c52, 5, 5))", "read together"),
        ("deal(c52, 5)", "two sizes"),
        ("issubset(deal(c5, 1, 1, 1))", "two pools"),
        ("deal(52, 5, 5)", "a deck"),
        ("c52", "c52"),
    ],
)
def test_what_cannot_be_dealt_is_refused(text, problem):
    with pytest.raises((BadInput, NotationError)) as refused:
        parse(text)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    "text", ["5c100000", "999c{1..999999999999}", "5c{1:999999}", "deal(c52, 999999, 1)", "5c{1..9999:9999}"]
)
def test_decks_that_are_too_large_are_refused_at_once(text):
    with at_most(SECOND // 10), pytest.raises((TooLarge, NotationError, BadInput)):
        parse(text)


@pytest.mark.parametrize("text", ["faces(20cP)", "999c{1..10000}kh500", "deal(cP, 13, 13, 13, 13)", "draw(c10000)"])
def test_deals_that_are_too_large_are_refused_at_once(text):
    with at_most(SECOND // 5), pytest.raises(TooLarge):
        parse(text).distribution()


@pytest.mark.parametrize("text", ["set(99c{1..300}kh50)", "set(40c{1..20:4})", "set(5c52)", "set(20c{1..30:2})"])
def test_hands_take_no_fewer_steps_than_are_foreseen_at_once(text, monkeypatch):
    taken = 0

    def counted(*of):
        nonlocal taken
        found = list(splits(*of))
        taken += len(found)
        return found

    monkeypatch.setattr(multiset_dp, "splits", counted)
    expression: Any = parse(text)
    hand: Any = equal_sets(expression.pool)
    expression.distribution(limit=10**9)
    assert 0 < multiset_dp._dealt_at_least(hand.kinds[0], expression.pool.unique.size) <= taken


@pytest.mark.parametrize(
    ("text", "named"), [("straight(7cP)", "7cP"), ("straight(sort_pair(deal(cP, 3, 2), >))", "cP")]
)
def test_a_straight_of_playing_cards_is_told_how_ranks_are_written(text, named):
    with pytest.raises(BadInput, match=r"cards by rank \(7c\{2\.\.14:4\}\)") as error:
        parse(text)
    assert "cP" in str(error.value)
    assert len(str(error.value)) < 200


def test_a_deal_is_no_number():
    with pytest.raises(BadInput, match="whose value is a number"):
        parse("deal(c{1..9}, 2, 2)+1")
