"""Checks of single parts: missing capacitors and pull-ups, parts the wrong way round, lines without a resistor."""

from collections import Counter
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import SMALL_OHM, Circuit, Placed, farads
from treppe_hardware.descriptions.boards import Component
from treppe_hardware.descriptions.source import At

_PULL_UP_OHM = (500, 150_000)
_LINE_OHM = 33
_MOST_BEFORE_PULL_UP_OHM = 10_000  # that has 50 to 80 kohm
_OUTSIDE = ("BOX", "VH", "XH", "BUTTON", "OLED", "PIEZO")  # what leaves the board, is touched, or is a capacitor


def is_store(component: Component) -> bool:
    """True for a capacitor of 100 nF or more."""
    return component.part.footprint.startswith("C_") and (not component.value or farads(component.value) >= 90e-9)


def check_decoupling(circuit: Circuit) -> Iterator[Finding]:
    """On every board there are as many capacitors at a supply as chips that need one."""
    chips: Counter[tuple[str, object]] = Counter()
    stores: Counter[tuple[str, object]] = Counter()
    first: dict[tuple[str, object], Placed] = {}
    for placed, part in circuit.with_parts:
        if part.decoupled:
            key: tuple[str, object] = (placed.where, placed.component.net(part.power))
            chips[key] += 1
            first.setdefault(key, placed)
        if is_store(placed.component):
            stores[placed.where, placed.component.nets[0]] += 1
    for key, count in chips.items():
        if stores[key] < count:
            one = first[key]
            what = f"{one.board.name}: {count} chips on {key[1]} and {stores[key]} capacitors of 100 nF or more"
            yield mistake("capacitor-missing", one, what)


def check_pull_ups(circuit: Circuit) -> Iterator[Finding]:
    """A contact or an open-drain line rests at one only through a resistor."""
    inside = {f"GP{pin.gp}" for pin in circuit.controller.pins if pin.function == "GPIO in pull-up"}
    for placed, part in circuit.with_parts:
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
                yield mistake(
                    "pull-up-missing", placed, f"{placed.name} {pin}: nothing pulls {placed.component.net(pin)} up"
                )


def check_feeds(circuit: Circuit) -> Iterator[Finding]:
    """Each supply is fed from what its line says, through parts that conduct in that direction, and in no other."""
    ways = set()
    for placed, part in circuit.with_parts:
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
                    what = (
                        f"{placed.name} lets {one.name} flow into {other.name}, which is fed from "
                        f"{' and '.join(other.from_) or 'outside'}"
                    )
                    yield mistake("diode-reversed", placed, what)
    for supply in circuit.supplies.values():
        for source in supply.from_:
            if (source, supply.name) not in ways and source != "EXT_IN":
                what = f"nothing leads from {source} to {supply.name}"
                yield mistake(
                    "feed-missing",
                    At(
                        circuit.controller.path
                        if supply in circuit.controller.supplies
                        else circuit.surface.source.path,
                        supply.line,
                    ),
                    what,
                )


def check_switches(circuit: Circuit) -> Iterator[Finding]:
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
                what = (
                    f"{placed.name}: the source of an N-channel transistor is on "
                    f"{placed.component.net(switch['source'])}"
                )
                yield mistake("source-not-ground", placed, what)
            continue
        if alike[gate, circuit.node(placed, switch["source"])] == 2:
            continue
        protects = gate in ground
        if source and drain and (source.name in drain.from_ if protects else drain.name in source.from_):
            what = f"{placed.name}: drain and source are the wrong way round between {drain.name} and {source.name}"
            yield mistake("body-diode", placed, what)


def check_clamps(circuit: Circuit) -> Iterator[Finding]:
    """A suppressor has its cathode on a supply, its anode on ground."""
    for placed in circuit.placed:
        if not placed.component.part.clamps:
            continue
        live, ground = placed.component.part.clamps
        if circuit.node(placed, ground) not in circuit.ground_nodes or circuit.supply(placed, live) is None:
            what = (
                f"{placed.name}: a suppressor has its cathode on {placed.component.net(live)}, "
                f"its anode on {placed.component.net(ground)}"
            )
            yield mistake("suppressor-reversed", placed, what)


def check_lines(circuit: Circuit) -> Iterator[Finding]:
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
                what = f"{other.name}: {placed.component.net(pin)} reaches {pin} without a resistor"
                yield mistake("line-bare", other, what, line_ohm=_LINE_OHM)


def check_expanders(circuit: Circuit) -> Iterator[Finding]:
    """No sensor hangs on a pin that can only drive."""
    for placed, part in circuit.with_parts:
        for pin in part.output_only:
            node = circuit.node(placed, pin)
            if node and any(
                other.component.part is circuit.surface.sensor_part for other, _ in circuit.pins.get(node, ())
            ):
                yield mistake(
                    "output-as-input", placed, f"{placed.name} {pin} can only drive, and a sensor hangs on it"
                )


def check_networks(circuit: Circuit) -> Iterator[Finding]:
    """Each resistor of a network has a net at both ends, and joins a net to its own continuation."""
    for placed in circuit.placed:
        pairs = placed.component.part.resistors
        nets = [(placed.component.net(first), placed.component.net(second)) for first, second in pairs]
        all_nets = {net for pair in nets for net in pair if net}
        for (first, second), (one, other) in zip(pairs, nets, strict=True) if len(pairs) > 1 else ():
            what = f"{placed.name} {first}-{second} lies between {one or 'nothing'} and {other or 'nothing'}"
            own = {net for net in all_nets if one and net.startswith(f"{one}_")}
            if bool(one) != bool(other):
                yield mistake("network-open", placed, what)
            elif own and other not in own:
                yield mistake("network-crossed", placed, f"{what}; {min(own)} is on another resistor")


def check_series(circuit: Circuit) -> Iterator[Finding]:
    """What lies between a contact and the pull-up inside of the Pico, or between a sensor and its input, is small."""
    pulled = {f"GP{pin.gp}" for pin in circuit.controller.pins if pin.function == "GPIO in pull-up"}
    starts = {node for pin in pulled if (node := circuit.node(circuit.pico, pin))}
    outputs = {
        node
        for placed in circuit.placed
        for pin in placed.component.part.outputs
        if placed.component.part.most_load_nf and (node := circuit.node(placed, pin))
    }
    for one, other, value, placed in circuit.resistors:
        for nodes, most in ((starts, _MOST_BEFORE_PULL_UP_OHM), (outputs, SMALL_OHM)):
            if nodes & {one, other} and value > most and not circuit.is_fixed(one) and not circuit.is_fixed(other):
                what = f"{placed.name} has {value:g} ohm between {one[1]} and {other[1]}, {most} ohm are the most"
                yield mistake("series-large", placed, what)
