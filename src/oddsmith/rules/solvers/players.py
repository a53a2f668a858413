"""Players: who wants the goal high or low, and the error for those who keep play going for ever."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import deciding
from oddsmith.rules.language.calls import Call
from oddsmith.rules.solvers.absorption import never_ends

#: Who wants the expected goal high (`max`) or low (`min`).
Players: TypeAlias = Mapping[str, Callable[..., Any]]

PLAYERS: Players = {"player": max, "opponent": min}


class Stall(RuleError):
    """Somebody can keep play going for ever, and no value was given for that."""

    code = "stall"


class UnknownPlayer(RuleError):
    """Somebody decides of whom nobody says what they want."""


def senses_of(graph: Graph, players: Players) -> dict[int, int]:
    """For every decision node 1 if its player wants much, -1 if little. Of simultaneous ones the first counts.

    Raises RuleError for somebody who decides and is not among the players, and for simultaneous decisions of
    others than two who want the opposite.
    """
    senses = {node: _sense(graph, node, decision, players) for node, decision in graph.decisions.items()}
    for node, decisions in graph.simultaneous.items():
        wants = [_sense(graph, node, decisions[place], players) for place in deciding(decisions)]
        if len(wants) > 2:
            raise too_many_at_once(decisions[0].call, [decisions[place].who for place in deciding(decisions)])
        if wants not in ([1], [-1], [1, -1], [-1, 1]):
            raise RuleError(
                decisions[0].call.rule.name,
                f"{', '.join(decision.who for decision in decisions)} decide at once, and are not two opponents.",
                remedy=_IN_TURN,
            )
        senses[node] = wants[0]
    return senses


def too_many_at_once(call: Call[Any], who: Sequence[str]) -> RuleError:
    """The error for a simultaneous decision of more than two people."""
    file, line = call.file_line
    problem = f"{', '.join(who)} decide at once: best play is of two at most, who want the opposite."
    return RuleError(call.rule.name, problem, remedy=_IN_TURN, file=file, line=line)


_IN_TURN: Final = "Let them decide in turn, or say what some of them do: answered(graph, policies)."


def _sense(graph: Graph, node: int, decision: Decision, players: Players) -> int:
    want = players.get(decision.who)
    if want is not max and want is not min:
        if decision.who in players:
            raise BadInput(
                "players", {decision.who: want}, "for each of them max, where they want the goal high, or min"
            )
        file, line = graph.labels[node][0].file_line
        raise unknown_player(decision.call.rule.name, decision.who, players, file, line)
    return 1 if want is max else -1


def unknown_player(rule: str, who: str, players: Players, file: str, line: int) -> UnknownPlayer:
    """The error for somebody who decides and is not among the players."""
    from difflib import get_close_matches  # needed by mistakes alone

    near = get_close_matches(str(who), [*players], n=1)
    asked = f"Did you mean {near[0]!r}? " if near else ""
    remedy = f"{asked}Name one of them, or in Python, give players={{..., {who!r}: max}} or min."
    there = f"{'neither' if len(players) > 1 else 'not'} {' nor '.join(map(repr, players))}"
    return UnknownPlayer(
        rule,
        f"{who!r} decides, who is {there}.",
        remedy=remedy,
        file=file,
        line=line,
    )


def goes_on(graph: Graph, staying: set[int], senses: Mapping[int, int]) -> RuleError:
    """The error for nodes among which play can be kept for ever (see `endless`): a Stall when somebody can do that."""
    deciding = [node for node in staying if node in senses]
    if not deciding:
        return never_ends(graph, sorted(staying))
    decision = graph.decisions[min(deciding)]
    return Stall(
        decision.call.rule.name,
        f"{decision.who} can keep play going for ever (at {decision.call!r}).",
        remedy="Give the loop a price or a limit, or say what play without end is worth: best(..., stall=0).",
    )
