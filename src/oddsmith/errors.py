"""Every error that a user of Oddsmith may see.

They share one base, so a way in (command line, page, API) can show any of them the same way: what is wrong, where,
and what to do instead. `code` is stable and may be relied on by programs; the wording may change.
"""

from __future__ import annotations


class OddsmithError(Exception):
    """Base of all errors raised on purpose.

    code: stable identifier, kebab-case.
    message: what is wrong, in one sentence that names the value.
    remedy: what is allowed or what to do instead ("" when the message already says it).
    """

    code = "error"

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".rstrip()


class BadInput(OddsmithError, ValueError):
    """A value that a person or program gave is not allowed; names the field, the value and what is allowed."""

    code = "bad-input"

    def __init__(self, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{field}: {value!r} is not allowed.", remedy=f"Allowed: {allowed}.")
        self.field = field
        self.value = value
        self.allowed = allowed


class MissingAnswer(OddsmithError):
    """Given answers (die faces, choices) ran out; names the field, which answer is missing and what was expected."""

    code = "missing-answer"

    def __init__(self, field: str, number: int, expected: str) -> None:
        super().__init__(f"{field}: answer {number} is missing.", remedy=f"Expected: {expected}.")
        self.field = field
        self.number = number
        self.expected = expected


class TooLarge(OddsmithError):
    """The computation would take more time or memory than its limit; refused before it starts, or at the limit.

    estimate and limit count `what` (states, outcomes, dice, ...).
    """

    code = "too-large"

    def __init__(self, what: str, estimate: int, limit: int, *, remedy: str) -> None:
        super().__init__(f"This needs about {estimate:,} {what}; the limit is {limit:,}.", remedy=remedy)
        self.what = what
        self.estimate = estimate
        self.limit = limit


class Undecidable(OddsmithError):
    """No exact answer exists in the form asked for (a predicate that no finite look at an infinite tail settles)."""

    code = "undecidable"


class RuleError(OddsmithError):
    """A rule is written in a way that its interpreters cannot follow; names the rule and the remedy."""

    code = "rule"

    def __init__(self, rule: str, message: str, *, remedy: str) -> None:
        super().__init__(f"Rule {rule}: {message}", remedy=remedy)
        self.rule = rule
