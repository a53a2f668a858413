"""One app and one browser for all pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.pages.surfing import CHROMIUM, NAME, chromium


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app that runs as people run it."""
    if not CHROMIUM.exists():
        assert "ODDSMITH_NEEDS_CHROMIUM" not in os.environ, f"there is no {CHROMIUM}"
        pytest.skip(f"there is no {CHROMIUM}")
    folder = tmp_path_factory.mktemp("pages")
    file = folder / "tables.db"
    command = [sys.executable, "-m", "oddsmith", "serve", "--port", "0", "--db", f"sqlite:///{file}", "--name", NAME]
    # What it says goes to a file: a pipe that nobody reads would stop it when it is full.
    with (folder / "said.txt").open("w+") as said, subprocess.Popen(command, stdout=said, stderr=said) as server:
        try:
            yield _address(folder / "said.txt", server)
        finally:
            server.terminate()
    text = (folder / "said.txt").read_text()
    assert "Traceback" not in text, text


def _address(said: Path, server: subprocess.Popen[bytes]) -> str:
    """Where it is, as it says itself."""
    while server.poll() is None:
        found = re.search(r"http://localhost:\d+", said.read_text())
        if found is not None:
            return found[0]
        time.sleep(0.05)
    raise AssertionError(said.read_text())


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser. It ends with the tests of this folder, since its event loop would be in the way of others."""
    with sync_playwright() as playwright:
        chrome = chromium(playwright)
        yield chrome
        chrome.close()
