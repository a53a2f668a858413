"""The playground that CI builds while the first tests run, and folders as a server shows them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

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


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address under which the files of a folder are served for as long as this lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
