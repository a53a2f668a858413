"""Reasons why functions are not compiled, and the error that carries one."""

from __future__ import annotations


class Reason(str):
    """The reason why a function is run again for every branch, for people: a clause, as after "since". It begins small
    and has no stop.

    remedy: the change after which it would be compiled; "" where none is known, or none would help.
    """

    __slots__ = ("remedy",)
    remedy: str

    def __new__(cls, text: str, remedy: str = "") -> Reason:
        made = super().__new__(cls, text)
        made.remedy = remedy
        return made


class NotCompiled(BaseException):
    """A function is run again for every branch instead. reason: why; line: where, if that is known; remedy: see Reason.

    It is no `Exception`, so that no rule catches it.
    """

    def __init__(self, reason: str, line: int | None = None, *, remedy: str = "") -> None:
        super().__init__(reason if line is None else f"{reason} (line {line})")
        self.reason = Reason(str(self), getattr(reason, "remedy", remedy))


def nests(further: str = "") -> NotCompiled:
    """The error for a function that nests too deep for Python. further: for what, and how."""
    return NotCompiled(f"it nests too deep{further}", remedy="Write what is innermost as a function of its own.")
