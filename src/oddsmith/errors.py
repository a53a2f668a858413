"""Every error that a user of Oddsmith may see.

They share one base, so a way in (command line, page, API) can show any of them the same way: what is wrong, where,
and what to do instead. `code` is stable and may be relied on by programs; the wording may change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import dataclass
from typing import Any, Self

from oddsmith.wording import Input, Named, Text, found_in, listed, renamed

_EXCERPT = 72
_LONGEST_WORD = 40
_WORD = re.compile(r"-{0,2}[a-z0-9][\w-]*")
#: What stands beside a word that may be given: "only", "or", the number that it stands for.
_BESIDE = re.compile(r"^(?:only|or) | -?\d+$")


@dataclass(frozen=True, slots=True)
class Place:
    """The place in a text where something is wrong: from the character `start` up to before `end`."""

    text: str
    start: int
    end: int

    def excerpt(self) -> str:
        """The line with the place marked below it; a long line is cut around the place.

        >>> print(Place("4d6kh", 3, 5).excerpt())
        4d6kh
           ^^
        """
        first = self.text.rfind("\n", 0, self.start) + 1
        line = self.text[first:].partition("\n")[0]
        at = self.start - first
        left = max(0, min(at - _EXCERPT // 2, len(line) - _EXCERPT))
        shown = "".join(character if character.isprintable() else " " for character in line[left : left + _EXCERPT])
        if left:
            shown = "…" + shown[1:]
        if left + _EXCERPT < len(line):
            shown = shown[:-1] + "…"
        marks = max(1, min(self.end - self.start, len(shown) - (at - left)))
        return f"{shown}\n{' ' * (at - left)}{'^' * marks}"


class OddsmithError(Exception):
    """Base of all errors raised on purpose.

    code: stable identifier, kebab-case.
    message: what is wrong, in one sentence that names the value.
    remedy: what is allowed or what to do instead ("" when the message already says it).
    place: where in a text it is wrong, where it is about a text.
    """

    code = "error"
    place: Place | None = None

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    def reworded(self, message: str, remedy: str = "") -> Self:
        """Say it in other words than those made of its parts; returns itself."""
        self.message, self.remedy, self.args = message, remedy, (message,)
        return self

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".rstrip()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it holds: it is made of other things than it is given."""
        return __newobj__, (type(self), *self.args), self.__dict__


class BadInput(OddsmithError, ValueError):
    """A value that a person or program gave is not allowed; names the field, the value and what is allowed.

    field: an input by name, or whatever else has a value; several where their values do not go together. value: None
    where nothing was given. allowed: words, or data that say what is allowed as a text (`kind` keeps such data). meant:
    the one of these that may have been meant, where letters alone do not tell.
    """

    code = "bad-input"

    def __init__(
        self, field: str | Named | tuple[str | Named, ...], value: object, allowed: object, *, meant: str = ""
    ) -> None:
        given = field if isinstance(field, tuple) else (field,)
        self.named = tuple(Input(each) if isinstance(each, str) else each for each in given)
        self.fields = tuple(map(str, self.named))
        self.field = ", ".join(self.fields)
        self.value = value
        self.kind = None if isinstance(allowed, str) else allowed
        self.allowed = allowed if isinstance(allowed, str) else str(allowed)
        problem = " must be given." if value is None else f": {value!r} is not allowed."
        self.meant = meant or _nearest(value, self.allowed)
        question = Text("Did you mean ", found_in(self.allowed, self.meant), "? ") if self.meant else ""
        super().__init__(Text(listed(self.named), problem), remedy=Text(question, "Allowed: ", self.allowed, "."))

    def renamed(self, prefix: str) -> BadInput:
        """Return the same error about inputs that have a prefix before their names."""
        named = tuple(renamed(each, prefix) for each in self.named)
        return BadInput(named, self.value, self.kind or renamed(self.allowed, prefix))

    def about(self, field: str) -> BadInput:
        """Return the same error about another field: the one that held what could not be read."""
        return BadInput(field, self.value, self.kind or self.allowed, meant=self.meant)


def _nearest(value: object, allowed: str) -> str:
    """Return the word of a list of words that somebody may have meant, "" where none is near."""
    if not isinstance(value, str) or not 1 < len(value) <= _LONGEST_WORD:
        return ""
    listed_words = [_BESIDE.sub("", word) for word in allowed.rpartition(": ")[2].split(", ")]
    words = [word for word in listed_words if _WORD.fullmatch(word)]
    if len(words) < 2 or value in words:
        return ""
    from difflib import get_close_matches  # needed by mistakes alone

    return next(iter(get_close_matches(value.lower(), words, n=1, cutoff=0.65)), "")


