"""Parts that the actions share: the character that inputs make, and warnings about pool and difficulty."""

from __future__ import annotations

from collections.abc import Iterable

from oddsmith.dice import Die
from oddsmith.errors import BadInput
from oddsmith.systems.fields.field import changed
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import LARGEST_POOL
from oddsmith.systems.mod_dot.rules.test import Character, base_successes, most_successes
from oddsmith.wording import worded


def usable_pool(total: int, rules: ModDotRules) -> int:
    """G0.5: the pool that is tested with when additions and subtractions come to `total`.

    Raises BadInput for a total below 1 when the house rule refuses such a test.
    """
    if total >= 1:
        return total
    if rules.empty_pool == "refuse":
        raise BadInput("pool", total, worded(f"1 to {LARGEST_POOL} ({{house rule empty_pool=refuse}})"))
    return 1 if rules.empty_pool == "one-die" else 0


def character_with(total: int, difficulty: int, throw: Die[str], rules: ModDotRules, who: str = "player") -> Character:
    """Return a character who tests with a pool of `total` at a difficulty, under the house rules."""
    pool = usable_pool(total, rules)
    return Character(
        base=base_successes(pool, difficulty, rules),
        cap=most_successes(pool, rules),
        throw=throw,
        who=who,
        cap_always=rules.cap == "always",
        any_up_saves=rules.lowest_base == "any-up-saves",
        asks=rules.continuing == "ask",
        changed=changed(rules),
    )


def pool_warnings(total: int, difficulty: int, rules: ModDotRules) -> Iterable[str]:
    """Warn of an unusual pool or difficulty."""
    if difficulty < 2:
        yield f"Difficulty {difficulty} is below the table's lowest, 2; its pattern is carried on (G0.12)."
    if total < 1:
        pool = usable_pool(total, rules)
        what = "the test cannot succeed" if pool == 0 and rules.cap == "always" else f"it counts as {pool}"
        yield f"The pool is {total}: {what} (G0.5)."
