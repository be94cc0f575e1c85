"""Checks of single parts: missing capacitors and pull-ups, parts the wrong way round, lines without a resistor."""

from collections import Counter
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit, Placed, farads, finding_at
from treppe_hardware.descriptions.boards import Component

_PULL_UP_OHM = (500, 150_000)
_LINE_OHM = 33
_OUTSIDE = ("BOX", "VH", "XH", "BUTTON", "OLED", "PIEZO")  # what leaves the board, is touched, or is a capacitor


def check_parts(circuit: Circuit) -> list[Finding]:
    """Check the parts of a surface and its controller one by one."""
    return [
        *_check_decoupling(circuit),
        *_check_pull_ups(circuit),
        *_check_feeds(circuit),
        *_check_switches(circuit),
        *_check_clamps(circuit),
        *_check_lines(circuit),
        *_check_expanders(circuit),
    ]


def is_store(component: Component) -> bool:
    """True for a capacitor of 100 nF or more."""
    return component.part.footprint.startswith("C_") and (not component.value or farads(component.value) >= 90e-9)


def _check_decoupling(circuit: Circuit) -> Iterator[Finding]:
    """On every board there are as many capacitors at a supply as chips that need one."""
    chips: Counter[tuple[str, object]] = Counter()
    stores: Counter[tuple[str, object]] = Counter()
    first: dict[tuple[str, object], Placed] = {}
    for placed in circuit.placed:
        part = placed.component.part
        if part.decoupled:
            key: tuple[str, object] = (placed.where, placed.component.net(part.power))
            chips[key] += 1
            first.setdefault(key, placed)
        if is_store(placed.component):
            stores[placed.where, placed.component.nets[0]] += 1
    for key, count in chips.items():
        if stores[key] < count:
            one = first[key]
            yield finding_at(
                one,
                f"{one.board.name}: {count} chips on {key[1]} and {stores[key]} capacitors of 100 nF or more",
                "without one beside it a chip disturbs itself and its neighbours when it switches",
                "add a capacitor of 100 nF between the supply and ground for every chip",
            )


def _check_pull_ups(circuit: Circuit) -> Iterator[Finding]:
    """A contact or an open-drain line rests at one only through a resistor."""
    inside = {f"GP{pin.gp}" for pin in circuit.controller.pins if pin.function == "GPIO in pull-up"}
    for placed in circuit.placed:
        part = placed.component.part
        wanted = [
            *part.open_drain,
            *(pin for pin in part.contacts if circuit.node(placed, pin) not in circuit.ground_nodes),
        ]
        for pin in wanted:
            node = circuit.node(placed, pin)
            if node is None or node in circuit.ground_nodes:
                continue
            line = circuit.line(node)
            pins = [(other, name) for one in line for other, name in circuit.pins.get(one, ())]
            if any(
                name in inside or (other.component.part.pulls_up and other is not placed)
                for other, name in pins
                if pin in part.contacts
            ):
                continue
            pulls = [
                value
                for one, other, value, _ in circuit.resistors
                if (one in line and other in circuit.supply_nodes) or (other in line and one in circuit.supply_nodes)
            ]
            if not any(_PULL_UP_OHM[0] <= value <= _PULL_UP_OHM[1] for value in pulls):
                yield finding_at(
                    placed,
                    f"{placed.name} {pin}: nothing pulls {placed.component.net(pin)} up",
                    "open, the line takes any value that the air gives it",
                    "add a resistor to the supply of the chip that reads it (10k, 4k7 on I2C)",
                )


def _check_feeds(circuit: Circuit) -> Iterator[Finding]:
    """Each supply is fed from what its line says, through parts that conduct in that direction, and in no other."""
    ways = set()
    for placed in circuit.placed:
        part = placed.component.part
        pairs = list(part.conducts)
        if part.switch:
            source, drain, is_p = part.switch["source"], part.switch["drain"], part.switch["kind"] == "P"
            pairs += [(source, drain), (drain, source)] if is_p else []
        for first, last in pairs:
            one, other = circuit.supply(placed, first), circuit.supply(placed, last)
            if one and other and one is not other:
                ways.add((one.name, other.name))
                both = part.switch or (last, first) in part.conducts
                if one.name not in other.from_ and not both:
                    yield finding_at(
                        placed,
                        f"{placed.name} lets {one.name} flow into {other.name}, which is fed from "
                        f"{' and '.join(other.from_) or 'outside'}",
                        "a diode the wrong way round: one source feeds the other, or nothing flows",
                        "turn it round",
                    )
    for supply in circuit.supplies.values():
        for source in supply.from_:
            if (source, supply.name) not in ways and source != "EXT_IN":
                yield Finding(
                    circuit.controller.path if supply in circuit.controller.supplies else circuit.surface.source.path,
                    supply.line,
                    f"nothing leads from {source} to {supply.name}",
                    "the supply's line says that it is fed from there",
                    "add the diode, switch or regulator, or turn round the one that is there",
                )


