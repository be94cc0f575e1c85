"""Checks of transistors that switch: the voltage at their gates, and how fast they fill what hangs behind them."""

import math
from collections import defaultdict
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Node, Placed, capacity
from treppe_hardware.checks.power import is_regulated, roots
from treppe_hardware.checks.ratings import is_to_ground, other_nodes
from treppe_hardware.checks.voltages import solve

_HELD_TIMES = 5
_LEAK_A = 1e-3  # of a Schottky diode of amperes at 60 C [D]
_MOST_LEFT_V = 1.35  # a divider of 680 to 470 ohm makes a zero of it, and no gate closes [C]
_GATE_PLATEAU_V = 2.0  # of a P-channel transistor while its drain moves [E]


def check_gates(circuit: Circuit) -> Iterator[Finding]:
    """What drives a switch's gate brings it far enough, and never farther than it bears."""
    for placed, part in circuit.with_parts:
        if not part.switch or not part.gate_volts:
            continue
        source, gate = (circuit.node(placed, part.switch[end]) for end in ("source", "gate"))
        if source is None or gate is None:
            continue
        on = _volts_on(circuit, placed, source, gate)
        if on is None:
            continue
        least, most = on
        needed, bears = part.gate_volts
        if least < needed - 0.05:
            yield mistake(
                "gate-too-low", placed, f"{placed.name} is switched by {least:.2f} V at its gate, it needs {needed:g} V"
            )
        elif most > bears:
            yield mistake(
                "gate-too-high", placed, f"{placed.name} gets up to {most:.1f} V at its gate, which bears {bears:g} V"
            )


def check_pulls(circuit: Circuit) -> Iterator[Finding]:
    """What pulls a P-channel transistor's gate up leads to its source: from the drain it never switches off."""
    for placed in circuit.placed:
        switch = placed.component.part.switch
        if not switch or switch["kind"] != "P":
            continue
        source, gate, drain = (circuit.node(placed, switch[end]) for end in ("source", "gate", "drain"))
        pulls = [
            other for one, two, _, _ in circuit.resistors for node, other in ((one, two), (two, one)) if node == gate
        ]
        if source in circuit.supply_nodes and drain in pulls and source not in pulls:
            yield mistake("gate-to-drain", placed, f"{placed.name} has its gate pulled to its drain")


def _volts_on(circuit: Circuit, placed: Placed, source: Node, gate: Node) -> tuple[float, float] | None:
    """Return the least and most volts between gate and source while the switch is on; None if nobody knows."""
    if placed.component.part.switch["kind"] == "N":
        driven = any(other.component.part.name == "PICO" for other, _ in circuit.sources(gate))
        return (3.2, 3.4) if driven else None
    supply = circuit.supply_nodes.get(source)
    if supply is None:
        return None
    if gate in circuit.ground_nodes or gate in circuit.supply_nodes:  # on while that supply is away
        return supply.volts, supply.most_volts
    part = _part_left(circuit, gate, source)
    return (supply.volts * part, supply.most_volts * part) if part is not None else (0.0, 0.0)


def _part_left(circuit: Circuit, gate: Node, source: Node) -> float | None:
    """Return which part of the source's voltage lies between source and gate when the N-channel transistor pulls."""
    pulled = {
        node
        for other in circuit.placed
        if other.component.part.switch
        and other.component.part.switch["kind"] == "N"
        and (node := circuit.node(other, other.component.part.switch["drain"]))
    }
    if gate in pulled:
        return 1.0
    up = sum(1 / max(value, 1) for node, value in circuit.neighbours(gate) if node == source)
    low = pulled | circuit.ground_nodes
    down = sum(1 / max(value, 1) for node, value in circuit.neighbours(gate) if node in low)
    return down / (up + down) if down else None


