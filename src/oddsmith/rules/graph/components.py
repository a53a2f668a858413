"""Strongly connected components of a directed graph, and those that play need never leave."""

from __future__ import annotations

from collections.abc import Container, Sequence


def components(targets: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, each after all that it leads to (Tarjan 1972, without recursion).

    targets: for every node, the nodes it leads to.
    """
    count = len(targets)
    order = [0] * count  # 0: not met yet
    low = [0] * count
    waiting = bytearray(count)  # is on the stack of its component
    met = 0
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(count):
        if order[root]:
            continue
        met += 1
        order[root] = low[root] = met
        stack.append(root)
        waiting[root] = 1
        path = [(root, iter(targets[root]))]
        while path:
            node, rest = path[-1]
            for target in rest:
                if not order[target]:
                    met += 1
                    order[target] = low[target] = met
                    stack.append(target)
                    waiting[target] = 1
                    path.append((target, iter(targets[target])))
                    break
                if waiting[target] and order[target] < low[node]:
                    low[node] = order[target]
            else:
                path.pop()
                if path and low[node] < low[path[-1][0]]:
                    low[path[-1][0]] = low[node]
                if low[node] == order[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        waiting[member] = 0
                        component.append(member)
                        if member == node:
                            break
                    found.append(component)
    return found


def endless(targets: Sequence[Sequence[int]], component: Sequence[int], deciding: Container[int]) -> set[int]:
    """The nodes of a component among which play can be kept for ever: where somebody decides, one way on leads to
    another such node; where chance does, all ways do.
    """
    staying = set(component)
    coming: dict[int, list[int]] = {node: [] for node in component}
    ways: dict[int, int] = {}  # how many ways on may still be lost
    leaving: list[int] = []
    for node in component:
        inner = [target for target in targets[node] if target in staying]
        for target in inner:
            coming[target].append(node)
        ways[node] = len(inner) if node in deciding else 1
        if not inner or (node not in deciding and len(inner) < len(targets[node])):
            leaving.append(node)
            ways[node] = 0
    while leaving:
        node = leaving.pop()
        staying.discard(node)
        for before in coming[node]:
            if ways[before]:
                ways[before] -= 1
                if not ways[before]:
                    leaving.append(before)
    return staying
