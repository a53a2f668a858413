"""The page of a report as PDF, printed by a browser that is on this machine, without a window."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from oddsmith.errors import OddsmithError

#: Browsers that print a page from a command line, as they are called on different systems.
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")

#: A page that is not printed by then never will be.
_PATIENCE: Final = 120  # seconds


class NoBrowser(OddsmithError):
    """A report cannot be printed: no browser is there, or it failed."""

    code = "no-browser"


def browser() -> str:
    """Return the browser that prints: the one that `ODDSMITH_BROWSER` names, else Chromium, Chrome or Edge.

    Raises NoBrowser where there is none.
    """
    names = [os.environ["ODDSMITH_BROWSER"]] if os.environ.get("ODDSMITH_BROWSER") else [*BROWSERS]
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        told = "A report as PDF is printed by Chromium, Chrome or Edge, and none of these is found."
        remedy = "Name one: ODDSMITH_BROWSER=/path/to/chrome. Or write --out report.html and print it from a browser."
        raise NoBrowser(told, remedy=remedy)
    return found


def print_pdf(page: str, to: Path) -> None:
    """Write a page, as HTML that needs nothing from elsewhere, to a PDF; NoBrowser where that fails."""
    program = browser()
    with TemporaryDirectory() as folder:
        text, made = Path(folder) / "report.html", Path(folder) / "report.pdf"
        text.write_text(page, encoding="utf-8")
        words = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/profile"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.append("--no-sandbox")  # root has none to be in; the page is our own and has no scripts
        words += [f"--print-to-pdf={made}", text.as_uri()]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoBrowser(f"{program} did not print the report: {error}") from None
        if not made.is_file():
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise NoBrowser(f"{program} did not print the report: {last}")
        shutil.copyfile(made, to)
