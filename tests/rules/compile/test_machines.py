"""Rules run by their machines have the outcomes that they have when every branch is run again."""

import traceback
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from tests.rules.compile.fuzz import found_or_raised, goal, replayed
from tests.rules.compile.programs import program

from oddsmith.dice import Die, coin, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Rule, StateLimit, choose, explore, note, odds, play, roll, rule, solve
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.solvers.absorption import outcomes

HERE = Path(__file__).parent
coin_of_2 = Die((1, 2))


def test_tricky_rules_have_the_outcomes_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    path = HERE / "tricky.py.txt"
    exec(compile(path.read_text(), str(path), "exec"), {"__name__": "tricky"})
    assert capsys.readouterr().out == (HERE / "tricky.out.txt").read_text()


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(150))
def test_random_rules_have_the_odds_of_replay(seed: int) -> None:
    text, call = program(seed, choices=False)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, text


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(1_000, 1_080))
def test_random_rules_have_the_best_values_of_replay(seed: int) -> None:
    text, call = program(seed, choices=True)
    expected = found_or_raised(lambda: solve(replayed(call, decisions_stay=True), goal).value)
    assert found_or_raised(lambda: solve(explore(call), goal).value) == expected, text
    if isinstance(expected, Fraction):
        plan = solve(explore(call), goal).policy
        assert odds(call, plan).map(goal).mean == expected
        play(call, decide=plan)  # it knows every decision of the coroutine


def test_a_loop_of_rolls_has_a_state_for_every_total() -> None:
    @rule
    async def total(dice: int) -> int:
        found = 0
        for _ in range(dice):
            found += await roll(d6)
        return found

    assert len(explore(total(20))) < 20 * 101
    assert odds(total(20)) == d6.pool(20).sum().distribution()


def test_a_policy_that_goes_by_the_way_is_shown_every_way() -> None:
    @rule
    async def forgets() -> str:
        await roll(coin)
        return await choose("player", ("keep", "swap"))

    assert len(explore(forgets()).decisions) == 1
    found = odds(forgets(), lambda decision: "swap" if decision.known == ("H",) else "keep")
    assert dict(found.items()) == {"swap": Fraction(1, 2), "keep": Fraction(1, 2)}


def test_choices_that_mean_different_things_are_kept_apart() -> None:
    @rule
    async def doubled() -> int:
        face = await roll(d6)
        return await choose("player", {"low": face, "high": 2 * face})

    assert solve(explore(doubled())).value == 7


def test_choices_after_which_the_same_is_rolled_lead_to_one_state() -> None:
    @rule
    async def hand() -> int:
        dice = await roll(d6.pool(5))
        for _ in range(2):
            keep = await choose("player", tuple({c: c for k in range(6) for c in combinations(dice, k)}))
            if len(keep) < 5:
                dice = tuple(sorted(keep + await roll(d6.pool(5 - len(keep)))))
        return sum(dice)

    # 252 hands at each of two choices, 210 ways to keep fewer than five dice twice, 26 sums, and the start
    graph = explore(hand())
    assert len(graph) == 2 * 252 + 2 * 210 + 26 + 1
    # of one die: roll again below 4, and then again below 5; the sum of five dice needs no more
    once = Fraction(4 + 5 + 6 + 3 * Fraction(7, 2), 6)
    assert solve(graph).value == 5 * Fraction(5 + 6 + 4 * once, 6)


def test_an_error_shows_the_line_of_the_rule() -> None:
    @rule
    async def fails() -> int:
        await roll(coin)
        face = await roll(Die.sided(2))
        return 1 // (2 - face)  # here

    assert not isinstance(engine(fails), str)
    with pytest.raises(ZeroDivisionError) as caught:
        odds(fails())
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.name) == (__file__, "fails")
    assert str(last.line).endswith("# here")


def test_a_rule_that_keeps_something_which_cannot_be_copied_is_run_again_and_says_why() -> None:
    @rule
    async def generates() -> int:
        squares = (n * n for n in range(5))
        next(squares)
        await roll(coin)
        await roll(coin)
        return next(squares)

    assert odds(generates()).mean == 1
    assert engine(generates) == "a generator is kept while it awaits"


