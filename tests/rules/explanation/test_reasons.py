"""Reasons why rules are run again for every branch: each carries the change that would help, whatever its names."""

from collections import defaultdict
from collections.abc import AsyncIterator, Hashable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, Decision, choose, explain, odds, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.language.choices import DecisionRequest

d2 = Die.sided(2)


@rule
async def set_while_added_to() -> int:
    """Set it in a line of its own."""
    hits = 0
    hits += (hits := await roll(d6))
    for _ in range(3):
        hits += await roll(d6)
    return hits


@rule
async def named_like_a_reason() -> int:
    """Set it in a line of its own."""
    async_hits = 0
    async_hits += (async_hits := await roll(d6))
    for _ in range(3):
        async_hits += await roll(d6)
    return async_hits


@rule
async def in_finally() -> int:
    """Move the await before or after the try statement."""
    goes = 0
    for _ in range(3):
        try:
            goes += await roll(d6)
        finally:
            goes += await roll(d6)
    return goes


@rule
async def a_loop_that_changes_what_it_goes_over() -> int:
    """Loop over a copy, made before."""
    left, total = [1, 2, 3], 0
    for each in chain(left, [0]):
        total += await roll(d6)
        if each == 2:
            left.append(total)
    return total


@rule
async def a_generator() -> int:
    """Make a list of it before the first await."""
    numbers, total = (n for n in range(3)), 0
    for _ in range(3):
        total += await roll(d6)
    return total + next(numbers)


@rule
async def in_the_message_of_an_assertion() -> int:
    """Await before the assertion."""
    total = 0
    for _ in range(3):
        try:
            assert await roll(d2) == 1, str(await roll(d2))
        except AssertionError as error:
            total += int(str(error)[0])
    return total


@rule
async def in_a_format() -> str:
    """Await before the f-string, and format the answer."""
    text = ""
    for _ in range(2):
        text += f"{await roll(d2):{await roll(d2)}}"
    return text


@rule
async def in_the_kind_of_an_exception() -> int:
    """Await before the try statement."""
    total = 0
    for _ in range(2):
        try:
            if await roll(d2) == 1:
                raise KeyError
        except KeyError if await roll(d2) == 1 else Exception:  # noqa: B030
            total += await roll(d2)
    return total


@rule
async def in_a_generator_expression() -> int:
    """Write a list comprehension, [...], or a loop."""
    faces = (await roll(d2) for _ in range(2))
    return await anext(faces) * 3 + await anext(faces)


@rule
async def in_the_default_of_a_lambda() -> int:
    """Await before the lambda, and give it the answer."""
    total = 0
    for _ in range(3):
        add = lambda number, more=await roll(d2): number + more  # noqa: B008, E731
        total = add(total)
    return total


@rule
async def in_a_definition() -> int:
    """Await before more is defined."""
    total = 0
    for _ in range(3):
        total += await roll(d2)

        def more(number: int, by: int = await roll(d2)) -> int:
            return number + by

        total = more(total)
    return total


@rule
async def handles_in_a_handler() -> int:
    """Handle the inner error in a function of its own."""
    total = 0
    for _ in range(2):
        try:
            total += 1 // (await roll(d2) - 1)
        except ZeroDivisionError:
            try:
                total += (5, 7)[await roll(d2)]
            except IndexError:
                total += 9
    return total


class Grid:
    """Squares by a slice of rows and a column."""

    def __getitem__(self, at: tuple[slice, int]) -> int:
        return len(range(9)[at[0]]) * at[1]


@rule
async def slices_beside_an_await() -> int:
    """Await before, and index with the answer."""
    total = 0
    for _ in range(2):
        total += Grid()[0 : await roll(d2), await roll(d2)]
    return total


async def turns(number: int) -> AsyncIterator[int]:
    for turn in range(number):
        yield turn


@rule
async def loops_by_async_for() -> int:
    """Write an ordinary loop, with or comprehension, with await inside."""
    total = 0
    async for turn in turns(3):
        total += turn * await roll(d2)
    return total


@rule
async def enters_by_async_with() -> int:
    """Write an ordinary loop, with or comprehension, with await inside."""
    total = 0
    async with nullcontext(3) as rounds:
        for _ in range(rounds):
            total += await roll(d2)
    return total


@rule
async def comprehends_by_async_for() -> int:
    """Write an ordinary loop, with or comprehension, with await inside."""
    return sum([turn * await roll(d2) async for turn in turns(3)])


@rule
async def reads_all_variables() -> int:
    """Pass the variables that are needed by name."""
    total = 0
    for _ in range(3):
        total += await roll(d2)
    return int(locals()["total"])


@dataclass(frozen=True)
class Fighter:
    __skill: int = 1

    def bonus(self) -> int:
        return 2

    @rule
    async def by_a_private_name(self) -> int:
        """Use a name with one underscore."""
        total = self.__skill
        for _ in range(3):
            total += await roll(d2)
        return total


class Veteran(Fighter):
    @rule
    async def by_super(self) -> int:
        """Call the function of the base class by name."""
        total = super().bonus()
        for _ in range(3):
            total += await roll(d2)
        return total


@rule
async def chooses_among_things_that_change() -> int:
    """Choose among tuples, numbers or texts."""
    total = 0
    for _ in range(2):
        total += len(await choose("player", {"short": [1], "long": [1, 2]})) * await roll(d2)
    return total


