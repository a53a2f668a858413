"""Runs of rolls of which only the law is needed: the same odds as step by step, and far fewer states."""

import traceback
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.programs import defined

from oddsmith.dice import Die, SeededSource, coin, d6
from oddsmith.rules import Then, choose, explore, note, odds, play, roll, rule, solve
from oddsmith.rules.exploration.laws import Laws
from oddsmith.rules.solvers.absorption import outcomes

d2 = Die.sided(2)


@rule
async def battle(attack: int, defend: int) -> Then[tuple[int, int]]:
    if attack < 2 or not defend:
        return attack, defend
    theirs = sorted(await roll(d6.pool(min(3, attack - 1))), reverse=True)
    ours = sorted(await roll(d6.pool(min(2, defend))), reverse=True)
    won = sum(a > b for a, b in zip(theirs, ours, strict=False))
    lost = min(len(theirs), len(ours)) - won
    return battle(attack - lost, defend - won)


@rule
async def war(attack: int, defend: int, rounds: int) -> tuple[int, int]:
    while attack > 1 and defend and rounds:
        rounds -= 1
        theirs = sorted(await roll(d6.pool(min(3, attack - 1))), reverse=True)
        ours = sorted(await roll(d6.pool(min(2, defend))), reverse=True)
        for a, b in zip(theirs, ours, strict=False):
            if a > b:
                defend -= 1
            else:
                attack -= 1
    return attack, defend


def test_a_clash_of_three_dice_against_two_has_the_published_odds() -> None:
    # of 7,776 throws the attacker wins both in 2,890, loses both in 2,275, and each loses one in 2,611
    expected = {(4, 0): Fraction(2890, 7776), (2, 2): Fraction(2275, 7776), (3, 1): Fraction(2611, 7776)}
    assert dict(odds(war(4, 2, 1)).items()) == expected


@cache
def clash(attackers: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """Return the chance of each pair of losses, over all throws."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=attackers + defenders):
        pairs = zip(sorted(faces[:attackers])[::-1], sorted(faces[attackers:])[::-1], strict=False)
        won = [a > b for a, b in pairs]
        found[len(won) - sum(won), sum(won)] += 1
    return {lost: Fraction(ways, found.total()) for lost, ways in found.items()}


@cache
def conquered(attack: int, defend: int) -> Fraction:
    """Return the chance that the attacker wins a war."""
    if attack < 2 or not defend:
        return Fraction(not defend)
    ways = clash(min(3, attack - 1), min(2, defend))
    return sum((p * conquered(attack - lost, defend - won) for (lost, won), p in ways.items()), Fraction(0))


def test_a_war_has_the_odds_that_its_clashes_give() -> None:
    assert odds(battle(12, 12)).p(lambda o: o[1] == 0) == conquered(12, 12)
    assert odds(war(12, 12, 99)).p(lambda o: o[1] == 0) == conquered(12, 12)


def test_a_war_has_a_state_for_every_strength() -> None:
    # 12 × 12 strengths with a clash before them, and as many ends as are left
    assert len(explore(battle(12, 12))) <= 13 * 13
    assert odds(battle(30, 30)) == odds(war(30, 30, 99))


def laws_found(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The laws that are used from now on."""
    used: list[object] = []
    law = Laws.law

    def watched(self: Laws, at: Any, answers: Any) -> Any:
        found = law(self, at, answers)
        if len(found) > 1:
            used.append(at.request)
        return found

    monkeypatch.setattr(Laws, "law", watched)
    return used


def test_a_law_is_found_once_for_equal_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    used = laws_found(monkeypatch)
    odds(war(8, 8, 99))
    assert len({request.key for request in used}) == 6  # type: ignore[attr-defined]  # 1, 2 or 3 dice against 1 or 2


def test_what_a_run_raises_is_raised_where_it_stands() -> None:
    @rule
    async def fails() -> int:
        first = await roll(d2)
        second = await roll(d2)
        share = 1 // (first + second - 4)  # here
        return share + await roll(coin.pool(1).count("H"))

    with pytest.raises(ZeroDivisionError) as caught:
        odds(fails())
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.name, str(last.line).endswith("# here")) == ("fails", True)


