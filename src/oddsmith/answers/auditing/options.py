"""Options of a decision that nobody needs, whatever they would pay."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any

from oddsmith.answers.auditing.tried import LIMIT, Found, Tried
from oddsmith.answers.documents.looked_through import LookedThrough
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.goals.quantity import weighted_sum
from oddsmith.answers.goals.tie_breaking import PLAYER
from oddsmith.answers.question import Question
from oddsmith.answers.tried_values import word_events
from oddsmith.errors import BadInput, RuleError, TooLarge
from oddsmith.rules import Prospects, frontier, solve

#: A rule, who decides, an option, and another one.
_Pair = tuple[str, str, Hashable, Hashable]


@dataclass
class _Seen:
    """What was seen of pairs of options. loss: the most that the first leads to less of the aim than the second. whole:
    whether nothing was left out.
    """

    whole: bool = True
    better: set[_Pair] = field(default_factory=set)
    worse: dict[_Pair, int] = field(default_factory=dict)
    loss: dict[_Pair, Fraction] = field(default_factory=dict)
    taken: set[tuple[str, str, Hashable]] = field(default_factory=set)


def dominated(tried: Tried, ways: LookedThrough) -> Iterator[Found]:
    """Find options that another one of the same decision beats wherever both are offered, in all that can be asked, and
    that best play for the aim never takes, at any price of what is spent.

    ways: is told all that is looked at.
    """
    seen = _Seen()
    for asked in tried.questions() if tried.action.decides else ():
        try:
            words = ways.words(asked)
            if not words:  # of options that are made as they are offered, none is there often enough to be judged
                return
            list(ways.look(asked))
        except BadInput:
            continue  # what the action itself refuses
        if not ways.whole:
            return
        if tried.plays and seen.whole:
            _meet(asked, words, seen)
    for pair, count in seen.worse.items() if seen.whole else ():
        rule, who, option, other = pair
        if pair in seen.better or (rule, who, option) in seen.taken:
            continue
        text = f"in {rule}, no price gives {who} a reason to take {option!r} where there is {other!r}."
        figures: dict[str, Any] = {"decisions with both": count}
        if seen.loss[pair] > 0:
            figures["lost by it at most"] = seen.loss[pair]
        shown = ("best", "--goal", tried.action.aim) if who == PLAYER else ("explain",)
        command = tried.subject.command(*shown)
        yield Found(tried.finding(text, figures, command, tried.action.name), float(seen.loss[pair]))


def _meet(asked: Question, words: frozenset[str], seen: _Seen) -> None:
    """Take note of all decisions of one who decides alone: of every two options that are among these words, whether the
    first is ever better in anything, and ever worse; and what best play takes at each price.
    """
    action = asked.action
    aim = read_quantity(action, action.aim)
    lesser = _lesser(asked)
    goals: dict[str, Any] = {event.name: event.holds for event in asked.events if event.name not in lesser}
    goals |= {measure.name: measure.of for measure in action.measures}
    spent = [measure for measure in action.measures if measure.spends]
    paid = {measure.name for measure in spent}
    try:
        graph = asked.graph(None, LIMIT)
        if len(graph.deciders) > 1:
            seen.whole = False
        if len(graph.deciders) != 1:
            return
        who = graph.deciders[0]
        solution = solve(graph, aim.goal, players={who: max})
        prospects = list(Prospects(solution, {**goals, "": aim.goal}).decisions())
        cost = weighted_sum([(Fraction(1), each) for each in spent])
        plans = frontier(graph, aim.goal, cost.goal, player=who, limit=LIMIT) if spent else (solution,)
        taken = {one for plan in plans for one in _taken(plan, aim.goal)}
    except (TooLarge, RuleError):
        seen.whole = False
        return  # too many states, or gains of which nobody says what they add to
    seen.taken |= taken
    for prospect in prospects:
        worth = {
            option: [-of[name] if name in paid else of[name] for name in goals]
            for option, of in prospect.options.items()
            if option in words
        }
        rule, who = prospect.decision.call.rule.name, prospect.decision.who
        for (option, its), (other, theirs) in permutations(worth.items(), 2):
            pair = rule, who, option, other
            if any(a > b for a, b in zip(its, theirs, strict=True)):
                seen.better.add(pair)
            if any(a < b for a, b in zip(its, theirs, strict=True)):
                seen.worse[pair] = seen.worse.get(pair, 0) + 1
                lost = Fraction(prospect.options[other][""] - prospect.options[option][""])
                seen.loss[pair] = max(lost, seen.loss.get(pair, lost))


def _taken(plan: Any, goal: Any) -> Iterator[tuple[str, str, Hashable]]:
    """Yield the options that a plan comes to take."""
    for prospect in Prospects(plan, {"": goal}).decisions():
        if prospect.reached:
            yield prospect.decision.call.rule.name, prospect.decision.who, prospect.best


def _lesser(asked: Question) -> set[str]:
    """The events of words that are not the best: more of them is not better."""
    groups = word_events(asked.action)
    return {name for names in groups for name in (names[1:] if len(names) == 2 else names[:-1])}
