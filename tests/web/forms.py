"""Every answer held against the form that the OpenAPI document gives it: strictly, and with no field more."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.routing import Match
from starlette.testclient import TestClient

from oddsmith.web.answers import catalogue, play, questions
from oddsmith.web.answers.problems import Problem

#: Forms of the documents that commands print with `--json` as well.
FORMS: Mapping[str, type[BaseModel]] = {
    "oddsmith/odds/1": questions.Odds,
    "oddsmith/simulate/1": questions.Simulation,
    "oddsmith/roll/1": questions.Roll,
    "oddsmith/best/1": play.Best,
    "oddsmith/frontier/1": play.Frontier,
    "oddsmith/compare/1": questions.Comparison,
    "oddsmith/sweep/1": questions.Sweep,
    "oddsmith/advice/1": questions.Advice,
    "oddsmith/systems/1": catalogue.Systems,
    "oddsmith/rules/1": catalogue.Rules,
    "oddsmith/numbers/1": catalogue.Numbers,
    "oddsmith/audit/1": catalogue.Audit,
}


def form_of(app: FastAPI, method: str, path: str, status: int) -> type[BaseModel] | None:
    """The form that the route of a request says its answer has; None where that is no JSON of ours."""
    scope = {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}
    routes = [
        route
        for included in app.routes
        if hasattr(included, "original_router")
        for route in included.original_router.routes
    ]
    route = next((route for route in routes if route.matches(scope)[0] == Match.FULL), None)
    found: type[BaseModel] | None = getattr(route, "responses", {}).get(status, {}).get("model")
    return found


def form_of_document(document: Mapping[str, Any]) -> type[BaseModel] | None:
    """The form of a document that a command prints; None where HTTP has no such document."""
    if "tree" in document:
        return questions.NotationRoll
    return FORMS.get(document["schema"])


def hold(form: type[BaseModel], document: Any) -> None:
    """Fail where a document is not of a form, or has a field that the form lacks."""
    text = json.dumps(document, ensure_ascii=False).encode("utf-8", "replace")  # halves of characters are no JSON
    form.model_validate_json(text, strict=True, extra="forbid")


class HeldClient(TestClient):
    """A browser that holds whatever it is answered against its form."""

    def request(self, method: str, url: Any, **more: Any) -> Any:
        """Send a request."""
        answer = super().request(method, url, **more)
        kind = answer.headers.get("content-type", "")
        if kind.startswith("application/problem+json"):
            hold(Problem, answer.json())
        elif kind.startswith("application/json") and method != "HEAD" and answer.request.url.path != "/openapi.json":
            app: Any = self.app
            form = form_of(app, method, answer.request.url.path, answer.status_code)
            assert form is not None, f"{method} {url} answers {answer.status_code} with a document of no form"
            hold(form, answer.json())
        return answer
