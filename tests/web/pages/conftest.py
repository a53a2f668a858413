"""One app for all browsers, and browsers for each module."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.pages.surfing import CHROMIUM, NAME, chromium


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app that runs as people run it."""
    if not CHROMIUM.exists():
        assert "ODDSMITH_NEEDS_CHROMIUM" not in os.environ, f"there is no {CHROMIUM}"
        pytest.skip(f"there is no {CHROMIUM}")
    file = tmp_path_factory.mktemp("pages") / "tables.db"
    command = [sys.executable, "-m", "oddsmith", "serve", "--port", "0", "--db", f"sqlite:///{file}", "--name", NAME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://localhost:\d+", line)
        try:
            assert found is not None, line
            yield found[0]
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. It ends with its module, since its event loop would be in the way of other tests."""
    with sync_playwright() as playwright:
        chrome = chromium(playwright)
        yield chrome
        chrome.close()
