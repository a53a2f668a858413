"""What the corpus says of a log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A log of the corpus.

    of: the log that it was made of. kind: what was forged. verdict: `passes`, `fails` or `no log`. rules: only carrying
    out commands and rules again shows it: whoever does not says that the faces are right and the rules not checked.
    what: the part that must be named; roll: the roll at which it must be found; None where several could be.
    event: the number of the event of which every verifier must name that part, in the same words; None where each may
    use its own.
    """

    file: str
    of: str
    kind: str
    verdict: str
    rules: bool = False
    what: str | None = None
    roll: str | None = None
    event: int | None = None
