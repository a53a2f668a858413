"""Somebody writes a game with its page beside it: what they save is there at once, and so is what is wrong with it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.conftest import _address
from tests.web.pages.seats import compose, invite, join, newest, open_table, roll
from tests.web.pages.surfing import DESK, NAME, PATIENCE, PHONE, person, violations

GAME = """from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Lantern")
@game.action
async def search(dice: int = 1) -> bool:
    return await roll(d6.pool(dice).keep_highest(1).sum()) >= {least}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "lantern.py"
    file.write_text(GAME.format(least=6))
    return file


@pytest.fixture
def author(app: str, file: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a server with that rulebook."""
    command = [sys.executable, "-m", "oddsmith", "serve", "--rulebook", str(file), "--port", "0"]
    command += ["--db", f"sqlite:///{tmp_path}/tables.db", "--name", NAME]
    with (tmp_path / "said.txt").open("w+") as said, subprocess.Popen(command, stdout=said, stderr=said) as server:
        try:
            yield _address(tmp_path / "said.txt", server)
        finally:
            server.terminate()
    assert "Traceback" not in (tmp_path / "said.txt").read_text()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_is_saved_is_shown_and_errors_are_told(
    browser: Browser, author: str, file: Path, size: tuple[int, int], tmp_path: Path
) -> None:
    with person(browser, author, size) as somebody:
        somebody.expected.add("422")
        page = somebody.go("/odds/lantern/search?dice=2")
        answer = page.locator("section.ledger-margin")
        expect(answer).to_contain_text("30.6")  # 11/36
        file.write_text(GAME.format(least=5))
        expect(answer).to_contain_text("55.6")  # 20/36
        expect(page.get_by_label("Dice", exact=True)).to_have_value("2")
        expect(page.locator(".notice")).to_have_count(0)

        file.write_text(
            GAME.format(least=4).replace("async def search(dice: int = 1) -> bool:", "async def search(dice)")
        )
        notice = page.locator("[role=status] .notice.bad")
        expect(notice).to_contain_text("lantern.py, line 5")
        expect(notice).to_contain_text("Lantern still uses the last version that worked.")
        expect(answer).to_contain_text("55.6")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.screenshot(path=tmp_path / "broken.png")
        assert violations(page) == []

        file.write_text(GAME.format(least=4))
        expect(notice).to_have_count(0)
        expect(answer).to_contain_text("75.0")

        file.write_text(GAME.format(least=4).replace(">=", "and [][dice] >"))
        expect(answer).to_contain_text("lantern.py, line 6: IndexError: list index out of range.")
        expect(answer).to_contain_text("In search(dice=2), when ")
        page.screenshot(path=tmp_path / "asked.png")
        file.write_text(GAME.format(least=6))
        expect(answer).to_contain_text("30.6")


def test_a_link_that_was_made_with_another_rulebook_says_so(browser: Browser, author: str, file: Path) -> None:
    with person(browser, author, DESK) as somebody:
        page = somebody.go("/odds/lantern/search")
        answer = page.locator("section.ledger-margin")
        expect(answer).to_contain_text("16.7")
        expect(page.locator(".notice")).to_have_count(0)
        link = page.url
        page.goto("about:blank")
        page.goto(link)
        expect(answer).to_contain_text("16.7")
        expect(page.locator(".notice")).to_have_count(0)
        page.goto("about:blank")
        file.write_text(GAME.format(least=5))
        until = time.monotonic() + PATIENCE / 1000
        while '"1/3"' not in page.request.get(f"{author}/api/odds/lantern/search").text():  # not read yet
            assert time.monotonic() < until
            time.sleep(0.2)
        page.goto(link)
        expect(answer).to_contain_text("33.3")
        expect(page.locator(".notice")).to_contain_text("This link was made with another version of the rulebook")


def test_whoever_joins_a_table_is_told_whose_code_decides(
    browser: Browser, author: str, file: Path, tmp_path: Path
) -> None:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    with person(browser, author, DESK) as ada, person(browser, author, PHONE) as bo:
        open_table(ada)
        link = invite(ada)
        page = bo.go(link)
        told = page.locator("form .notice")
        expect(told).to_contain_text(f"Code on this server decides rolls of Lantern ({digest[:12]})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        join(bo, link, "Bo")
        roll(compose(bo, "lantern", "search"))
        for somebody in (ada, bo):
            card = newest(somebody)
            expect(card.locator(".verdict")).not_to_be_empty()
            expect(card.get_by_role("button", name="Checked")).to_be_visible()
        table = urlsplit(page.url).path.rpartition("/")[2]
        log = tmp_path / "log.json"
        log.write_text(page.request.get(f"{author}/api/tables/{table}/log.json").text())

    def verified(*rulebook: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "oddsmith", *rulebook, "verify", str(log)]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    code, said = verified("--rulebook", str(file))
    assert (code, "1 roll computed again: all match" in said) == (0, True), said
    code, said = verified()
    needed = f"This log has rolls of lantern (rulebook {digest[:12]}), and that game is not here"
    assert (code, needed in said) == (1, True), said
    file.write_text(f"{file.read_text()}# a word\n")
    code, said = verified("--rulebook", str(file))
    assert code == 0, said
    assert f"(r1) rolled by another version of the rulebook, {digest[:12]}: it comes out the same" in said
