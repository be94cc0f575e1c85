"""Computes each net's voltage: solves the resistors between supplies, ground and outputs as a network."""

from collections import defaultdict

from treppe_hardware import linear
from treppe_hardware.checks.nets import Circuit, Node

Volts = dict[Node, float]


def solve(circuit: Circuit, fixed: Volts, extra: dict[Node, float] | None = None) -> Volts:
    """Return the volts of the fixed nets, and of every net that resistors connect to them.

    `extra` adds a resistance to ground at some nets. Nets that reach nothing fixed are left out.
    """
    beside: dict[Node, list[tuple[Node | None, float]]] = defaultdict(list)
    for one, other, value, _ in circuit.resistors:
        conductance = 1 / max(value, 1e-3)
        beside[one].append((other, conductance))
        beside[other].append((one, conductance))
    for node, value in (extra or {}).items():
        beside[node].append((None, 1 / value))
    volts = dict(fixed)
    for start in list(beside):
        if start not in volts:
            island = _island(start, beside, fixed)
            volts |= _solve_island(island, beside, fixed)
    return volts


def _island(start: Node, beside: dict[Node, list[tuple[Node | None, float]]], fixed: Volts) -> list[Node]:
    seen, todo = {start}, [start]
    while todo:
        for other, _ in beside[todo.pop()]:
            if other is not None and other not in fixed and other not in seen:
                seen.add(other)
                todo.append(other)
    return sorted(seen)


def _solve_island(island: list[Node], beside: dict[Node, list[tuple[Node | None, float]]], fixed: Volts) -> Volts:
    """Solve the sums of currents by elimination; an island without any fixed neighbour has no volts."""
    place = {node: number for number, node in enumerate(island)}
    matrix, right = [[0.0] * len(island) for _ in island], [0.0] * len(island)
    is_held = False
    for node, row in zip(island, matrix, strict=True):
        for other, conductance in beside[node]:
            row[place[node]] += conductance
            if other is None or other in fixed:
                right[place[node]] += conductance * (fixed[other] if other is not None else 0.0)
                is_held = True
            else:
                row[place[other]] -= conductance
    return dict(zip(island, linear.solve(matrix, right), strict=True)) if is_held else {}


def supplies(circuit: Circuit, most: bool) -> Volts:
    """Return the volts of all supplies at their highest or lowest, and of ground."""
    volts: Volts = dict.fromkeys(circuit.ground_nodes, 0.0)
    return volts | {node: one.most_volts if most else one.volts for node, one in circuit.supply_nodes.items()}
