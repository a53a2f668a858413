"""Patience with what authors wrote: a trial of a rule far from where it stands must not take longer than it saves.

`while any(n % k == 0 for k in range(2, n))` is quick where n is 30, and takes for ever where a trial says that n is
100,000,000.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

_LINES: Final = 100_000  # so many lines, in functions and expressions of authors, a trial takes
_LANGUAGE: Final = str(Path(__file__).parents[2])


class OutOfPatience(Exception):
    """A rule takes very long from one request to the next."""


@contextmanager
def patient(lines: int = _LINES) -> Iterator[None]:
    """Let rules take so many lines and no more. Raises OutOfPatience within them."""
    left = lines

    def count(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal left
        if event == "call" and frame.f_code.co_filename.startswith(_LANGUAGE):
            return None  # of which the lines are few
        left -= 1
        if left < 0:
            raise OutOfPatience
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
