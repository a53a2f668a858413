"""Graphs that would be the same if their outcome were asked as a total, so that they need not be explored again so."""

from __future__ import annotations

from oddsmith.rules.compile.dataflow.demand import TOTAL
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.exploration.limits.places import places
from oddsmith.rules.exploration.nodes import Nodes
from oddsmith.rules.unknowns import Law


def is_the_same_as_total(nodes: Nodes) -> bool:
    """Tell whether nothing found so far would be a gain in the end, or have limits beyond which it is not told apart."""
    laws = any(isinstance(found, Law) for found in nodes.setting.drawn.values())
    if laws or nodes.descent.grows or nodes.setting.limits is not None:
        return False
    rules = {place.rule for place, _ in places(nodes.graph.labels)}
    return all(engine(rule, TOTAL) is engine(rule) for rule in rules)