@rule
async def nests_deep() -> int:
    """Write what is innermost as a function of its own."""
    total, n = 0, nullcontext
    with n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n(), n():
        for _ in range(3):
            total += await roll(d2)
    return total


#: Calls of rules, and why each is run again; its docstring is the remedy.
REASONS: dict[str, tuple[Any, str]] = {
    "set while added to": (set_while_added_to(), "hits is set while it is added to (line"),
    "named like a reason": (named_like_a_reason(), "async_hits is set while it is added to (line"),
    "finally": (in_finally(), "it awaits inside finally (line"),
    "changed loop": (a_loop_that_changes_what_it_goes_over(), "a loop changes the list over which it goes"),
    "generator": (a_generator(), "a generator is kept while it awaits"),
    "message": (in_the_message_of_an_assertion(), "it awaits in the message of an assertion (line"),
    "format": (in_a_format(), "it awaits in a format (line"),
    "kind of exception": (in_the_kind_of_an_exception(), "it awaits in the kind of an exception (line"),
    "generator expression": (in_a_generator_expression(), "it awaits in a generator expression (line"),
    "lambda": (in_the_default_of_a_lambda(), "it awaits in the default of a lambda (line"),
    "definition": (in_a_definition(), "it awaits in the definition of more (line"),
    "handler": (handles_in_a_handler(), "a handler that awaits holds another (line"),
    "slice": (slices_beside_an_await(), "a slice stands beside an await (line"),
    "async for": (loops_by_async_for(), "it has an async for or async with (line"),
    "async with": (enters_by_async_with(), "it has an async for or async with (line"),
    "async comprehension": (comprehends_by_async_for(), "it has an async comprehension (line"),
    "locals": (reads_all_variables(), "it uses the name locals (line"),
    "private name": (Fighter.by_a_private_name(Fighter()), "it uses the private name __skill (line"),
    "super": (Veteran.by_super(Veteran()), "it uses super()"),
    "nesting": (nests_deep(), "it nests too deep to be compiled: too many"),
    "choice": (chooses_among_things_that_change(), "a choice is among things that change"),
}


@pytest.mark.parametrize(("call", "reason"), REASONS.values(), ids=REASONS)
def test_reason_and_remedy(call: Any, reason: str) -> None:
    told = str(explain(call))
    found: Any = engine(call.rule)
    assert str(found).startswith(reason)
    assert f"run again for every branch, since {found}\n" in told
    assert found.remedy == call.rule.__doc__


@pytest.mark.parametrize("call", [call for call, _ in REASONS.values()], ids=REASONS)
def test_answer_of_a_rule_that_is_run_again(call: Any) -> None:
    assert dict(odds(call, _longest).items()) == by_hand(call)


def _longest(decision: Decision) -> Hashable:
    return decision.options[-1]


def by_hand(call: Call[Any]) -> dict[Any, Fraction]:
    """The chance of each value that a coroutine returns, driven with all faces in turn."""
    weights: defaultdict[Any, Fraction] = defaultdict(Fraction)
    todo: list[tuple[Any, ...]] = [()]
    while todo:
        answers = todo.pop()
        asked, share = call.rule.function(*call.args), Fraction(1)
        given: tuple[Any, ...] = ()
        try:
            request = asked.send(None)
            while True:
                faces = _faces(request)
                if len(given) == len(answers):  # all others are tried later
                    todo += [(*given, face) for face in faces[1:]]
                    answers = (*given, faces[0])
                given = answers[: len(given) + 1]
                share /= len(faces)
                request = asked.send(given[-1])
        except StopIteration as end:
            weights[end.value] += share
    return weights


def _faces(request: Any) -> Sequence[Any]:
    """The equally likely answers of a request, or the last option alone."""
    if isinstance(request, DecisionRequest):
        meaning: Any = request.meaning  # type: ignore[attr-defined]
        return [meaning[request.options[-1]]]
    return range(1, 7) if request.expression == d6 else range(1, 3)


def test_a_file_that_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "rules_that_change.py"
    text = """from oddsmith.dice import Die
from oddsmith.rules import roll, rule

@rule
async def total(rounds):
    total = 0
    for _ in range(rounds):
        total += await roll(Die.sided(2))
    return total
"""
    file.write_text(text)
    module: dict[str, Any] = {}
    exec(compile(text, str(file), "exec"), module)
    file.write_text(text.replace("rounds", "number_of_rounds"))
    call = module["total"](3)
    explain(call)
    found: Any = engine(call.rule)
    assert (str(found), found.remedy) == ("its file has changed since it was loaded", "Load the file again.")
    assert dict(odds(call).items()) == {3: Fraction(1, 8), 4: Fraction(3, 8), 5: Fraction(3, 8), 6: Fraction(1, 8)}


def test_a_long_sum_that_python_compiles_and_we_do_not_is_run_again(tmp_path: Path) -> None:
    file = tmp_path / "long_sums.py"
    file.write_text(f"""from oddsmith.dice import Die
from oddsmith.rules import roll, rule

@rule
async def total():
    total = 0
    for _ in range(2):
        total += await roll(Die.sided(2)){" + 1" * 800}
    return total
""")
    module: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), module)
    assert dict(odds(module["total"]()).items()) == {1602: Fraction(1, 4), 1603: Fraction(1, 2), 1604: Fraction(1, 4)}


@rule
async def rolls_once() -> int:
    return await roll(d6)


def test_no_remedy_where_nothing_could_merge() -> None:
    reason: Any = engine(rolls_once)
    assert "at most once" in reason
    assert not reason.remedy