def test_a_history_without_end_meets_the_limit() -> None:
    @rule
    async def remembers() -> tuple[int, ...]:
        seen: tuple[int, ...] = ()
        while (face := await roll(d6)) != 6:
            seen += (face,)
        return seen

    with pytest.raises(StateLimit, match="remembers"):
        odds(remembers(), limit=5_000)


async def tell(total: int) -> None:
    await note(f"{total}: a lot" if total > 6 else f"{total}")


@rule
async def two_and_told() -> int:
    total = await roll(d6)
    total += await roll(d6)
    await tell(total)
    return total


def test_a_helper_that_only_says_something_is_run_through() -> None:
    assert odds(two_and_told()) == Distribution.uniform([a + b for a in range(1, 7) for b in range(1, 7)])
    assert odds(two_and_told(), of=lambda total: total) == odds(two_and_told())


@rule
async def shadowed() -> int:
    total = 0
    while total < 12:
        total += len([face for face in (4, 8) if face < total])
        total += len(tuple(sorted((2, 1), key=lambda face: face - total))) // 2
        if any(face > total for face in (10, 20)):
            total += 1
        face = await roll(d6)
        total += face
        match await roll(d6):
            case 1:
                total -= 1
            case 6:
                total += 2
            case more:
                total += more
    return total


@rule
async def named_apart() -> int:
    total = 0
    while total < 12:
        total += len([each for each in (4, 8) if each < total])
        total += len(tuple(sorted((2, 1), key=lambda item: item - total))) // 2
        if any(other > total for other in (10, 20)):
            total += 1
        face = await roll(d6)
        total += face
        more = await roll(d6)
        total += -1 if more == 1 else 2 if more == 6 else more
    return total


def test_names_of_comprehensions_lambdas_and_cases_tell_no_states_apart() -> None:
    assert len(explore(shadowed())) == len(explore(named_apart()))
    assert odds(shadowed()) == odds(named_apart())


@rule
async def over_a_list_of_it(kind: int) -> tuple[int, ...]:
    party = {"ann": 3, "bob": 3, "cyd": 3}
    for _ in range(2):
        for name in list(party):
            party[name] -= await roll(coin_of_2)
            if party[name] <= kind:
                del party[name]
    return tuple(party.values())


@rule
async def over_a_tuple_of_it(kind: int) -> tuple[int, ...]:
    party = {"ann": 3, "bob": 3, "cyd": 3}
    for _ in range(2):
        for name, _left in tuple(party.items()):
            party[name] -= await roll(coin_of_2)
            if party[name] <= kind:
                del party[name]
    return tuple(party.values())


@rule
async def over_it_in_order(kind: int) -> tuple[int, ...]:
    party = {"ann": 3, "bob": 3, "cyd": 3}
    for _ in range(2):
        for name in sorted(party):
            party[name] -= await roll(coin_of_2)
            if party[name] <= kind:
                party.pop(name)
    return tuple(party.values())


@rule
async def over_its_copy(kind: int) -> tuple[int, ...]:
    party = {"ann": 3, "bob": 3, "cyd": 3}
    for _ in range(2):
        for name in party.copy():
            party[name] -= await roll(coin_of_2)
            if party[name] <= kind:
                del party[name]
    return tuple(party.values())


@rule
async def over_a_part_of_it(kind: int) -> tuple[int, ...]:
    party = [3, 3, 3]
    for _ in range(1 + kind):
        for place, hp in [*enumerate(party)]:
            party[place] = hp - kind - await roll(coin_of_2)
        for hp in party[:]:
            if hp <= 0:
                party.remove(hp)
            elif await roll(coin_of_2) == 2:
                party.append(hp)
    return tuple(party)


COPIES = [over_a_list_of_it, over_a_tuple_of_it, over_it_in_order, over_its_copy, over_a_part_of_it]


@pytest.mark.parametrize("ruled", COPIES, ids=lambda each: each.name)
def test_a_loop_over_a_copy_of_what_it_changes_is_compiled(ruled: Rule[[int], tuple[int, ...]]) -> None:
    assert not isinstance(engine(ruled), str), engine(ruled)
    for kind in (0, 1):
        assert odds(ruled(kind)) == outcomes(replayed(ruled(kind), decisions_stay=False))
    assert odds(over_a_list_of_it(0)).pmf(()) == Fraction(27, 64)  # each of three falls unless it rolls 1 twice
