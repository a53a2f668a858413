"""A graph for other programs to read: PRISM's explicit format, which probabilistic model checkers share, and DOT.

PRISM's format (prismmodelchecker.org/manual/Appendices/ExplicitModelFiles) holds a Markov chain (dtmc) when nobody
decides, a Markov decision process (mdp) when one person does, and a turn-based stochastic game (smg, as PRISM-games
reads it) when several do. Numbers are written as fractions, so that a checker with an exact mode loses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path

from flint import fmpq

from oddsmith.errors import BadInput, RuleError, TooLarge
from oddsmith.rules.compile.engines import call_and_answers
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import UNRESOLVED, Gain, Graph, Open

_DOT_LIMIT = 2_000


@dataclass(frozen=True)
class PrismModel:
    """A graph in PRISM's explicit format.

    kind: "dtmc", "mdp" or "smg". players: who decides, by the numbers that the game format gives them. files: the text
    of every file by the ending of its name (".tra", ".sta", ".lab", "1.srew", ...; ".txt" tells people what the states
    are).

    States 0 to n-1 are the nodes of the graph. Two kinds of state come on top: one for every gain, on the edge that
    adds it, and last a state "done" to which all ends lead and from which nothing more happens.
    """

    kind: str
    players: tuple[str, ...]
    files: Mapping[str, str]

    def write(self, directory: Path | str, name: str = "model") -> list[Path]:
        """Write all files into a directory that exists; returns their paths."""
        paths = []
        for ending, text in self.files.items():
            path = Path(directory) / f"{name}{ending}"
            path.write_text(text, encoding="utf-8")
            paths.append(path)
        return paths


def prism(graph: Graph, goals: Mapping[str, Goal | None]) -> PrismModel:
    """A graph in PRISM's explicit format, with rewards and labels to ask about.

    goals: what may be asked, by names that PRISM takes for identifiers; None is the outcome itself. A goal is a
    structure of state rewards, collected on the way to "done": `R{"coins"}min=? [F "done"]`. A goal that is yes or no
    at every end is also a label: `Pmax=? [F "win"]`. Probability that was not resolved counts 0, and has the label
    "unresolved".

    >>> from oddsmith.dice import coin
    >>> from oddsmith.rules import explore, roll, rule
    >>> @rule
    ... async def toss() -> bool:
    ...     return await roll(coin) == "H"
    >>> model = prism(explore(toss()), {"heads": lambda heads: heads})
    >>> model.kind
    'dtmc'
    >>> print(model.files[".tra"])
    4 5
    0 1 1/2
    0 2 1/2
    1 3 1
    2 3 1
    3 3 1

    Raises BadInput for a name that is no identifier; RuleError for a goal other than None where edges add gains, and
    for a choice that several make unseen, which the format cannot hold.
    """
    for name in goals:
        if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) or name in ("init", "deadlock", "done", "unresolved"):
            raise BadInput("goal", name, "letters, digits and _, not beginning with a digit; not a label of ours")
    for decisions in graph.simultaneous.values():
        raise RuleError(
            decisions[0].call.rule.name,
            f"{' and '.join(decision.who for decision in decisions)} decide at once, which the format cannot hold.",
            remedy="Say what some of them do: answered(graph, policies).",
        )
    if graph.has_gains and graph.busts:
        raise RuleError(
            graph.labels[0][0].rule.name,
            "at some ends of its graph gains do not count, which the format cannot hold.",
            remedy="Count in an argument instead of `k + call`.",
        )
    if graph.has_gains and any(goal is not None for goal in goals.values()):
        raise RuleError(
            graph.labels[0][0].rule.name,
            "edges of its graph add gains to the outcome, so only the outcome itself can be exported.",
            remedy="Export {name: None}, or count in an argument instead of `k + call`.",
        )
    return _Writer(graph).model(goals)


class _Writer:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.players = tuple(dict.fromkeys(decision.who for decision in graph.decisions.values()))
        self.kind = ("dtmc", "mdp")[len(self.players)] if len(self.players) < 2 else "smg"
        self.gained: list[
            tuple[int | fmpq, int]
        ] = []  # for every state that adds a gain: how much on average, and where to
        self.rows = [list(self._choices(node)) for node in range(len(graph))]
        self.done = len(graph) + len(self.gained)

    def model(self, goals: Mapping[str, Goal | None]) -> PrismModel:
        values = {name: end_values(self.graph, goal) for name, goal in goals.items()}
        files = {".tra": self._transitions(), ".sta": self._states(), ".lab": self._labels(values)}
        for number, (name, worth) in enumerate(values.items(), 1):
            files[f"{number}.srew"] = self._rewards(name, worth)
        files[".txt"] = "".join(f"{node}: {described(self.graph, node)}\n" for node in range(len(self.graph)))
        return PrismModel(self.kind, self.players, files)

    def _choices(self, node: int) -> Iterator[tuple[str, dict[int, fmpq]]]:
        """The choices at a node: what each is called, and where it leads with what probability."""
        graph = self.graph
        if node in graph.ends:
            yield "", {}  # to "done", whose number is not known yet
        elif node in graph.decisions:
            for option, (target, gain) in zip(graph.decisions[node].options, graph.expected_edges(node), strict=True):
                yield _identifier(option), {self._through(target, gain): fmpq(1)}
        else:
            spread: dict[int, fmpq] = {}
            for (target, gain), weight in zip(graph.expected_edges(node), graph.weights[node] or (), strict=True):
                target = self._through(target, gain)
                spread[target] = spread.get(target, fmpq(0)) + weight
            yield "", spread

    def _through(self, target: int, gain: int | fmpq) -> int:
        if not gain:
            return target
        self.gained.append((gain, target))
        return len(self.graph) + len(self.gained) - 1

    def _transitions(self) -> str:
        one = fmpq(1)
        rows = [[(name, spread or {self.done: one}) for name, spread in row] for row in self.rows]
        rows += [[("", {target: one})] for _, target in self.gained]
        rows.append([("", {self.done: one})])
        sizes = [len(rows) if self.kind != "smg" else f"{len(rows)}:{len(self.players)}"]
        if self.kind != "dtmc":
            sizes.append(sum(map(len, rows)))
        sizes.append(sum(len(spread) for row in rows for _, spread in row))
        lines = [" ".join(map(str, sizes))]
        for state, row in enumerate(rows):
            for choice, (name, spread) in enumerate(row):
                start = [self._owned(state)] if self.kind == "dtmc" else [self._owned(state), str(choice)]
                for target, weight in sorted(spread.items()):
                    lines.append(" ".join([*start, str(target), str(weight), *([name] if name else [])]))
        return "\n".join(lines)

    def _owned(self, state: int) -> str:
        if self.kind != "smg":
            return str(state)
        decision = self.graph.decisions.get(state)
        return f"{state}:{self.players.index(decision.who) if decision else 0}"

    def _states(self) -> str:
        return "\n".join(["(node)", *(f"{state}:({state})" for state in range(self.done + 1))])

    def _labels(self, values: Mapping[str, Mapping[int, fmpq]]) -> str:
        ends = self.graph.ends
        states: dict[str, set[int]] = {
            "init": set(self.graph.roots),
            "deadlock": set(),
            "done": {self.done},
            "unresolved": {node for node, outcome in ends.items() if outcome is UNRESOLVED},
        }
        plain = not self.graph.has_gains and not any(isinstance(outcome, Open) for outcome in ends.values())
        for name, worth in values.items():
            if plain and all(value in (0, 1) for value in worth.values()):
                states[name] = {node for node, value in worth.items() if value == 1}
        lines = [" ".join(f'{number}="{name}"' for number, name in enumerate(states))]
        for state in range(self.done + 1):
            numbers = [str(number) for number, members in enumerate(states.values()) if state in members]
            if numbers:
                lines.append(f"{state}: {' '.join(numbers)}")
        return "\n".join(lines)

    def _rewards(self, name: str, worth: Mapping[int, fmpq]) -> str:
        rewards = {node: value for node, value in worth.items() if value != 0}
        rewards |= {len(self.graph) + i: fmpq(gain) for i, (gain, _) in enumerate(self.gained)}
        lines = [f'# Reward structure "{name}"', "# State rewards", f"{self.done + 1} {len(rewards)}"]
        return "\n".join([*lines, *(f"{state} {value}" for state, value in sorted(rewards.items()))])


def dot(graph: Graph, *, limit: int = _DOT_LIMIT) -> str:
    """A graph in DOT, for Graphviz to draw: ellipses are chance, boxes are decisions, double borders are ends.

    >>> from oddsmith.rules import choose, explore, rule
    >>> @rule
    ... async def pick() -> str:
    ...     return await choose("player", ("left", "right"))
    >>> print(dot(explore(pick())))
    digraph {
      0 [label="player decides: pick()", shape=box];
      0 -> 1 [label="left"];
      0 -> 2 [label="right"];
      1 [label="'left'", peripheries=2];
      2 [label="'right'", peripheries=2];
    }

    Raises TooLarge for a graph of more than `limit` nodes, which nobody could read.
    """
    if len(graph) > limit:
        raise TooLarge("nodes to draw", len(graph), limit, remedy="Draw a smaller case, or give dot() a higher limit.")
    lines = []
    for node in range(len(graph)):
        decides = node in graph.decisions or node in graph.simultaneous
        style = "peripheries=2" if node in graph.ends else "shape=box" if decides else "shape=ellipse"
        lines.append(f"{node} [label={_quoted(described(graph, node))}, {style}];")
        if node in graph.decisions:
            names = [_shown(option) for option in graph.decisions[node].options]
        elif node in graph.simultaneous:
            ways = product(*[decision.options for decision in graph.simultaneous[node]])
            names = [", ".join(map(_shown, way)) for way in ways]
        else:
            names = [str(weight) for weight in graph.probabilities(node)]
        for name, (target, gain) in zip(names, graph.edges(node), strict=True):
            lines.append(f"{node} -> {target} [label={_quoted(f'{name} ({_added(gain)})' if gain != 0 else name)}];")
    return "\n".join(["digraph {", *(f"  {line}" for line in lines), "}"])


def described(graph: Graph, node: int) -> str:
    """A node in words: what is decided there, how it ends, or where the rule stands and what it knows."""
    if node in graph.ends:
        outcome = graph.ends[node]
        return str(outcome.distribution) if isinstance(outcome, Open) else repr(outcome)
    label = graph.labels[node]
    if not isinstance(label, tuple):
        return repr(label)
    call, known = call_and_answers(*label[:2])
    if node in graph.decisions:
        decision = graph.decisions[node]
        call, known = f"{decision.who} decides: {decision.call!r}", decision.known
    elif node in graph.simultaneous:
        first, *_ = decisions = graph.simultaneous[node]
        call, known = f"{' and '.join(d.who for d in decisions)} decide at once: {first.call!r}", first.known
    return f"{call}, knowing {', '.join(map(_shown, known))}" if known else str(call)


def _added(gain: Gain) -> str:
    return f"{gain:+}" if isinstance(gain, int) else f"+{gain}"


def _shown(value: Hashable) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, Fraction) else repr(value)


def _identifier(option: Hashable) -> str:
    """An option as the name of an action: what PRISM does not allow in a name becomes `_`."""
    name = re.sub(r"\W+", "_", str(option), flags=re.ASCII).strip("_")
    return name if name and not name[0].isdigit() else f"_{name}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
