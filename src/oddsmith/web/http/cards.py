"""A question as it is shown elsewhere: a card for frames of other sites, and the words and picture of a link."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from oddsmith.answers.format.problem import of_error, problem, status_of
from oddsmith.answers.subjects import example_of
from oddsmith.dice import read
from oddsmith.errors import OddsmithError
from oddsmith.systems import system
from oddsmith.systems.fields.field import fields_of
from oddsmith.table.domain.errors import Busy, TooMany
from oddsmith.web.compute import jobs
from oddsmith.web.compute.worker_pool import JobFailed
from oddsmith.web.http.pictures import picture
from oddsmith.web.http.questions import Questions, checked

#: A card may stand in any frame; it has no scripts, and sends nothing anywhere.
_CARD_HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors *",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600",
}
_UNKEPT = {"cache-control": "no-store"}
_PICTURE_HEADERS = {"cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=3600"}

#: How the names of house rules and of numbers of the book begin in the address of a page.
_RULE = re.compile(r"(?:rule|number)\.")

_MOST_BARS = 60
_MOST_EVENTS = 4

#: Browsers begin their names so; programs that look at links for others say besides what they are.
_BROWSER = re.compile(r"Mozilla/(?!.*(?:bot|compatible|external|preview|embed))", re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """The answer of a page: its title, what is up to somebody in a sentence, lines of what comes of it, each with a
    number, and shares to draw.
    """

    title: str
    up_to: str
    lines: list[tuple[str, str]]
    shares: list[float]

    @property
    def says(self) -> str:
        """All in sentences."""
        return " ".join([*filter(None, [self.up_to]), *(f"{title}: {number}." for title, number in self.lines)])


class Cards:
    """Answers the questions of pages, by the addresses of these."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._limit = questions.settings.compute_states

    async def answer(self, request: Request, address: str) -> Answer | None:
        """Return what the page at an address answers; None where it has no question. Raises as the question does."""
        given = dict(request.query_params.multi_items())
        match address.split("/"):
            case ["notation"] if "d" in given:
                text = given["d"]
                key: list[Any] = ["notation", str(read(text).expression), text]
                job: Any = (jobs.odds_of_notation, (text, self._limit))
                title, decides = text, ""
            case ["odds", name, action]:
                game = system(name)
                asked = game.action(action)
                known = fields_of(asked.inputs)
                rules = {key[found.end() :]: value for key, value in given.items() if (found := _RULE.match(key))}
                inputs = {key: given[key] for key in known if key in given}
                if not inputs and not rules:  # as the page begins
                    inputs, rules = example_of(asked)
                subject = checked(name, action, inputs, rules)
                key, job = ["odds", *subject], (jobs.odds, (*subject, self._limit))
                title, decides = f"{game.title.partition(' (')[0]}: {asked.title}", asked.decides
            case _:
                return None
        body, _ = await self._questions.known(request, key, job)
        document = json.loads(body)
        return Answer(title, _up_to(document, decides), list(_lines(document)), _shares(document))

    async def head(self, request: Request, address: str) -> str:
        """Return what a page says of itself to programs that preview links; "" for browsers, which do not read it."""
        if _BROWSER.match(request.headers.get("user-agent", "")):
            return ""
        await self._questions.paced(request)
        try:
            answer = await self.answer(request, address)
        except Exception:  # noqa: BLE001 (the page is there, whatever becomes of its question; it says what)
            answer = None
        if answer is None:
            return ""
        base = str(request.base_url).rstrip("/")
        query = _query(request)
        told = {
            "og:type": "website",
            "og:site_name": "Oddsmith",
            "og:title": answer.title,
            "og:description": answer.says,
            "og:url": f"{base}/{address}{query}",
        }
        if answer.shares:
            told["og:image"] = f"{base}/picture/{address}{query}"
            told["og:image:alt"] = f"The odds of {answer.title}, as bars"
        tags = [f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()]
        return "\n".join([*tags, '<meta name="twitter:card" content="summary_large_image">\n'])


def router(cards: Cards, questions: Questions) -> APIRouter:
    """Make the routes of this module: `/card/...` and `/picture/...`, before the address of a page."""
    routes = APIRouter(include_in_schema=False)

    async def found(request: Request, address: str) -> Answer:
        answer = await cards.answer(request, address)
        if answer is None:
            raise HTTPException(404, "There is no question at this address.")
        return answer

    @routes.api_route("/picture/{address:path}", methods=["GET", "HEAD"], dependencies=[Depends(questions.paced)])
    async def drawn(request: Request, address: str) -> Response:
        answer = await found(request, address)
        number = answer.lines[0][1].replace(" ", "") if answer.lines and answer.shares else ""
        return Response(picture(answer.shares, number), headers=_PICTURE_HEADERS, media_type="image/png")

    @routes.api_route("/card/{address:path}", methods=["GET", "HEAD"])
    async def card(request: Request, address: str) -> Response:
        where, status, headers = escape(f"{address}{_query(request)}"), 200, _CARD_HEADERS
        try:
            await questions.paced(request)
            shown = _answer_card(await found(request, address), where)
        except (TooMany, Busy) as error:
            status, headers = status_of(error), _CARD_HEADERS | _UNKEPT | {"retry-after": str(error.seconds)}
            shown = _later_card(error, where)
        except (OddsmithError, HTTPException) as error:  # a frame shows no problem document
            told = _told(error)
            status, headers = told["status"], _CARD_HEADERS | _UNKEPT
            shown = _trouble_card(f"{told['detail']} {told.get('remedy', '')}".strip(), where)
        return Response(shown, status, headers, "text/html")

    return routes


