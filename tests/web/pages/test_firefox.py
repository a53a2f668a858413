"""One journey in Firefox: roll on the first page, then the odds of a game, by keyboard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.web.pages.firefox import FIREFOX, firefox
from tests.web.pages.surfing import PHONE


def test_somebody_rolls_and_reads_odds(app: str, tmp_path: Path) -> None:
    if not FIREFOX.exists():
        assert "ODDSMITH_NEEDS_FIREFOX" not in os.environ, f"there is no {FIREFOX}"
        pytest.skip(f"there is no {FIREFOX}")
    with firefox(tmp_path) as fox:
        fox.resize(*PHONE)
        fox.go(f"{app}/")
        fox.until("document.querySelector('.reading')?.textContent.includes('7 on average')")  # two dice of 3.5 each
        fox.press("r")
        fox.until("document.querySelectorAll('.rolled .landed').length === 2")
        fox.until("document.querySelector('.curve rect.rolled')")
        fox.go(f"{app}/odds/dot/check?dots=2")
        # A die succeeds on 5 and 6 (R1.5): 1 - (2/3)^2.
        fox.until("document.querySelector('.reading')?.textContent.includes('55.6\u00a0%')")
        fox.until("document.querySelector('.chart svg')")
        fox.press("3")
        fox.until("document.querySelector('.switch-row input:checked')?.labels[0].textContent.trim() === 'At most'")
        fox.press("r")
        fox.until("document.querySelector('article[aria-label=Roll]')")
        assert fox.read("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        assert fox.errors == []
