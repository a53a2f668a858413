"""A tour of the whole library in one file, whose types hold for mypy and pyright at their strictest.

Dice, distributions and rolls; a rule with a decision: rolled, known, played best; charts and tables; other processes.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from fractions import Fraction

from oddsmith import (
    Die,
    Distribution,
    Pool,
    Then,
    best,
    choose,
    coin,
    d,
    d6,
    d10,
    d20,
    odds,
    parse,
    roll,
    rule,
    simulate,
)
from oddsmith.dice import Rolled, ScriptedSource, SeededSource
from oddsmith.errors import BadInput, NotationError
from oddsmith.rules import Call, Plan, Run, Simulation, Solution, Trail, explain, first_option, play


@dataclass(frozen=True)
class Attack:
    """What an attack comes to."""

    hits: int
    winded: bool


@rule
async def attack(dice: int) -> Attack:
    """Dice of 5 or more hit; misses may be thrown once more, and who does is winded."""
    hits = await roll(d6.pool(dice).count(at_least=5))
    if hits < dice and await choose("player", ("keep", "reroll")) == "reroll":
        return Attack(hits + await roll(d6.pool(dice - hits).count(at_least=5)), winded=True)
    return Attack(hits, winded=False)


@rule
async def duel(lead: int, target: int) -> Then[bool]:
    """A coin after the other, until somebody is so far ahead."""
    if abs(lead) >= target:
        return lead > 0
    return duel(lead + (1 if await roll(coin) == "H" else -1), target)


def worth(outcome: Attack) -> Fraction:
    """A hit is worth 1; being winded costs a third."""
    return outcome.hits - Fraction(int(outcome.winded), 3)


def hits_of(outcome: Attack) -> int:
    """All that is asked of an attack here."""
    return outcome.hits


def dice() -> None:
    """Dice, pools and notation: rolled, and known exactly."""
    three: Pool[int] = d6.pool(3)
    best_two = three.keep_highest(2).sum()
    law: Distribution[int] = best_two.distribution()
    mean: Fraction = best_two.mean
    rolled: Rolled[int] = best_two.roll(ScriptedSource([6, 2, 5]))
    print(rolled, law.pmf(12), mean, law.at_most(10), law.cdf(10), dict(law.cdf())[10], repr(best_two))
    chance: Distribution[bool] = odds(d20 + 5 >= 15)
    exactly: Fraction = d6.equals(3).chance
    print((d20 + 5 >= 15).chance, exactly, parse("3d6").roll().value in range(3, 19))
    print(repr(rolled), repr(d6.map(abs)))
    face: int = d(3).roll(SeededSource(7)).value
    own: Die[int] = Die((1, 1, 2, 3, 5, 8))
    print(chance.pmf(True), face, own.mean, list(coin.distribution()))
    print([(outcome, probability) for outcome, probability in law.items()][:2])
    print(parse("4d6kh3 + 2").distribution().at_least(15), (d10 @ d6).distribution().mean)
    try:
        parse("4d6kh")
    except NotationError as error:
        print(error)
    try:
        d6.pool(-1)
    except BadInput as error:
        print(error.field, error.value, error.allowed)


def rules() -> None:
    """One rule: its odds, its best play, one run of it and a million."""
    call: Call[Attack] = attack(4)
    spent: Distribution[int] = odds(call, first_option, of=hits_of)
    solution: Solution[Attack] = best(call, worth)
    under: Distribution[Attack] = solution.distribution
    run: Run[Attack] = play(call, SeededSource(3), solution.policy)
    print(spent.mean, solution.value, under.map(hits_of).mean, run.outcome.hits)
    print(run)
    print(solution)
    trail: Trail = run.trail
    plan: Plan = solution.policy
    print(trail, plan, solution.decisions[0])
    print([repr(shown) for shown in (run, trail, plan, solution)])
    for advice in solution.decisions:
        print(advice.decision.variables, advice.best, advice.loss, advice.reached)
    print(best(call, of=hits_of).value)
    print(simulate(call, 1_000_000, solution.policy, of=hits_of, seed=1).share(2))
    print(odds(duel(0, 3)).pmf(True), explain(duel(0, 3)).states)


def elsewhere() -> None:
    """Answers go to other processes, into tables and into charts."""
    solution = best(attack(2), worth)
    counted: Simulation[Attack] = simulate(attack(2), 1_000, solution.policy)
    print(pickle.loads(pickle.dumps(solution)).value, counted.runs)
    plan: Plan = pickle.loads(pickle.dumps(solution.policy))
    print(odds(attack(2), plan) == solution.distribution)
    law = d6.pool(2).sum().distribution()
    print(law.to_polars().shape, law.plot(title="2d6").to_dict()["title"])


if __name__ == "__main__":
    dice()
    rules()
    elsewhere()