def _query(request: Request) -> str:
    return f"?{request.url.query}" if request.url.query else ""


def _told(error: OddsmithError | HTTPException) -> dict[str, Any]:
    if isinstance(error, HTTPException):
        return problem(error.status_code, "not-found", str(error.detail))
    return error.document if isinstance(error, JobFailed) else of_error(error)


def _answer_card(answer: Answer, where: str) -> str:
    lines = "".join(f"<dt>{escape(title)}</dt><dd>{escape(number)}</dd>" for title, number in answer.lines)
    up_to = f'<p class="up-to">{escape(answer.up_to)}</p>\n' if answer.up_to else ""
    bars = f'<img src="/picture/{where}" alt="The odds as bars" width="1200" height="630">\n' if answer.shares else ""
    body = (
        f"{up_to}<dl>{lines}</dl>\n{bars}"
        f'<p><a href="/{where}" target="_blank" rel="noopener">All about these odds</a> · Oddsmith</p>'
    )
    return _card(answer.title, body)


def _later_card(error: TooMany | Busy, where: str) -> str:
    seconds = f"{error.seconds} second{'' if error.seconds == 1 else 's'}"
    body = (
        f'<p>{escape(error.message)} Try again in {seconds}.</p>\n<p><a href="/card/{where}">Try again</a> · '
        f'<a href="/{where}" target="_blank" rel="noopener">All about these odds</a> · Oddsmith</p>'
    )
    return _card("No odds yet", body)


def _trouble_card(trouble: str, where: str) -> str:
    body = (
        f'<p>{escape(trouble)}</p>\n<p><a href="/{where}" target="_blank" rel="noopener">Mend it on its page</a> · '
        "Oddsmith</p>"
    )
    return _card("No odds here", body)


def _card(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)} · Oddsmith</title>\n"
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/static/css/card.css">\n</head>\n'
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body>\n</html>\n"
    )


def _lines(document: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The chances of what may happen or not, and the mean of the first number that varies.

    Where all is sure and up to nobody: whether everything happens, or where nothing does, every number.
    """
    titles, events, measures = document["titles"], document["events"], document["measures"]
    opened = {name: found for name, found in events.items() if 0 < found["float"] < 1}
    measure = _varying(document)
    sure = not opened and measure is None and not _is_up_to_somebody(document)
    for name, found in [*(events if sure else opened).items()][:_MOST_EVENTS]:
        yield _capital(titles.get(name, name)), f"{_percent(found['float'])} %"
    if measure is not None:
        mean = measures[measure]["mean"]["float"]
        yield f"{_capital(titles.get(measure, measure))}, on average", _amount(mean)
    elif sure and not events:
        for name, found in measures.items():
            yield _capital(titles.get(name, name)), _amount(found["mean"]["float"])


def _up_to(document: dict[str, Any], decides: str) -> str:
    """All that hinges on somebody, in a sentence; "" where nothing does, or the odds are of play that spends nothing.

    decides: what people decide in the action.
    """
    if "ruling" in document:
        says: str = document["ruling"]["says"]
        return says
    chance = any(0 < found["float"] < 1 for found in document["events"].values()) or _varying(document)
    return f"Up to the player: {decides}." if _is_up_to_somebody(document) and not chance else ""


def _is_up_to_somebody(document: dict[str, Any]) -> bool:
    return "ruling" in document or "policy" in document


def _varying(document: dict[str, Any]) -> str | None:
    measures = document["measures"].items()
    return next((name for name, found in measures if len(found["pmf"]) > 1 and found["mean"]), None)


def _shares(document: dict[str, Any]) -> list[float]:
    """The chances of the first number that varies, rare ends left out; of what may happen, where there is none and
    nothing is up to somebody.
    """
    measure = _varying(document)
    if measure is None:
        events = [found["float"] for found in document["events"].values()]
        return [p for p in events if 0 < p < 1 or not _is_up_to_somebody(document)]
    shares = [share for _, _, share in document["measures"][measure]["pmf"]]
    seen = [place for place, share in enumerate(shares) if share >= max(shares) / 400]
    shares = shares[seen[0] : seen[-1] + 1]
    together = -(-len(shares) // _MOST_BARS)
    return [sum(shares[place : place + together]) for place in range(0, len(shares), together)]


def _percent(p: float) -> str:
    """A chance in percent, to as many places as keep it from 0 and 100."""
    written = (f"{100 * p:.{places}f}" for places in (1, 2, 4))
    beyond = f"{100 * p:.0f}" if p in (0, 1) else "<0.0001" if p < 0.5 else ">99.9999"
    return next((text for text in written if float(text) not in (0.0, 100.0)), beyond)


def _amount(number: float) -> str:
    """A mean to two places; large ones to none."""
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.2f}".rstrip("0").rstrip(".")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
