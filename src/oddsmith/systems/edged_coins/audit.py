"""Oddities in the numbers of Edged Coins under given house rules, and the tour's advice; all computed when said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

from oddsmith.distribution import Distribution
from oddsmith.rules import best, odds
from oddsmith.systems.declaration import Finding, percent
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.damage import Attacker, PowerRules, harm_of_a_blow
from oddsmith.systems.edged_coins.rules.ladder import (
    HIGHEST,
    LOWEST,
    TossRules,
    chance,
)
from oddsmith.systems.edged_coins.rules.toss import NOBODY, PLAYER, TossResult, whole_toss

RANKS = range(LOWEST, HIGHEST + 1)
DIFFERENCES = range(-4, 5)
ARMED = 1  # Potency

# The tour: coins to spend, and the share of a success that one is worth.
_COINS = 20
_PRICE = Fraction(1, 50)

_LADDER = f"sweep edged-coins toss --rank {LOWEST}..{HIGHEST} --of success --exact"


def audit(rules: EdgedCoinsRules) -> Iterator[Finding]:
    """Find ranks no better than the one below, Power that does not help, falls that hurt less, prices out of line."""
    readings, power = TossRules.under(rules), PowerRules.under(rules)
    ladder = {rank: chance(rank, readings) for rank in RANKS}
    yield from _ladder(ladder)
    yield from _efforts(ladder, rules)
    blows = {difference: damage(ARMED, difference, readings, power) for difference in DIFFERENCES}
    yield from _power({difference: blow.mean for difference, blow in blows.items()})
    yield from _most({difference: blow.maximum for difference, blow in blows.items()})
    falls = {
        metres: damage(metres // rules.metres, None, readings, power)
        for metres in range(0, 7 * rules.metres + 1, rules.metres)
    }
    yield from _falls({metres: fall.mean for metres, fall in falls.items()})
    yield from _re_toss_or_buy(ladder, rules)
    yield from _force_or_invert(ladder, rules)


@cache
def damage(potency: int, difference: int | None, rules: TossRules, power: PowerRules) -> Distribution[int]:
    """Return the damage when nobody pays. difference: of the Powers, None where armor is no matter."""
    attacker = NOBODY if difference is None else PLAYER
    blow = harm_of_a_blow(Attacker(attacker, potency, difference, rules, power), None, 0, 0)
    return odds(blow, of=lambda harm: harm.damage)


def _listed(numbers: Sequence[int]) -> str:
    """Write numbers for a sentence."""
    texts = [str(number) for number in numbers]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _figures(of: str, values: Mapping[int, Fraction | int]) -> dict[str, Fraction | int]:
    return {f"{of} {key}": value for key, value in values.items()}


def _ladder(ladder: Mapping[int, Fraction]) -> Iterator[Finding]:
    """Ranks that succeed no more often than a lower one."""
    for rank, p in ladder.items():
        better = [lower for lower in ladder if lower < rank and ladder[lower] >= p]
        if better:
            how = "less often than" if ladder[better[-1]] > p else "as often as"
            text = f"Rank {rank} succeeds {how} rank {better[-1]}: {p} against {ladder[better[-1]]}."
            if len(better) > 1:
                text += f" It is no better than rank {better[0]}."
            yield Finding("R4.1, G4.1", text, _figures("chance at rank", ladder), _LADDER)


def _damage(verb: str, differences: Iterable[int], asked: str = "") -> str:
    """Write the command that shows the damage at differences of Power."""
    armor = -min(DIFFERENCES)
    powers = [armor + difference for difference in differences]
    attack = f"{powers[0]}..{powers[-1]}" if len(powers) > 1 else f"{powers[0]}"
    return f"{verb} edged-coins damage --armor-power {armor} --attack-power {attack} {asked}".strip()


def _efforts(ladder: Mapping[int, Fraction], rules: EdgedCoinsRules) -> Iterator[Finding]:
    """Efforts and opposing tosses that do the opposite of what they are for."""
    step = rules.effort_ranks
    gains = {rank: ladder[rank + step] - ladder[rank] for rank in ladder if rank + step in ladder}
    harmful = [rank for rank, gain in gains.items() if gain < 0]
    for rank in harmful:
        text = f"An effort of {rules.effort_price} EC at rank {rank} lowers the chance by {-gains[rank]}"
        if rules.opposed_ranks == step:
            text += f", and an opposing success against rank {rank + step} raises it by as much"
        text += "."
        yield Finding("R4.4, R4.11", text, _figures("chance at rank", ladder), _LADDER)
    helps = [gain for gain in gains.values() if gain > 0]
    most, least = max(helps, default=0), min(helps, default=0)
    if most > least:
        best = _listed([rank for rank, gain in gains.items() if gain == most])
        worst = _listed([rank for rank, gain in gains.items() if gain == least])
        text = f"The same {rules.effort_price} EC of effort brings {most} at rank {best}, but {least} at rank {worst}."
        yield Finding("R4.11", text, _figures("chance at rank", ladder), _LADDER)


def _power(means: Mapping[int, Fraction]) -> Iterator[Finding]:
    """Differences of Power at which more Power does less damage, or heavier armor more."""
    figures, shown = _figures("mean damage at difference", means), _damage("sweep", means, "--of damage --exact")
    weakest = min(means, key=lambda difference: (means[difference], abs(difference)))
    if weakest == 0:
        text = f"Equal Powers make the weakest attack of all: mean damage {means[0]}, against {means[-1]} at -1."
        yield Finding("R4.7, G4.5", text, figures, shown)
    helping = [d for d in means if d - 1 in means and d < 0 and means[d - 1] > means[d]]
    if helping:
        text = (
            f"Heavier armor helps the attacker: from difference {helping[-1]} to {helping[-1] - 1} the mean damage "
            f"rises from {means[helping[-1]]} to {means[helping[-1] - 1]}."
        )
        yield Finding("R4.7, G4.5", text, figures, shown)
    falling = [d for d in means if d - 1 in means and d > 0 and means[d] <= means[d - 1]]
    if falling:
        text = f"A stronger weapon does no more damage at difference {_listed(falling)} than at one less."
        yield Finding("R4.7, G4.5", text, figures, shown)


def _most(most: Mapping[int, int | None]) -> Iterator[Finding]:
    """Equal Powers that set the lowest limit to damage."""
    limits = {difference: limit for difference, limit in most.items() if limit is not None}
    if 0 in limits and limits[0] < limits.get(-1, 0):
        text = (
            f"Equal Powers allow the least damage, {limits[0]} at most; "
            f"against armor that is stronger by 1 there may be {limits[-1]}."
        )
        yield Finding("R4.7, G4.5", text, _figures("most damage at difference", limits), _damage("odds", [0]))


def _falls(means: Mapping[int, Fraction]) -> Iterator[Finding]:
    """Falls that do less damage than shorter ones."""
    for metres, mean in means.items():
        worse = [shorter for shorter in means if shorter < metres and means[shorter] > mean]
        if worse:
            text = (
                f"A fall of {metres} metres does less damage than one of {worse[-1]}: "
                f"{mean} on average, against {means[worse[-1]]}."
            )
            falls = f"{min(means)}..{max(means)}..{metres - worse[-1]}"
            command = f"sweep edged-coins fall --metres {falls} --of damage --exact"
            yield Finding("R4.8, G4.12", text, _figures("mean damage after metres", means), command)
            return


def _re_toss_or_buy(ladder: Mapping[int, Fraction], rules: EdgedCoinsRules) -> Iterator[Finding]:
    """Ranks at which one of the two ways to mend a failure is the dearer one."""
    costs = {rank: rules.re_toss_price / p for rank, p in ladder.items() if p}
    dearer = [rank for rank, cost in costs.items() if cost < rules.buy_price]
    if dearer:
        text = (
            f"To buy a success for {rules.buy_price} EC is dearer than to re-toss until it comes at rank "
            f"{_listed(dearer)}: there that takes {min(costs.values())} to "
            f"{max(costs[rank] for rank in dearer)} EC on average."
        )
        figures = {"chance for an EC of buying": Fraction(1, rules.buy_price)}
        figures |= {f"chance for an EC of re-tosses at rank {rank}": 1 / cost for rank, cost in costs.items()}
        goal = "success with only re-toss for at most 1/2 EC"
        yield Finding("R4.10", text, figures, f"best edged-coins toss --rank {dearer[0]} --ec 60 --goal '{goal}'")


def _force_or_invert(ladder: Mapping[int, Fraction], rules: EdgedCoinsRules) -> Iterator[Finding]:
    """Ranks at which forcing re-tosses until one fails is dearer than inverting at once."""
    costs = {rank: rules.force_price / (1 - p) for rank, p in ladder.items()}
    dearer = [rank for rank, cost in costs.items() if cost > rules.invert_price]
    if dearer:
        text = (
            f"To force re-tosses ({rules.force_price} EC each) until one fails is dearer than to invert "
            f"({rules.invert_price} EC) against rank "
            f"{_listed(dearer)}: against rank {max(costs, key=lambda rank: costs[rank])} it takes "
            f"{max(costs.values())} EC on average."
        )
        figures = {"chance for an EC of inverting": Fraction(1, rules.invert_price)}
        figures |= {f"chance for an EC of forcing against rank {rank}": 1 / cost for rank, cost in costs.items()}
        rank, goal = max(costs, key=lambda rank: costs[rank]), "as wished with only force for at most 1/2 EC"
        command = f"best edged-coins interfere --rank {rank} --tosser opponent --ec 60 --goal '{goal}'"
        yield Finding("R4.10", text, figures, command)


def advice() -> str:
    """Say how to spend on an Iron toss when a coin is worth a fiftieth of a success."""

    def worth(result: TossResult) -> Fraction:
        return result.success - _PRICE * result.ec_spent

    call = whole_toss(0, 0, 0, _COINS, 0, TossRules())
    solution = best(call, worth)
    steps = [f"{advice.best}" for advice in solution.decisions if advice.reached and advice.decision.known == ()]
    success = solution.distribution.map(lambda result: result.success).pmf(True)
    return (
        f"An Iron toss with {_COINS} EC, when a coin is worth {_PRICE} of a success: first {steps[0]}, after a failure "
        f"{steps[1]}. It then succeeds {percent(success)} of the time instead of {percent(chance(0, TossRules()))}."
    )
