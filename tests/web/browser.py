"""People with browsers, at an app that runs in the same process."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient
from tests.web.forms import HeldClient

from oddsmith.web import Settings, create_app

BASE = "http://localhost:8765"
LONG = 300.0  # seconds; nothing takes as long on the busiest machine unless it hangs


def patient(**more: Any) -> Settings:
    """Settings under which no answer is refused because the machine is slow; `more` says what a test is about."""
    given: dict[str, Any] = {"names": frozenset({"localhost"}), "compute_seconds": LONG, "waiting_seconds": LONG}
    return Settings(**given | more)


class Site:
    """An app that has started."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._client = HeldClient(self.app, BASE, raise_server_exceptions=False)

    def __enter__(self) -> Site:
        self._client.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._client.__exit__()

    def browser(self) -> TestClient:
        """A browser without cookies; it shares nothing with others but the app."""
        client = HeldClient(self.app, BASE, raise_server_exceptions=False)
        client.portal = self._client.portal
        return client

    def unheld(self) -> TestClient:
        """A browser for a test in which something else is answered than the app would compute."""
        client = TestClient(self.app, BASE, raise_server_exceptions=False)
        client.portal = self._client.portal
        return client

    def opened(self, name: str) -> Browser:
        """Somebody who has opened a table."""
        client = self.browser()
        answer = client.post("/api/tables", json={"title": "Thursday", "name": name}, headers=key())
        assert answer.status_code == 201, answer.text
        return Browser(self, client, answer.json()["table"], answer.json()["you"])


@dataclass
class Browser:
    """Somebody at a table."""

    site: Site
    client: TestClient
    table: str
    id: str

    def __post_init__(self) -> None:
        self.at = f"/api/tables/{self.table}"

    def get(self, path: str = "", **more: Any) -> Any:
        return self.client.get(f"{self.at}{path}", **more)

    def send(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        more.setdefault("headers", key())
        return self.client.request(method, f"{self.at}{path}", json=body, **more)

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """A command that must succeed."""
        answer = self.send("POST", path, body)
        assert answer.is_success, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def roll(self, **more: Any) -> dict[str, Any]:
        return self.post(
            "/rolls", **{"system": "mod-dot", "action": "test", "inputs": {"pool": 10}, "nonce": nonce()} | more
        )

    def invited(self, name: str, role: str = "player") -> Browser:
        """Somebody whom this host lets in."""
        secret = self.post("/invites", role=role)["secret"]
        client = self.site.browser()
        answer = client.post(f"{self.at}/members", json={"secret": secret, "name": name}, headers=key())
        assert answer.status_code == 201, answer.text
        return Browser(self.site, client, self.table, answer.json()["you"])


def key() -> dict[str, str]:
    return {"Idempotency-Key": secrets.token_hex(16)}


def nonce() -> str:
    return secrets.token_hex(32)
