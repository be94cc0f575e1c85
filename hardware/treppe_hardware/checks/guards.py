"""Checks of what protects: the cut-off of an adapter of too many volts, and what a spark from a finger meets."""

from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Node, Placed, capacity
from treppe_hardware.checks.ratings import is_to_ground

_MOST_PASSED_V = 5.8  # a diode lower it is the 5.3 V that WS2812B bear [D]
_REFERENCE_MA = 0.004  # current into the reference's input at most [D]
_TOUCHED = ("BUTTON", "OLED")
_MOST_BASE_OHM = 4_700  # beyond it what the reference leaks turns the transistor on, or what it draws does not
_LEAST_FARADS = 47e-9  # 150 pF of a body at 8 kV (IEC 61000-4-2) bring it to 25 V


def check_cut_off(circuit: Circuit) -> Iterator[Finding]:
    """Behind a jack into which other adapters fit, a reference opens two transistors above what the parts bear."""
    jacks = [placed for placed in circuit.placed if placed.component.part.footprint == "JACK"]
    references = [placed for placed in circuit.placed if placed.component.part.reference_volts]
    for jack in jacks if not references else ():
        yield mistake("cut-off-missing", jack, f"{jack.name}: nothing cuts off an adapter of 12 V, which fits it")
    for placed in references:
        yield from _check_threshold(circuit, placed)
        if not any(_is_opened_by(circuit, other, placed) for other in circuit.placed):
            what = (
                f"{placed.name} opens no pair of transistors: its CAT pulls no base, through some kilohm, "
                "whose emitter is their source and whose collector is their gate"
            )
            yield mistake("cut-off-idle", placed, what)


def _check_threshold(circuit: Circuit, placed: Placed) -> Iterator[Finding]:
    level = circuit.node(placed, "REF")
    beside = circuit.neighbours(level) if level else []
    above = [(circuit.supply_nodes[node], value) for node, value in beside if node in circuit.supply_nodes]
    below = [value for node, value in beside if node in circuit.ground_nodes]
    if len(above) != 1 or len(below) != 1:
        what = f"{placed.name} REF does not lie in the middle of a divider from a supply to ground"
        yield mistake("cut-off-blind", placed, what)
        return
    supply, upper = above[0]
    volts = placed.component.part.reference_volts
    least = volts * (1 + 0.98 * upper / below[0]) * 0.995
    most = volts * (1 + 1.02 * upper / below[0]) * 1.005 + upper * _REFERENCE_MA / 1000
    if least <= supply.most_volts:
        what = f"{placed.name} cuts {supply.name} off at {least:.2f} V, which may have {supply.most_volts:g} V"
        yield mistake("cut-off-low", placed, what)
    if most > _MOST_PASSED_V:
        what = f"{placed.name} lets {supply.name} rise to {most:.2f} V, {_MOST_PASSED_V:g} V are borne"
        yield mistake("cut-off-high", placed, what)


def _is_opened_by(circuit: Circuit, other: Placed, reference: Placed) -> bool:
    """True for the transistor that joins gates and sources of a pair when the reference pulls its base."""
    ends = other.component.part.bipolar
    if not ends:
        return False
    base, emitter, collector = (circuit.node(other, ends[name]) for name in ("base", "emitter", "collector"))
    pulled = circuit.node(reference, "CAT")
    if base is None or pulled is None or pulled not in {base, *(node for node, _ in circuit.neighbours(base))}:
        return False
    held = [value for node, value in circuit.neighbours(base) if node == emitter]
    driven = [value for node, value in circuit.neighbours(base) if node == pulled]
    rests = bool(held and driven) and max(held) <= _MOST_BASE_OHM and max(driven) <= _MOST_BASE_OHM
    pair = [one for one in circuit.placed if one.component.part.switch and circuit.node(one, "G") == collector]
    return rests and len(pair) == 2 and all(circuit.node(one, "S") == emitter for one in pair)


def check_touched(circuit: Circuit) -> Iterator[Finding]:
    """A line to a button or the display has a capacitor or a suppressor at its end, before its resistor."""
    for placed, part in circuit.with_parts:
        if not part.footprint.startswith(_TOUCHED):
            continue
        for pin in part.pins:
            node = circuit.node(placed, pin)
            if node is None or circuit.is_fixed(node) or _is_suppressed(circuit, node):
                continue
            yield mistake(
                "spark", placed, f"{placed.name} {pin}: nothing takes up a spark on {placed.component.net(pin)}"
            )


def _is_suppressed(circuit: Circuit, node: Node) -> bool:
    for placed, pin in circuit.pins.get(node, ()):
        part = placed.component.part
        if pin in part.suppresses and circuit.node(placed, "GND") in circuit.ground_nodes:
            return True
        if is_to_ground(circuit, placed, pin) and capacity(placed.component) >= _LEAST_FARADS:
            return True
    return False
