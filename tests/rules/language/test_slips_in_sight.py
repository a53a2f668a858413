"""Requests that are made and not awaited where their answers are meant: in look-ups, comparisons, displays."""

import collections
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddsmith import rules
from oddsmith.dice import Die, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Rule, choose, explore, first_option, odds, play, roll, rule

#: Of async functions that are never awaited, Python warns as well.
pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine:RuntimeWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


@rule
async def sub(n: int = 1) -> int:
    return n + await roll(d6)


async def helper() -> int:
    return await roll(d6)


d2 = Die((1, 2))
COSTS = {"a": 1, "b": 2}

SLIPS: list[Rule[[], Any]] = []
FINE: list[Rule[[], Any]] = []


def slip(function: Callable[[], Any]) -> None:
    SLIPS.append(rule(function))


def fine(function: Callable[[], Any]) -> None:
    FINE.append(rule(function))


@slip
async def a_choice_looked_up() -> object:
    return {"a": 1}.get(choose("player", ("a", "b")), 0)  # type: ignore[call-overload]  # looked up: choose


@slip
async def a_choice_looked_up_in_a_table() -> object:
    taken: Any = choose("player", ("a", "b"))
    return COSTS.get(taken, 0)  # looked up: choose


@slip
async def a_roll_looked_up() -> object:
    return {1: 5}.get(roll(d2), 0)  # type: ignore[call-overload]  # looked up: roll


@slip
async def a_choice_among_keys() -> object:
    return choose("player", ("a", "b")) in {"a": 1}  # looked for: choose


@slip
async def a_choice_not_among_keys() -> object:
    taken = choose("player", ("a", "b"))
    return taken not in {"a": 1, "c": 2}  # looked for: choose


@slip
async def two_rolls_compared() -> object:
    return roll(d6) == roll(d6)  # compared: roll


@slip
async def two_calls_compared() -> object:
    first = sub()
    second = sub()
    return 1 if first == second else 0  # compared: sub


@slip
async def two_calls_told_apart() -> object:
    first, again = sub(), 2
    second = sub(again)
    return [first != second]  # compared: sub


@slip
async def a_roll_of_a_class() -> object:
    return isinstance(roll(d6), int)  # compared: roll


@slip
async def a_helper_that_is_true() -> object:
    return bool(helper())  # taken as true or false: helper


@slip
async def any_helper() -> object:
    return any([helper() for _ in range(3)])  # noqa: C419  # taken as true or false: helper


@slip
async def all_helpers() -> object:
    return all((helper(), helper()))  # taken as true or false: helper


@slip
async def a_rule_compared() -> object:
    return sub == 3  # type: ignore[comparison-overlap]  # not called: sub


@slip
async def dropped_beside_a_number() -> object:
    _taken, kept = choose("player", ("a", "b")), 3  # dropped: choose
    return kept


@slip
async def dropped_in_a_list() -> object:
    [roll(d6) for _ in range(3)]  # dropped: roll
    return 1


@slip
async def dropped_in_a_dict() -> object:
    {"a": roll(d6)}  # dropped: roll
    return 1


@slip
async def dropped_in_a_tuple() -> object:
    roll(d6), 3  # dropped: roll
    return 1


@slip
async def kept_in_a_dict() -> object:
    faces = {"a": roll(d6)}  # kept: roll
    return len(faces)


@slip
async def counted() -> object:
    return len([roll(d6), roll(d6)])  # dropped: roll


@slip
async def put_into_a_dict() -> object:
    faces: dict[str, Any] = {}
    faces["a"] = sub()  # kept: sub
    return len(faces)


@slip
async def compared_as_a_list() -> object:
    faces: Any = [helper()]  # kept: helper
    return faces == [3]


@slip
async def named_twice() -> object:
    first = second = roll(d6)
    return first == second  # compared: roll


@slip
async def a_branch_on_none() -> object:
    if choose("player", ("a", "b")) is None:  # compared: choose
        return 1
    return 2


@slip
async def a_branch_on_none_of_a_variable() -> object:
    taken: Any = choose("player", ("a", "b"))
    if taken is None:  # compared: choose
        return 1
    return 2


@slip
async def a_branch_on_not_none() -> object:
    taken: Any = choose("player", (None, "b"))
    return "a" if taken is not None else "b"  # compared: choose


@slip
async def a_loop_until_none() -> object:
    while roll(d6) is not None:  # compared: roll
        return 1
    return 2


@slip
async def a_helper_that_is_none() -> object:
    if helper() is None:  # compared: helper
        return 1
    return 2


