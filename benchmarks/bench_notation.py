"""Notation: how quickly it is read, rolled and refused."""

from contextlib import suppress

from figure import Figure
from oddsmith.dice import SystemSource, parse, read
from oddsmith.dice.notation import roll
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.errors import OddsmithError

HOSTILE = (
    "999999d999999",
    "(" * 20_000 + "1" + ")" * 20_000,
    "9" * 5_000,
    "{999d6!>0,999d6!>0}k1",
    "999d1000000u",
    "1000d6kh500",
)
SOURCE = SystemSource()
TEN_DICE = parse("10d10>=7")


def rolls(notation: str, times: int) -> object:
    return [roll(read(notation), SOURCE).value for _ in range(times)]


def read_anew(times: int) -> object:
    """Different texts, so that none is remembered."""
    return [parse(f"{{4d6kh3+{place}, 2d10!>=9}}kh1 + 2d8[fire]") for place in range(times)]


def refused() -> object:
    for text in HOSTILE:
        with suppress(OddsmithError):
            parse(text).distribution()
    return None


FIGURES = [
    Figure("1,000 notations read", lambda: read_anew(1_000), seconds=0.5),
    Figure("10,000 rolls of 10d10>=7 from the text", lambda: rolls("10d10>=7", 10_000), seconds=0.1),
    Figure("10,000 rolls of 4d6kh3 from the text", lambda: rolls("4d6kh3", 10_000), seconds=0.1),
    Figure("1,000 rolls of 100d6! from the text", lambda: rolls("100d6!", 1_000), seconds=0.1),
    Figure("1,000,000 rolls of 10d10>=7 at once", lambda: roll_many(TEN_DICE, 1_000_000), seconds=0.2),
    Figure("all hostile notations", refused, seconds=0.1),
]
