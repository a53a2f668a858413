"""Random rules, run by their machines and run again for every branch: odds and values of best play must be equal.

    python -m tests.rules.compile.fuzz --seconds 60 --seed 1

It prints its seed, and the text of every rule in which the two differ; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any
from unittest.mock import patch

from tests.rules.compile import loopings, pools, records, totals, wider
from tests.rules.compile.programs import program

from oddsmith.rules import Call, explore, first_option, odds, solve
from oddsmith.rules.exploration.anew import retried
from oddsmith.rules.exploration.expanding import Exploration
from oddsmith.rules.exploration.explore import BOUND, drain
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes


def replayed(call: Call[Any], *, decisions_stay: bool) -> Graph:
    """The graph of a call, every branch of which is run from the start."""
    policy = None if decisions_stay else first_option
    setting = Setting(300_000, BOUND, policy, decisions_stay, compiled=False)

    def built() -> Graph:
        root = Exploration([call], setting)
        drain(root)
        return root.nodes.graph

    return retried(built, setting)


def goal(outcome: Any) -> int:
    """A number of what a random rule returns."""
    a, b, c, xs, ys, *_ = outcome
    return int(3 * a - b + 2 * c + len(xs) + sum(ys))


def found_or_raised(find: Callable[[], Any]) -> Any:
    """The value found; or the error, as text, since both engines must raise the same."""
    try:
        return find()
    except Exception as error:  # noqa: BLE001 (whatever a random program raises)
        return repr(error)


def difference(seed: int) -> str:
    """The text of the rule of this seed and its answers, where they differ; "" where they are equal.

    Of every six rules one keeps lists, every other time in objects that change, one totals, one rolls pools, one loops
    over what changes, and two are written in all that rules may be written in; of these, one has numbers that are only
    compared cut off at once. Some have choices. A third of each are run by machines that nobody compares with the rule.
    """
    with unchecked() if seed // 6 % 3 == 0 else nullcontext():
        return _difference(seed)


def _difference(seed: int) -> str:
    kind = seed % 6
    if kind == 0 and seed % 4 == 2:
        return _differ(seed, *records.program(seed))
    if kind == 0:
        return _differ(seed, *program(seed, choices=seed % 8 == 0))
    if kind == 1:
        return _differ(seed, *totals.program(seed, objects=seed % 8 == 1))
    if kind == 4:
        text, call, asked = pools.program(seed, choices=seed % 2 == 0)
        return _differ(seed, text, call, asked, asked)
    if kind == 5:
        return _differ(seed, *loopings.program(seed, choices=seed % 4 == 1), in_order=False)
    text, call, asked = wider.program(seed, choices=seed % 16 == 2)
    with cut_off_at_once() if kind == 3 else nullcontext():
        return _differ(seed, text, call, asked)


def _differ(
    seed: int,
    text: str,
    call: Call[Any],
    asked: Callable[[Any], Any] | None = None,
    reward: Callable[[Any], int] | None = None,
    *,
    in_order: bool = True,
) -> str:
    """What differs, as `difference` says. in_order: whether both must raise the same; else some way of each raises."""
    if "choose(" in text:
        reward = reward or (goal if asked is None else total)
        expected = found_or_raised(lambda: solve(replayed(call, decisions_stay=True), reward).value)
        pairs = [(expected, found_or_raised(lambda: solve(explore(call), reward).value))]
    else:
        whole = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
        pairs = [(whole, found_or_raised(lambda: odds(call)))]
        if asked is not None:
            part = whole if isinstance(whole, str) else found_or_raised(lambda: whole.map(asked))
            pairs.append((part, found_or_raised(lambda: odds(call, of=asked))))
    for expected, found in pairs:
        raised = not in_order and isinstance(expected, str)
        if found != expected and not (raised and (isinstance(found, str) or expected.startswith("StateLimit("))):
            return f"seed {seed}\n{text}\nrun again: {expected}\ncompiled:  {found}\n"
    return ""


def total(outcome: Any) -> int:
    """A number of what a rule in all that there is returns."""
    match outcome:
        case int(number):
            return number
        case (a, b):
            return int(a - 2 * b)
        case _:
            return int(outcome.hits - 2 * outcome.cost)


@contextmanager
def unchecked() -> Iterator[None]:
    """Machines must be right by themselves: nobody compares their first steps with the rule."""
    with patch("oddsmith.rules.exploration.expanding.check", lambda *_: None):
        yield


@contextmanager
def cut_off_at_once() -> Iterator[None]:
    """Tell numbers that are only compared apart as little as can be, from their second value on."""
    seen, apart = "oddsmith.rules.caps._SAMPLED", "oddsmith.rules.caps._SPAN"
    with patch(seen, 2), patch(apart, 1), patch("oddsmith.rules.exploration.nodes.WEIGHED", 1):
        yield


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="stop after so long a time of the processor")
    parser.add_argument("--programs", type=int, default=10**9, help="stop after so many rules")
    parser.add_argument("--seed", type=int, default=None, help="begin here; without it anywhere")
    given = parser.parse_args()
    warnings.simplefilter("ignore", RuntimeWarning)  # of coroutines never awaited, which random rules make
    first = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    _say(f"Random rules from seed {first} on")
    end, tried, differ = time.process_time() + given.seconds, 0, 0
    while tried < given.programs and time.process_time() < end:
        if text := difference(first + tried):
            differ += 1
            _say(text)
        tried += 1
    _say(f"{tried:,} rules, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
