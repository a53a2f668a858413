"""Slips of those who write rules: every interpreter refuses them, and says where and what to write instead."""

import gc
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import Die, SeededSource, d6, ordered_words
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import (
    Call,
    Session,
    best,
    choose,
    choose_secretly,
    explore,
    first_option,
    note,
    odds,
    play,
    roll,
    rule,
    simulate,
)

#: Of async functions that are never awaited, Python warns as well.
pytestmark = pytest.mark.filterwarnings(
    "ignore:coroutine:RuntimeWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)

Interpreter = Callable[[Any], object]

INTERPRETERS: dict[str, Interpreter] = {
    "play": lambda call: play(call, SeededSource(1), first_option),
    "session": lambda call: Session(call, SeededSource(1)),
    "odds": lambda call: odds(call, first_option),
    "best": best,
    "simulate": lambda call: simulate(call, 10, first_option, seed=1),
    "explore": explore,
}


@pytest.fixture
def collected() -> Iterator[None]:
    """Let go of coroutines here, where Python's warnings of them are expected. What was there before is left alone."""
    gc.freeze()
    yield
    gc.collect()


@pytest.fixture(params=INTERPRETERS)
def interpret(request: pytest.FixtureRequest) -> Interpreter:
    return INTERPRETERS[request.param]


@rule
async def six() -> bool:
    return await roll(d6) == 6


@rule
async def count() -> int:
    return await roll(d6)


async def helper() -> int:
    return await roll(d6)


def plain(face: int) -> int:
    return face


def refused(interpret: Interpreter, call: Any, problem: str, remedy: str, *, rule: str = "slip") -> None:
    """Expect a RuleError about that rule, at a line of this file that says `# here`."""
    with pytest.raises(RuleError) as caught:
        interpret(call)
    error = caught.value
    assert problem in error.message
    assert remedy in error.remedy
    assert (error.code, error.rule, error.file) == ("rule", rule, __file__)
    assert "# here" in Path(__file__).read_text(encoding="utf-8").splitlines()[error.line - 1]


# --- made and not awaited ---------------------------------------------------------------------------------------------


def test_a_choice_compared_with_an_option(interpret: Interpreter) -> None:
    @rule
    async def slip() -> bool:
        return choose("player", ("a", "b")) == "a"  # here

    refused(
        interpret, slip(), "choose('player', ('a', 'b')) is compared with 'a', but not awaited", "`await` before it"
    )


def test_choices_at_once_compared(interpret: Interpreter) -> None:
    @rule
    async def slip() -> bool:
        return choose_secretly({"player": ("a", "b")}) == ("a",)  # here

    refused(interpret, slip(), "is compared with ('a',), but not awaited", "`await` before it")


USES: dict[str, Callable[[Any], object]] = {
    "is compared with 3": lambda x: x > 3,
    "is compared with 6": lambda x: 6 != x,  # noqa: SIM300
    "is compared with 1": lambda x: x in (1, 2),
    "is compared with Fraction(1, 2)": lambda x: x <= Fraction(1, 2),
    "is taken as true or false": lambda x: 1 if x else 2,
    "is calculated with": lambda x: x * 2,
    "is calculated with, but": lambda x: 10 - x,
    "is taken as a number": lambda x: list(range(x)),
    "is taken apart": lambda x: [face for face in x],  # noqa: C416
    "is added to": lambda x: x + x,
    "is compared with 5": lambda x: max(x, 5),
}


@pytest.mark.parametrize("used", USES)
def test_a_roll_used_as_a_number(interpret: Interpreter, used: str) -> None:
    @rule
    async def slip() -> object:
        return USES[used](roll(d6))

    with pytest.raises(RuleError, match=re.escape(f"roll(d6) {used}")) as caught:
        interpret(slip())
    assert caught.value.remedy == "Write `await` before it."
    assert (caught.value.rule, caught.value.file) == ("slip", __file__)


def test_a_sub_rule_used_as_its_outcome(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        return 1 if six() else 0  # type: ignore[truthy-bool]  # here

    refused(interpret, slip(), "six() is taken as true or false", "`await` before it")


def test_a_sequel_used_as_its_outcome(interpret: Interpreter) -> None:
    @rule
    async def after(outcome: bool) -> int:
        return int(outcome)

    @rule
    async def slip() -> bool:
        return six().then(after) == 1  # here

    refused(interpret, slip(), "six().then(after) is compared with 1", "Return it")


def test_requests_that_are_made_and_dropped(interpret: Interpreter) -> None:
    @rule
    async def dropped_note(at_end: bool) -> int:
        if at_end:
            note("over")  # here
        return 1

    @rule
    async def dropped_roll() -> int:
        face = roll(d6)  # noqa: F841  # here
        return 1

    @rule
    async def dropped_call() -> int:
        six()  # here
        return 1

    @rule
    async def dropped_choice() -> int:
        choose(who="player", options=("a", "b"))  # here
        return 1

    @rule
    async def dropped_helper() -> int:
        helper()  # type: ignore[unused-coroutine]  # here
        return 1

    calls: dict[str, Call[int]] = {
        "note(...)": dropped_note(False),
        "roll(...)": dropped_roll(),
        "six(...)": dropped_call(),
        "choose(...)": dropped_choice(),
        "helper(...)": dropped_helper(),
    }
    for made, call in calls.items():
        refused(interpret, call, f"{made} is made and never awaited", f"Write `await {made}`", rule=call.rule.name)


async def careless() -> int:
    note("of a helper")  # here
    return 1


def test_a_request_that_a_helper_drops(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        return await careless()

    refused(interpret, slip(), "note(...) is made and never awaited", "Write `await note(...)`", rule="careless")


def test_requests_may_be_made_ahead_compared_with_each_other_and_kept(interpret: Interpreter) -> None:
    @dataclass(frozen=True)
    class Waiting:
        beyond: Call[bool] | None

    def note(text: str) -> None:
        """Not the one of the rules."""

    @rule
    async def careful(beyond: Call[bool] | None) -> object:
        note("of this function")
        options = {"again": six(), "stop": None}
        risky = [roll(d6), roll(d6.pool(2).sum()), 1 + count()]
        compared = [beyond == six(), risky[0] == roll(d6), risky[0] != roll(d6.explode()), risky[0] != six()]
        assert compared == [beyond is not None, True, True, True]
        assert Waiting(six()) != Waiting(None)
        assert len({*risky, roll(d6)}) == 3
        face = roll(d6)
        if beyond is not None:
            return beyond
        taken = await choose("player", options)
        kind = await choose("player", ("stop", six()))
        if isinstance(kind, str):
            return 1 + face
        return taken if taken is not None else 0

    interpret(careful(None))
    interpret(careful(six()))


# --- returned by mistake ----------------------------------------------------------------------------------------------


def test_returned_values_that_are_no_outcomes(interpret: Interpreter) -> None:
    @rule
    async def expression() -> object:  # here
        return d6

    @rule
    async def distribution() -> object:  # here
        return d6.distribution()

    @rule
    async def uncalled() -> object:  # here
        return six

    @rule
    async def choice() -> object:  # here
        return choose("player", ("a", "b"))

    @rule
    async def unawaited_helper() -> object:  # here
        return helper()

    @rule
    async def function() -> object:  # here
        return plain

    for call, problem, remedy in [
        (expression(), "returns d6, which is dice", "Write `return roll(d6)`"),
        (distribution(), "returns Finite(", "return roll(...)"),
        (uncalled(), "returns <rule six>", "Write `return six()`"),
        (choice(), "returns choose('player', ('a', 'b')), which is not awaited", "Write `return await`"),
        (unawaited_helper(), "returns helper(...), which is not awaited", "Write `return await helper(...)`"),
        (function(), "returns the function plain", "Call it"),
    ]:
        file_line_is_of_the_rule(interpret, call, problem, remedy)


def file_line_is_of_the_rule(interpret: Interpreter, call: Call[Any], problem: str, remedy: str) -> None:
    with pytest.raises(RuleError) as caught:
        interpret(call)
    error = caught.value
    assert problem in error.message
    assert remedy in error.remedy
    code = call.rule.function.__code__
    assert (error.rule, error.file, error.line) == (call.rule.name, __file__, code.co_firstlineno)


def test_rolls_in_a_returned_tuple(interpret: Interpreter) -> None:
    @rule
    async def slip() -> object:
        return roll(d6), 3

    file_line_is_of_the_rule(interpret, slip(), "a tuple that holds roll(d6), which is not awaited", "`await` before")


def test_rolls_in_a_list_or_dict_that_is_only_played() -> None:
    @rule
    async def listed() -> object:
        return [await roll(d6), roll(d6)]

    @rule
    async def entered() -> object:
        return {"n": roll(d6)}

    file_line_is_of_the_rule(play, listed(), "a list that holds roll(d6), which is not awaited", "`await` before")
    file_line_is_of_the_rule(play, entered(), "a dict that holds roll(d6), which is not awaited", "`await` before")


def test_what_a_sub_rule_returns_is_looked_at_as_well(interpret: Interpreter) -> None:
    @rule
    async def die() -> object:
        return d6

    @rule
    async def asks() -> object:
        return await die()

    with pytest.raises(RuleError, match=r"Rule die .*returns d6"):
        interpret(asks())


# --- functions and other things for rules -----------------------------------------------------------------------------


def test_what_is_no_call_is_refused(interpret: Interpreter) -> None:
    for given, problem, remedy in [
        (six, "six .*is not called", r"Call it with its arguments: six\(\)"),
        (helper, "helper .*is a plain async function", "under @rule"),
        (plain, "plain .*is a plain function", "`async def` under @rule"),
        (roll(d6), r"roll\(d6\): is no call of a rule", "Write a rule that returns it"),
        (choose("player", ("a", "b")), "is no call of a rule", "Write a rule"),
        (True, "True: is a yes or no, no call of a rule", r"d6.equals\(3\)"),
        ("3d6", "'3d6': is a text, no call of a rule", r"parse\('3d6'\)"),
        (3, "3: is an int, no call of a rule", "Call a rule"),
    ]:
        with pytest.raises(RuleError, match=problem) as caught:
            interpret(given)
        assert re.search(remedy, caught.value.remedy), caught.value.remedy


@pytest.mark.parametrize("interpret", [play, best, explore, Session])
def test_dice_are_no_call_but_for_odds(interpret: Interpreter) -> None:
    with pytest.raises(RuleError, match="is a dice expression") as caught:
        interpret(d6)
    assert "odds(...) or roll() of it" in caught.value.remedy


def test_a_called_async_function_that_is_no_rule(interpret: Interpreter) -> None:
    with pytest.raises(RuleError, match=r"helper .*is a plain async function\. Write @rule above its `async def`"):
        interpret(helper())


def test_awaiting_what_cannot_be_awaited(interpret: Interpreter) -> None:
    @rule
    async def function() -> int:
        return await plain(3)  # type: ignore[misc, no-any-return]  # here

    @rule
    async def dice() -> int:
        return await d6  # type: ignore[misc, no-any-return]  # here

    @rule
    async def uncalled() -> int:
        return await six  # type: ignore[misc, no-any-return]  # here

    @rule
    async def uncalled_helper() -> int:
        return await helper  # type: ignore[misc, no-any-return]  # here

    for call, problem, remedy in [
        (function(), "a value of type int, in `return await plain(3)", "a plain function is called without await"),
        (dice(), "a value of type Die", "Roll it: `await roll(...)`"),
        (uncalled(), "a value of type Rule", "Call the rule"),
        (uncalled_helper(), "a value of type function", "call it"),
    ]:
        refused(interpret, call, problem, remedy, rule=call.rule.name)


def test_type_errors_of_a_rule_stay_its_own(interpret: Interpreter) -> None:
    @rule
    async def broken() -> int:
        return len(3)  # type: ignore[arg-type]

    with pytest.raises(TypeError, match="has no len"):
        interpret(broken())


def test_a_function_cannot_follow_a_call() -> None:
    with pytest.raises(RuleError, match=r"six\(\)\.then\(\.\.\.\) is given <function plain"):
        six().then(plain)  # type: ignore[arg-type]


def test_words_from_rules_are_not_compared_by_alphabet() -> None:
    @rule
    async def grade() -> str:
        return "crit" if await roll(d6) == 6 else "fail"

    found = odds(grade())
    assert found.pmf("crit") == Fraction(1, 6)
    with pytest.raises(ValueError, match="words have none"):
        found.at_least("crit")
    assert isinstance(found, Distribution)
    assert str(Die(["crit", "fail"])) == "d{crit,fail}"


# --- where only an answer can be meant, unseen by the request ---------------------------------------------------------


@rule
async def a_helper_as_a_condition() -> int:
    return 1 if helper() else 0  # type: ignore[truthy-bool]  # here


@rule
async def a_helper_compared() -> bool:
    return helper() == 6  # type: ignore[comparison-overlap]  # here


@rule
async def a_helper_compared_the_other_way() -> bool:
    face = await roll(d6)
    return face == helper()  # type: ignore[comparison-overlap]  # here


@rule
async def a_helper_kept_and_compared() -> bool:
    face = await roll(d6)
    other = helper()
    return face == other  # type: ignore[comparison-overlap]  # here


@rule
async def a_helper_negated() -> bool:
    return not helper()  # type: ignore[truthy-bool]  # here


@rule
async def a_helper_or_a_number() -> object:
    return helper() or 3  # type: ignore[truthy-bool]  # here


@rule
async def a_helper_among_numbers() -> bool:
    return helper() in (1, 2)  # type: ignore[comparison-overlap]  # here


@rule
async def a_helper_in_a_text() -> str:
    return f"a {helper()}"  # here


@rule
async def a_helper_matched() -> int:
    match helper():  # here
        case 6:
            return 1  # type: ignore[unreachable]
        case _:
            return 0


@rule
async def a_helper_in_a_walrus() -> int:
    if found := helper():  # type: ignore[truthy-bool]  # here
        return 1
    return len(str(found))


@rule
async def a_roll_among_a_set() -> bool:
    return roll(d6) in {1, 2}  # here


@rule
async def a_choice_that_is_none() -> bool:
    return choose("player", (1, 2)) is None  # here


@rule
async def a_roll_of_a_type() -> int:
    match roll(d6):  # here
        case int():  # type: ignore[unreachable]
            return 1  # type: ignore[unreachable]
        case _:
            return 0


UNSEEN: dict[str, tuple[Any, str, str]] = {
    "if": (a_helper_as_a_condition(), "helper(...) is taken as true or false", "`await helper(...)`"),
    "==": (a_helper_compared(), "helper(...) is compared", "`await helper(...)`"),
    "right of ==": (a_helper_compared_the_other_way(), "helper(...) is compared", "`await helper(...)`"),
    "kept": (a_helper_kept_and_compared(), "helper(...) is compared", "`await helper(...)`"),
    "not": (a_helper_negated(), "helper(...) is taken as true or false", "`await helper(...)`"),
    "or": (a_helper_or_a_number(), "helper(...) is taken as true or false", "`await helper(...)`"),
    "in": (a_helper_among_numbers(), "helper(...) is looked for", "`await helper(...)`"),
    "text": (a_helper_in_a_text(), "helper(...) is put into a text", "`await helper(...)`"),
    "match": (a_helper_matched(), "helper(...) is compared", "`await helper(...)`"),
    ":=": (a_helper_in_a_walrus(), "helper(...) is taken as true or false", "`await helper(...)`"),
    "in a set": (a_roll_among_a_set(), "roll(...) is looked for", "`await roll(...)`"),
    "is": (a_choice_that_is_none(), "choose(...) is compared", "`await choose(...)`"),
    "type": (a_roll_of_a_type(), "roll(...) is compared", "`await roll(...)`"),
}


@dataclass(frozen=True)
class Harm:
    damage: int
    stress: int

    def __add__(self, other: Any) -> "Harm":
        return Harm(self.damage + other.damage, self.stress + other.stress)


@rule
async def two_totals() -> Harm:
    face = await roll(d6)
    if face > 6:  # never
        return Harm(0, 0)
    return Harm(face, face == 1) + two_totals()  # here


@rule
async def a_field_of_a_call() -> int:
    harm: Any = two_totals()
    return int(harm.damage)  # here


@rule
async def a_field_of_a_roll() -> int:
    return int(roll(d6).damage)  # type: ignore[attr-defined]  # here


@pytest.mark.parametrize(
    ("call", "asked"),
    [(two_totals(), "two_totals()"), (a_field_of_a_call(), "two_totals()"), (a_field_of_a_roll(), "roll(d6)")],
)
def test_a_field_of_a_request(interpret: Interpreter, call: Call[Any], asked: str) -> None:
    problem = f"{asked} is asked for its damage, but not awaited."
    refused(interpret, call, problem, "Write `await` before it.", rule=call.rule.name)


def test_a_field_of_a_request_outside_of_rules() -> None:
    assert not hasattr(two_totals(), "damage")


@pytest.mark.parametrize("slip", UNSEEN)
@pytest.mark.usefixtures("collected")
def test_a_request_where_its_answer_is_meant(interpret: Interpreter, slip: str) -> None:
    call, problem, remedy = UNSEEN[slip]
    refused(interpret, call, f"{problem}, but not awaited", remedy, rule=call.rule.name)


@pytest.mark.usefixtures("collected")
def test_helpers_that_are_made_ahead_and_awaited(interpret: Interpreter) -> None:
    @rule
    async def careful() -> int:
        first = helper()
        found = 0
        for each in [first, helper()]:
            found += await each
        later = helper()
        if found > 6:
            return found + await later
        found += await later == 6
        return found

    interpret(careful())


def test_a_roll_in_a_text(interpret: Interpreter) -> None:
    @rule
    async def slip() -> str:
        face = roll(d6)
        return f"a {face}"  # here

    refused(interpret, slip(), "roll(d6) is put into a text, but not awaited", "`await` before it")
    assert str(roll(d6)) == f"{roll(d6)}" == "roll(d6)"


def test_a_rule_as_a_condition(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        return 1 if six else 0

    with pytest.raises(RuleError, match=r"six: is taken as true or false, but not called. Write `await six\(\)`"):
        interpret(slip())
    assert six


@dataclass(frozen=True)
class Result:
    hits: object
    cost: object = 0


@pytest.mark.usefixtures("collected")
def test_outcomes_that_hold_what_is_no_outcome(interpret: Interpreter) -> None:
    @rule
    async def nested() -> object:
        return 1, (2, roll(d6))

    @rule
    async def field() -> object:
        return Result(1, roll(d6))

    @rule
    async def a_set() -> object:
        return frozenset([six()])

    @rule
    async def coroutine() -> object:
        return Result(helper())

    @rule
    async def uncalled() -> object:
        return 1, six

    @rule
    async def law() -> object:
        return 1, d6.distribution()

    for call, problem, remedy in [
        (nested(), "a tuple that holds roll(d6), which is not awaited", "`await` before it"),
        (field(), "a Result that holds roll(d6), which is not awaited", "`await` before it"),
        (a_set(), "a frozenset that holds six(), which is not awaited", "`await` before it"),
        (coroutine(), "a Result that holds helper(...), which is not awaited", "`await helper(...)`"),
        (uncalled(), "a tuple that holds <rule six>, which is not called", "`await six()`"),
        (law(), "a tuple that holds Finite({1: 1/6", "`await roll(...)`"),
    ]:
        file_line_is_of_the_rule(interpret, call, problem, remedy)


def test_a_function_of_python_s_own_is_no_outcome(interpret: Interpreter) -> None:
    @rule
    async def slip() -> object:
        return len

    file_line_is_of_the_rule(interpret, slip(), "returns the function len", "Call it")


# --- dice that are not rolled -----------------------------------------------------------------------------------------


def test_dice_compared_with_a_face(interpret: Interpreter) -> None:
    @rule
    async def slip() -> bool:
        return d6 == 6  # type: ignore[comparison-overlap]  # here

    refused(interpret, slip(), "d6 is compared with 6, but not rolled", "`await roll(d6)`")


def test_dice_calculated_with_and_compared(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        return 1 if 7 != d6 + 1 else 0  # type: ignore[comparison-overlap, redundant-expr]  # noqa: SIM300  # here

    refused(interpret, slip(), "d6 is compared with 7, but not rolled", "`await roll(d6)`")


def test_dice_looked_for_among_faces(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        await note("so")
        return 1 if d6 in (5, 6) else 0  # type: ignore[comparison-overlap, redundant-expr]  # here

    refused(interpret, slip(), "d6 is compared with (5, 6), but not rolled", "`await roll(d6)`")


def test_dice_taken_as_true(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        return 1 if d6 else 0  # type: ignore[truthy-bool]  # here

    refused(interpret, slip(), "d6 is taken as true or false, but not rolled", "`d6 is None`")


@dataclass(frozen=True)
class Held:
    value: object


@pytest.mark.parametrize("outcome", [(1, d6), Held(d6), Held((d6 >= 5,)), frozenset({d6})], ids=str)
def test_dice_within_an_outcome(interpret: Interpreter, outcome: object) -> None:
    @rule  # here
    async def slip() -> object:
        return outcome

    refused(interpret, slip(), "its outcome is a", "Write `await roll(")


SPARE: Die[int] | None = d6


def test_dice_that_are_compared_with_dice_looked_up_and_rolled() -> None:
    @rule
    async def fine(chosen: Die[int]) -> tuple[int, bool]:
        worth = {d6: 1, chosen: 2}
        if SPARE is None or chosen == d6 or d6 != chosen:
            return worth[d6], await roll(d6 + 5 >= 10)
        return 0, False

    assert odds(fine(d6)).pmf((2, True)) == Fraction(1, 3)


# --- requests kept and never awaited ----------------------------------------------------------------------------------


def test_rolls_kept_in_a_list(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        faces = [roll(d6) for _ in range(3)]  # here
        return len(faces)

    refused(interpret, slip(), "roll(...) is kept in faces, and never awaited", "Write `await roll(...)`")


def test_calls_put_into_a_list(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        hits = []
        for _ in range(3):
            hits.append(six())  # noqa: PERF401  # here
        return 1 if len(hits) else 0

    refused(interpret, slip(), "six(...) is kept in hits, and never awaited", "or await what hits holds")


def test_calls_in_a_list_that_is_only_changed(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        hits = [six() for _ in range(3)]  # here
        hits.reverse()
        hits.extend([])
        return len(hits)

    refused(interpret, slip(), "six(...) is kept in hits, and never awaited", "or await what hits holds")


def test_requests_kept_and_used(interpret: Interpreter) -> None:
    @rule
    async def fine() -> int:
        rolls = [roll(d6), roll(d6)]
        chosen = []
        chosen.append(choose("player", (1, 2)))
        more = [count()]
        onward = (count(), count())
        return len(rolls) + await rolls[0] + await chosen.pop() + sum([await each for each in more]) + len(onward[1:])

    interpret(fine())


# --- words without an order -------------------------------------------------------------------------------------------


def test_words_compared_by_the_alphabet(interpret: Interpreter) -> None:
    @rule
    async def slip() -> int:
        word = await roll(Die(("flop", "zilch")))  # words that no test gives an order
        return 1 if word < "zilch" else 0  # here

    refused(interpret, slip(), "compares 'zilch', a word that has no order", "ordered_words(..., 'zilch', ...)")


WORDS = ordered_words("graze", "strike")


def test_words_compared_in_their_order() -> None:
    @rule
    async def fine(names: tuple[str, ...]) -> int:
        word = await roll(Die(WORDS))
        here = {"much": 3}
        return int(word > "graze") + (len(names) < here["much"])

    assert odds(fine(("a",))).pmf(2) == Fraction(1, 2)


def test_a_rule_that_is_made_anew_whenever_another_runs_is_refused() -> None:
    @rule
    async def outer(n: int) -> int:
        @rule
        async def inner(m: int) -> int:
            return n + m + await roll(d6)

        return await inner(n) + await inner(n + 1)

    with pytest.raises(RuleError, match="makes the rule inner anew whenever it runs") as caught:
        odds(outer(3))
    assert caught.value.line == outer.function.__code__.co_firstlineno + 3
