"""Lists of which several things are read, or none but how long they are: folds side by side, also without end."""

import linecache
from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations_with_replacement, count, product
from typing import Any, NamedTuple

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed

from oddsmith import rules
from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, choose, explain, explore, odds, roll, rule
from oddsmith.rules.language.choices import Choice, DecisionRequest
from oddsmith.rules.solvers.absorption import outcomes

d3 = Die.sided(3)
_BEFORE = [Fraction(1, 6) * Fraction(5, 6) ** n for n in range(8)]  # the chance of just n faces before the first 6


class Both(NamedTuple):
    long: int
    high: int


@rule
async def long() -> int:
    faces = []
    while (face := await roll(d6)) != 6:
        faces.append(face)
    return len(faces)


@rule
async def highest() -> int:
    faces = []
    while (face := await roll(d6)) != 6:
        faces.append(face)
    return max(faces, default=0)


@rule
async def both() -> Both:
    faces: list[int] = []
    while (face := await roll(d6)) != 6:
        faces += [face]
    return Both(len(faces), max(faces, default=0))


def test_the_length_of_an_endless_list_is_a_total() -> None:
    assert [odds(long()).pmf(n) for n in range(8)] == _BEFORE
    assert explain(long()).states <= 4


def test_the_highest_of_an_endless_list() -> None:
    """None is above k, of the faces before a 6, where a 6 comes before any of k + 1 to 5: with 1 / (6 - k)."""
    at_most = [Fraction(1, 6 - k) for k in range(6)]
    expected = {k: at_most[k] - (at_most[k - 1] if k else 0) for k in range(6)}
    found = odds(highest())
    assert {k: found.pmf(k) for k in range(6)} == expected


def test_two_things_of_an_endless_list_each_by_itself_and_together() -> None:
    assert odds(both(), of=lambda read: read.long).pmf(3) == _BEFORE[3]
    assert odds(both(), of=lambda read: read.high) == odds(highest())
    three = Counter(max(faces) for faces in product(range(1, 6), repeat=3))
    for high in range(1, 6):
        assert odds(both()).pmf(Both(3, high)) == _BEFORE[3] * Fraction(three[high], 5**3)
    assert explain(both(), of=lambda read: read.long).states <= 8


def of_ten_faces(read: Any) -> dict[Any, Fraction]:
    """The law of what is read of ten dice, found over all multisets of faces."""
    ways: dict[tuple[int, ...], int] = {(): 1}
    for _ in range(10):
        more: dict[tuple[int, ...], int] = {}
        for faces, number in ways.items():
            for face in range(1, 7):
                key = tuple(sorted((*faces, face)))
                more[key] = more.get(key, 0) + number
        ways = more
    law: dict[Any, Fraction] = {}
    for faces, number in ways.items():
        outcome = read([*faces])
        law[outcome] = law.get(outcome, Fraction(0)) + Fraction(number, 6**10)
    return law


@rule
async def all_but_the_lowest() -> int:
    faces = [await roll(d6) for _ in range(10)]
    return sum(faces) - min(faces)


@rule
async def spread() -> int:
    faces = [await roll(d6) for _ in range(10)]
    return max(faces) - min(faces)


@rule
async def sixes() -> int:
    seen = Counter([await roll(d6) for _ in range(10)])
    return seen[6]


@rule
async def sixes_less_ones() -> tuple[int, int]:
    faces = [await roll(d6) for _ in range(10)]
    seen = Counter(faces)
    return seen[6] - seen[1], len(faces)


@pytest.mark.parametrize(
    ("call", "read", "states"),
    [
        (all_but_the_lowest(), lambda faces: sum(faces) - min(faces), 60),  # there are 5,005 ways to have how many
        (spread(), lambda faces: max(faces) - min(faces), 30),
        (sixes(), lambda faces: faces.count(6), 30),
        (sixes_less_ones(), lambda faces: (faces.count(6) - faces.count(1), 10), 500),
    ],
    ids=lambda value: value.rule.name if isinstance(value, Call) else "",
)
def test_folds_of_ten_dice_side_by_side(call: Call[Any], read: Any, states: int) -> None:
    expected = of_ten_faces(read)
    found = odds(call)
    assert {outcome: found.pmf(outcome) for outcome in expected} == expected
    assert explain(call).states <= states


