"""The running of each rule: compiled or run again, the variables that it keeps, and those that become gains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from oddsmith.rules.compile.activation import State
from oddsmith.rules.compile.dataflow.demand import AS_IT_IS
from oddsmith.rules.compile.engines import asks, engine
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.compile.syntax.reasons import Reason
from oddsmith.rules.compile.syntax.source import order_of_names
from oddsmith.rules.explanation.changes import points
from oddsmith.rules.explanation.record import Record
from oddsmith.rules.exploration.limits.places import Line, first_line, told_name
from oddsmith.rules.language.calls import Rule
from oddsmith.rules.symbols import Symbol

#: Machines, with the variables that no gain stands for although they are added to.
_Machines: TypeAlias = dict[Machine, set[str]]


@dataclass(frozen=True)
class HowRun:
    """The running of a rule, or of a function that one awaits.

    line: its first. reason: why it is run again for every branch, "" where it is compiled. kept: variables on which its
    states depend. gains: those that are only added up, so that no state depends on them. forgotten: all others.
    """

    line: Line
    reason: str
    kept: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()

    @property
    def compiled(self) -> bool:
        return not self.reason


def how_run(record: Record) -> list[HowRun]:
    """The running of all rules that were come to, in that order, each with the helpers that it awaits."""
    machines: dict[Rule[..., Any], _Machines] = {}
    for place, _, _ in points(record):
        found = machines.setdefault(place.rule, {})
        if isinstance(place, State):
            for machine, site, (names, images) in zip(place.machines, place.order, place.live(), strict=True):
                held = found.setdefault(machine, set())
                held.update([names[at] for at, _ in machine.sites[site - 1].added if not _is_paid(images[at])])
    return [told for rule, found in machines.items() if not asks(rule) for told in _of_rule(record, rule, found)]


def _is_paid(image: Any) -> bool:
    """Tell whether a gain stands for a value that is added to, as far as it is known."""
    return (type(image) is int and not image) or (type(image) is tuple and len(image) > 0 and image[0] is Symbol)


def _of_rule(record: Record, rule: Rule[..., Any], found: _Machines) -> Iterator[HowRun]:
    line = first_line(rule)
    if not found:
        made = engine(rule, record.questions.get(rule, AS_IT_IS))
        if isinstance(made, Reason):
            made = engine(rule)
        if isinstance(made, Reason):
            yield HowRun(line, made)
            return
        found = {made: set()}
    of_code: dict[Any, list[Machine]] = {}
    for machine in found:
        of_code.setdefault(machine.code, []).append(machine)
    for code, alike in of_code.items():
        place = (
            line if code is rule.function.__code__ else Line(rule, code.co_name, code.co_filename, code.co_firstlineno)
        )
        yield _told(place, alike, set[str]().union(*[found[machine] for machine in alike]))


def _told(line: Line, machines: list[Machine], held: set[str]) -> HowRun:
    """held: what is added to, and is kept all the same: it is no number."""
    kept: dict[str, None] = {}
    gains: dict[str, None] = {}
    for machine in machines:
        for site in machine.sites:
            gains |= dict.fromkeys([site.live[place] for place, times in site.added if times])
            added = {site.live[place] for place in (*[place for place, _ in site.added], *site.spare)} - held
            kept |= dict.fromkeys([name for name in site.live if name not in added])
    machine = machines[0]
    names = order_of_names(machine.code, machine.start.__globals__)
    own = [name for name in names if name in machine.code.co_varnames or name in machine.code.co_cellvars]
    own += [name for name in {**kept, **gains} if name not in names and not name.startswith(".")]  # forms
    unnamed = dict.fromkeys([told_name(name) for name in kept if name.startswith(".")])
    return HowRun(
        line,
        "",
        (*[name for name in own if name in kept], *unnamed),
        tuple([name for name in own if name in gains and name not in kept]),
        tuple([name for name in own if name not in kept and name not in gains]),
    )
