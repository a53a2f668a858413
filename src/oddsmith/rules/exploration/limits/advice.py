"""Advice on what grows: what can be done about too many states, for errors and for explanations alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final


class Raisable(str):
    """Advice for what may end within a higher limit, too."""


SHARE: Final = "go on as a call (`return other(args)`) so that equal states are shared"
COUNT_APART: Final = (
    "Add up in the loop that counts, without a second loop, or count in a rule of its own (`range(await count())`); "
    "or cap the number (`min(n, 20)`)."
)
SMALLER: Final = (
    "A number that is multiplied again and again, or grows by one like it (`a, b = b, a + b`), has no two equal "
    "values: cap it (`min(n, 1000)`), keep only what is read of it later, such as its remainder, or end after some "
    "rounds."
)
COUNTED: Final = (
    "Keep what the loop over `count()` sets in a variable other than its item; it is then as a `while` that counts."
)
COUNT_EACH: Final = (
    "Count in a `Counter` of which only entries are read (`seen[6]`), or count each thing that is read later in a "
    "variable of its own; or cap what is kept."
)
CAP_MADE: Final = Raisable(
    "Cap the numbers that are worked out there (`min(n, 20)`), or let the loop end after fewer rounds."
)
CAP: Final = Raisable("Keep running totals out of arguments (`return k + call`), or cap them (`min(n, 20)`).")
FEWER_ROUNDS: Final = Raisable(
    "Let the loop end after fewer rounds, or write `while True` and count in a variable that is only added to "
    "(`n += 1`)."
)
_NO_DIFFERENCE: Final = "where larger values make no difference"
_KEEP_LESS: Final = "or keep only what is read later (a number of things instead of a list of them)."
FORGET: Final = Raisable(f"Read a whole pool at once, {_KEEP_LESS}")
FORGET_ALL_BUT: Final = (
    "Keep only what is read later (a number of things instead of a list of them, or the last few), "
    "or cap the numbers in it."
)
FEWER_DECKS: Final = Raisable(
    'Let cards be one kind that are read alike (`Deck.of({"king": 4, "other": 48})`), deal them as one hand '
    "(`await roll(deck.hand(5))`), or take a die for the deck, if cards may come again."
)
LET_LESS_WAIT: Final = Raisable("Let less wait: `return other(args).then(rule, args)` with few arguments.")
ASK_LESS: Final = Raisable("Ask for less.")
READABLE: Final = (
    "Or ask what can be followed: a function of the outcome that stands in a file and needs a part of it, as "
    "`lambda outcome: outcome >= 3`."
)
COUNT_PARTS: Final = (
    "Or count in whole parts (`n += 1` for each 1/2), and read the outcome so: whole numbers that are only added up "
    "may have no end."
)
NO_FRACTIONS: Final = "ask `simulate` or `estimate`, which need no fractions"
DIFFER_LESS: Final = Raisable("Make fewer things differ between stages.")


def throw_at_once(pool: str) -> Raisable:
    """For a list of dice that are rolled one by one. pool: as many dice at once."""
    return Raisable(f"Read a whole pool at once (`await roll({pool})`), {_KEEP_LESS}")


def let_less_wait_for(rule: str) -> str:
    """For what waits for a rule."""
    return f"Let less wait for {rule}: `return {rule}(...).then(rule, ...)`, with few arguments, where it is awaited."


def cap(name: str, *, within: bool) -> Raisable:
    """For a number. within: whether it is a variable, rather than a parameter."""
    cap = f"Cap {name} (`min({_last(name)}, ...)`) {_NO_DIFFERENCE}"
    return Raisable(
        f"{cap}."
        if within
        else f"{cap}; or leave it out of the arguments where it is only added up (`return k + call`)."
    )


def cap_below(name: str) -> str:
    """For a number that falls."""
    return f"Let {name} fall no further where that makes no difference (`max({_last(name)}, -20)`)."


def cap_both_ways(name: str) -> str:
    """For a number that may fall as far as it may rise."""
    last = _last(name)
    return f"Let {name} neither fall nor rise further where that makes no difference (`max(-20, min({last}, 20))`)."


def _last(name: str) -> str:
    """The name that a function itself knows: `total` of `ace's total`."""
    return name.rpartition(".")[2].rpartition(" ")[2]


def keep_difference(name: str, other: str) -> Raisable:
    """For two numbers that grow together."""
    keep = f"Keep the difference of {name} and {other} in one variable, if no more of them is needed"
    return Raisable(f"{keep}; or cap them (`min(n, 20)`) {_NO_DIFFERENCE}.")


def keep_in_order(name: str) -> str:
    """For values that are kept as they came."""
    return f"Keep {name} in order (`sorted`), if its order does not matter."


def less_of(name: str, read: Sequence[str] = ()) -> str:
    """Of values of which less is read: to be kept instead. read: the numbers that are read, where it is seen."""
    such = ", ".join(read) or "how many there are, their sum or the largest"
    return f"only what is read of {name} later, such as {such}"


def return_in_order(rule: str) -> str:
    """For a rule that returns several values as they came."""
    return f"Return the values of {rule} in order (`tuple(sorted(...))`), if their order does not matter."


def throw_as_pools(names: Sequence[str], pools: Sequence[str]) -> str:
    """For lists of dice that are rolled one by one. pools: as many dice at once."""
    rolls = " and ".join([f"`await roll({pool})`" for pool in pools])
    return f"Throw {' and '.join(names) or 'these dice'} as a pool: {rolls}."
