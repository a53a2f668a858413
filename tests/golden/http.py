"""What is asked over HTTP: a request a line, as `GET PATH` or `POST PATH BODY`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.golden.ways import Printed, ageless
from tests.web.browser import Site, key, patient

#: Of the headers, those that do not depend on the day.
_HEADERS = ("content-type", "cache-control", "location", "allow", "retry-after")

REQUESTS = """
GET /api/systems
GET /api/systems/dot/rules
GET /api/systems/chess/rules
GET /api/odds/mod-dot/test?pool=4&option=cap=continuation
GET /api/odds/edged-coins/toss?rank=2&opposing_rank=2
GET /api/odds/edged-coins/toss?rank=2&opposing-rank=2
GET /api/odds/t13/convert?amount=8&from=yarn&to=sway
GET /api/odds?notation=4d6kh3
GET /api/simulate?notation=4d6kh3&runs=100&seed=1
GET /api/simulate/mod-dot/test?pool=4&runs=900&seed=1
GET /api/audit/mod-dot
GET /api/audit/edged-coins?option=rank-six=fallback3
POST /api/roll {"notation": "4d6kh3", "seed": "golden"}
POST /api/roll/mod-dot/test {"inputs": {"pool": 4}, "seed": "golden"}
POST /api/roll/edged-coins/toss {"inputs": {"rank": 1, "ec": 6}, "seed": "golden"}
POST /api/best/edged-coins/toss {"inputs": {"rank": 1, "ec": 6}, "goal": "success", "prices": {"ec_spent": "1/100"}}
POST /api/best/humanity-beast/action {"inputs": {"humanity": 2, "beast": 1, "willpower": 1}, "goal": "success"}
POST /api/frontier/edged-coins/toss {"inputs": {"rank": 0, "ec": 30}, "gain": "success", "cost": "coins", "plan": 1}
GET /api/odds/mod-dot/test?pool=x
GET /api/odds/mod-dot/test
GET /api/odds/mod-dot/test?pool=1&pool=2
GET /api/odds/mod-dot/test?pool=1&luck=2
GET /api/odds/mod-dot/test?pool=1&option=cap
GET /api/odds/mod-dot/test?pool=1&option=cap=never
GET /api/odds/mod-dot/test?pool=4&up=1/2&down=2/3
GET /api/odds/chess/test
GET /api/odds/mod-dot/castle
GET /api/simulate/mod-dot/test?pool=1&runs=0
GET /api/odds?notation=4d6kh
GET /api/odds?notation=hello
GET /api/odds
GET /api/audit/chess
GET /api/nothing
POST /api/odds/mod-dot/test {}
POST /api/roll {"notation": "4d6kh"}
POST /api/roll/mod-dot/test {"inputs": {"pool": -1}}
POST /api/roll/mod-dot/test {"inputs": 3}
POST /api/best/edged-coins/toss {"inputs": {"rank": 0}, "goal": "success for at most 3 luck"}
POST /api/best/edged-coins/toss {"inputs": {"rank": 0}}
POST /api/best/edged-coins/toss {"inputs": {"rank": 0}, "goal": "success", "wish": 1}
POST /api/frontier/edged-coins/toss {"inputs": {"rank": 0}, "gain": "sucess", "cost": "coins"}
POST /api/frontier/edged-coins/toss {"inputs": {"rank": 0}, "gain": "success", "cost": "coins", "plan": 1000000}
POST /api/sweep/dot/check {"along": [{"input": "dots", "values": [1, 2]}], "of": "nothing"}
POST /api/sweep/dot/check {"along": [{"input": "luck", "values": [1, 2]}], "of": "success"}
POST /api/sweep/dot/check {"along": [], "of": "success"}
POST /api/verify {"schema": "oddsmith/log/2"}
POST /api/verify []
POST /api/tables {"title": "Thursday"}
POST /api/tables {"title": "", "name": "Ada"}
POST /api/tables {"title": "Thursday", "name": "Ada", "colour": "red"}
GET /api/tables/nowhere
GET /api/tables/nowhere/events
GET /api/tables/nowhere/log.json
POST /api/tables/nowhere/rolls {"system": "mod-dot", "action": "test"}
POST /api/tables/nowhere/rolls {"action": "test", "nonce": "short"}
POST /api/tables/nowhere/notes {"text": ""}
GET /api/tables/0123456789abcdef
GET /api/tables/0123456789abcdef/events
POST /api/tables/0123456789abcdef/rolls {"system": "mod-dot", "action": "test"}
POST /api/tables/0123456789abcdef/rolls {"action": "test", "nonce": "short"}
POST /api/tables/0123456789abcdef/members {"secret": "guessed", "name": "Eve"}
POST /api/tables/0123456789abcdef/rolls/r1/answers {"step": -1, "option": "win"}
GET /openapi.json
"""


def asked() -> list[str]:
    """The requests, a line each."""
    return REQUESTS.strip().splitlines()


@contextmanager
def site(database: str) -> Iterator[Site]:
    """An app that answers at once, however much it is asked."""
    settings = patient(
        database=database,
        entries_per_minute=100_000,
        commands_per_second=1000,
        questions_per_second=1000,
        asked_per_second=10_000,
        letters_per_second=10**9,
    )
    with Site(settings) as found:
        yield found


def answer(site: Site, line: str) -> Printed:
    """What the app answers to a request: status, headers and document."""
    method, path, *body = line.split(" ", 2)
    more: dict[str, Any] = {"json": json.loads(body[0])} if body else {}
    told = site.browser().request(method, path, headers=key() if method == "POST" else {}, **more)
    headers = {name: told.headers[name] for name in _HEADERS if name in told.headers}
    document = {"status": told.status_code, "headers": headers, "body": told.json()}
    return Printed(0, ageless(json.dumps(document)), "")
