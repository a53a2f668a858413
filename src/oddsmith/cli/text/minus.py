"""The typographer's minus before numbers below 0."""

from __future__ import annotations

import re

_BELOW_ZERO = re.compile(r"(`[^`]*`|--[a-z-]+ -)|(?<![\w.)\]}{+*/,=-])(?<!\w[(\[])-(?=\d)")


def minus(text: str) -> str:
    """Give numbers below 0 a typographer's minus; text to be typed, and code, keep `-`.

    >>> minus("from -1 to 6, d6-1, re-toss, here --rank -1")
    'from −1 to 6, d6-1, re-toss, here --rank -1'
    >>> minus("fall(-2) falls to -2 (`max(n, -20)`), as faces[-3:] does in (-3, 4)")
    'fall(-2) falls to −2 (`max(n, -20)`), as faces[-3:] does in (−3, 4)'
    """
    return _BELOW_ZERO.sub(lambda found: found[0] if found[1] else "−", text)
