"""Checks of voltages: logic levels at inputs, absolute maximum ratings of pins, dividers."""

from collections.abc import Iterator

from treppe_hardware.checks.field_wiring import HALVES, reading_chips
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Node, Placed
from treppe_hardware.checks.voltages import Volts, solve, supplies
from treppe_hardware.descriptions.source import At

PICO_VOLTS = 3.3
_PICO_ONE = 2.0
_DRIVING = ("GPIO out 0", "GPIO out 1", "PIO out")
_SPARE = 0.5  # above its supply: protective diodes
_SMALL = 100  # fields
_CONVERTER_OHM = 100_000  # the least that the RP2040's data sheet grants at an input of its converter
_REFERENCES = {"I0": 0.2, "I15": 0.25}
_EMPTY_PART = 0.64  # of the reference: what an empty cell reads
_REFERENCE_SPREAD = 0.01
_IDENTITY_SPREAD = 0.02
_TIED_LOW = 0.2  # a resistor to ground means that the input shall read 0
_MOST_WATTS = 0.1  # of an 0603
# Between these parts of the reference the firmware tells surfaces apart (drivers/identity.py).
IDENTITY = {
    "start": (0.06, 0.175),
    "reed": (0.175, 0.345),
    "square": (0.345, 0.56),
    "hex": (0.56, 0.78),
    "pins": (0.78, 1.0),
}


def check_pin_volts(circuit: Circuit) -> Iterator[Finding]:
    """Every net at its highest and lowest, with all outputs at one, is a one, and bearable; no resistor gets hot."""
    high, low = _drive(circuit, True), _drive(circuit, False)
    most, least = solve(circuit, high), solve(circuit, low)
    for placed in circuit.placed:
        yield from _check_pins(circuit, placed, most, least, high)
    yield from _check_heat(circuit, most)


def _drive(circuit: Circuit, most: bool) -> Volts:
    """Return the volts of supplies, and of outputs that give a one."""
    volts = supplies(circuit, most)
    driving = {
        f"GP{pin.gp}"
        for pin in circuit.controller.pins
        if pin.function in _DRIVING or pin.function.endswith((" SCK", " TX", " A", " B"))
    }
    for placed, part in circuit.with_parts:
        supply = circuit.supply(placed, part.power) if part.power else None
        for pin in part.pins:
            node = circuit.node(placed, pin)
            if node is None or node in volts:
                continue
            if part.name == "PICO" and pin in driving:
                volts[node] = PICO_VOLTS
            elif pin in part.outputs and supply:
                volts[node] = supply.most_volts if most else supply.volts
    return volts


def check_feeds(circuit: Circuit) -> Iterator[Finding]:
    """Check that every part with a supply pin is on a supply within its range."""
    for placed in circuit.placed:
        component, part = placed.component, placed.component.part
        if not part.power:
            continue
        supply = circuit.supply(placed, part.power)
        net = component.net(part.power)
        if supply is None:
            what = f"{placed.name}: {part.power} is on {net or 'no net'}, which is no supply"
            yield mistake("unfed", At(placed.path, component.line), what)
        elif (
            part.supply_volts and not part.supply_volts[0] <= supply.volts <= supply.most_volts <= part.supply_volts[1]
        ):
            what = (
                f"{placed.name} ({part.name}) is made for {part.supply_volts[0]:g} to {part.supply_volts[1]:g} V, "
                f"{net} has {supply.volts:g} to {supply.most_volts:g} V"
            )
            yield mistake("supply-range", At(placed.path, component.line), what)


def _check_pins(circuit: Circuit, placed: Placed, most: Volts, least: Volts, driven: Volts) -> Iterator[Finding]:
    part = placed.component.part
    supply = circuit.supply(placed, part.power) if part.power else None
    if supply is None:
        return
    borne = part.bears_volts or supply.most_volts + _SPARE
    for pin in part.pins:
        node = circuit.node(placed, pin)
        is_input = pin in part.inputs or pin in part.fields or pin in part.open_drain or pin.startswith("GP")
        if node is None or not is_input or node not in most or node in circuit.ground_nodes:
            continue
        if most[node] > borne + 1e-6:
            yield mistake(
                "input-overloaded", placed, f"{placed.name} {pin} bears {borne:.2f} V and gets {most[node]:.2f} V"
            )
        if pin in part.inputs or (part.name == "PICO" and _listens(circuit, pin)):
            own = _own_supply(circuit, placed, node, supply)
            needed = _PICO_ONE if part.name == "PICO" else part.high_volts or part.high_part * own
            is_fed = any(other in circuit.supply_nodes for other, _ in circuit.neighbours(node))
            is_driven = (most[node] > _TIED_LOW or is_fed) and _has_driver(circuit, node, driven)
            if is_driven and least[node] < needed - 0.02:
                what = f"{placed.name} {pin} needs {needed:.2f} V for a one and gets {least[node]:.2f} V"
                yield mistake("one-too-low", placed, what)


def _listens(circuit: Circuit, pin: str) -> bool:
    return any(f"GP{one.gp}" == pin and one.function in ("GPIO in", "PIO in") for one in circuit.controller.pins)


