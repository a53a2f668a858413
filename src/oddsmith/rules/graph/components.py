"""Strongly connected components of a directed graph, and those that play need never leave."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence


def components(targets: Sequence[Sequence[int]]) -> list[list[int]]:
    """Strongly connected components, each after all that it leads to (Tarjan 1972, without recursion).

    targets: for every node, the nodes it leads to.
    """
    count = len(targets)
    order = [0] * count  # 0: not met yet
    done = count + 1  # the order of those whose component is found, after all others
    met = 0
    stack: list[int] = []
    found: list[list[int]] = []
    for root in range(count):
        if order[root]:
            continue
        met += 1
        order[root] = low = met
        stack.append(root)
        node, rest = root, iter(targets[root])
        path: list[
            tuple[int, Iterator[int], int]
        ] = []  # nodes above, where else they lead, the first they lead back to
        while True:
            for target in rest:
                its = order[target]
                if not its:
                    further = targets[target]
                    if not further:
                        order[target] = done
                        found.append([target])
                        continue
                    path.append((node, rest, low))
                    met += 1
                    order[target] = low = met
                    stack.append(target)
                    node, rest = target, iter(further)
                    break
                if its < low:
                    low = its
            else:
                if low == order[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        order[member] = done
                        component.append(member)
                        if member == node:
                            break
                    found.append(component)
                if not path:
                    break
                below = low
                node, rest, low = path.pop()
                if below < low:
                    low = below
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
