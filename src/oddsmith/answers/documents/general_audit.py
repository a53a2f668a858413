"""What is odd in the numbers of any game: what makes no difference, ladders that do not climb, options nobody needs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from oddsmith.answers.documents.looked_through import LookedThrough
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.tried_values import example_inputs, rungs, tried_values, word_events
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.question import Question, question, values
from oddsmith.errors import BadInput, RuleError, TooLarge
from oddsmith.rules import Prospects, solve
from oddsmith.systems.declaration import Action, Finding, System
from oddsmith.systems.fields.field import Field, fields_of, readings_of
from oddsmith.systems.fields.models import HouseRules

#: States past which a question is left out.
_LIMIT = 5_000


def general_findings(system: System, rules: HouseRules) -> Iterator[Finding]:
    """Find what is odd in a game under given house rules, input by input and decision by decision.

    All other inputs are as in an example. What is refused, or takes more states than a table would wait for, is left
    out; errors of its rules are raised.
    """
    ways = LookedThrough()
    for action in system.actions:
        audit = _Audit(system, action, values(rules))
        yield from audit.inputs()
        yield from audit.options(ways)
    for kind, text in ways.choices():
        if kind == "never":
            yield Finding(system.name, text, {})


class _Audit:
    """The audit of an action. given: the house rules."""

    def __init__(self, system: System, action: Action[Any, Any, Any], given: Mapping[str, Any]) -> None:
        self._system = system
        self._action = action
        self._given = given
        self._plain = example_inputs(action)
        titles = {event.name: event.title for event in action.events}
        self._title = (titles | {measure.name: measure.title for measure in action.measures})[action.lead]

    def inputs(self) -> Iterator[Finding]:
        """What inputs and house rules do: nothing, or one thing and then the opposite."""
        usual = self._answer({}, {})
        for name, each in fields_of(self._action.inputs).items():
            ladder = {value: self._answer({name: value}, {}) for value in rungs(each) or tried_values(each, None)}
            yield from self._of_ladder(each, {value: answer for value, answer in ladder.items() if answer is not None})
        for name, each in readings_of(self._system.house_rules).items():
            others = [self._answer({}, {name: value}) for value in tried_values(each, each.default)]
            if usual is not None and others and all(other in (None, usual) for other in others):
                yield self._finding(f"the house rule {each.typed} changes nothing, whatever is tried.", {})

    def options(self, ways: LookedThrough) -> Iterator[Finding]:
        """Options that another one of the same decision beats wherever both are offered."""
        met: dict[tuple[str, str, Hashable, Hashable], list[bool]] = {}
        for subject in self._subjects() if self._action.decides else ():
            if subject is None:
                continue
            words = ways.words(subject)
            if not words:  # of options that are made as they are offered, none is there often enough to be judged
                return
            list(ways.look(subject))
            self._meet(subject, words, met)
        for (rule, who, option, other), (better, worse) in met.items():
            if worse and not better:
                text = f"in {rule}, {who} never has a reason for {option!r} where {other!r} can be had."
                yield self._finding(text, {})

    def _of_ladder(self, each: Field, ladder: Mapping[Any, dict[str, Fraction]]) -> Iterator[Finding]:
        """What is odd along one input. ladder: what is expected of all that can be asked, by the input's value."""
        if len(ladder) < 2:
            return
        if all(answer == next(iter(ladder.values())) for answer in ladder.values()):
            if not self._action.decides:  # what is there to be spent changes nothing while nobody spends it
                yield self._finding(f"{each.typed} changes nothing, whatever is tried.", {})
            return
        if not rungs(each):
            return
        steps = [(value, answer[self._action.lead]) for value, answer in ladder.items()]
        turns = [
            (before, at, after)
            for before, at, after in zip(steps, steps[1:], steps[2:], strict=False)
            if (at[1] - before[1]) * (after[1] - at[1]) < 0
        ]
        if turns:
            figures = {f"{each.typed} {value}": number for value, number in turns[0]}
            yield self._finding(f"{self._title} turns back along {each.typed}, at {turns[0][1][0]}.", figures)
        level = [
            (at, after)
            for at, after in pairwise(steps)
            if at[1] == after[1] and at[1] > 0 and at[1] != steps[0][1] and after[1] != steps[-1][1]
        ]
        if level:
            figures = {f"{each.typed} {value}": number for value, number in level[0]}
            yield self._finding(f"{self._title} stands still along {each.typed}, at {level[0][0][0]}.", figures)

    def _subjects(self) -> Iterator[Question | None]:
        """The action at its example, and at the limits of each input and the readings of each house rule."""
        yield self._question({}, {})
        for name, each in fields_of(self._action.inputs).items():
            for value in tried_values(each, self._plain.get(name)):
                yield self._question({name: value}, {})
        for name, each in readings_of(self._system.house_rules).items():
            for value in tried_values(each, each.default):
                yield self._question({}, {name: value})

    def _meet(
        self,
        subject: Question,
        words: frozenset[str],
        met: dict[tuple[str, str, Hashable, Hashable], list[bool]],
    ) -> None:
        """Take note of all decisions of one who decides alone: of every two options that are among these words, whether
        the first is ever better in anything, and ever worse.
        """
        lead = read_quantity(self._action, self._action.lead)
        goals: dict[str, Any] = {
            event.name: event.holds for event in subject.events if event.name not in self._lesser()
        }
        goals |= {measure.name: measure.of for measure in self._action.measures}
        paid = {measure.name for measure in self._action.measures if measure.spends}
        try:
            graph = subject.graph(None, _LIMIT)
            if len(graph.deciders) != 1:
                return
            solution = solve(graph, lead.goal, players={graph.deciders[0]: max})
            prospects = list(Prospects(solution, goals).decisions())
        except (TooLarge, RuleError):
            return  # too many states, or gains of which nobody says what they add to
        for prospect in prospects:
            worth = {
                option: [-of[name] if name in paid else of[name] for name in goals]
                for option, of in prospect.options.items()
                if option in words
            }
            rule, who = prospect.decision.call.rule.name, prospect.decision.who
            for (option, its), (other, theirs) in permutations(worth.items(), 2):
                seen = met.setdefault((rule, who, option, other), [False, False])
                seen[0] |= any(a > b for a, b in zip(its, theirs, strict=True))
                seen[1] |= any(a < b for a, b in zip(its, theirs, strict=True))

    def _lesser(self) -> set[str]:
        """The events of words that are not the best: more of them is not better."""
        groups = word_events(self._action)
        return {name for names in groups for name in (names[1:] if len(names) == 2 else names[:-1])}

    def _question(self, inputs: Mapping[str, Any], rules: Mapping[str, Any]) -> Question | None:
        try:
            return question(self._system, self._action, {**self._plain, **inputs}, {**self._given, **rules})
        except BadInput:
            return None  # values that do not go together

    def _answer(self, inputs: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Fraction] | None:
        """The chances of events and the means of measures; None where there is no answer."""
        subject = self._question(inputs, rules)
        if subject is None:
            return None
        try:
            found = odds_document(subject, limit=_LIMIT)
        except TooLarge:
            return None
        chances = {name: Fraction(entry["p"]) for name, entry in found["events"].items()}
        return chances | {name: Fraction(entry["mean"]["exact"]) for name, entry in found["measures"].items()}

    def _finding(self, text: str, figures: Mapping[str, Any]) -> Finding:
        return Finding(self._action.name, text[0].upper() + text[1:], figures)