def _own_supply(circuit: Circuit, placed: Placed, node: Node, supply: object) -> float:
    """The supply's highest; its lowest where what drives the net hangs on the same one: both rise and fall together."""
    own = circuit.supply(placed, placed.component.part.power)
    assert own is not None
    feeds = {
        circuit.supply(source, source.component.part.power)
        for source, pin in circuit.sources(node)
        if source is not placed and source.component.part.name != "PICO"
    }
    return own.volts if feeds == {own} else own.most_volts


def _has_driver(circuit: Circuit, node: Node, driven: Volts) -> bool:
    return bool(circuit.line(node) & driven.keys()) or any(
        one == node or other == node for one, other, _, _ in circuit.resistors
    )


def check_references(circuit: Circuit) -> Iterator[Finding]:
    """Check that the references of every multiplexer have the voltages that the firmware expects."""
    volts = solve(circuit, supplies(circuit, False))
    chips = reading_chips(circuit) if circuit.surface.sensor == "cell" else {}
    for placed, part in circuit.with_parts:
        if not part.references:
            continue
        supply = circuit.supply(placed, part.power)
        empty = circuit.surface.within.empty_channel if circuit.surface.within else -1
        fillers = {f"I{empty & 15}": _EMPTY_PART} if empty >= 0 and chips.get(empty >> 4) is placed else {}
        for pin, wanted in (_REFERENCES | fillers).items():
            node = circuit.node(placed, pin)
            got = volts.get(node, 0.0) / supply.volts if node and supply else 0.0
            if abs(got - wanted) > _REFERENCE_SPREAD:
                what = f"{placed.name} {pin} is at {got:.3f} of the reference, the firmware expects {wanted}"
                yield mistake("reference-off", placed, what)


def check_halves(circuit: Circuit) -> Iterator[Finding]:
    """Check that the fourth multiplexer reads a thermistor and half of the supply where the firmware looks for them."""
    volts = solve(circuit, supplies(circuit, False))
    readers = circuit.readers if circuit.surface.sensor == "cell" else []
    for placed in readers[3:]:
        supply = circuit.supply(placed, placed.component.part.power)
        for pin, what in HALVES.items():
            node = circuit.node(placed, pin)
            got = volts.get(node, 0.0) / supply.volts if node and supply else 0.0
            beside = {one.component.part.name for a, b, _, one in circuit.resistors if node in (a, b)}
            if abs(got - 0.5) > _REFERENCE_SPREAD or (pin == "I8") is not any(one.startswith("NTC") for one in beside):
                yield mistake(
                    "half-off", placed, f"{placed.name} {pin} is at {got:.3f} of the reference, {what} gives 0.5"
                )


def check_identity(circuit: Circuit) -> Iterator[Finding]:
    """With anything from 100 kohm up at its input the converter must still tell this surface from the others."""
    surface = circuit.surface
    pico = circuit.pico
    node = circuit.node(pico, f"GP{circuit.controller.pin('ADC2').gp}")
    fixed = supplies(circuit, False)
    for name in ("MUX_ENABLE_A", "MUX_ENABLE_B"):
        enable = circuit.node(pico, f"GP{circuit.controller.pin(name).gp}")
        if enable:
            fixed[enable] = 3.25
    kind = "square" if surface.columns else "hex"
    if surface.sensor == "reed":
        kind = "start" if len(surface.names) < _SMALL else "reed"
    kind = "pins" if surface.reader.name == "PICO" else kind
    if node is None:
        return
    for extra in ({}, {node: float(_CONVERTER_OHM)}):
        part = solve(circuit, fixed, extra).get(node, 0.0) / 3.25
        low, high = IDENTITY[kind]
        if not extra and low < part < high and abs(part - surface.identity_part) > _IDENTITY_SPREAD:
            what = f"{surface.name} gives {part:.3f} of the reference, identity_part says {surface.identity_part:g}"
            at = surface.source.line("identity_part")
            yield mistake("identity-differs", At(surface.source.path, at), what)
        if not low < part < high:
            yield mistake(
                "identity-of-other",
                surface.source.at("identity_part"),
                f"{surface.name} gives {part:.3f} of the reference on GP{circuit.controller.pin('ADC2').gp}"
                + (f" with {_CONVERTER_OHM // 1000} kohm at the converter's input" if extra else "")
                + f", the firmware takes {low:g} to {high:g} for it",
            )
            return


def _check_heat(circuit: Circuit, most: Volts) -> Iterator[Finding]:
    """Check that no resistor gets hot, and none joins two supplies."""
    seen = set()
    for one, other, value, placed in circuit.resistors:
        if one not in most or other not in most:
            continue
        drop = abs(most[one] - most[other])
        watts = drop * drop / max(value, 1e-3)
        fixed = circuit.supply_nodes.keys() | circuit.ground_nodes
        if watts > _MOST_WATTS and (placed.component.line, placed.path) not in seen and {one, other} <= set(fixed):
            seen.add((placed.component.line, placed.path))
            what = f"{placed.name} ({placed.component.value or 0} ohm) lies between {drop:.1f} V: {watts:.2g} W"
            yield mistake("resistor-hot", placed, what, most_watts=_MOST_WATTS)
