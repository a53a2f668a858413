"""The typographer's minus before numbers below 0."""

from __future__ import annotations

import re

_BELOW_ZERO = re.compile(r"(--[a-z-]+ -)|(?<![\w.)\]}{+*/,=-])-(?=\d)")


def minus(text: str) -> str:
    """Give numbers below 0 a typographer's minus; text to be typed keeps `-`.

    >>> minus("from -1 to 6, d6-1, re-toss, here --rank -1")
    'from −1 to 6, d6-1, re-toss, here --rank -1'
    """
    return _BELOW_ZERO.sub(lambda found: found[0] if found[1] else "−", text)
