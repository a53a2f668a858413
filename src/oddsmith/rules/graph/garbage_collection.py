"""The garbage collector, paused where it would only cost time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: So many objects are worth it to ask whether others are kept from being looked at, since these are counted for that.
_MANY: Final = 100_000


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the collector while many objects are made that stay and form no cycles.

    It would look at all of them again and again, which takes most of the time where little else is done. Afterwards
    very many count as old, so that they are looked at when all is, rather than at once.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > _MANY and not gc.get_freeze_count():
            gc.freeze()
            gc.unfreeze()
        gc.enable()