class Unknown(BadInput):
    """A name that nothing has; asks about the nearest of those that there are."""

    def __init__(
        self, what: str, name: str, names: Iterable[str | Named], *, field: str | Named = "", first: str = ""
    ) -> None:
        """what: the kind of thing, and by default the field. first: what to try, instead of a name that is near."""
        super().__init__(field or what, name, listed(names))
        near = self.meant and not first
        question = Text("Did you mean '", found_in(self.allowed, self.meant), "'? ") if near else ""
        there_are = Text("There are: ", self.allowed, ".") if self.allowed else "There are none."
        self.reworded(f"Unknown {what} {name!r}.", Text(f"{first} " if first else "", question, there_are))


class Unreadable(BadInput):
    """A file that cannot be read, with the reason."""

    def __init__(self, field: str, file: object, error: OSError) -> None:
        super().__init__(field, str(file), "a file that can be read")
        reason = _REASONS.get(type(error), error.strerror or str(error))
        self.reworded(f"Cannot read {file}: {reason}.")


_REASONS: dict[type[OSError], str] = {
    FileNotFoundError: "there is no such file",
    IsADirectoryError: "it is a folder",
    PermissionError: "you may not read it",
}


class NotRolled(BadInput):
    """A comparison of dice that was asked for a yes or no, as `if` does, before they are rolled."""

    def __init__(self, comparison: str) -> None:
        super().__init__("comparison", comparison, "a roll of it, or its chance")
        self.reworded(
            f"{comparison} is neither true nor false: whether it holds is known once it is rolled.",
            "Ask for its .chance, or in a rule for `await roll(...)` of it.",
        )


class Repeated(BadInput):
    """Something that is said once was said several times; names all that was said."""

    def __init__(self, field: str | Named, values: Sequence[str]) -> None:
        super().__init__(field, ", ".join(values), "only once")
        given = Text(*self.named, f" is given {_times(len(values))}: {' and '.join(values)}.")
        self.reworded(given, "It may be given only once.")


def _times(number: int) -> str:
    return "twice" if number == 2 else f"{number} times"


class NotationError(BadInput):
    """Dice notation that cannot be read: says where, what was expected there, and what to write instead.

    code: which mistake it is, one of `notation-expected` (something else belongs here), `notation-dialect` (another
    program writes it so), `notation-number`, `notation-name` and `notation-dice` (dice that cannot be rolled so).
    expected: what belongs at the place. suggestion: what may have been meant, "" where nobody can tell.
    """

    place: Place

    def __init__(self, code: str, problem: str, place: Place, *, expected: str = "", suggestion: str = "") -> None:
        super().__init__("notation", place.text, expected)
        self.code = code
        self.place = place
        self.expected = expected
        self.suggestion = suggestion
        self.message = problem
        self.remedy = " ".join(
            part for part in (expected and f"Expected: {expected}.", suggestion and f"Try: {suggestion}") if part
        )
        self.args = (problem,)


class MissingAnswer(OddsmithError):
    """Given answers (die faces, choices) ran out; names the field, which answer is missing and what was expected.

    because: why it is asked for, of a die that is thrown once more: "6 exploded"; '' of others.
    """

    code = "missing-answer"
    because: str = ""

    def __init__(self, field: str, number: int, expected: str) -> None:
        super().__init__(Text(Input(field), f": answer {number} is missing."), remedy=f"Expected: {expected}.")
        self.field = field
        self.number = number
        self.expected = expected


class TooLarge(OddsmithError):
    """The computation would take more time or memory than its limit; refused before it starts, or at the limit.

    estimate and limit count `what` (states, outcomes, dice, ...). amount: the same as time or memory. foreseen: where
    it was stopped since it takes more than that, which was its estimate when it began to take long. grows: parameters
    of a rule that make it large. lighter: what its author says would be less. within: what to do within the limit.
    raisable: whoever computes may raise the limit, which `remedy` then says, too.
    """

    code = "too-large"
    grows: tuple[str, ...] = ()
    lighter: str = ""

    def __init__(
        self,
        what: str,
        estimate: int,
        limit: int,
        *,
        remedy: str,
        amount: str = "",
        foreseen: int | None = None,
        raisable: bool = False,
    ) -> None:
        """remedy: within the limit."""
        counted = f"{estimate:,} {what.removesuffix('s') if estimate == 1 else what}"
        needed = f"{counted} ({amount})" if amount else counted
        told = f"This needs about {needed}; the limit is {limit:,}."
        if foreseen is not None:
            told = f"This needs more than {needed}, though only {foreseen:,} were foreseen; the limit is {limit:,}."
        self.within = remedy
        self.raisable = raisable
        by = ": limit=NUMBER" if what == "steps" else ""  # states are told in reports, which have options of their own
        super().__init__(told, remedy=self.or_raised(f"raise the limit{by}") if raisable else remedy)
        self.what = what
        self.estimate = estimate
        self.limit = limit

    def or_raised(self, advice: str) -> str:
        """The remedy within the limit, and beside it this advice to raise it."""
        return f"{self.within.removesuffix('.')}, or {advice}."