_READS = [
    *("sum(l)", "len(l)", "max(l)", "min(l, default=7)", "l.count(2)", "(2 in l)", "Counter(l)[3]", "sum(l) * len(l)"),
    *("sum(1 for x in l if x > 1)", "(5 if l else 6)", "(not l)", "sorted(l)[0]", "len(set(l))", "any(l)"),
    *("Counter(l).most_common(1)[0][1]", "seen[1]", "seen[2] - seen[3]", "sum(seen.values())", "sum(l) / len(l)"),
]
_GROWS = ["l.append(x)", "l += [x]", "l.append(x * 2)", "l.append(await roll(d3))", "l = [*l, x]"]
_files = count()


def reading(first: str, second: str, grows: str, early: bool) -> Call[Any]:
    lines = [
        "@rule",
        "async def reading():",
        *(["    l = [await roll(d3) for _ in range(2)]"] if early else ["    l = []"]),
        "    for i in range(4):",
        "        x = await roll(d3)",
        "        if i != 1:",
        f"            {grows}",
        *(["        if sum(l) > 6:", "            break"] if early else []),
        "    seen = Counter(l)",
        "    l.append(await roll(d3))" if grows != "l = [*l, x]" else "    l += [1]",
        f"    return {first}, {second}",
    ]
    name = f"<side by side {next(_files)}>"
    linecache.cache[name] = (0, None, [f"{line}\n" for line in lines], name)
    module: dict[str, Any] = {"Counter": Counter, "roll": roll, "rule": rule, "d3": d3, "__name__": __name__}
    exec(compile("\n".join(lines), name, "exec"), module)
    made: Call[Any] = module["reading"]()
    return made


@pytest.mark.examples
@pytest.mark.parametrize("grows", _GROWS)
@pytest.mark.parametrize("number", range(len(_READS)))
@pytest.mark.parametrize("early", [False, True])
def test_what_is_read_side_by_side_has_the_odds_of_replay(grows: str, number: int, early: bool) -> None:
    second = _READS[(number * 7 + len(grows)) % len(_READS)]
    call = reading(_READS[number], second, grows, early)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, (second, call)


@rule
async def words() -> tuple[int, bool]:
    said = []
    for _ in range(3):
        said.append("six" if await roll(d6) == 6 else "none")  # noqa: PERF401  # as it is written often
    return len(said), "six" in said


def test_how_many_words_there_are_is_a_number() -> None:
    assert odds(words()) == Distribution.from_weights({(3, True): 91, (3, False): 125})


@rule
async def told(dice: int) -> int:
    faces: list[int] = []
    for _ in range(dice):
        faces.append(await roll(d6))
        if await choose("player", ("on", "stop")) == "stop":
            break
    return sum(faces) - len(faces)


def test_who_decides_is_told_of_the_list() -> None:
    seen: list[Any] = []

    def policy(decision: Any) -> str:
        seen.append(decision.variables["faces"])
        return "on"

    odds(told(2), policy)
    assert all(isinstance(faces, list | tuple) for faces in seen)


pick = choose


class Picked(DecisionRequest[str]):
    """A decision of another kind, of whether to keep the sum."""

    __slots__ = ()
    options = ("keep", "drop")

    @property
    def choices(self) -> tuple[Choice[Any], ...]:
        return (choose("player", self.options),)

    def answer(self, taken: tuple[Hashable, ...]) -> Hashable:
        return taken[0]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picked)

    def __hash__(self) -> int:
        return hash(Picked)


def picking() -> Picked:
    return Picked()


@rule
async def by_name() -> int:
    faces = [await roll(d6) for _ in range(3)]
    return sum(faces) - min(faces) if await choose("player", ("keep", "drop")) == "keep" else 0


@rule
async def by_module() -> int:
    faces = [await roll(d6) for _ in range(3)]
    return sum(faces) - min(faces) if await rules.choose("player", ("keep", "drop")) == "keep" else 0


@rule
async def by_another_name() -> int:
    faces = [await roll(d6) for _ in range(3)]
    return sum(faces) - min(faces) if await pick("player", ("keep", "drop")) == "keep" else 0


@rule
async def by_another_kind() -> int:
    faces = [await roll(d6) for _ in range(3)]
    return sum(faces) - min(faces) if await Picked() == "keep" else 0


@rule
async def by_a_function() -> int:
    faces = [await roll(d6) for _ in range(3)]
    return sum(faces) - min(faces) if await picking() == "keep" else 0


@pytest.mark.parametrize("decided", [by_name, by_module, by_another_name, by_another_kind, by_a_function])
def test_people_are_told_of_a_list_whatever_they_are_asked_by(decided: Callable[[], Call[int]]) -> None:
    """Three dice show 56 different multisets."""
    assert len(explore(decided()).decisions) == len([*combinations_with_replacement(range(1, 7), 3)])
