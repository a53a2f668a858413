"""The form of a problem document (RFC 9457)."""

from __future__ import annotations

from pydantic import BaseModel

from oddsmith.web.answers.parts import ABSENT, Plain


class Problem(BaseModel):
    """What went wrong, what is allowed, and what helps."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    remedy: str = ABSENT
    field: str = ABSENT
    fields: list[str] = ABSENT
    value: Plain = ABSENT
    allowed: str = ABSENT
    number: int = ABSENT
    because: str = ABSENT
    what: str = ABSENT
    estimate: Plain = ABSENT
    limit: Plain = ABSENT
    start: int = ABSENT
    end: int = ABSENT
    suggestion: str | None = ABSENT
    file: str = ABSENT
    line: int = ABSENT
    request: str = ABSENT
    rule: str = ABSENT
    call: str = ABSENT
    awaited: str = ABSENT
    answers: list[str] = ABSENT