@slip
async def named_by_its_module() -> object:
    return 1 if rules.roll(d6) in {1, 2} else 0  # looked for: rules.roll


@slip
async def matched_with_none() -> object:
    match choose("player", (None, "b")):  # compared: choose
        case None:  # type: ignore[unreachable]
            return 1  # type: ignore[unreachable]
        case _:
            return 2


@slip
async def a_statement_of_two_ways() -> object:
    face = await roll(d6)
    roll(d6) if face > 3 else None  # dropped: roll
    return face


@slip
async def a_statement_on_a_condition() -> object:
    face = await roll(d6)
    face > 3 and sub(face)  # dropped: sub
    return face


@slip
async def counted_among_words() -> object:
    return len({choose("player", ("a", "b")), "a"})  # compared: choose


@slip
async def represented() -> object:
    return repr(roll(d6))  # put into a text: roll


@slip
async def represented_in_a_text() -> object:
    return f"{roll(d6)!r}"  # put into a text: roll


@slip
async def a_helper_as_a_text() -> object:
    return str(helper())  # put into a text: helper


@slip
async def hashed() -> object:
    return hash(roll(d6)) % 2  # hashed: roll


@slip
async def asked_for_its_id() -> int:
    return id(roll(d6)) % 2  # asked for its id: roll


@slip
async def mapped_to_a_list() -> int:
    faces = list(map(roll, [d6, d6]))  # kept: roll
    return len(faces)


@slip
async def an_inner_helper_that_is_true() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    return "hit" if attack(2) else "miss"  # type: ignore[truthy-bool]  # taken as true or false: attack


@slip
async def an_inner_helper_compared() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    return attack(2) == 3  # type: ignore[comparison-overlap]  # compared: attack


@slip
async def an_inner_helper_kept_and_looked_for() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    harm = attack(2)
    return 1 if harm in (3, 4) else 0  # type: ignore[comparison-overlap, redundant-expr]  # looked for: attack


@slip
async def an_inner_helper_dropped() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    attack(2)  # type: ignore[unused-coroutine]  # dropped: attack
    return await roll(d2)


@slip
async def an_inner_helper_kept_and_dropped() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    harm = attack(2)  # noqa: F841  # dropped: attack
    return await roll(d2)


@slip
async def an_inner_helper_dropped_by_another() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    async def twice() -> int:
        attack(1)  # type: ignore[unused-coroutine]  # dropped: attack
        return await attack(2)

    return await twice()


@slip
async def an_inner_rule_dropped() -> object:
    @rule
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    attack(2)  # dropped: attack
    return await roll(d2)


@slip
async def an_inner_helper_within_another() -> object:
    async def twice() -> int:
        async def attack() -> int:
            return await roll(d6)

        return 1 if not attack() else await attack()  # type: ignore[truthy-bool]  # taken as true or false: attack

    return await twice()


@slip
async def counted_by_face() -> object:
    faces = [roll(d6) for _ in range(3)]  # kept: roll
    return Counter(faces)[6]  # type: ignore[index]


@slip
async def counted_by_face_at_once() -> object:
    return Counter([roll(d6) for _ in range(3)])[6]  # type: ignore[index]  # counted: roll


@slip
async def counted_by_face_by_a_module() -> object:
    return collections.Counter(roll(d6) for _ in range(3)).most_common()[0][1]  # counted: roll


@slip
async def different_faces() -> object:
    return len({roll(d6) for _ in range(3)})  # dropped: roll


@slip
async def different_faces_of_a_list() -> object:
    return len(set([roll(d6) for _ in range(3)]))  # noqa: C403  # dropped: roll


@slip
async def different_faces_that_are_kept() -> object:
    faces = [roll(d6) for _ in range(3)]  # kept: roll
    return len(set(faces))


@slip
async def a_number_among_faces() -> object:
    return 6 in {roll(d6) for _ in range(3)}  # compared: roll


@slip
async def a_number_among_kept_faces() -> object:
    faces = {roll(d6) for _ in range(3)}  # kept: roll
    return await roll(d6) in faces


@slip
async def a_number_among_faces_of_a_set() -> object:
    return 6 in set(roll(d6) for _ in range(3))  # noqa: C401  # compared: roll


@slip
async def a_number_looked_up_among_rolls() -> object:
    return {roll(d6): 1}.get(3, 0)  # type: ignore[call-overload]  # compared: roll


@slip
async def a_number_looked_up_among_kept_rolls() -> object:
    faces: dict[Any, int] = {roll(d6): 1}  # kept: roll
    return faces.get(3, 0) + faces.get(await roll(d6), 0)


