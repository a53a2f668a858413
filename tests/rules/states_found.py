"""States that are found by a computation, in place of the time that it takes: the same on every machine."""

from collections.abc import Iterator
from contextlib import contextmanager

from oddsmith.how_far import Onlooker, looking_on


@contextmanager
def at_most(states: int) -> Iterator[None]:
    """Let no more states be found within. Others that are found in between, as by trials, count as well."""
    onlooker = Onlooker()
    with looking_on(onlooker):
        yield
    assert onlooker.found <= states, f"{onlooker.found:,} states were found"
