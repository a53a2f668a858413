"""Laws of Humanity and Beast dice worked out without the engine, each 10 rerolled once."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

#: Successes of one die: nothing, one, or two.
HUMANITY = (Fraction(60, 100), Fraction(36, 100), Fraction(4, 100))
BEAST = (Fraction(50, 100), Fraction(45, 100), Fraction(5, 100))


@cache
def successes(die: tuple[Fraction, ...], dice: int) -> Mapping[int, Fraction]:
    """The successes of some dice of a colour together."""
    law = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for total, chance in law.items():
            for more, p in enumerate(die):
                after[total + more] = after.get(total + more, Fraction(0)) + chance * p
        law = after
    return law
