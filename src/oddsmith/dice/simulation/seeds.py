"""Seeds of simulations: numbers, or texts as rolls have them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeAlias

from oddsmith.errors import BadInput

if TYPE_CHECKING:
    import numpy as np

Seed: TypeAlias = int | str
"""A whole number, 0 or more, or any text; a text of digits is that number."""


def read_seed(text: str) -> Seed:
    """Return the seed that a text stands for: a number where it is one.

    >>> read_seed("7"), read_seed("friday")
    (7, 'friday')
    """
    return int(text) if text.isdecimal() else text


def generator_of(seed: Seed | None) -> np.random.Generator:
    """Return numpy's PCG64, seeded with the number or with the SHA-256 of the text; by the operating system for None.

    Raises BadInput for a number below 0, and for what is neither.
    """
    import numpy as np  # a tenth of a second, so only where it is used

    given: object = read_seed(seed) if isinstance(seed, str) else seed
    if isinstance(given, str):
        given = int.from_bytes(hashlib.sha256(given.encode()).digest(), "big")
    if given is not None and (isinstance(given, bool) or not isinstance(given, int) or given < 0):
        raise BadInput("seed", given, "a whole number, 0 or more, or a text")
    return np.random.default_rng(given)
