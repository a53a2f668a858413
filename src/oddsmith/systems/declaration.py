"""Declarations of games: actions, inputs, house rules, events and measures.

Everything that a way in shows of a system (options of the command line, forms, help, error messages) derives from these
declarations: no way in knows a game by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from oddsmith.errors import Unknown
from oddsmith.rules import Call, Reading
from oddsmith.systems.fields.models import HouseRules, Inputs
from oddsmith.systems.sheets import Change, sided

I = TypeVar("I", bound=Inputs)  # noqa: E741 (I: inputs)
H = TypeVar("H", bound=HouseRules)
O = TypeVar("O")  # noqa: E741 (O: outcome)


_CLAUSES: Final[Mapping[str, str]] = {
    "success": "you succeed",
    "hit": "you hit",
    "win": "you win",
    "lose": "you lose",
}


@dataclass(frozen=True)
class Event(Generic[O]):
    """A yes/no of an outcome. title: in words, as a result line would have it. rule: the ids it comes from.

    `holds` of an integer outcome may be asked of infinitely many at once, so it compares with numbers and does nothing
    cleverer. per_gain: 0 when what gains (`k + call`) add to an outcome never changes the answer; then best play can be
    asked of it where gains have no bound. also: what else people call it when they say what they want. needs: an input
    without which it says nothing (nobody is out of HC whose HC are not known); answers then leave it out. implied_by:
    events of which each holds only where this one does, and says more; where one holds, a verdict tells that alone.
    otherwise: in words, that it does not hold; by default `failure` for a success, else `not` and the title. clause:
    that it happens, as a sentence begins that says how often: by default "you succeed", "you hit", "you win" and "you
    lose" for events of these names.
    """

    name: str
    title: str
    holds: Callable[[O], bool]
    rule: str = ""
    per_gain: int | None = None
    also: tuple[str, ...] = ()
    needs: str = ""
    implied_by: tuple[str, ...] = ()
    otherwise: str = ""
    clause: str = ""

    @property
    def happens(self) -> str:
        """That it happens, as a player says it; "" where there are no such words.

        >>> Event("hit", "hit", bool).happens, Event("down", "no HC left", bool, clause="you run out of HC").happens
        ('you hit', 'you run out of HC')
        """
        return self.clause or _CLAUSES.get(self.name, "")

    @property
    def failed(self) -> str:
        """That it does not hold, in words.

        >>> Event("success", "success", bool).failed, Event("conquered", "Conquered", bool).failed
        ('failure', 'not conquered')
        """
        return self.otherwise or (
            "failure" if self.name == "success" else f"not {self.title[:1].lower()}{self.title[1:]}"
        )


@dataclass(frozen=True)
class IsWord(Reading):
    """Tells whether an outcome has this word, of some of which it has exactly one."""


@dataclass(frozen=True)
class Measure(Generic[O]):
    """A number of an outcome. title: in words, with the unit. spends: whether it is given away (prices make sense).

    per_gain: what a gain of 1 (`1 + call`) adds to it, where that is the same for every outcome; then best play can be
    asked of it where gains have no bound. also: what else people call it when they say what they want. most: the most
    that is spent, however much there is. changes: what it does to sheets; of what is spent, `changed` knows it.
    one: the title for exactly 1.
    """

    name: str
    title: str
    of: Callable[[O], int | Fraction]
    spends: bool = False
    per_gain: int | None = None
    also: tuple[str, ...] = ()
    most: int | None = None
    changes: tuple[Change, ...] = ()
    one: str = ""

    @property
    def changed(self) -> tuple[Change, ...]:
        """The changes of sheets: what is spent comes off the resource of that name, without `_spent`."""
        if self.changes or not self.spends:
            return self.changes
        return (Change(*sided(self.name.removesuffix("_spent"))),)


@dataclass(frozen=True)
class Cost(Generic[I, H]):
    """A price of an action, whatever the dice do, by its inputs. title: in words, with the unit."""

    name: str
    title: str
    of: Callable[[I, H], int]
    changes: tuple[Change, ...]


def is_failure(name: str) -> bool:
    """Tell whether the name of an event, or its first word, speaks of something that nobody wants.

    >>> is_failure("failure_or_better"), is_failure("botch"), is_failure("success")
    (True, True, False)
    """
    return name.split("_")[0] in _FAILURES


#: First words of events that nobody wants to happen to them.
_FAILURES: Final = frozenset(
    [
        "bad",
        "botch",
        "botched",
        "bust",
        "dead",
        "death",
        "defeat",
        "defeated",
        "dies",
        "fail",
        "failed",
        "fails",
        "failure",
        "fumble",
        "fumbled",
        "hurt",
        "killed",
        "lose",
        "loses",
        "loss",
        "lost",
        "miss",
        "missed",
        "misses",
    ]
)


@dataclass(frozen=True)
class AllAtOnce(Generic[I, H, O]):
    """A mechanic that is the same whatever is asked of its outcome, for given inputs and house rules.

    One run answers all that can be asked.
    """

    mechanic: Callable[[I, H], Call[O]]

    def __call__(self, inputs: I, rules: H, asked: frozenset[str] = frozenset()) -> Call[O]:
        """Return the mechanic."""
        return self.mechanic(inputs, rules)


@dataclass(frozen=True)
class OneRule(AllAtOnce[I, H, O]):
    """Such a mechanic of which only what is asked is worked out.

    That is found in the functions of events and measures, so they are expressions of fields of the outcome, such as
    `lambda outcome: outcome.damage`; an event of a measure is a `Reading` of that.
    """


@dataclass(frozen=True)
class Told(Generic[I, H, O]):
    """A mechanic that is told what will be asked, and lumps the rest.

    What it gives the same call for, asked by itself, is asked together.
    """

    mechanic: Callable[[I, H, frozenset[str]], Call[O]]

    def __call__(self, inputs: I, rules: H, asked: frozenset[str]) -> Call[O]:
        """Return the mechanic."""
        return self.mechanic(inputs, rules, asked)


@dataclass(frozen=True)
class Action(Generic[I, H, O]):
    """Something a character does.

    call: the mechanic for given inputs, house rules, and what is asked: the names of events and measures whose values
    will be read. A rule may lump what nobody asks; a `OneRule`, or what is `AllAtOnce`, need not be told. With `asked`
    of all names the call must always work: `roll` and `simulate` use that. apart: sets of names that `odds` asks in
    separate runs, each exact; empty when one run answers all, or the call is `Told` and so says it itself.
    facts: what is known without chance (a pool, a base), by name. warnings: what to tell about unusual inputs.
    decides: what the decisions are about, "" when there are none. undecided: what comes of it where each takes its
    first option, if that needs saying. example: what follows `oddsmith odds SYSTEM` in its help. states: about how
    many states best play looks at for what is asked; past the limit it is refused before it starts, and `lighter`
    says what would be less. costs: what has to be paid for it in any case. phrase: an option of a decision in a
    phrase, where its name alone says too little. leading: the event or measure that says most about it, where that
    is not the first event. aiming: what best play is for when nobody says, as a goal, where that is not more of the
    lead. chance: whether dice fall at all; otherwise it is looked up. ruling: the options of a decision that is
    nobody's but the game master's, each with an `if`: what hinges on it has no odds of its own. retold: of the
    fields here those that name numbers of the book, or what some house rule brings, made anew for house rules that
    are not the default.
    """

    name: str
    title: str
    summary: str
    inputs: type[I]
    call: Callable[[I, H, frozenset[str]], Call[O]]
    events: tuple[Event[O], ...]
    measures: tuple[Measure[O], ...]
    apart: tuple[frozenset[str], ...] = ()
    facts: Callable[[I, H], Mapping[str, Any]] = field(default=lambda inputs, rules: {})
    warnings: Callable[[I, H], Iterable[str]] = field(default=lambda inputs, rules: ())
    decides: str = ""
    undecided: str = ""
    example: str = ""
    states: Callable[[I, H, frozenset[str]], int] = field(default=lambda inputs, rules, asked: 0)
    lighter: str = ""
    costs: tuple[Cost[I, H], ...] = ()
    phrase: Callable[[str], str] = field(default=lambda option: option)
    leading: str = ""
    aiming: str = ""
    chance: bool = True
    ruling: Mapping[str, str] = field(default_factory=dict)
    retold: Callable[[H], Mapping[str, Any]] = field(default=lambda rules: {})

    def under(self, rules: H) -> Action[I, H, O]:
        """Return the action as it is under house rules, where these are not the default ones."""
        return self if rules == type(rules)() else replace(self, **self.retold(rules))

    def phrases(self, options: Iterable[str]) -> dict[str, str]:
        """Return those of the options that the game says in other words than their names, each with its phrase."""
        return {option: phrase for option in sorted({*options}) if (phrase := self.phrase(option)) != option}

    @property
    def lead(self) -> str:
        """The name of what an answer tells first."""
        return self.leading or (self.events[0].name if self.events else self.measures[0].name)

    @property
    def aim(self) -> str:
        """The goal of best play when nobody says: the lead, or none of it where that is a failure or is spent."""
        if self.aiming:
            return self.aiming
        if any(measure.name == self.lead and measure.spends for measure in self.measures):
            return f"- {self.lead}"
        return f"not {self.lead}" if is_failure(self.lead) else self.lead

    @property
    def asks_apart(self) -> bool:
        """True where some of what can be asked is answered better without the rest."""
        return bool(self.apart) or isinstance(self.call, OneRule | Told)

    def together(self, inputs: I, rules: H) -> Iterator[frozenset[str]]:
        """Yield the names of events and measures in the sets to ask together; each name is in exactly one."""
        left = set(self.names)
        if isinstance(self.call, Told):
            by_call: dict[Call[O], set[str]] = {}
            for name in sorted(left):
                by_call.setdefault(self.call(inputs, rules, frozenset({name})), set()).add(name)
            yield from map(frozenset, by_call.values())
            return
        for group in self.apart:
            yield frozenset(group & left)
            left -= group
        if left:
            yield frozenset(left)

    @property
    def names(self) -> frozenset[str]:
        """All that can be asked of an outcome."""
        return frozenset(e.name for e in self.events) | frozenset(m.name for m in self.measures)


@dataclass(frozen=True)
class Finding:
    """Something odd in a system's numbers, found by computing.

    figures: the numbers that show it, by name. command: what shows it, without the program's name and house rules; by
    default the audit.
    """

    rule: str
    text: str
    figures: Mapping[str, Any]
    command: str = ""


def percent(chance: Fraction) -> str:
    """Write a chance as findings and advice do."""
    return f"{float(chance):.1%}"


def chance(p: Fraction) -> Mapping[str, Any]:
    """Return a chance as facts have it: exact, with its float beside.

    >>> chance(Fraction(1, 4))
    {'p': '1/4', 'float': 0.25}
    """
    return {"p": str(p), "float": float(p)}


@dataclass(frozen=True)
class Table:
    """A fact that is a table, and so part of the answer. title: what its figures are.

    columns: those that are shown, in their order, each with its head. rows: what they have by column, and what else
    programs may want; a `note` is shown below its row.
    """

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Tour:
    """A tour of a system, as `make run` shows it: one roll, its odds, and advice that is computed when shown."""

    action: str
    inputs: Mapping[str, Any]
    advice: Callable[[], str]


@dataclass(frozen=True)
class Publication:
    """A page or book in which rules can be read. author: as they sign."""

    title: str
    author: str = ""
    url: str = ""


def unaudited(rules: object) -> Iterable[Finding]:
    """Stand for the audit of a system that has none of its own."""
    return ()


@dataclass(frozen=True)
class System:
    """A game.

    name: small letters, digits and -, with a letter among them. audit: finds oddities in its numbers under given house
    rules; without one, what can be found in any game is looked for. sources: publications of its rules. citations: the
    rules by id, in our own words. retelling: beginnings of lines of trails, as logs hold them and are checked by, with
    the words in which they are shown. instead_of_built_in: whether it may have the name of a game that comes with
    Oddsmith, and take its place.
    """

    name: str
    title: str
    summary: str
    house_rules: type[HouseRules]
    actions: Sequence[Action[Any, Any, Any]]
    audit: Callable[[Any], Iterable[Finding]] = unaudited
    tour: Tour | None = None
    sources: tuple[Publication, ...] = ()
    citations: Mapping[str, str] = field(default_factory=dict)
    retelling: Mapping[str, str] = field(default_factory=dict)
    instead_of_built_in: bool = False

    def reword(self, line: str) -> str:
        """Return a line of a trail as it is shown."""
        for held, shown in self.retelling.items():
            if line.startswith(held):
                return shown + line[len(held) :]
        return line

    def action(self, name: str) -> Action[Any, Any, Any]:
        """The action of that name; BadInput names the actions there are."""
        for action in self.actions:
            if action.name == name:
                return action
        raise Unknown("action", name, [action.name for action in self.actions])
