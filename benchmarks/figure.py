"""What a benchmark declares: a figure that must be reached."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A piece of work, and how long it may take.

    name: what is measured, as the table shows it.
    work: a function without arguments, timed from call to return in a process of its own (what its module does on
        import is not counted), or a shell command, timed from start to exit.
    seconds: the time it may take.
    mebibytes: the memory it may take at its peak, that of Python and its imports included.
    """

    name: str
    work: Callable[[], object] | str
    seconds: float
    mebibytes: int = 1024
