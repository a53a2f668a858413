"""QR codes of links are read by a reader that is not ours."""

from __future__ import annotations

import re

import numpy as np
import zxingcpp
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import invite, open_table
from tests.web.pages.surfing import NAME, person

_MARGIN = 4  # light modules that readers need around a code
_SCALE = 4  # pixels of a module


def read(dark: np.ndarray) -> list[str]:
    """The texts of the QR codes in a picture of modules, whose lines may look like bar codes too."""
    picture = np.where(np.kron(np.pad(dark, _MARGIN), np.ones((_SCALE, _SCALE), bool)), 0, 255).astype(np.uint8)
    found = zxingcpp.read_barcodes(picture)
    return [code.text for code in found if code.format == zxingcpp.BarcodeFormat.QRCode]


def test_codes_of_every_size_are_read(browser: Browser, app: str) -> None:
    texts = [("https://oddsmith.example/table/0123456789abcdef#" * 5)[:length] for length in range(1, 214, 4)]
    texts += ["Ünï → 🎲", "0" * 213]
    with person(browser, app) as somebody:
        made = somebody.go("/about").evaluate(
            "async (texts) => texts.map((await import('/static/js/lib/qr_code.js')).qrCode)", texts
        )
    assert {len(rows) for rows in made} == {17 + 4 * version for version in range(1, 11)}
    assert [read(np.array(rows, bool)) for rows in made] == [[text] for text in texts]


def test_the_code_of_an_invite_is_its_link(browser: Browser, app: str) -> None:
    with person(browser, app.replace("localhost", NAME)) as ada:
        ada.expected.add("Cross-Origin-Opener-Policy header has been ignored")
        open_table(ada)
        invite(ada)
        link = ada.page.get_by_label("Invite link for a player").input_value()
        drawn = ada.page.get_by_role("img", name="QR code of the link")
        expect(drawn).to_be_visible()
        _, _, size, _ = (drawn.get_attribute("viewBox") or "").split()
        dark = np.zeros((int(size), int(size)), bool)
        for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", drawn.locator("path").get_attribute("d") or ""):
            dark[int(y), int(x)] = True
    assert dark.any()
    assert read(dark) == [link]
