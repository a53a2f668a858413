"""People with real browsers: what they do on the pages, and what no page may ever do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Playwright, expect

#: Debian's Chromium without windows, where there is one: its pages take a third less of the processor.
_SHELL = Path("/usr/bin/chromium-headless-shell")
CHROMIUM = _SHELL if _SHELL.exists() else Path("/usr/bin/chromium")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",  # letters as wide as those of a browser with windows
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Each window of a full Chromium has an address bar whose list is a page in a process of its own: more than half of the
#: work of opening one, and nobody types there. What is switched off here replaces what Playwright switches off, so that
#: stands here, too (its chromiumSwitches.ts).
_WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "PreloadTopChromeWebUI",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
AXE = Path(__file__).parent / "vendor" / "axe.js"
NAME = "oddsmith.test"  # a name of the local network; it is not one that browsers trust without https

PATIENCE = 60_000  # milliseconds; other tests want the machine too
expect.set_options(timeout=PATIENCE)

PHONE, DESK = (360, 780), (1280, 900)
Theme = Literal["light", "dark"]

#: What a page reports of the content security policy.
_WATCH = """addEventListener('securitypolicyviolation', (event) =>
  console.error(`policy: ${event.violatedDirective} refuses ${event.blockedURI} ${event.sample}`));"""


def chromium(playwright: Playwright) -> Browser:
    """Debian's Chromium, for which a name of the local network leads to this machine."""
    more = f"--host-resolver-rules=MAP {NAME} 127.0.0.1", f"--disable-features={','.join(_WITHOUT)}"
    return playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=[*_FLAGS, *more])


#: What a browser warns of that tells only how fast the machine is: a font or module was there before the page was drawn
#: with it, by some seconds. A test of its own finds what a page does not use at all.
_SLOW = re.compile("was preloaded using link preload but not used within a few seconds")

#: What Playwright says where a page may have no worker.
_BLOCKED = "Service Worker registration blocked by Playwright"


@dataclass
class Person:
    """A browser of its own. `trouble` is what its pages did that they may not; messages with something `expected` in
    them are no trouble.
    """

    context: BrowserContext
    page: Page
    site: str
    trouble: list[str] = field(default_factory=list)
    expected: set[str] = field(default_factory=set)

    def go(self, path: str) -> Page:
        """Open a page, and wait until it has settled."""
        self.page.goto(self.site + path)
        self.page.locator("h1").first.wait_for()
        return self.page

    def watch(self) -> None:
        """Note what must not happen: errors, breaches of the policy, requests to anywhere else."""
        self.context.add_init_script(_WATCH)
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("console", lambda message: self._said(message.type, message.text))
        self.page.on("request", lambda request: self._prepared(request.url))
        self.page.on("dialog", self._dialog)

    def _said(self, kind: str, text: str) -> None:
        if kind == "warning" and (_SLOW.search(text) or text == _BLOCKED):
            return
        if kind in ("error", "warning") and not any(part in text for part in self.expected):
            self.trouble.append(f"{kind}: {text}")

    def _dialog(self, dialog: Dialog) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _prepared(self, url: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and not url.startswith(self.site):
            self.trouble.append(f"outside request: {url}")


@contextmanager
def person(
    browser: Browser, site: str, size: tuple[int, int] = DESK, theme: Theme = "light", **more: Any
) -> Iterator[Person]:
    """Somebody with a browser; at the end it must have done nothing that it may not."""
    # A worker's requests would pass by what tests answer in the place of the server.
    more.setdefault("service_workers", "block")
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce", **more
    )
    context.set_default_timeout(PATIENCE)
    somebody = Person(context, context.new_page(), site)
    somebody.watch()
    try:
        yield somebody
    finally:
        context.close()
    assert not somebody.trouble, somebody.trouble


#: What a screen reader is told: all that is added to a live region, once each.
_LISTEN = """() => {
  const live = '[aria-live], [role=log], [role=status], [role=alert]';
  window.heard = [];
  new MutationObserver((changes) => changes.forEach(({ target, addedNodes }) => {
    const added = [...addedNodes].filter((each) => each instanceof Element || each instanceof Text);
    const told = target.closest(live) !== null ? added
      : added.flatMap((each) => (each instanceof Element ? [each, ...each.querySelectorAll('*')] : [])
        .filter((each) => each.matches('[role=alert]')));
    window.heard.push(...told.map((each) => each.textContent.trim()));
  })).observe(document.body, { childList: true, subtree: true });
}"""


def listen(page: Page) -> None:
    """From now on note what a screen reader would be told; `heard` has it."""
    page.evaluate(_LISTEN)


def heard(page: Page) -> list[str]:
    """What a screen reader was told since `listen`."""
    said: list[str] = page.evaluate("window.heard")
    return said


#: What axe looks for: WCAG 2.2 at AA, and its own best practices; and of that what depends on colours.
_ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_COLOURS = ["color-contrast", "link-in-text-block"]


def violations(page: Page, only: Sequence[str] = _ALL) -> list[str]:
    """What axe finds wrong with a page. only: the rules that are looked at, or their tags."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # Of what is in order nothing is told: axe would describe each part of the page that is.
    found = page.evaluate("(only) => axe.run(document, {runOnly: only, resultTypes: ['violations']})", [*only])
    return [
        f"{each['id']}: {each['help']} ({', '.join(node['target'][0] for node in each['nodes'][:4])})"
        for each in found["violations"]
    ]


def faults(page: Page) -> list[str]:
    """What is wrong with a page in either theme: beside what axe finds, what is too wide, and what is too small."""
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html[data-theme=dark]")).to_have_count(1)
    found = violations(page, _COLOURS)
    page.emulate_media(color_scheme="light")
    expect(page.locator("html[data-theme=light]")).to_have_count(1)
    wide = sideways(page)
    return [*found, *violations(page), *small_targets(page), *([f"{wide} pixels too wide"] if wide else [])]


def come_to(page: Page, heading: str) -> None:
    """Scroll to a part of a page, which may be fetched only then."""
    page.get_by_role("heading", name=heading).evaluate("each => each.scrollIntoView()")


def sideways(page: Page) -> int:
    """How many pixels a page can be scrolled sideways."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def small_targets(page: Page) -> list[str]:
    """What can be pressed and is less than 44 pixels high or wide, links within text aside."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('button, select, summary, input:not([type=hidden]), a.button, nav a')]
          .filter((each) => each.checkVisibility() && !each.closest('p, dd, caption, .long'))
          .map((each) => [each.closest('label') ?? each, each])
          .map(([area, each]) => [area.getBoundingClientRect(), each])
          .filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
          .map(([box, each]) => `${each.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
    )
    return found