def test_what_is_evaluated_early_raises_only_where_it_is_come_to() -> None:
    @rule
    async def late(dice: int) -> int:
        total = 0
        for _ in range(2):
            first = await roll(d2)
            share = 1 // (first - 3) if dice else 1 // 0
            second = await roll(d2.pool(6 // dice).sum())
            total += (first + share) * (second > 1)
        return total

    with pytest.raises(ZeroDivisionError) as caught:
        odds(late(0))
    assert "share =" in str(traceback.extract_tb(caught.value.__traceback__)[-1].line)
    assert odds(late(6)) == outcomes(replayed(late(6), decisions_stay=False))


@pytest.mark.parametrize("begin", [0, True, 0.5, Fraction(1, 3), "x", (), None])
def test_totals_are_as_they_were_written_whatever_they_are(begin: Any) -> None:
    @rule
    async def adds(total: Any) -> Any:
        for _ in range(3):
            hit, wound = await roll(d2), await roll(d2)
            total += (hit > wound) if total != "x" else "y"
        return total, type(total).__name__

    expected = found_or_raised(lambda: outcomes(replayed(adds(begin), decisions_stay=False)))
    assert found_or_raised(lambda: odds(adds(begin))) == expected


def test_lists_that_a_run_changes_are_changed() -> None:
    @rule
    async def keeps() -> tuple[int, ...]:
        seen: list[int] = []
        same = seen
        for _ in range(2):
            low, high = await roll(d2), await roll(d2)
            seen.append(low - high)
            same.append(7)
        return tuple(seen)

    assert odds(keeps()) == outcomes(replayed(keeps(), decisions_stay=False))


def test_a_decision_in_a_sub_rule_is_asked_for() -> None:
    @rule
    async def asks(face: int) -> int:
        return await choose("player", {"keep": face, "again": 0}) or await roll(d6)

    @rule
    async def both() -> int:
        total = 0
        for _ in range(2):
            first = await roll(d6)
            second = await asks(first)
            total += first < 4 and second >= 4
        return total

    solution = solve(explore(both()))
    assert solution.value == 2 * Fraction(1, 2) * Fraction(1, 2)
    assert odds(both(), solution.policy).mean == Fraction(1, 2)


def test_people_are_shown_the_faces_that_led_to_a_decision() -> None:
    @rule
    async def hits() -> int:
        first, second = await roll(d6), await roll(d6)
        count = (first > 4) + (second > 4)
        return await choose("player", {"stay": count, "push": 1})

    graph = explore(hits())
    assert len(graph.decisions) == 3
    for decision in graph.decisions.values():
        first, second = decision.known
        assert decision.variables["count"] == (first > 4) + (second > 4)  # type: ignore[operator]
    plan = solve(graph).policy
    for seed in range(20):
        play(hits(), SeededSource(seed), plan)


def test_notes_in_between_say_what_they_say_and_keep_no_states_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    @rule
    async def told(hp: int, rounds: int) -> int:
        for _ in range(rounds):
            hit = await roll(d6)
            await note(f"{hp} left, {hit} rolled")
            if hit > 3 and await roll(d2) == 2:
                hp -= 1
        return hp

    assert odds(told(9, 3)) == outcomes(replayed(told(9, 3), decisions_stay=False))
    used = laws_found(monkeypatch)
    odds(told(9, 9))
    assert len({request.key for request in used}) == 1  # type: ignore[attr-defined]
    assert any("9 left" in str(entry) for entry in play(told(9, 3)).trail)


def test_the_coroutine_itself_wins_as_often() -> None:
    exact = odds(war(5, 5, 99)).p(lambda o: o[1] == 0)
    won = sum(play(war(5, 5, 99), SeededSource(seed)).outcome[1] == 0 for seed in range(2_000))
    assert abs(Fraction(won, 2_000) - exact) < Fraction(4, 100)  # 3.6 standard deviations


class Writer:
    """Writes a rule with runs of rolls, totals, conditions and loops."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.left = 5

    def value(self) -> str:
        return self.random.choice(["a", "b", "x", "y", "1", "n", "x + y", "(x > a)", "len(t)", "max(x, b)", "a * 2"])

    def statement(self, depth: int, *, looping: bool) -> str:
        random, pad = self.random, "    " * depth
        kind = random.randrange(13)
        name = random.choice("abxyt" if random.random() < 0.1 else "abxy")
        if kind < 4 and self.left:
            self.left -= 1
            asked = random.choice(
                ["roll(d2)", "roll(d2.pool(1 + n % 2))", "inner(a % 2)", "roll(d2.pool(min(2, b % 3)).sum())"]
            )
            if "pool(1" in asked:
                return f"{pad}{name} = sum(await {asked})\n"
            return random.choice([f"{pad}{name} = await {asked}\n", f"{pad}{name} += await {asked}\n"])
        if kind < 6:
            return f"{pad}{name} {random.choice(['+=', '-=', '='])} {self.value()}\n"
        if kind == 6:
            return f"{pad}t += ({self.value()},)\n"
        if kind == 7 and self.left > 1:
            self.left -= 2
            return f"{pad}for i in range(2):\n{self.block(depth + 1, looping=True)}"
        if kind == 8 and looping:
            return f"{pad}if {self.value()} == 2:\n{pad}    {random.choice(['break', 'continue'])}\n"
        if kind == 9:
            return f"{pad}if {self.value()} > 2:\n{pad}    return (a, b, 'early')\n"
        if kind == 10:
            return f"{pad}{name} = {self.value()} // (x - 1)\n" if random.random() < 0.2 else f"{pad}{name} = t and 1\n"
        if kind == 11:
            return f"{pad}await note(f'{{a}} {{y}}')\n"
        return f"{pad}if {self.value()} % 2:\n{self.block(depth + 1, looping=looping)}"

    def block(self, depth: int, *, looping: bool) -> str:
        return "".join(self.statement(depth, looping=looping) for _ in range(self.random.randint(1, 5)))


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(200))
def test_random_runs_have_the_odds_of_replay(seed: int) -> None:
    body = Writer(seed).block(1, looping=False) + Writer(seed + 7_000).block(1, looping=False)
    text = f"@rule\nasync def program(n):\n    a, b, x, y, t = 0, n, 1, 2, ()\n{body}    return (a, b, x, y, t)\n"
    call = defined(text)(seed % 3)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, text
