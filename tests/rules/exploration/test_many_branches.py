"""States of many branches count for several; decks that are drawn from card by card are refused early."""

from fractions import Fraction

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Deck, d, playing_cards
from oddsmith.rules import Call, StateLimit, best, choose, explore, odds, roll, rule
from oddsmith.rules.exploration import outlook
from oddsmith.rules.exploration.explore import BOUND, build
from oddsmith.rules.exploration.limits.advice import FEWER_DECKS
from oddsmith.rules.exploration.setting import Setting


@rule
async def drawn_to_a_hundred() -> int:
    """Of 52 cards, there are millions of sets with a sum below a hundred."""
    deck = Deck.numbered(52)
    total = 0
    while total < 100:
        card, deck = await roll(deck.draw())
        total += card
    return total


@rule
async def drawn_up_to(deck: Deck[int], goal: int) -> int:
    total = 0
    while total < goal:
        card, deck = await roll(deck.draw())
        total += card
    return total


@rule
async def rises() -> int:
    deck = Deck.numbered(52)
    rises = last = 0
    for _ in range(26):
        card, deck = await roll(deck.draw())
        rises += card > last
        last = card
    return rises


@rule
async def faces_seen(sides: int) -> int:
    seen: set[int] = set()
    while len(seen) < 20:
        seen.add(await roll(d(sides)))
    return sum(seen) % 7


@rule
async def two_numbers(most: int) -> int:
    a = b = 0
    while a < most and b < most:
        face = await roll(d(50))
        a, b = a + face, b + (51 - face if face % 3 else 2 * face)
    return a - b


@rule
async def three_numbers() -> int:
    a = b = c = 0
    while a < 500 and b < 500 and c < 500:
        face = await roll(d(50))
        a, b, c = a + face, b + face * 7 % 23, c + face * face % 17
    return a * b % (c + 1)


DRAWN = [drawn_to_a_hundred(), drawn_up_to(Deck.numbered(52), 100), rises()]


@pytest.mark.parametrize("call", DRAWN, ids=lambda call: call.rule.name)
def test_a_deck_that_is_drawn_from_card_by_card_is_refused_after_few_states(call: Call[int]) -> None:
    with at_most(20_000), pytest.raises(StateLimit, match=r"the deck takes [\d,]+ values") as caught:
        odds(call)
    assert FEWER_DECKS.rstrip(".") in caught.value.remedy


@pytest.mark.parametrize("call", [faces_seen(50), faces_seen(60)], ids=str)
def test_dice_of_many_faces_are_refused_after_few_branches(call: Call[int]) -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"Each counts for about 1\d, since it has many branches\."):
        build((call,), setting)
    assert setting.work < 200_000


@rule
async def until_king(deck: Deck[str]) -> int:
    drawn = 0
    while True:
        card, deck = await roll(deck.draw())
        drawn += 1
        if card == "king":
            return drawn


def test_numbers_on_dice_of_many_faces_are_refused_before_as_many_states_are_found_as_may_be() -> None:
    """Each counts for 12, by its fifty branches; a fourth of the steps on random ways lead to what was there."""
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"needs about [2-9],\d{3},\d{3} states.*Each counts for about 12"):
        build((three_numbers(),), setting)
    assert setting.nodes < 60_000
    assert setting.work < 100_000


def test_what_counts_for_less_than_the_limit_is_answered() -> None:
    """Ways to one that meet as seldom at first: 50 faces, some thousand states."""
    goal = 60
    ways = {(0, 0): Fraction(1)}
    ends: dict[int, Fraction] = {}
    while ways:
        onward: dict[tuple[int, int], Fraction] = {}
        for (a, b), share in ways.items():
            for face in range(1, 51):
                there = (a + face, b + (2 * face if face % 3 == 0 else 51 - face))
                if max(there) < goal:
                    onward[there] = onward.get(there, Fraction(0)) + share / 50
                else:
                    ends[there[0] - there[1]] = ends.get(there[0] - there[1], Fraction(0)) + share / 50
        ways = onward
    law = odds(two_numbers(goal))
    assert {value: law.pmf(value) for value in ends} == ends
    assert sum(ends.values()) == 1


@rule
async def three_and_one() -> int:
    """After three rolls there are 900 states and then five: none of the first on a way to another of them."""
    total = 0
    for _ in range(3):
        total = total * 30 + await roll(d(30))
    total = total * 7919 % 5
    return (total + await roll(d(30))) % 5


def test_a_few_steps_to_new_states_do_not_say_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "LIMIT", 30_000)  # 900 states of 30 branches count for more than half of that
    assert len(build((three_and_one(),), Setting(30_000, BOUND, None, decisions_stay=True))) < 1_000


@rule
async def hit_or_stand() -> int:
    deck = Deck.numbered(52)
    total = 0
    while total < 100 and await choose("player", ("hit", "stand")) == "hit":
        card, deck = await roll(deck.draw())
        total += card
    return total if total <= 100 else 0


def test_best_play_with_a_deck_asks_for_no_less_where_no_number_grows() -> None:
    with at_most(25_000), pytest.raises(StateLimit, match=r"deck takes [\d,]+ values"):
        best(hit_or_stand())


@rule
async def until_a_king() -> int:
    deck = playing_cards
    drawn = 0
    while True:
        card, deck = await roll(deck.draw())
        drawn += 1
        if card[0] == "K":
            return drawn


def test_cards_of_which_most_are_alike_to_a_rule_are_refused_after_few_states() -> None:
    with at_most(14_000), pytest.raises(StateLimit, match=r"the deck takes [\d,]+ values"):
        odds(until_a_king())


def test_the_remedy_for_a_deck_helps() -> None:
    """Until the first of four kings: 4/52 at once, 48/52 * 4/51 with the second card."""
    law = odds(until_king(Deck.of({"king": 4, "other": 48})))
    assert law.pmf(1) == Fraction(4, 52)
    assert law.pmf(2) == Fraction(48, 52) * Fraction(4, 51)


@rule
async def rolled(rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        total = (total * 7 + await roll(d(50))) % 61
    return total


def test_a_limit_that_is_given_counts_states_as_they_are() -> None:
    found = len(explore(rolled(12)))
    assert len(explore(rolled(12), limit=found)) == found
