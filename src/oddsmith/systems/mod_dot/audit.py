"""Oddities in the numbers of Mod Dot under given house rules, and the tour's advice; all computed when said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import takewhile

from oddsmith.dice import rps
from oddsmith.distribution import Distribution
from oddsmith.rules import first_option, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.opposed import contest
from oddsmith.systems.mod_dot.rules.pools import character_with
from oddsmith.systems.mod_dot.rules.test import Character, resolve
from oddsmith.wording import listed

POOLS = range(1, 13)
DIFFICULTIES = range(2, 11)
_ALIKE = 10  # dice of each of two who are alike


@cache
def successes_of(who: Character) -> Distribution[int]:
    """Return the successes of a test when nobody stops and nothing is spent."""
    return odds(resolve(who), first_option, of=lambda result: result.successes)


def audit(rules: ModDotRules) -> Iterator[Finding]:
    """Find dice that add nothing, difficulties that make no difference, limits that bite, and whom a tie favours."""

    def stand(pool: int, difficulty: int = rules.usual_difficulty) -> Character:
        return character_with(pool, difficulty, rps, rules)

    yield from _idle_dice({pool: stand(pool) for pool in POOLS}, rules.usual_difficulty)
    yield from _first_die(rules)
    ladders = {pool: [stand(pool, difficulty) for difficulty in DIFFICULTIES] for pool in POOLS}
    yield from _still_difficulties(ladders, rules)
    yield from _caps({pool: stand(pool) for pool in POOLS}, rules)
    yield from _flat_difficulty({pool: stand(pool, DIFFICULTIES[-1]) for pool in range(1, 41)})
    if rules.opposed != "off":
        yield _ties(stand(_ALIKE), rules.usual_difficulty)


def _success(who: Character) -> Fraction:
    return successes_of(who).at_least(1)


def _botch(who: Character) -> Fraction:
    return successes_of(who).at_most(-1)


def _idle_dice(ladder: Mapping[int, Character], difficulty: int) -> Iterator[Finding]:
    """Pools that are no more likely to succeed, nor less likely to botch, than the next smaller one."""
    idle = [
        pool
        for pool in ladder
        if pool - 1 in ladder
        and _success(ladder[pool]) <= _success(ladder[pool - 1])
        and _botch(ladder[pool]) >= _botch(ladder[pool - 1])
    ]
    if idle:
        text = (
            f"At difficulty {difficulty} some dice bring neither a better chance to succeed nor a lower one to "
            f"botch: of the first {len(ladder)}, number {listed(map(str, idle))}."
        )
        figures = {f"success with pool {pool}": _success(who) for pool, who in ladder.items()}
        command = (
            f"sweep mod-dot test --pool 1..{len(ladder)} --difficulty {difficulty} --of success --of botch --exact"
        )
        yield Finding("R0.2", text, figures, command)


def _first_die(rules: ModDotRules) -> Iterator[Finding]:
    """The worth of the first die beside that of the third, the next that counts."""
    if rules.empty_pool == "refuse":
        return
    chances = {pool: _success(character_with(pool, rules.usual_difficulty, rps, rules)) for pool in (0, 1, 3)}
    first, next_ = chances[1] - chances[0], chances[3] - chances[1]
    figures = {f"success with pool {pool}": chance for pool, chance in chances.items()}
    command = f"sweep mod-dot test --pool 0,1,3 --difficulty {rules.usual_difficulty} --of success --exact"
    if first == 0:
        yield Finding(
            "G0.5", f"A pool of 0 is as good as a pool of 1: {percent(chances[1])} to succeed.", figures, command
        )
    elif first > next_:
        text = f"The first die lifts the chance to succeed by {percent(first)}, the third by {percent(next_)}."
        yield Finding("G0.5", text, figures, command)


def _still_difficulties(ladders: Mapping[int, Sequence[Character]], rules: ModDotRules) -> Iterator[Finding]:
    """Difficulties at either end of the table that are all the same to a pool."""
    easy = {pool: _alike(ladder) for pool, ladder in ladders.items()}
    hard = {pool: _alike(ladder[::-1]) for pool, ladder in ladders.items()}
    for alike, ends, which in (
        (easy, DIFFICULTIES, "No easier, because no base exceeds the pool"),
        (hard, DIFFICULTIES[::-1], f"No harder, because no base is below {rules.lowest}"),
    ):
        reached = {f"pool {pool}": ends[count - 1] for pool, count in alike.items() if count > 1}
        if reached:
            same = listed(f"{pool} at {difficulty}" for pool, difficulty in reached.items())
            text = f"{which}: difficulty {ends[0]} is the same as the difficulty named. {same}."
            table = f"--difficulty {DIFFICULTIES[0]}..{DIFFICULTIES[-1]}"
            pools = f"--pool {min(alike)}..{max(pool for pool, count in alike.items() if count > 1)}"
            yield Finding("R0.4", text, reached, f"sweep mod-dot test {pools} {table} --of base --of success")


def _alike(ladder: Sequence[Character]) -> int:
    """Count the first characters that have the same odds."""
    return sum(1 for _ in takewhile(lambda who: successes_of(who) == successes_of(ladder[0]), ladder))


def _caps(ladder: Mapping[int, Character], rules: ModDotRules) -> Iterator[Finding]:
    """Pools whose limit on successes takes a noticeable part of what the tests would bring on average."""
    means = {pool: (successes_of(who).mean, who.base) for pool, who in ladder.items()}
    bitten = {pool: pair for pool, pair in means.items() if pair[1] - pair[0] >= Fraction(1, 100)}
    if bitten:
        pools = listed(map(str, bitten))
        text = f"With pool {pools} the limit of {rules.times} the pool costs 1/100 of a success or more on average."
        figures: dict[str, Fraction | int] = {}
        for pool, (mean, base) in bitten.items():
            figures |= {f"base with pool {pool}": base, f"successes on average with pool {pool}": mean}
        asked = f"--pool {','.join(map(str, bitten))} --difficulty {rules.usual_difficulty}"
        command = f"sweep mod-dot test {asked} --of base --of successes"
        yield Finding("R0.7", text, figures, command)


def _flat_difficulty(ladder: Mapping[int, Character]) -> Iterator[Finding]:
    """The smallest pool for which the highest difficulty of the table hardly matters."""
    enough = next((pool for pool, who in ladder.items() if _success(who) >= Fraction(99, 100)), None)
    if enough is None:
        return
    chance = _success(ladder[enough])
    text = (
        f"Difficulty takes the same number of successes from any pool: at {DIFFICULTIES[-1]}, "
        f"{enough} dice still succeed {percent(chance)} of the time."
    )
    figures = {f"success with pool {enough} at difficulty {DIFFICULTIES[-1]}": chance}
    yield Finding("R0.3", text, figures, f"odds mod-dot test --pool {enough} --difficulty {DIFFICULTIES[-1]}")


def _ties(who: Character, difficulty: int) -> Finding:
    """The cost of a tie for whoever acts, between two who are alike."""
    net = odds(contest(who, who), first_option, of=lambda ended: ended.successes - ended.against_successes)
    win, tie = net.at_least(1), net.pmf(0)
    text = (
        f"Two who are alike (base {who.base}) tie {percent(tie)} of the time; "
        f"since a tie goes to the defender, whoever acts wins only {percent(win)}."
    )
    both = f"--pool {_ALIKE} --difficulty {difficulty} --against-pool {_ALIKE} --against-difficulty {difficulty}"
    return Finding("G0.10", text, {"win": win, "tie": tie}, f"odds mod-dot opposed {both}")


def advice() -> str:
    """Say what the next dice bring."""
    chances = {pool: successes_of(character_with(pool, 8, rps, ModDotRules())).at_least(1) for pool in range(7, 12)}
    better = [pool for pool in chances if pool - 1 in chances and chances[pool] > chances[pool - 1]]
    same = [pool for pool in chances if pool - 1 in chances and chances[pool] == chances[pool - 1]]
    before, after = chances[better[-1] - 1], chances[better[-1]]
    return (
        f"At difficulty 8, dice number {' and '.join(map(str, same))} bring no success nearer; "
        f"number {better[-1]} lifts the chance from {percent(before)} to {percent(after)}."
    )
