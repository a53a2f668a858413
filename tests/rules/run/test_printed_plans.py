"""A solution prints as its plan: in the variables of the rule, with what ignoring it costs."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from oddsmith import Die, best, choose, coin, d6, roll, rule
from oddsmith.rules import explain
from oddsmith.rules.graph.situations import fact
from oddsmith.rules.graph.telling import leaves, telling

d2, d3 = Die([1, 2]), Die([1, 2, 3])


@rule
async def three_throws() -> int:
    total = 0
    for _ in range(3):
        face = await roll(d6)
        if await choose("player", ("keep", "again")) == "again":
            face = await roll(d6)
        total += face
    return total


def test_situations_with_the_same_answer_are_one_line_and_what_does_not_matter_is_left_out() -> None:
    # Again is worth 3.5: keep 4 to 6. Ignoring it costs 2.5, 1.5, 0.5 by face, each in 1 of 6, three times.
    assert str(best(three_throws())).splitlines() == [
        "worth 51/4 (12.75)",
        "player, at three_throws:",
        "  face 1 to 3: again  (ignoring it costs 0.5 to 2.5 here, 2.25 in all)",
        "  face 4 to 6: keep  (ignoring it costs 0.5 to 2.5 here, 2.25 in all)",
    ]


def test_a_long_plan_says_how_many_more_decisions_there_are() -> None:
    @rule
    async def guess() -> int:
        seen = await roll(d6) * 100 + await roll(d6) * 10 + await roll(d6)
        return 1 if int(await choose("player", tuple(range(300)))) == seen * 7 % 300 else 0

    solution = best(guess())
    lines = str(solution).splitlines()
    assert len(lines) <= 15
    assert lines[-1].endswith("more decisions: see .decisions")


def test_who_decides_nothing_is_told_so_and_the_short_form_has_the_value_alone() -> None:
    @rule
    async def heads() -> int:
        return 1 if await roll(coin) == "H" else 0

    assert str(best(heads())) == "worth 1/2 (0.5)\nnothing to decide"
    assert repr(best(heads())) == "<Solution worth 1/2 (0.5)>"


def test_options_that_are_as_good_are_named_as_far_as_they_are_so_everywhere_on_the_line() -> None:
    @rule
    async def bet(options: tuple[str, ...]) -> int:
        face = await roll(d2)
        taken = await choose("player", options)
        return {"a": 2, "b": 2, "high": 2 if face == 2 else 1, "low": 2 if face == 1 else 1}.get(taken, 2)

    def remark(*options: str) -> str:
        return str(best(bet(options))).splitlines()[-1].removeprefix("  always: ")

    assert remark("a", "b") == "a  (or: b)"
    assert remark("a", "high", "b") == "a  (or: b)"  # with a face of 1, "high" is worth 1 alone
    assert remark("a", "high", "low") == "a  (another option is as good)"  # one with each face, but not the same
    assert remark("a", "b", "c", "d") == "a  (or: b, c, d)"
    assert remark("a", "b", "c", "d", "e", "f") == "a  (or: b, c, d or 2 more)"


BOLD, SHY = object(), object()


@rule
async def dared() -> int:
    mood = BOLD if await roll(d2) == 2 else SHY
    face = await roll(d3)
    again = await choose("player", ("keep", "turn")) == "turn"
    return (face if mood is BOLD else 4 - face) if not again else 2


def test_objects_that_hold_nothing_are_told_by_the_names_that_the_module_gives_them() -> None:
    # Turned it is 2. Bold, a 1 is turned; shy, a 3 is, since it counts 1: (2 + 2 + 3) / 3.
    assert str(best(dared())).splitlines() == [
        "worth 7/3 (2.333)",
        "player, at dared:",
        "  mood SHY, face 1 or 2: keep  (ignoring it costs 0 to 1 here, 0.1667 in all)",
        "  mood BOLD, face 2 or 3: keep  (ignoring it costs 0 to 1 here, 0.1667 in all)",
        "  mood SHY, face 3: turn  (ignoring it costs 1 here, 0.1667 in all)",
        "  mood BOLD, face 1: turn  (ignoring it costs 1 here, 0.1667 in all)",
    ]


def test_the_loss_is_that_of_the_next_best_option() -> None:
    @rule
    async def three() -> int:
        return {"a": 5, "b": 3, "c": 1}[await choose("player", ("a", "b", "c"))]

    (advice,) = best(three()).decisions
    assert advice.loss == Fraction(2)
    assert "always: a  (ignoring it costs 2)" in str(best(three()))


def test_names_of_several_things_go_after_their_number() -> None:
    assert [fact(name, value) for name, value in {
        "misses": 3, "hits": 1, "oil": 2, "burnt": False, "has_shield": False, "is_hurt": True, "bonus": 2,
        "dice": (1, 4, 6), "left": 0, "tries_left": 1, "successes": -1, "pool": (), "rank": None,
    }.items()] == [
        "3 misses", "1 hit", "oil 2", "not burnt", "no shield", "hurt", "bonus 2",
        "dice 1 4 6", "left 0", "1 try left", "−1 successes", "no pool", "no rank",
    ]  # fmt: skip
    assert fact("seen", tuple(range(40))) == "seen 0 1 2 3 4 5 6 7 8 9 and 30 more"


def test_names_are_kept_where_answers_differ_by_them() -> None:
    known = [{"a": 1, "b": 1}, {"a": 1, "b": 2}, {"a": 2, "b": 1}]
    assert telling(known, ["x", "y", "x"]) == {"b"}
    assert telling(known, ["x", "y", "z"]) == {"a", "b"}


@rule
async def pushed(number: int) -> int:
    """6s count 2, and stay as 1s do; after a push every 1 costs 1."""
    dice = [await roll(d6) for _ in range(number)]
    misses = [die for die in dice if die not in (1, 6)]
    if await choose("player", ("stay", "push")) == "stay":
        return 2 * dice.count(6)
    again = [await roll(d6) for _ in misses]
    return 2 * (dice.count(6) + again.count(6)) - dice.count(1) - again.count(1)


def test_a_list_of_dice_is_told_by_what_the_rule_reads_of_it() -> None:
    # A push is worth 1/6 for each die that is rolled again, less 1 for each 1 that lies there. Of two dice, 8 in 36
    # throws have one 6 and one miss, 16 in 36 two misses: 8/36 * 1/6 + 16/36 * 2/6 = 5/27, beside 2/3 for the 6s.
    # A push with a 1 and a miss (8 in 36) costs 5/6, with a 1 and a 6 (2 in 36) 1, with two 1s (1 in 36) 2.
    assert str(best(pushed(2))).splitlines() == [
        "worth 23/27 (0.8519)",
        "player, at pushed:",
        "  1 or 2 misses, dice.count(1) 0: push  (ignoring it costs 0.1667 to 0.3333 here, 0.1852 in all)",
        "  1 miss, dice.count(1) 1: stay  (ignoring it costs 0.8333 here, 0.1852 in all)",
        "  0 misses, dice.count(1) 0 to 2: stay  (ignoring it costs 0 to 2 here, 0.1111 in all)",
    ]


def test_facts_are_parted_by_semicolons_where_one_has_commas() -> None:
    d2 = Die.sided(2)

    @rule
    async def one_of_two() -> int:
        dice, bonus = (await roll(d2), await roll(d2)), await roll(d2)
        if await choose("player", ("take", "leave")) == "leave":
            return 2
        return 3 if dice != (2, 2) and bonus == 2 else 1

    (line,) = [line for line in str(best(one_of_two())).splitlines() if "take" in line]
    told, _, dice = line.partition(":")[0].partition("dice ")[2].partition("; ")[0].rpartition(" or ")
    assert {*told.split(", "), dice} == {"1 1", "1 2", "2 1"}
    assert "; bonus 2: take" in line


def test_lists_of_words_and_dicts_stand_in_brackets_where_one_of_several_is_meant() -> None:
    words = ("2", "heart", "claw")

    @rule
    async def tokyo() -> int:
        dice = [words[await roll(d3) - 1] for _ in range(2)]
        if await choose("player", ("stop", "again")) == "again":
            dice = [words[await roll(d3) - 1] for _ in range(2)]
        return 4 * (dice[0] == "claw") + 3 * (dice[1] == "claw")

    # Two claws are worth 7, one 4 or 3, and new dice 7/3 on average.
    (line,) = [line for line in str(best(tokyo())).splitlines() if ": again" in line]
    told, _, last = line.partition(":")[0].removeprefix("  dice ").rpartition(" or ")
    assert {*f"{told}, {last}"[1:-1].split("), (")} == {"2, 2", "2, heart", "heart, 2", "heart, heart"}

    @rule
    async def climb() -> int:
        columns = {6: 0, 7: 0}
        for _ in range(2):
            columns[await roll(d2) + 5] += 1
        if await choose("player", ("stop", "on")) == "on":
            return await roll(d3)
        return columns[6] * columns[7] * 4

    # One step up each is worth 4, both steps up one column nothing.
    assert "  columns {6: 0, 7: 2} or {6: 2, 7: 0}: on  (" in str(best(climb()))
    assert "  columns {6: 1, 7: 1}: stop  (" in str(best(climb()))


def test_an_explanation_names_what_the_rule_reads_of_a_list() -> None:
    text = str(explain(pushed(3)))
    assert "eep only what is read of again later, such as `again.count(1)`, `again.count(6)`" in text


def test_what_is_read_in_a_loop_over_the_list_tells_it_too() -> None:
    @rule
    async def in_place(number: int) -> int:
        dice = [await roll(d6) for _ in range(number)]
        if await choose("player", ("stay", "push")) == "push":
            for place, die in enumerate(dice):
                if die <= 3:
                    dice[place] = await roll(d6) - 2
        return sum(dice)

    # A die up to 3 is worth 2 on average where 3.5 - 2 = 1.5 is what it becomes: what is pushed is known by sum alone.
    solution = best(in_place(2))
    assert {name for one in solution.decisions for name in one.decision.readings["dice"]} == {
        "sum(dice)",
        "sum(die <= 3 for die in dice)",
    }
    assert len(str(solution).splitlines()) <= 6


def test_many_situations_with_the_same_answer_are_joined() -> None:
    @rule
    async def two_dice() -> int:
        one, other = await roll(d6), await roll(d6)
        if await choose("player", ("keep", "again")) == "again":
            return await roll(d6)
        return one if one == other else min(one, other) - (one + other) % 2

    lines = str(best(two_dice())).splitlines()
    assert not any("more decisions" in line for line in lines)


def test_numbers_of_a_list_whose_order_matters_do_not_stand_for_it() -> None:
    @rule
    async def first_of_two() -> int:
        dice = [await roll(d6) for _ in range(2)]
        if await choose("player", ("first", "seven less")) == "first":
            return dice[0] - dice.count(6)
        return 7 - dice[0]

    assert "dice.count(6)" not in str(best(first_of_two()))


def test_options_are_named_where_nothing_else_tells_situations_apart() -> None:
    @rule
    async def higher() -> int:
        faces = tuple(sorted({await roll(d6) % 3, await roll(d6) % 3}))
        return int(await choose("player", faces))

    _, _, *lines = str(best(higher())).splitlines()
    of_two, of_one = sorted([line.partition("  (")[0].strip() for line in lines], reverse=True)
    assert of_one == "offered 0 1: 1"
    assert of_two in ("offered 0 2 or 1 2: 2", "offered 1 2 or 0 2: 2")


class Style:
    """One that says nothing of itself."""

    def __init__(self, least: int) -> None:
        self.least = least

    def suits(self, face: int) -> bool:
        return face >= self.least


def wants(least: int) -> Callable[[int], bool]:
    def suits(face: int) -> bool:
        return face >= least

    return suits


def above(least: int, face: int) -> bool:
    return face >= least


@pytest.mark.parametrize(
    ("styles", "of_both"),
    [
        ((wants(1), wants(2)), ["suits (least 1)", "suits (least 2)"]),
        ((lambda face: face >= 1, lambda face: face >= 2), ["lambda face: face >= 1", "lambda face: face >= 2"]),
        ((lambda face, least=1: face >= least, lambda face, least=2: face >= least), ["(least 1)", "(least 2)"]),
        ((partial(above, 1), partial(above, 2)), ["above (1)", "above (2)"]),
        ((Style(1).suits, Style(2).suits), ["suits of Style (least 1)", "suits of Style (least 2)"]),
    ],
    ids=["closures", "lambdas", "defaults", "partials", "methods"],
)
def test_functions_that_python_writes_alike_are_told_apart(
    styles: tuple[Callable[[int], bool], ...], of_both: list[str]
) -> None:
    """A player suited by any face goes on, which is worth 3 more; the other keeps faces of 4 and more."""

    @rule
    async def once_more() -> int:
        style = styles[await roll(d2) - 1]
        face = await roll(d6)
        if await choose("player", ("keep", "again")) == "again":
            face = await roll(d6) + 3 * style(1)
        return face

    _, _, *lines = str(best(once_more())).splitlines()
    suited, other = of_both
    assert [line.partition("  (ignoring")[0].partition("style ")[2].partition(", face ")[2] for line in lines] == [
        "1 to 6: again",
        "1 to 3: again",
        "4 to 6: keep",
    ]
    assert [suited in line for line in lines] == [True, False, False]
    assert [other in line for line in lines] == [False, True, True]


def test_an_object_is_told_by_what_it_holds() -> None:
    assert fact("style", Style(2)) == "style Style (least 2)"
    assert leaves({"style": Style(2)}) == leaves({"style": Style(2)}) == {"style": "Style (least 2)"}
    held = Style(1)
    held.least = held  # type: ignore[assignment]
    assert fact("style", held) == "style Style (least Style)"


def test_decisions_that_cannot_be_told_apart_otherwise_have_the_line_or_the_name_of_what_is_chosen() -> None:
    @rule
    async def two_chances() -> int:
        face = await roll(d6)
        if await choose("player", ("keep", "reroll")) == "reroll":
            face = await roll(d6)
        if await choose("player", ("keep", "reroll")) == "reroll":
            face = await roll(d6)
        return face

    # The last roll is worth 3.5, that before it (5 + 6 + 3 * 3.5 + 4) / 6 = 4.25: a 4 is rolled again there alone.
    line = two_chances.function.__code__.co_firstlineno + 3
    assert [told.partition("  (")[0] for told in str(best(two_chances())).splitlines()] == [
        "worth 14/3 (4.667)",
        f"player, at two_chances (line {line + 2}):",  # what comes up most often first: a 4 or more at the end
        "  face 4 to 6: keep",
        "  face 1 to 3: reroll",
        f"player, at two_chances (line {line}):",
        "  face 1 to 4: reroll",
        "  face 5 or 6: keep",
    ]

    @rule
    async def guesses() -> int:
        face = await roll(d3)
        first = await choose("player", (1, 2, 3))
        second = await choose("player", (1, 2, 3))
        return int(first == face) + int(second == face % 3 + 1)

    lines = [told.partition("  (")[0] for told in str(best(guesses())).splitlines()]
    by_place = {heading: {*lines[lines.index(heading) + 1 :][:3]} for heading in lines if heading.endswith(":")}
    assert by_place == {
        "player, at guesses (first):": {f"  face {face}: {face}" for face in (1, 2, 3)},
        "player, at guesses (second):": {f"  face {face}, first {face}: {face % 3 + 1}" for face in (1, 2, 3)},
    }


def test_a_plan_that_always_takes_the_same_says_no_more() -> None:
    @rule
    async def grow(rounds: int) -> int:
        total = 0
        for i in range(rounds):
            face = await roll(d6)
            if await choose("player", ("take", "leave")) == "take":
                total = total * 2 + face if face % 2 else total + face
            else:
                total -= i
        return total

    # Odd faces, 3 on average, double the 3.5 of the first; even ones, 4 on average, do not: (10 + 7.5) / 2.
    assert [told.partition("  (")[0] for told in str(best(grow(2))).splitlines()] == [
        "worth 35/4 (8.75)",
        "player, at grow:",
        "  always: take",
    ]


def test_a_name_that_ends_with_a_line_has_no_space_after_it() -> None:
    assert fact("open_", 3) == "open 3"
