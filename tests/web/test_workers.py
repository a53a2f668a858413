"""Computing processes end with the server, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

#: A server that has something computed for ever, and says which process does it.
_SERVER = """
import asyncio
from oddsmith.web import problems
from oddsmith.web.workers import Workers

async def main():
    workers = Workers(1, problems.of_error)
    computing = asyncio.create_task(workers.run((exec, ("while True: pass",)), 600))
    while not workers._all:
        await asyncio.sleep(0.05)
    print(workers._all[0].process.pid, flush=True)
    await computing

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes as Linux shows them")
def test_a_computing_process_does_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(_SERVER)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        time.sleep(0.5)
        assert running(worker)
        server.kill()
    until = time.monotonic() + 10
    while running(worker) and time.monotonic() < until:
        time.sleep(0.05)
    if running(worker):
        os.kill(worker, signal.SIGKILL)
        pytest.fail("it computes on")


def running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