@slip
async def a_number_looked_for_among_rolls() -> object:
    return (await roll(d6)) in {sub(n): n for n in range(2)}  # compared: sub


PROBLEMS = {
    "counted": "{}(...) is counted, but not awaited.",
    "hashed": "{}(...) is hashed, but not awaited.",
    "asked for its id": "{}(...) is asked for its id, but not awaited.",
    "put into a text": "{}(...) is put into a text, but not awaited.",
    "looked up": "{}(...) is looked up, but not awaited.",
    "looked for": "{}(...) is looked for, but not awaited.",
    "compared": "{}(...) is compared, but not awaited.",
    "not called": "{} is compared with 3, but not called.",
    "taken as true or false": "{}(...) is taken as true or false, but not awaited.",
    "dropped": "{}(...) is made and never awaited, so nothing happens.",
    "kept": "{}(...) is kept in faces, and never awaited.",
}


@pytest.mark.parametrize("slipped", SLIPS, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "interpret", [lambda call: odds(call, first_option), play, explore], ids=["odds", "play", "explore"]
)
def test_refused(interpret: Callable[[Call[Any]], object], slipped: Rule[[], Any]) -> None:
    with pytest.raises(RuleError) as caught:
        interpret(slipped())
    error = caught.value
    line = Path(__file__).read_text(encoding="utf-8").splitlines()[error.line - 1]
    told = re.search(r"# ([a-z ]+): ([\w.]+)$", line)
    assert told, line
    problem = PROBLEMS[told[1]].format(told[2])
    assert error.message.endswith(problem)
    assert f"`await {told[2]}(...)`" in error.remedy
    assert error.rule == slipped.name


@fine
async def calls_told_apart_that_were_taken() -> object:
    taken: Any = await choose("player", (sub(), sub(2)))
    names = {sub(): "one", sub(2): "two"}
    first = sub()
    return 1 if taken == sub() or taken == first else names[taken]


@fine
async def answers_looked_up() -> object:
    first = roll(d6)
    face = await first
    table = {each: each + 1 for each in range(1, 7)}
    found = await roll(d6) in (1, 2)
    return table.get(face, 0) + table[await roll(d6)] + COSTS[await choose("player", ("a", "b"))] + found


@fine
async def requests_in_displays() -> object:
    first, second = roll(d6), sub()
    by_name = {"a": roll(d6), "b": sub()}
    asked = [roll(d6) for _ in range(2)]
    kinds = len({roll(d6), roll(d6), sub()})
    return kinds + await first + await second + await by_name["a"] + sum([await each for each in asked])


@fine
async def named_twice_and_awaited() -> object:
    first = second = roll(d6)
    rolls: dict[str, Any] = {}
    rolls["a"] = roll(d6)
    return await first + await rolls["a"] + (second is not None)


@fine
async def names_of_its_own() -> object:
    def roll(n: int) -> int:
        return n

    [roll(n) for n in range(3)]
    return any(roll(n) for n in range(3)) + (roll(1) == roll(1)) + await sub()


@fine
async def inner_helpers_that_are_awaited_or_no_coroutines() -> object:
    async def attack(bonus: int) -> int:
        return await roll(d6) + bonus

    def armour(bonus: int) -> int:
        return bonus

    if await roll(d2) == 2:

        async def other() -> int:
            return await roll(d6)

    else:

        def other() -> int:  # type: ignore[misc]
            return 3

        other()  # type: ignore[unused-coroutine]

    class Blade:
        async def sharpness(self) -> int:
            return 3

    def sharpness(of: object) -> int:
        return 2

    first = attack(1)
    armour(2)
    sharpness(Blade())
    harm = await attack(2) + (await first if armour(0) == 0 else 0)
    for strike in (attack(3), attack(4)):
        harm += await strike
    return harm


@fine
async def rolls_that_are_gathered_and_awaited() -> object:
    rolls = {roll(d6), roll(d2)}
    by_roll = {roll(d6): 1, sub(): 2}
    total = 0
    for each in rolls:
        total += await each
    for asked, times in by_roll.items():
        total += times * await asked
    taken: Any = await choose("player", (sub(), sub(2)))
    return total + by_roll.get(taken, 0) + (taken in {sub(3): 1}) + (taken in {sub(n) for n in range(2)})


@pytest.mark.parametrize("ruled", FINE, ids=lambda each: each.name)
def test_answered(ruled: Rule[[], Any]) -> None:
    odds(ruled(), first_option)