def check_inrush(circuit: Circuit) -> Iterator[Finding]:
    """A switch that fills capacitors rises slowly: a capacitor between gate and drain, and a resistor that feeds it."""
    for placed, part in circuit.with_parts:
        if not part.switch or part.switch["kind"] != "P":
            continue
        source, gate, drain = (circuit.node(placed, part.switch[end]) for end in ("source", "gate", "drain"))
        if (
            gate is None or drain is None or source is None or circuit.is_fixed(gate)
        ):  # USB's plug is counted in power.py
            continue
        fed, supply = circuit.supply_nodes.get(drain), circuit.supply_nodes.get(source)
        if fed is None or supply is None:
            continue
        store = sum(
            capacity(one.component) for one, pin in circuit.pins.get(drain, ()) if is_to_ground(circuit, one, pin)
        )
        at_gate = circuit.pins.get(gate, ())
        miller = sum(capacity(one.component) for one, pin in at_gate if drain in other_nodes(circuit, one, pin))
        pulls = [
            value
            for node, value in circuit.neighbours(gate)
            if node in circuit.ground_nodes or (node != source and not circuit.is_fixed(node))
        ]
        current = (supply.most_volts - _GATE_PLATEAU_V) / min(pulls) if pulls else float("inf")
        inrush = store * current / miller if miller else float("inf")
        if store > 1e-6 and inrush * 1000 > supply.limit_ma / 2:
            amount = f"{inrush:.1f} A" if inrush < 100 else "as much as the source gives"
            what = (
                f"{placed.name} fills {store * 1e6:.0f} uF at {fed.name} with {amount}, "
                f"{supply.name} gives {supply.limit_ma} mA"
            )
            yield mistake("inrush", placed, what)


def check_held(circuit: Circuit) -> Iterator[Finding]:
    """Where a plug goes in in front of a switch, its slope's capacitor must not pull the gate down with it."""
    for placed, part in circuit.with_parts:
        if not part.switch or part.switch["kind"] != "P":
            continue
        source, gate, drain = (circuit.node(placed, part.switch[end]) for end in ("source", "gate", "drain"))
        supply = circuit.supply_nodes.get(source) if source else None
        if supply is None or gate is None or is_regulated(circuit, supply.name):
            continue
        at_gate = circuit.pins.get(gate, ())
        slope = sum(capacity(one.component) for one, pin in at_gate if drain in other_nodes(circuit, one, pin))
        hold = sum(capacity(one.component) for one, pin in at_gate if source in other_nodes(circuit, one, pin))
        if slope and hold < _HELD_TIMES * slope:
            what = f"{placed.name} has {hold * 1e9:.0f} nF from gate to source and {slope * 1e9:.0f} nF to its drain"
            yield mistake("gate-behind", placed, what, name=supply.name, held_times=_HELD_TIMES)


def check_back_feed(circuit: Circuit) -> Iterator[Finding]:
    """Through diodes, and those inside of transistors, no supply of several sources reaches one of these."""
    ways: dict[str, list[tuple[str, Placed]]] = defaultdict(list)
    for placed, part in circuit.with_parts:
        ends = [
            (first, last) for first, last in part.conducts if part.drop_volts and (last, first) not in part.conducts
        ]
        if part.switch:
            ends = [(part.switch["drain"], part.switch["source"])][: part.switch["kind"] == "P"]
        for first, last in ends:
            source, fed = circuit.supply(placed, first), circuit.supply(placed, last)
            if source and fed and source is not fed:
                ways[source.name].append((fed.name, placed))
    for start in circuit.supplies:
        outside = roots(circuit, start)
        todo, seen = [start], {start}
        while todo and len(outside) > 1:
            for name, placed in ways[todo.pop()]:
                if name in outside:
                    what = f"{placed.name}: {start} flows back into {name} through the diode inside of it"
                    yield mistake("back-feed", placed, what)
                elif name not in seen:
                    seen.add(name)
                    todo.append(name)


def check_leak(circuit: Circuit) -> Iterator[Finding]:
    """What a warm diode leaks into a supply that is away is drained, where a gate looks at that supply."""
    grounds = dict.fromkeys(circuit.ground_nodes, 0.0)
    for placed, part in circuit.with_parts:
        for first, _ in part.conducts if part.drop_volts else ():
            node = circuit.node(placed, first)
            at_node = circuit.pins[node] if node in circuit.supply_nodes else []
            looks = [one for one, pin in at_node if pin == one.component.part.switch.get("gate")]
            if node is None or not looks:
                continue
            supply = circuit.supply_nodes[node]
            volts = solve(circuit, grounds | {node: 1.0})
            drained = sum((1.0 - volts.get(other, 1.0)) / max(ohm, 1) for other, ohm in circuit.neighbours(node))
            left = _LEAK_A / drained if drained else math.inf
            if left > _MOST_LEFT_V:
                what = (
                    f"{placed.name} leaks into {supply.name} while it is away: {min(left, supply.volts):.1f} V are left"
                )
                yield mistake("leak", placed, what, gate=looks[0].name, ohm=f"{_MOST_LEFT_V / _LEAK_A:.0f}")
