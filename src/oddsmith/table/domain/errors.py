"""Errors with which a table refuses a command."""

from __future__ import annotations

from oddsmith.errors import OddsmithError


class NotFound(OddsmithError):
    """Nothing of that name is at this table, or nothing that whoever asks may see."""

    code = "not-found"

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"There is no {what} {name!r}.")
        self.what = what
        self.name = name


class NotSeated(OddsmithError):
    """Nobody who asks without a seat is answered."""

    code = "not-seated"

    def __init__(self) -> None:
        super().__init__("You have no seat at this table.", remedy="Join it with an invite link.")


class NotAllowed(OddsmithError):
    """The member may not do that."""

    code = "not-allowed"


class Conflict(OddsmithError):
    """The table has changed from what a command builds on."""

    code = "conflict"


class Full(OddsmithError):
    """The log of a table is as long as it may be. most: its length in letters."""

    code = "full"

    def __init__(self, most: int) -> None:
        super().__init__(
            f"The log of this table is full: it holds {most:,} letters.",
            remedy="It can still be read and exported. Go on at a new table.",
        )


class KeyReused(OddsmithError):
    """An idempotency key came again with another command."""

    code = "key-reused"

    def __init__(self) -> None:
        super().__init__(
            "This Idempotency-Key was used for another command.", remedy="Make a new key for every new command."
        )


class TooMany(OddsmithError):
    """Somebody does something too often. seconds: the time to wait."""

    code = "too-many"

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(f"Too many {what} in a short time.", remedy=f"Wait {seconds} s.")
        self.seconds = seconds


class Busy(OddsmithError):
    """The server has more to do than can wait. seconds: the time before trying again."""

    code = "busy"
    said = "The server is busy."
    again = "Try again in {} s."

    def __init__(self, seconds: int = 1) -> None:
        super().__init__(self.said, remedy=self.again.format(seconds))
        self.seconds = seconds


class Unreachable(Busy):
    """The database is locked, full, away or damaged. Nothing was done, or it was done and could not be answered: the
    same key tells which.
    """

    code = "unavailable"
    said = "The tables are out of reach just now."
    again = "Try again in {} s, with the same key: then it is done once."


class Damaged(Unreachable):
    """The database gives back what nobody wrote, which does not pass by itself.

    reason: what is damaged, for whoever runs the server.
    """

    said = "These tables are damaged where they are kept."
    again = "Tell whoever runs the server: oddsmith doctor says what is damaged, oddsmith restore puts a copy back."

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
