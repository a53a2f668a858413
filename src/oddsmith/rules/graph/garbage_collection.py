"""The garbage collector, paused where it would only cost time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the collector while many objects are made that stay and form no cycles.

    It would look at all of them again and again, which takes most of the time where little else is done. Afterwards
    they count as old, so that they are looked at when all is, rather than at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # of objects that somebody else keeps from being looked at
            gc.freeze()
            gc.unfreeze()
        gc.enable()
