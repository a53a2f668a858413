"""The tasks that are measured beside other libraries: adapters answer alike, and the page follows from its table."""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from math import exp, gcd, log
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
pytestmark = pytest.mark.filterwarnings("ignore:.*is experimental")  # dyce says so of what the tasks are written in
PEERS = ("of_icepool", "of_dyce")
QUICK = 0.05  # seconds that a peer took: what is longer is compared by `make bench-peers`
_CELL = re.compile(r"(\d+\.\d+) \(\d+\.\d+\), \d+")


@cache
def adapter(name: str) -> Any:
    path = BENCHMARKS / "peers" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"peers_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def answer(name: str, task: str) -> dict[Any, int]:
    """What an adapter answers, in lowest terms, with numbers and tuples of numbers as outcomes."""
    module = adapter(name)
    weights = {plain(outcome): weight for outcome, weight in module.canon(module.TASKS[task]()).items() if weight}
    common = gcd(*weights.values())
    return {outcome: weight // common for outcome, weight in weights.items()}


def plain(outcome: Any) -> Any:
    return int(outcome) if isinstance(outcome, int) else tuple(plain(part) for part in outcome)


PAGE = (BENCHMARKS / "RESULTS.md").read_text(encoding="utf-8")
ROWS = {
    cells[0]: cells[1:]
    for line in PAGE.splitlines()
    if len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 5 and cells[0] not in ("task", "---")
}


def seconds(cell: str) -> float | None:
    found = _CELL.fullmatch(cell)
    return None if found is None else float(found[1])


def quick_peers() -> list[tuple[str, str]]:
    """The tasks with every peer that does them in a moment."""
    return [
        (task, peer)
        for task, (_, *peers, _) in ROWS.items()
        for peer, cell in zip(PEERS, peers, strict=True)
        if (took := seconds(cell)) is not None and took < QUICK
    ]


@pytest.mark.parametrize(("task", "peer"), quick_peers())
def test_every_quick_task_has_the_answer_of_the_peer(task, peer):
    assert answer("of_oddsmith", task) == answer(peer, task)


def test_the_tasks_are_those_of_the_page_and_most_are_compared_here():
    assert list(ROWS) == list(adapter("of_oddsmith").TASKS)
    for peer in PEERS:
        assert adapter(peer).TASKS.keys() <= ROWS.keys()
    assert len({task for task, _ in quick_peers()}) > len(ROWS) / 2


@pytest.mark.parametrize("task", ["sum_1000d6", "sum_100d20", "sum_10d100"])
def test_long_sums_are_symmetric_about_their_mean(task):
    weights = answer("of_oddsmith", task)
    ends = min(weights) + max(weights)
    assert all(weights[ends - total] == weight for total, weight in weights.items())
    assert weights[min(weights)] == 1


def test_pools_of_ten_share_as_many_dice_as_their_counts_do():
    # Of ten dice each, union and intersection have twenty together, and what differs is what they do not share.
    means = {
        word: sum(size * weight for size, weight in found.items()) / sum(found.values())
        for word in ("union", "intersection", "symmetric")
        for found in [answer("of_oddsmith", f"p_{word}_10v10")]
    }
    assert means["union"] + means["intersection"] == pytest.approx(20)
    assert means["symmetric"] == pytest.approx(means["union"] - means["intersection"])


@pytest.mark.parametrize(("task", "cells"), ROWS.items())
def test_a_ratio_is_that_of_the_times_in_its_row(task, cells):
    ours, *peers = [seconds(cell) for cell in cells[:3]]
    times = [took for took in peers if took is not None]
    assert ours is not None
    assert (cells[3] != "") == bool(times)
    if times:
        half = 0.00005  # the times are rounded
        least, most = (min(times) - half) / (ours + half), (min(times) + half) / (ours - half)
        assert least - 0.01 <= float(cells[3]) <= most + 0.01


def test_the_mean_and_the_lists_follow_from_the_ratios():
    ratios = {task: float(cells[3]) for task, cells in ROWS.items() if cells[3]}
    told = re.search(r"Geometric means: (\d+\.\d) times the best peer", PAGE)
    assert told is not None
    assert float(told[1]) == pytest.approx(exp(sum(map(log, ratios.values())) / len(ratios)), abs=0.06)
    slower, closest = (re.search(rf"{word}: (.*)\.", PAGE) for word in ("Slower than the best peer", "Closest"))
    assert slower is not None
    assert closest is not None
    assert named(slower[1]) == {task: ratio for task, ratio in ratios.items() if ratio < 1}
    assert named(closest[1]) == {task: ratio for task, ratio in ratios.items() if ratio < 1.5}


def named(listed: str) -> dict[str, float]:
    return {task: float(ratio) for task, ratio in re.findall(r"(\w+) \((\d+\.\d+)\)", listed)}


def test_the_page_of_a_small_table_tells_ratios_losses_and_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.syspath_prepend(BENCHMARKS / "peers")
    results = adapter("results")

    def row(ours: float, icepool: float | None, dyce: float | None) -> dict[str, Any]:
        times = {"Oddsmith": ours, "Icepool": icepool, "dyce": dyce}
        made = {name: results.Cell(t, t / 2, 20.0, "same") for name, t in times.items() if t is not None}
        return made | {name: results.Cell(why="over 60 s") for name, t in times.items() if t is None}

    table = {"won": row(0.01, 0.08, 0.02), "lost": row(0.04, 0.01, None), "alone": row(0.01, None, None)}
    page = "\n".join(results.page({"Oddsmith": "oddsmith 1"}, table, [], []))
    told = re.sub(r"\s+", " ", page)
    assert re.search(r"\| won \|.*\| 2\.00 \|", page)
    assert re.search(r"\| lost \|.*\| 0\.25 \|", page)
    assert "Slower than the best peer: lost (0.25)." in told
    assert "Answered by a peer alone: no task." in told
    assert f"Geometric means: {(2 * 0.25) ** 0.5:.1f} times the best peer" in told
    assert "one task, won, has 2 times the best peer" in told
