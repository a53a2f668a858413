"""Changes that would make a machine of a rule which is run again for every branch, by the reason why it is."""

from __future__ import annotations

from typing import Final

_ONCE: Final = "at most once"

_REMEDIES: Final = (
    ("nonlocal variable", "Return the value from the inner function instead of setting it there."),
    ("inside finally", "Move the await before or after the try statement."),
    ("generator expression", "Write a list comprehension, [...], or a loop."),
    ("default of a lambda", "Await before the lambda, and give it the answer."),
    ("handler inside a handler", "Handle the inner error in a function of its own."),
    ("in the kind of an exception", "Await before the try statement."),
    ("message of an assertion", "Await before the assertion."),
    ("guard of a case", "Await before the match statement, or inside the case."),
    ("in a format", "Await before the f-string, and format the answer."),
    ("slice beside an await", "Await before, and index with the answer."),
    ("async", "Write an ordinary loop, with or comprehension, with await inside."),
    ("super()", "Call the function of the base class by name."),
    ("the name ", "Pass the variables that are needed by name."),
    ("private name", "Use a name with one underscore."),
    ("source cannot be read", "Write the rule in a file."),
    ("file has changed", "Load the file again."),
    ("did something else", "Make the rule depend on nothing but its arguments and its answers: no clock, no counter."),
    ("under way", "Await a function where it is called."),
    ("a loop over more than", "Loop over fewer values."),
    ("a loop over a", "Loop over a list or a range."),
    ("with variables of its own", "Define the function at the top of the module, or after the last await."),
    ("a generator is kept", "Make a list of it before the first await."),
    ("holds something which changes", "Keep tuples instead of lists in it."),
    ("is kept while it awaits", "Keep a frozen dataclass, a tuple or a number in its place."),
    ("things that change", "Choose among tuples, numbers or texts."),
    ("goes", "Loop over a copy, made before."),
    ("awaited in its own way", "Leave `__await__` as requests have it."),
    ("is set while it is added to", "Set it in a line of its own."),
    ("an await added to", "Await first, in a line of its own, and add the answer."),
)


def compiled_if(reason: str) -> str:
    """The change after which the rule would be compiled; "" where none is known, or none would help.

    reason: why it is run again for every branch, as `engines.engine` says it.
    """
    return next((remedy for part, remedy in _REMEDIES if part in reason and _ONCE not in reason), "")
