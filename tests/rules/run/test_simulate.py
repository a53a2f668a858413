"""Simulation by splitting counts: same odds, any number of runs."""

import importlib
from typing import Any

import pytest

from oddsmith.dice import coin, d6, d10
from oddsmith.errors import BadInput
from oddsmith.rules import Then, choose, first_option, odds, roll, rule, simulate

splitting = importlib.import_module("oddsmith.rules.run.simulate")  # the function of the same name hides the module


@rule
async def chain() -> Then[int]:
    return 1 + chain() if await roll(d6) >= 5 else 0


@rule
async def mixed() -> Then[int]:
    if await roll(coin) == "H":
        return 2 + chain()
    if await choose("player", ("stay", "go")) == "go":
        return -5
    return roll(d10.explode().pool(2).count(at_least=7))


@pytest.mark.parametrize("runs", [1_000, 1_000_000_000])
def test_simulated_shares_agree_with_the_odds_within_five_standard_errors(runs: int) -> None:
    exact = odds(mixed(), first_option)
    result = simulate(mixed(), runs, first_option, seed=7)
    assert sum(result.counts.values()) + result.unresolved == runs
    for k in range(12):
        p = float(exact.pmf(k))
        assert abs(result.counts.get(k, 0) / runs - p) <= 5 * (p * (1 - p) / runs) ** 0.5 + 1 / runs


def test_a_billion_runs_take_about_as_many_draws_as_a_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    draws: list[int] = []
    draw = splitting._Splitter._draw

    def counted(self, n, shares):
        draws.append(n)
        return draw(self, n, shares)

    monkeypatch.setattr(splitting._Splitter, "_draw", counted)
    simulate(mixed(), 10**9, first_option, seed=1)
    # the chain of wins goes on for as long as runs are left in it: log3(10^9) = 19 rounds or so
    assert len(draws) < 100


def test_a_seed_makes_it_repeatable() -> None:
    assert simulate(chain(), 10_000, seed=3) == simulate(chain(), 10_000, seed=3)
    assert simulate(chain(), 10_000, seed=3) != simulate(chain(), 10_000, seed=4)


@pytest.mark.parametrize("runs", [0, -5, 10**16, 1e3, "10"])
def test_a_number_of_runs_out_of_range_is_refused(runs: Any) -> None:
    with pytest.raises(BadInput, match="runs"):
        simulate(chain(), runs)
