"""Debian's Firefox, driven over WebDriver BiDi: just what one journey needs."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = Path("/usr/bin/firefox-esr")
_SECONDS = 60.0


class Firefox:
    """A browser with one page."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.errors: list[str] = []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=_SECONDS))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])
            if told.get("id") == self._number:
                assert "result" in told, told
                result: dict[str, Any] = told["result"]
                return result

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._page, viewport={"width": width, "height": height})

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def read(self, expression: str) -> Any:
        """The value of an expression of text, numbers or booleans."""
        target = {"context": self._page}
        told = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"].get("value")

    def until(self, expression: str) -> None:
        """Wait until an expression holds."""
        end = time.monotonic() + _SECONDS
        while not self.read(f"Boolean({expression})"):
            assert time.monotonic() < end, (expression, self.read("document.body.innerText"))
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, where the focus is."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": actions}
        self._ask("input.performActions", context=self._page, actions=[source])

    def picture(self) -> str:
        """What is seen, as PNG in base64."""
        data: str = self._ask("browsingContext.captureScreenshot", context=self._page)["data"]
        return data


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Debian's Firefox with a profile of its own."""
    command = [str(FIREFOX), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    said = profile / "said.txt"
    with said.open("w") as file, subprocess.Popen(command, stdout=file, stderr=file) as process:
        try:
            with connect(f"{_address(said, process)}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()


def _address(said: Path, process: subprocess.Popen[bytes]) -> str:
    while process.poll() is None:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)", said.read_text())
        if found is not None:
            return found[1]
        time.sleep(0.05)
    raise AssertionError(said.read_text())