class NotInstalled(OddsmithError):
    """A part of Oddsmith needs packages that are not installed."""

    code = "not-installed"

    def __init__(self, what: str, package: str | None, extra: str) -> None:
        """what: the part. extra: what brings its packages."""
        super().__init__(f"{what} needs the package {package}.", remedy=f"Install it: pip install 'oddsmith[{extra}]'.")


class Undecidable(OddsmithError):
    """No exact answer exists in the form asked for (a predicate that no finite look at an infinite tail settles)."""

    code = "undecidable"


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a rule stood when an error came of it.

    call: the rule with its arguments. file, line: where the rule begins. answers: to all that it awaited, in order.
    awaited: what the last of them answers, "" where that is not known; the call itself, where its outcome is at fault.
    held: the variables at the line that failed, as text.
    """

    rule: str
    call: str
    file: str
    line: int
    awaited: str = ""
    answers: tuple[str, ...] = ()
    held: str = ""

    def __str__(self) -> str:
        return f"{self._when}{f' There: {self.held}.' if self.held else ''}"

    @property
    def _when(self) -> str:
        if not self.answers or not self.awaited:
            after = f", after {', '.join(self.answers)}" if self.answers else ""
            return f"In {self.call}{after}."
        *before, last = self.answers
        if self.awaited == self.call:
            return f"{self.call} came to {last}."
        earlier = f" (before that: {', '.join(before)})" if before else ""
        return f"In {self.call}, when {self.awaited} came to {last}{earlier}."


class RulebookError(OddsmithError):
    """A file with somebody's own game cannot be used; names the file, the line if there is one, and the remedy.

    moment: where the rule stood, for an error that came while one ran.
    """

    code = "rulebook"

    def __init__(self, file: str, message: str, *, remedy: str, line: int = 0, moment: Moment | None = None) -> None:
        told = message if moment is None else f"{message} {moment}"
        super().__init__(f"{file}{f', line {line}' if line else ''}: {told}", remedy=remedy)
        self.file = file
        self.line = line
        self.moment = moment


class RulebookNeeded(OddsmithError):
    """Something was made with games that are not here. systems: their names, each with digests of its rulebooks."""

    code = "rulebook-needed"

    def __init__(self, what: str, systems: Mapping[str, Collection[str]]) -> None:
        said = {name: f" (rulebook {' or '.join(sorted(found))})" if found else "" for name, found in systems.items()}
        names = " and ".join(f"{name}{digests}" for name, digests in said.items())
        super().__init__(
            f"{what} has rolls of {names}, and {'that game is' if len(systems) == 1 else 'these games are'} not here.",
            remedy="Give the rulebook by which they were made, --rulebook FILE, or install the package that brings it.",
        )
        self.systems = tuple(systems)


class RulebookChanged(OddsmithError):
    """A roll was opened by a version of its game's code that is not here.

    system: the game. made, here: digests of the version that opened it, and of the one that is here, if that is a file.
    """

    code = "rulebook-changed"

    def __init__(self, system: str, made: str, here: str | None) -> None:
        now = f"now {here[:12]} is here" if here else "here the game comes from no such file"
        super().__init__(
            f"The rulebook of this roll has changed since it was opened: it was {made[:12]} of {system}, and {now}.",
            remedy="Give the server that file back, or take the roll back and roll again.",
        )
        self.system = system
        self.made = made
        self.here = here


class RuleError(OddsmithError):
    """A rule is written in a way that its interpreters cannot follow; names the rule and the remedy.

    file, line: where it is written so; "" and 0 where that is not known.
    """

    code = "rule"

    def __init__(self, rule: str, message: str, *, remedy: str, file: str = "", line: int = 0) -> None:
        written = f" ({file}, line {line})" if file else ""
        super().__init__(f"Rule {rule}{written}: {message}", remedy=remedy)
        self.rule = rule
        self.file = file
        self.line = line