def _check_switches(circuit: Circuit) -> Iterator[Finding]:
    """A transistor's own diode conducts from drain to source (P), source to drain (N): it must not bridge it.

    Two of them with one gate and one source lie back to back: their diodes never conduct together.
    """
    alike = Counter(
        (circuit.node(one, switch["gate"]), circuit.node(one, switch["source"]))
        for one in circuit.placed
        if (switch := one.component.part.switch)
    )
    for placed in circuit.placed:
        switch = placed.component.part.switch
        if not switch:
            continue
        source, drain = (circuit.supply(placed, switch[end]) for end in ("source", "drain"))
        gate, ground = circuit.node(placed, switch["gate"]), circuit.ground_nodes
        if switch["kind"] == "N":
            if circuit.node(placed, switch["source"]) not in ground:
                yield finding_at(
                    placed,
                    f"{placed.name}: the source of an N-channel transistor is on "
                    f"{placed.component.net(switch['source'])}",
                    "it switches to ground; the other way round its own diode always conducts",
                    "swap drain and source",
                )
            continue
        if alike[gate, circuit.node(placed, switch["source"])] == 2:
            continue
        protects = gate in ground
        wrong = source and drain and (source.name in drain.from_ if protects else drain.name in source.from_)
        if wrong:
            yield finding_at(
                placed,
                f"{placed.name}: drain and source are the wrong way round between {drain.name} and {source.name}",  # type: ignore[union-attr]
                "its own diode conducts all the time: the switch never opens, or a wrong polarity passes",
                "swap drain and source: a switch has its source at what feeds it, a protection its drain",
            )


def _check_clamps(circuit: Circuit) -> Iterator[Finding]:
    for placed in circuit.placed:
        if not placed.component.part.clamps:
            continue
        live, ground = placed.component.part.clamps
        if circuit.node(placed, ground) not in circuit.ground_nodes or circuit.supply(placed, live) is None:
            yield finding_at(
                placed,
                f"{placed.name}: a suppressor has its cathode on {placed.component.net(live)}, "
                f"its anode on {placed.component.net(ground)}",
                "the wrong way round it is a short",
                "cathode to the supply, anode to ground",
            )


def _check_lines(circuit: Circuit) -> Iterator[Finding]:
    """A pin of the Pico that leaves its board, or that people touch, meets a resistor first."""
    for placed in circuit.placed:
        if placed.component.part.name != "PICO":
            continue
        for pin in placed.component.part.pins:
            node = circuit.node(placed, pin) if pin.startswith("GP") else None
            if node is None:
                continue
            reached = {node} | {
                beyond
                for beyond, value in circuit.neighbours(node)
                if value < _LINE_OHM and not circuit.is_fixed(beyond)
            }
            outside = [
                other
                for one in sorted(reached)
                for other, _ in circuit.pins.get(one, ())
                if other.component.part.footprint.startswith(_OUTSIDE)
            ]
            if outside:
                other = outside[0]
                yield finding_at(
                    other,
                    f"{other.name}: {placed.component.net(pin)} reaches {pin} without a resistor",
                    "a spark from a finger, or a plug that goes in live, ends in the Pico",
                    f"put {_LINE_OHM} ohm or more between them",
                )


def _check_expanders(circuit: Circuit) -> Iterator[Finding]:
    for placed in circuit.placed:
        part = placed.component.part
        for pin in part.output_only:
            node = circuit.node(placed, pin)
            if node and any(
                other.component.part is circuit.surface.sensor_part for other, _ in circuit.pins.get(node, ())
            ):
                yield finding_at(
                    placed,
                    f"{placed.name} {pin} can only drive, and a sensor hangs on it",
                    "since its data sheet's revision D these pins are outputs: a piece there is never seen",
                    "use seven pins of each port",
                )
