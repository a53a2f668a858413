"""Mechanics that grow without end are refused soon, and every question keeps the limit that it is given."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Die, coin, d, d6
from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules import (
    Call,
    StateLimit,
    Then,
    best,
    choose,
    explore,
    first_option,
    frontier,
    note,
    odds,
    roll,
    rule,
    simulate,
)
from oddsmith.rules.compile.engines import engine

MOST = 60_000  # states that are found until what grows is refused
one_or_six = Die.of({1: 1, 6: 5})  # with fewer branches to follow than a d6


@rule
async def history() -> tuple[int, ...]:
    seen: tuple[int, ...] = ()
    while (face := await roll(d6)) != 6:
        seen += (face,)
    return seen


@rule
async def list_that_grows() -> tuple[int, ...]:
    seen = []
    while (face := await roll(d6)) != 6:
        seen.append(face)
    return tuple(seen)


@rule
async def replayed_history() -> int:
    seen: list[int] = []

    def add(face: int) -> None:
        nonlocal seen
        seen = [*seen, face]

    while (face := await roll(d6)) != 6:
        add(face)
    return len(seen)


@rule
async def replayed_doubling() -> int:
    seen = [1]

    def double() -> None:
        nonlocal seen
        seen = seen + seen

    while await roll(d6) != 6:
        double()
    return len(seen)


@rule
async def doubling() -> int:
    seen: tuple[int, ...] = (1,)
    while await roll(d6) != 6:
        seen += seen
    return len(seen)


@rule
async def squares() -> int:
    n = 1
    while (face := await roll(d6)) != 6:
        n = n * n + face
    return n % 7


@rule
async def text() -> str:
    seen = ""
    while (face := await roll(d6)) != 6:
        seen += str(face)
    return seen


@rule
async def sets_of_sets() -> int:
    seen: set[Any] = set()
    while (face := await roll(d6)) != 6:
        seen.add((frozenset(seen), face))
    return len(seen)


@rule
async def argument(n: int) -> Then[int]:
    return n if await roll(d6) == 6 else argument(n + 1)


@rule
async def two_arguments(n: int, m: int) -> Then[int]:
    face = await roll(d6)
    return n if face == 6 else two_arguments(n + face, 3 * m + face)


@rule
async def tuple_argument(seen: tuple[int, ...]) -> Then[int]:
    face = await roll(d6)
    return len(seen) if face == 6 else tuple_argument((*seen, face))


@rule
async def call_then_end(seen: tuple[int, ...]) -> Then[int]:
    return call_then_end((*seen, 1)) if await roll(coin) == "H" else len(seen)


@rule
async def end_then_call(seen: tuple[int, ...]) -> Then[int]:
    return end_then_call((*seen, 1)) if await roll(coin) == "T" else len(seen)


@rule
async def million() -> int:
    sixes = 0
    for _ in range(1_000_000):
        if await roll(d6) == 6:
            sixes += 1
    return sixes % 7


@rule
async def countdown(left: int, sixes: int) -> Then[int]:
    return countdown(left - 1, (sixes + (await roll(d6) == 6)) % 7) if left else sixes


@rule
async def chooses() -> int:
    seen = []
    while (taken := await choose("player", (1, 2, 3))) != 3:
        seen.append(taken)
    return len(seen)


@rule
async def faces(number: int) -> tuple[int, ...]:
    return tuple([await roll(d6) for _ in range(number)])


@rule
async def replayed_faces(number: int) -> int:
    total = 0

    def add(face: int) -> None:
        nonlocal total
        total += face

    for _ in range(number):
        add(await roll(d6))
    return total


@rule
async def remarks() -> int:
    while True:
        await note("on and on")


@rule
async def no_choice() -> int:
    while True:
        await choose("player", ("this",))


@dataclass(frozen=True)
class Hero:
    points: int
    log: tuple[str, ...] = ()
    name: str = ""


@rule
async def log_in_a_field(hero: Hero) -> Then[int]:
    face = await roll(coin)
    return hero.points if face == "H" else log_in_a_field(replace(hero, log=(*hero.log, face)))


@rule
async def text_in_a_field(hero: Hero) -> Then[int]:
    return 1 if await roll(coin) == "H" else text_in_a_field(replace(hero, name=hero.name + "y"))


@rule
async def points_in_a_field() -> int:
    hero = Hero(1)
    while await roll(coin) == "H":
        hero = replace(hero, points=hero.points + 1)
    return hero.points % 2


@rule
async def text_that_doubles() -> int:
    seen = "x"
    while await roll(coin) == "H":
        seen += seen
    return len(seen) % 3


@rule
async def bytes_that_double() -> int:
    seen = b"x"
    while await roll(coin) == "H":
        seen += seen
    return len(seen) % 3


@rule
async def fractions_with_long_parts(x: Fraction) -> Then[int]:
    return int(x) if await roll(coin) == "H" else fractions_with_long_parts(x / 3 + 1)


@rule
async def replayed_squares() -> int:
    n = 1

    def square(face: int) -> None:
        nonlocal n
        n = n * n + face

    while (face := await roll(d6)) != 6:
        square(face)
    return n % 7


@rule
async def to_and_fro(place: int) -> Then[int]:
    if not place:
        return 0
    return to_and_fro(place + 1) if await roll(coin) == "H" else to_and_fro(place - 1)


@rule
async def rises_and_falls() -> int:
    total = 0
    while total < 50:
        one, two, three = await roll(one_or_six), await roll(one_or_six), await roll(one_or_six)
        total += one * two - three
    return total


@rule
async def with_large_sub_rules(n: int) -> Then[int]:
    place = await loop(min(n, 12))
    return place if place % 5 == 0 else with_large_sub_rules(n + 1)


HOPELESS: list[tuple[Call[Any], str]] = [
    (log_in_a_field(Hero(1)), "hero takes"),
    (text_in_a_field(Hero(1)), "hero takes"),
    (points_in_a_field(), "hero is a new value in each"),
    (text_that_doubles(), "more than 100,000 values"),
    (bytes_that_double(), "more than 100,000 values"),
    (fractions_with_long_parts(Fraction(1)), "x is a new value in each"),
    (replayed_squares(), "more than 100,000 values"),
    (to_and_fro(5), "place is a new value in each"),
    (with_large_sub_rules(1), "n is a new value in each"),
    (history(), r"rule history \(line \d+\): [\d,]+ states follow one another, and seen is a new value"),
    (
        list_that_grows(),
        r"rule list_that_grows \(line \d+\): [\d,]+ states follow one another, and seen is a new value",
    ),
    (replayed_history(), r"replayed_history .* nonlocal variable"),
    (replayed_doubling(), "more than 100,000 values"),
    (doubling(), "more than 100,000 values"),
    (squares(), "more than 100,000 values"),
    (text(), r"rule text \(line \d+\): seen takes"),
    (sets_of_sets(), "more than 100,000 values"),
    (argument(0), "n is a new value in each"),
    (two_arguments(0, 0), "m is a new value in each"),
    (tuple_argument(()), "seen is a new value in each"),
    (call_then_end(()), "seen is a new value in each"),
    (end_then_call(()), "seen is a new value in each"),
    (million(), r"rule million .*states follow one another"),
    (countdown(2_000_000, 0), "states follow one another, and about"),
    (chooses(), "seen is a new value in each"),
    (faces(12), "hold as much|needs about"),
    (replayed_faces(20), "needs about 10"),
    (remarks(), "does not seem to end"),
    (no_choice(), "does not seem to end"),
]


@pytest.mark.parametrize(("call", "message"), HOPELESS, ids=lambda value: getattr(value, "rule", None) and str(value))
def test_what_grows_without_end_is_refused_soon(call: Call[Any], message: str) -> None:
    with at_most(MOST), pytest.raises(StateLimit, match=message) as caught:
        explore(call)
    assert caught.value.rule == call.rule.name
    assert caught.value.line > 0


@rule
async def aces(bound: int | None) -> tuple[int, ...]:
    kept: tuple[int, ...] = ()
    last = top = 6
    while last == top and len(kept) != bound:
        last = await roll(d6)
        kept = (*kept, last)
    return kept


@rule
async def aces_of_several(dice: int) -> tuple[int, tuple[int, ...]]:
    """What is collected grows in an inner loop."""
    kept: list[int] = []
    for _ in range(dice):
        last = top = 6
        while last == top:
            last = await roll(d6)
            if last == top:
                kept.append(last)
    return len(kept) % 5, tuple(kept)


@pytest.mark.parametrize("ask", [odds, best])
@pytest.mark.parametrize("call", [aces(None), aces_of_several(3)], ids=str)
def test_a_list_that_grows_is_tried_out_as_a_number_is(call: Call[Any], ask: Callable[[Call[Any]], Any]) -> None:
    with at_most(6_000), pytest.raises(StateLimit, match="kept is a new value in each"):
        ask(call)


def test_a_list_that_grows_up_to_a_bound_is_followed() -> None:
    found = odds(aces(1_000))
    assert found.p(lambda kept: len(kept) == 1_000) == Fraction(1, 6**999)  # aces but for the last, which is anything


def test_outcomes_that_hold_much_count_for_several_states() -> None:
    """A hundred outcomes of 1,000 values are 100,000; eight count for one state, and 64 of each for none."""
    with pytest.raises(StateLimit, match="hold as much as 10,000 should"):
        odds(long_outcomes(1_000), limit=10_000)
    assert len(list(odds(long_outcomes(60), limit=10_000).items())) == 100


@rule
async def long_outcomes(length: int) -> tuple[int, ...]:
    face = await roll(d(100))
    return (face,) * length


def test_an_error_names_the_line_of_the_await() -> None:
    with pytest.raises(StateLimit) as caught:
        odds(history())
    assert caught.value.file == __file__
    assert caught.value.line == history.function.__code__.co_firstlineno + 3  # the while


async def helper(n: int) -> int:
    return n if await roll(coin) == "H" else await helper(n + 1)


@rule
async def helped() -> int:
    return await helper(await roll(d6))


@rule
async def helped_and_replayed() -> int:
    n = 0

    def add() -> None:
        nonlocal n
        n += 1

    return await helper(n)


def test_a_total_that_mostly_rises_and_may_fall_without_end_is_refused_soon() -> None:
    with at_most(10_000), pytest.raises(StateLimit, match="total is a new value in each") as caught:
        odds(rises_and_falls())
    assert caught.value.line == rises_and_falls.function.__code__.co_firstlineno + 4


@pytest.mark.parametrize("call", [helped(), helped_and_replayed()], ids=str)
def test_helpers_that_await_themselves_without_end_are_refused(call: Call[int]) -> None:
    with at_most(MOST), pytest.raises((RuleError, TooLarge), match=r"without end|does not seem to end|needs"):
        odds(call)


@rule
async def lives(left: int) -> Then[int]:
    return lives(left - 1) if left else 0


@rule
async def below(left: int) -> Then[int]:
    return below(left - 1) if left > -50_000 else 0


@rule
async def up(n: int) -> Then[int]:
    if n >= 50_000:
        return 0
    return up(n + 1) if await roll(coin) == "H" else 1


@rule
async def up_to_exactly(n: int) -> Then[int]:
    return up_to_exactly(n + 1) if n != 30_000 else 0


@rule
async def by_turns(mine: int, theirs: int) -> Then[int]:
    if mine + theirs >= 60_000:
        return 0
    return by_turns(mine + 1, theirs) if theirs >= mine else by_turns(mine, theirs + 1)


@rule
async def rounds() -> int:
    heads = 0
    for _ in range(25_000):
        if await roll(coin) == "H":
            heads = (heads + 1) % 3
    return heads


@rule
async def counted_rounds() -> int:
    n = heads = 0
    while n < 25_000:
        n += 1
        heads = (heads + (await roll(coin) == "H")) % 3
    return heads


@rule
async def round_the_clock(hour: int) -> Then[int]:
    return hour % 7 if await roll(coin) == "H" else round_the_clock((hour * 5 + 1) % 2**16)


@rule
async def on_or_stop(n: int) -> Then[int]:
    return n if n >= 50_000 or await choose("player", ("on", "stop")) == "stop" else on_or_stop(n + 1)


@rule
async def points_up(hero: Hero) -> Then[int]:
    return points_up(replace(hero, points=hero.points + 1)) if hero.points < 40_000 else 1


@pytest.mark.parametrize(
    ("call", "states"),
    [
        (lives(50_000), 50_002),
        (below(0), 50_002),
        (up(0), 50_003),
        (up_to_exactly(0), 30_002),
        (by_turns(0, 0), 60_002),
        (rounds(), None),
        (counted_rounds(), None),
        (round_the_clock(1), 2**16 + 7),
        (on_or_stop(0), None),
        (points_up(Hero(0)), 40_002),
    ],
    ids=str,
)
def test_long_ways_that_end_are_followed(call: Call[int], states: int | None) -> None:
    assert states in (None, len(explore(call)))


# -- every question keeps its limit


@rule
async def walk(steps: int, place: int, side: int) -> Then[int]:
    """About four thousand states, of which no two ways are alike in both coordinates."""
    if not steps:
        return place
    face = await roll(coin)
    return walk(steps - 1, place + (face == "H"), side) if await choose("player", ("on", "off")) == "on" else place


@rule
async def sub(steps: int) -> int:
    return await loop(steps) + await roll(coin.pool(1).count("H"))


@rule
async def loop(steps: int) -> int:
    place = 0
    for _ in range(steps):
        place = place * 2 + (await roll(coin) == "H")
    return place


@rule
async def replayed_loop(steps: int) -> int:
    place = 0

    def add(face: str) -> None:
        nonlocal place
        place = place * 2 + (face == "H")

    for _ in range(steps):
        add(await roll(coin))
    return place


@rule
async def gains(left: int) -> Then[int]:
    if not left or await choose("player", ("on", "stop")) == "stop":
        return 0
    return (await roll(coin.pool(1).count("H"))) + gains(left - 1)


ASKED: list[tuple[str, Callable[[int], Any], int]] = [
    ("odds of a loop of awaits", lambda limit: odds(loop(10), limit=limit), 1_024),
    ("odds of a loop that is run again", lambda limit: odds(replayed_loop(10), limit=limit), 1_024),
    ("odds of a sub-rule", lambda limit: odds(sub(10), limit=limit), 1_024),
    ("odds with a policy", lambda limit: odds(walk(40, 0, 0), first_option, limit=limit), 800),
    ("best", lambda limit: best(walk(40, 0, 0), limit=limit), 1_600),
    ("explore", lambda limit: explore(walk(40, 0, 0), limit=limit), 1_600),
    ("simulate", lambda limit: simulate(loop(10), 100, limit=limit), 1_024),
    (
        "frontier",
        lambda limit: frontier(explore(gains(30)), lambda k: k % 3, lambda k: k % 2, limit=limit),
        400,
    ),
]


@pytest.mark.parametrize(("asked", "states"), [case[1:] for case in ASKED], ids=[case[0] for case in ASKED])
def test_every_question_keeps_its_limit(asked: Callable[[int], Any], states: int) -> None:
    with pytest.raises(TooLarge) as caught:
        asked(states // 2)
    assert caught.value.limit == states // 2
    asked(10 * states)


def test_a_note_or_two_count_for_nothing() -> None:
    @rule
    async def noted() -> int:
        for _ in range(100):
            await note("again")
        return await roll(d6)

    assert odds(noted(), limit=10).mean == Fraction(7, 2)
    assert isinstance(engine(noted), str)
