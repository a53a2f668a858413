"""`make faults`, in small: a fault happens, commands are acknowledged meanwhile, and none of them is lost."""

from __future__ import annotations

import time
from pathlib import Path

from tests.faults import durability


def test_a_server_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    durable = durability.kills(f"sqlite:///{tmp_path}/tables.db", time.monotonic() + 1)
    assert durable.times > 0
    assert durable.held
