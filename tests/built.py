"""The playground that CI builds while the first tests run."""

from __future__ import annotations

import os
import time

from tools.playground.build import fault


def fault_of_playground() -> str:
    """Return why what was built cannot be used, or nothing; whoever is building it now is waited for."""
    builder = int(os.environ.get("ODDSMITH_PLAYGROUND_BUILDER", "0"))
    while builder and _runs(builder):
        time.sleep(1)
    return fault()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
