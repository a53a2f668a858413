"""Questions to parts of outcomes have the answers that the whole outcomes give."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.totals import program

from oddsmith.dice import Die, d6
from oddsmith.rules import (
    AtLeast,
    Call,
    Reading,
    StateLimit,
    Then,
    Together,
    best,
    choose,
    explore,
    first_option,
    note,
    odds,
    roll,
    rule,
    simulate,
)
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.with_policy import explore_for
from oddsmith.rules.read.prospects import Prospects
from oddsmith.rules.solvers.absorption import outcomes

d2, d3 = Die.sided(2), Die.sided(3)

QUESTIONS: list[Callable[[Any], Any]] = [
    lambda o: o.hits,
    lambda o: 3 * o.hits - o.cost,
    lambda o: o.cost > 2,
    lambda o: (o.cost, o.hits),
    lambda o: o.said,
    lambda o: -o.cost if o.hits else 0,
    lambda o: min(o.hits, 2),
]


def states(call: Call[Any], of: Callable[[Any], Any]) -> int:
    graph, _ = explore_for(call, of, None, limit=STATE_LIMIT, bound=BOUND)
    return len(graph)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_answer_every_question_as_their_whole_outcomes_do(seed: int) -> None:
    text, call = program(seed, objects=True)
    whole = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    if isinstance(whole, str):
        return
    for of in QUESTIONS:
        assert odds(call, of=of) == whole.map(of), text


@dataclass(frozen=True)
class Fight:
    damage: int
    coins: int
    faces: tuple[int, ...] = ()

    @property
    def lucky(self) -> bool:
        return 6 in self.faces


@rule
async def fight(rounds: int) -> Fight:
    damage = coins = 0
    faces: tuple[int, ...] = ()
    for _ in range(rounds):
        face = await roll(d6)
        await note(f"{face} after {faces}")
        faces += (face,)
        if face > 4:
            damage += face
        else:
            coins += 1
    return Fight(damage, coins, faces)


def test_a_history_that_nobody_asks_for_is_no_state() -> None:
    few, many = odds(fight(4)), odds(fight(40), of=lambda o: 3 * o.damage - o.coins)
    assert odds(fight(4), of=lambda o: 3 * o.damage - o.coins) == few.map(lambda o: 3 * o.damage - o.coins)
    assert many.mean == Fraction(40 * (3 * (5 + 6) - 4), 6)  # of sums, whatever else
    assert states(fight(40), lambda o: 3 * o.damage - o.coins) < 60


def test_a_simulation_counts_what_is_asked() -> None:
    counted = simulate(fight(40), 1000, of=lambda o: o.coins, seed=5)
    assert sum(counted.counts.values()) == 1000
    assert 23 < sum(coins * n for coins, n in counted.counts.items()) / 1000 < 30  # 40 rolls, 2 in 3 of them a coin
    lucky = simulate(fight(3), 1000, of=lambda o: o.lucky, seed=5)
    assert set(lucky.counts) == {True, False}
    assert 0.37 < lucky.share(True) < 0.47  # 1 - (5/6)^3


SIXES = d6.explode(6).pool(1).count(at_least=6)


@dataclass(frozen=True)
class Clash:
    mine: int
    theirs: int

    @property
    def lead(self) -> int:
        """How far ahead."""
        return self.mine - self.theirs

    @property
    def score(self) -> int:
        return 2 * self.lead

    @property
    def wins(self) -> bool:
        return self.lead > 0


def test_a_property_is_what_it_reads_of_the_outcome() -> None:
    assert odds(fight(3), of=lambda o: o.lucky) == odds(fight(3)).map(lambda o: 6 in o.faces)
    assert odds(clash(3), of=lambda o: o.score).unresolved == 0
    assert states(clash(3), lambda o: o.score) == states(clash(3), lambda o: 2 * (o.mine - o.theirs))
    # a six more on one side than on the other: 1/7 of all, by symmetry
    ahead = odds(clash(0), of=lambda o: o.lead)
    assert [ahead.pmf(n) for n in (0, 1, -1)] == [Fraction(5, 7), Fraction(5, 42), Fraction(5, 42)]
    assert odds(clash(0), of=lambda o: o.wins).p(bool) == Fraction(1, 7)


def test_a_property_is_that_of_the_kind_which_is_returned() -> None:
    assert odds(other_kinds(), of=lambda o: o.doubled).pmf(3) == Fraction(1, 6)
    assert odds(other_kinds(), of=lambda o: o.named).p(lambda name: name == "Thrice") == 1


def test_a_rule_that_awaits_once_hands_on_an_unbounded_field() -> None:
    told = odds(tells(), of=lambda o: o.sixes)
    assert told.unresolved == 0
    assert [told.pmf(n) for n in (0, 1, 40)] == [Fraction(5, 6 ** (n + 1)) for n in (0, 1, 40)]
    assert odds(tells(), of=lambda o: o.sixes >= 30).p(bool) == Fraction(1, 6**30)
    assert states(tells(), lambda o: o.sixes) <= 4


def test_a_field_that_nobody_needs_is_not_followed() -> None:
    told = odds(tells_more(2), of=lambda o: o.score)
    assert told.unresolved == 0
    assert told.pmf(2) == Fraction(5, 6)
    assert odds(tells_more(2), of=lambda o: o.bonus).pmf(2) == 1
    assert states(tells_more(2), lambda o: o.bonus) <= 5


def mine_of(outcome: Clash) -> int:
    return outcome.mine


def at_least(enough: int) -> Reading:
    return Reading(mine_of, lambda mine: mine >= enough)


def test_a_reading_may_hold_a_number_from_around_it() -> None:
    for enough in (1, 2, 30):
        assert odds(clash(0), of=at_least(enough)).p(bool) == Fraction(1, 6**enough)
        both = Together((at_least(enough), at_least(enough + 1)))
        assert odds(clash(0), of=both).p(lambda o: o == (True, False)) == Fraction(5, 6 ** (enough + 1))


def test_a_number_around_a_reading_may_change() -> None:
    enough = 2
    holds = Reading(mine_of, lambda mine: mine >= enough)
    assert odds(clash(0), of=holds).p(bool) == Fraction(1, 36)
    enough = 1
    assert odds(clash(0), of=holds).p(bool) == Fraction(1, 6)


def test_getters_ask_for_what_they_get_and_no_more() -> None:
    whole = odds(fight(3))
    for of in (attrgetter("damage"), attrgetter("coins", "damage"), attrgetter("lucky")):
        assert odds(fight(3), of=of) == whole.map(of)
        assert odds(fight(3), of=attrgetter(*of.__reduce__()[1])) == whole.map(of)
    assert states(fight(40), attrgetter("damage")) == states(fight(40), lambda o: o.damage)
    assert states(clash(3), attrgetter("score")) == states(clash(3), lambda o: o.score)
    both = Together((attrgetter("wins"), attrgetter("mine")))
    assert odds(clash(0), of=both) == odds(clash(0), of=lambda o: (o.wins, o.mine))
    at_least = Reading(attrgetter("mine"), lambda mine: mine >= 2)
    assert odds(clash(0), of=at_least).p(bool) == Fraction(1, 36)
    assert odds(pairs(3), of=itemgetter(0)) == odds(pairs(3)).map(itemgetter(0))


def test_a_plan_for_what_is_asked_takes_its_options_in_play_of_the_whole() -> None:
    of = attrgetter("coins", "damage")
    call = spent_around(2)
    solution = best(call, of=lambda o: o.damage - o.coins)
    assert odds(call, solution.policy).map(lambda o: o.damage - o.coins).mean == solution.value
    assert odds(call, solution.policy).map(of) == odds(call, pickle.loads(pickle.dumps(solution.policy))).map(of)
    prospects = Prospects(solution, {"net": None})
    for decision in [advice.decision for advice in best(call, lambda o: o.damage).decisions]:
        assert prospects.best(decision) == solution.policy(decision)


@rule
async def clash(bonus: int) -> Clash:
    mine = await roll(SIXES)
    theirs = await roll(SIXES)
    return Clash(bonus + mine, theirs)


@dataclass(frozen=True)
class Once:
    face: int

    @property
    def doubled(self) -> int:
        return self.face

    @property
    def named(self) -> str:
        return type(self).__name__


@dataclass(frozen=True)
class Thrice(Once):
    @property
    def doubled(self) -> int:
        return 3 * self.face


@rule
async def other_kinds() -> Once:
    return Thrice(await roll(d6))


@dataclass(frozen=True)
class Told:
    sixes: int
    words: str


@rule
async def tells() -> Told:
    sixes = await sixes_of()
    result = Told(sixes, "none" if sixes == 0 else f"{sixes} in all")
    await note(words_for(sixes, result.words))
    return result


@dataclass(frozen=True)
class ToldMore:
    score: int
    bonus: int
    words: str
    long: bool


@rule
async def tells_more(bonus: int) -> ToldMore:
    found = await tells()
    await note(found.words)
    return ToldMore(found.sixes + bonus, bonus, found.words, len(found.words) > 5)


@rule
async def sixes_of() -> int:
    return await roll(SIXES)


def words_for(sixes: int, words: str) -> str:
    many = "many" if sixes > 5 else "few"
    return f"{many}: {words}"


@rule
async def spent_around(coins: int) -> Fight:
    spent = await spending(coins)
    return Fight(spent.damage, spent.coins, (spent.damage,))


@rule
async def spending(coins: int) -> Fight:
    damage = spent = 0
    for _ in range(3):
        face = await roll(d6)
        if spent < coins and await choose("player", ("keep", "pay")) == "pay":
            spent += 1
            face = await roll(d6)
        damage += face
    return Fight(damage, spent)


def doubled(outcome: Fight, times: int = 2) -> int:
    return outcome.coins * times


def test_a_question_that_cannot_be_read_is_asked_of_the_whole_outcome() -> None:
    whole = odds(fight(3))
    assert odds(fight(3), of=repr) == whole.map(repr)
    assert odds(fight(3), of=doubled) == whole.map(lambda o: o.coins * 2)
    bonus = 5
    assert odds(fight(3), of=lambda o: o.coins + bonus) == whole.map(lambda o: o.coins + 5)


@rule
async def opposed(rounds: int) -> int:
    mine = await fight(rounds)
    theirs = await fight(rounds)
    return mine.damage - theirs.damage


def test_a_sub_rule_is_asked_for_what_its_caller_reads() -> None:
    damage = odds(fight(3)).map(lambda o: o.damage)
    assert odds(opposed(3)) == damage - damage
    assert odds(opposed(12)).mean == 0  # 6^12 histories each, if they were followed


class Pair(NamedTuple):
    hits: int
    cost: int


@rule
async def pairs(n: int) -> Pair:
    hits = cost = 0
    for _ in range(n):
        hits += await roll(d2)
        cost += await roll(d3)
    return Pair(hits, cost)


@rule
async def either(n: int) -> Then[Fight]:
    if await roll(d2) == 1:
        return fight(n)
    return Fight(coins=await roll(d6), damage=n)


@rule
async def maybe(n: int) -> Fight | None:
    if await roll(d2) == 1:
        return None
    return await fight(n)


@rule
async def unpacks(n: int) -> tuple[int, int]:
    hits, cost = await pairs(n)
    again = await pairs(n)
    return hits - again.cost, cost


@dataclass(frozen=True)
class Checked:
    score: int
    doubled: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "doubled", 2 * self.score)


@rule
async def checked() -> Checked:
    score = await roll(d6)
    score += await roll(d6)
    return Checked(score)


@dataclass(frozen=True)
class Purse:
    coins: int
    said: str

    def __add__(self, more: int) -> "Purse":
        return Purse(self.coins + more, self.said + "+")


@rule
async def fills(n: int) -> Then[Purse]:
    found = await roll(d2) + await roll(d2)
    return found + fills(n - 1) if n else Purse(found, "")


@pytest.mark.parametrize(
    ("call", "of"),
    [
        (pairs(3), lambda o: o.hits - o.cost),
        (pairs(3), lambda o: o[0]),
        (pairs(3), lambda o: o.hits if o.cost > 5 else o),
        (either(2), lambda o: o.coins + o.damage),
        (either(2), lambda o: len(o.faces)),
        (maybe(2), lambda o: o is None or o.damage > 5),
        (unpacks(2), lambda o: o[0]),
        (unpacks(2), lambda o: o[1] - 2 * o[0]),
        (unpacks(2), lambda o: o[-1]),
        (checked(), lambda o: o.doubled),
        (checked(), lambda o: o.score),
        (fills(2), lambda o: o.coins),
        (fills(2), lambda o: o.said),
    ],
)
def test_outcomes_of_many_kinds_are_asked(call: Call[Any], of: Callable[[Any], Any]) -> None:
    assert odds(call, of=of) == outcomes(replayed(call, decisions_stay=False)).map(of)


@rule
async def spends(n: int) -> Fight:
    spent = 0
    for _ in range(n):
        if await choose("player", ("keep", "spend")) == "spend":
            spent += 1
    return Fight(await roll(d6), spent)


def test_a_policy_may_be_asked_about_parts() -> None:
    assert odds(spends(3), first_option, of=lambda o: o.coins - o.damage) == d6.distribution().map(lambda k: -k)
    assert odds(spends(3), lambda _: "spend", of=lambda o: o.coins).pmf(3) == 1


@dataclass(frozen=True)
class Run:
    length: int
    began: int


@rule
async def run_of_sixes(bonus: int) -> Run:
    began = await roll(d6)
    length = bonus
    if began == 6:
        length += await roll(d6.explode(6).pool(1).count(at_least=6))
    return Run(length, began)


@rule
async def race(target: int) -> Run:
    gathered = tries = 0
    while gathered < target:
        found = await run_of_sixes(1)
        gathered = max(0, min(gathered + found.length - 1, target))
        tries += 1
    return Run(tries, gathered)


def test_an_unbounded_field_of_an_outcome_stays_unbounded() -> None:
    length = odds(run_of_sixes(2), of=lambda o: o.length)
    assert length.unresolved == 0
    for more in range(1, 30):
        assert length.at_least(2 + more) == Fraction(1, 6 ** (more + 1))  # a six to begin with, and `more` after it
    assert odds(run_of_sixes(2), of=lambda o: o.length > 20).p(bool) == Fraction(1, 6**20)
    assert odds(run_of_sixes(0), of=lambda o: (o.length > 1, o.began)).p(lambda o: o == (True, 6)) == Fraction(1, 216)


def test_two_unbounded_fields_of_sub_rules_are_added_up() -> None:
    @rule
    async def ahead() -> int:
        mine = await run_of_sixes(3)
        theirs = await run_of_sixes(0)
        return mine.length - 2 * theirs.length

    one = odds(run_of_sixes(0), of=lambda o: o.length)
    assert odds(ahead()) == one + 3 - 2 * one


def test_a_loop_over_an_unbounded_field_is_exact() -> None:
    tries = odds(race(1), of=lambda o: o.length)
    assert tries.unresolved == 0
    assert [tries.pmf(n) for n in (1, 2, 7)] == [Fraction(35**n, 36**n) / 35 for n in (1, 2, 7)]
    assert odds(race(3), of=lambda o: o.began).pmf(3) == 1
    # 3 sixes at once, or by parts: the mean number of tries m solves m = 1 + ... over what is missing
    p = [Fraction(35, 36), Fraction(1, 36) * Fraction(5, 6), Fraction(1, 216) * Fraction(5, 6)]
    one = 1 / (1 - p[0])
    two = (1 + p[1] * one) / (1 - p[0])
    three = (1 + p[1] * two + p[2] * one) / (1 - p[0])
    assert odds(race(3), of=lambda o: o.length).mean == three


class Hunt(NamedTuple):
    meat: int
    arrows: int
    seen: tuple[int, ...] = ()


def hunts(steps: str) -> Any:
    """A rule of so many steps: luck that is seen, a loss, or a choice between a sure thing and a throw."""

    @rule
    async def hunt() -> Hunt:
        meat = arrows = 0
        seen: tuple[int, ...] = ()
        for step in steps:
            if step == "l":
                face = await roll(d3)
                seen += (face,)
                meat += face
            elif step == "b" and await roll(d2) == 1:
                meat = max(meat - 2, 0)
            elif await choose("player" if step != "o" else "opponent", ("wait", "shoot")) == "shoot":
                arrows += 1
                meat += 2 * await roll(d2) - (3 if meat > 4 else 1)
            else:
                meat += 1
        return Hunt(meat, arrows, seen)

    return hunt


def _goal_of(of: Callable[[Any], Any], goal: Callable[[Any], Any] | None, outcome: Any) -> Any:
    return of(outcome) if goal is None else goal(of(outcome))


@given(st.text("lbco", max_size=4), st.integers(-2, 8))
@settings(max_examples=25, deadline=None)
def test_best_play_of_what_is_asked_is_that_of_the_whole(steps: str, enough: int) -> None:
    call = hunts(steps)()
    asked: list[tuple[Callable[[Any], Any], Callable[[Any], Any] | None]] = [
        (lambda o: o.meat, None),
        (lambda o: 2 * o.meat - 3 * o.arrows, None),
        (lambda o: o.meat, AtLeast(enough)),
        (lambda o: o.meat, lambda meat: meat >= enough),
        (lambda o: o.meat >= enough, lambda enough: enough),
        (lambda o: (o.meat, o.arrows), lambda o: o[0] * o[1]),
        (lambda o: o.seen, len),
    ]
    for of, goal in asked:
        found = best(call, goal, of=of)
        assert found.value == best(call, partial(_goal_of, of, goal)).value
        assert all(here.rule.name == "hunt" for d in found.decisions for here in (d.decision.call, *d.decision.within))


def test_totals_are_gains_where_the_goal_only_adds() -> None:
    @rule
    async def gamble(rounds: int) -> Hunt:
        meat = arrows = 0
        for _ in range(rounds):
            meat += await roll(d6)
            if await choose("player", ("wait", "shoot")) == "shoot":
                arrows += 1
                meat += await roll(d6) - 3
        return Hunt(meat, arrows)

    found = best(gamble(30), of=lambda o: 2 * o.meat - o.arrows)
    assert found.value == 30 * 2 * Fraction(7, 2)  # a shot adds as much as its arrow costs
    assert len(found.decisions) == 30
    assert len(explore(gamble(10))) > 1000


def test_of_an_outcome_that_is_unpacked_one_part_may_be_used() -> None:
    @rule
    async def two(n: int) -> tuple[int, int]:
        a = await roll(d2)
        a += await roll(d6.explode(6).pool(1).count(at_least=6))
        return (a + n, await roll(d3))

    @rule
    async def first() -> int:
        a, _ = await two(0)
        b, _ = await two(1)
        return a - b

    assert abs(odds(first()).mean + 1) < Fraction(1, 10**15)


@rule
async def told(asks: bool) -> int:
    double = asks and await choose("player", ("single", "double")) == "double"
    count = await roll(d2.explode(2).pool(1).count(worth={2: 1}))
    await note(f"{count} twos before the 1")
    return 2 * count if double else count


def test_remarks_about_unbounded_numbers_list_none_of_them_whatever_is_asked() -> None:
    assert odds(told(asks=False)).unresolved == 0
    solved = best(told(asks=True), lambda count: count >= 3)
    assert solved.value == Fraction(1, 4)  # two twos, doubled
    assert odds(told(asks=True), first_option).unresolved == odds(told(asks=True), solved.policy).unresolved == 0


def in_words(count: int) -> str:
    """What a count comes to."""
    if count == 0:
        return "none"
    return f"{count} {plural('two', count)}"


def plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"


SAID: list[str] = []


def kept(count: int) -> str:
    SAID.append(f"{count}")
    return f"{count}"


@rule
async def twice_told(of: str) -> int:
    count = await roll(d2) + await roll(d2.explode(2).pool(1).count(worth={2: 1}))
    if of == "in words":
        await note(in_words(count))
    elif of == "kept":
        await note(kept(count))
    return count


@rule
async def told_by_another() -> int:
    count = await roll(d2) + await roll(d2.explode(2).pool(1).count(worth={2: 1}))
    in_words = kept
    await note(in_words(count))
    return count


def test_remarks_may_be_put_into_words_by_functions_that_only_choose_what_to_return() -> None:
    twos = odds(twice_told("in words"))
    assert twos.unresolved == 0
    assert twos.mean == Fraction(5, 2)
    # 1 and n - 1 twos, or 2 and n - 2
    assert [twos.pmf(n) for n in (1, 2, 70)] == [Fraction(1, 4), Fraction(3, 8), Fraction(3, 2**71)]
    assert odds(twice_told("in words"), of=lambda count: count > 1).pmf(True) == Fraction(3, 4)


@pytest.mark.parametrize("call", [twice_told("kept"), told_by_another()])
def test_functions_that_do_more_are_called_for_remarks(call: Call[int]) -> None:
    SAID.clear()
    assert 0 < odds(call).unresolved < Fraction(1, 10**15)
    assert {"1", "2", "3"} <= {*SAID}


@rule
async def chatter(often: bool) -> Fight:
    first, second = await roll(d2), await roll(d2)
    while first < 3:
        await note("still here")
        if not often and first > 2:
            second += await roll(d2)
        elif second > 5:
            await note(f"{second} now")
            continue
    return Fight(first, second)


@pytest.mark.parametrize("often", [False, True])
@pytest.mark.parametrize("of", [None, lambda fight: fight.coins])
def test_a_loop_that_may_go_round_with_remarks_alone_is_refused(often: bool, of: Callable[[Any], Any] | None) -> None:
    with pytest.raises(StateLimit, match="does not seem to end"):
        odds(chatter(often)) if of is None else odds(chatter(often), of=of)
