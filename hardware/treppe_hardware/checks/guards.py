"""Checks of what protects: the cut-off of an adapter of too many volts, and what a spark from a finger meets."""

from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit, Node, Placed, capacity, finding_at
from treppe_hardware.checks.ratings import is_to_ground

_MOST_PASSED_V = 5.8  # a diode lower it is the 5.3 V that WS2812B bear [D]
_REFERENCE_MA = 0.004  # current into the reference's input at most [D]
_TOUCHED = ("BUTTON", "OLED")
_MOST_BASE_OHM = 4_700  # beyond it what the reference leaks turns the transistor on, or what it draws does not
_LEAST_FARADS = 47e-9  # 150 pF of a body at 8 kV (IEC 61000-4-2) bring it to 25 V


def check_guards(circuit: Circuit) -> list[Finding]:
    """Check the guard behind the supply's jack, and the lines that people touch."""
    return [*_check_cut_off(circuit), *_check_touched(circuit)]


def _check_cut_off(circuit: Circuit) -> Iterator[Finding]:
    """Behind a jack into which other adapters fit, a reference opens two transistors above what the parts bear."""
    jacks = [placed for placed in circuit.placed if placed.component.part.footprint == "JACK"]
    references = [placed for placed in circuit.placed if placed.component.part.reference_volts]
    for jack in jacks if not references else ():
        yield finding_at(
            jack,
            f"{jack.name}: nothing cuts off an adapter of 12 V, which fits it",
            "the suppressor takes 7 to 35 W, and 5 V stands above what the parts bear",
            "add a guard: two transistors back to back, and a reference that opens them",
        )
    for placed in references:
        yield from _check_threshold(circuit, placed)
        if not any(_is_opened_by(circuit, other, placed) for other in circuit.placed):
            yield finding_at(
                placed,
                f"{placed.name} opens no pair of transistors: its CAT pulls no base, through some kilohm, "
                "whose emitter is their source and whose collector is their gate",
                "the reference knows of too many volts, and nobody acts",
                "follow the nets from CAT over the base's resistor to the gates",
            )


def _check_threshold(circuit: Circuit, placed: Placed) -> Iterator[Finding]:
    level = circuit.node(placed, "REF")
    beside = circuit.neighbours(level) if level else []
    above = [(circuit.supply_nodes[node], value) for node, value in beside if node in circuit.supply_nodes]
    below = [value for node, value in beside if node in circuit.ground_nodes]
    if len(above) != 1 or len(below) != 1:
        yield finding_at(
            placed,
            f"{placed.name} REF does not lie in the middle of a divider from a supply to ground",
            "it compares nothing, and opens never or always",
            "one resistor to the supply that it guards, one to ground",
        )
        return
    supply, upper = above[0]
    volts = placed.component.part.reference_volts
    least = volts * (1 + 0.98 * upper / below[0]) * 0.995
    most = volts * (1 + 1.02 * upper / below[0]) * 1.005 + upper * _REFERENCE_MA / 1000
    if least <= supply.most_volts:
        yield finding_at(
            placed,
            f"{placed.name} cuts {supply.name} off at {least:.2f} V, which may have {supply.most_volts:g} V",
            "a good supply is taken for a wrong one",
            "a larger resistor above REF, or a smaller one below",
        )
    if most > _MOST_PASSED_V:
        yield finding_at(
            placed,
            f"{placed.name} lets {supply.name} rise to {most:.2f} V, {_MOST_PASSED_V:g} V are borne",
            "lamps, regulator and the Pico's converter get more than they bear",
            "a smaller resistor above REF, or a larger one below",
        )


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


def _check_touched(circuit: Circuit) -> Iterator[Finding]:
    """A line to a button or the display has a capacitor or a suppressor at its end, before its resistor."""
    for placed in circuit.placed:
        part = placed.component.part
        if not part.footprint.startswith(_TOUCHED):
            continue
        for pin in part.pins:
            node = circuit.node(placed, pin)
            if node is None or circuit.is_fixed(node) or _is_suppressed(circuit, node):
                continue
            yield finding_at(
                placed,
                f"{placed.name} {pin}: nothing takes up a spark on {placed.component.net(pin)}",
                "a finger brings 8 kV, and the Pico's pin is the first thing that they meet",
                "100 nF from a button's line to ground, a suppressor (ESD_5V) at the display's",
            )


def _is_suppressed(circuit: Circuit, node: Node) -> bool:
    for placed, pin in circuit.pins.get(node, ()):
        part = placed.component.part
        if pin in part.suppresses and circuit.node(placed, "GND") in circuit.ground_nodes:
            return True
        if is_to_ground(circuit, placed, pin) and capacity(placed.component) >= _LEAST_FARADS:
            return True
    return False
