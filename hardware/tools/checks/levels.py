"""Checks of voltages: does a one arrive as a one, and does no pin get more than it bears?"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.tools.checks.finding import Finding
from hardware.tools.checks.nets import Circuit, Node, Placed
from hardware.tools.descriptions.controller import Controller, Supply
from hardware.tools.descriptions.surface import Surface

PICO_VOLTS = 3.3
_DRIVING = ("GPIO out 0", "GPIO out 1", "PIO out")


@dataclass(frozen=True, slots=True)
class Driver:
    """An output on a net: its ones lie between volts and most_volts."""

    placed: Placed
    pin: str
    volts: float
    most_volts: float
    supply: Supply | None


def check_levels(controller: Controller, surface: Surface) -> list[Finding]:
    """Check who drives whom on every net, across plugs and series resistors."""
    circuit = Circuit(controller, surface)
    driving = {
        f"GP{pin.gp}": pin.function in _DRIVING or pin.function.endswith((" SCK", " TX", " A", " B"))
        for pin in controller.pins
    }
    drivers: dict[Node, list[Driver]] = defaultdict(list)
    receivers: list[tuple[Node, Placed, str]] = []
    findings = []
    for placed in circuit.components():
        part = placed.component.part
        supply = circuit.supply(placed.board, placed.component.net(part.power)) if part.power else None
        if part.power and supply is None:
            findings.append(_no_supply(placed, placed.component.net(part.power)))
        for pin, net in zip(part.pins, placed.component.nets, strict=True):
            node = circuit.node(placed.board, net)
            if pin in part.outputs and net and supply:
                drivers[node].append(Driver(placed, pin, supply.volts, supply.most_volts, supply))
            elif part.name == "PICO" and driving.get(pin):
                drivers[node].append(Driver(placed, pin, PICO_VOLTS, PICO_VOLTS, None))
            if (pin in part.inputs or pin.startswith("GP")) and net and supply:
                receivers.append((node, placed, pin))
    for node, placed, pin in receivers:
        findings += _check_receiver(circuit, placed, pin, drivers[node])
    return findings


def _check_receiver(circuit: Circuit, placed: Placed, pin: str, drivers: list[Driver]) -> Iterator[Finding]:
    component = placed.component
    part = component.part
    supply = circuit.supply(placed.board, component.net(part.power))
    assert supply is not None
    name = f"{placed.board.name} {component.ref} {pin}"
    borne = part.bears_volts or supply.most_volts + 0.5
    for driver in drivers:
        if driver.placed.component is component:
            continue
        source = f"{driver.placed.board.name} {driver.placed.component.ref} {driver.pin}"
        # On one supply both ends rise and fall together.
        needed = part.high_volts or part.high_part * (supply.volts if driver.supply is supply else supply.most_volts)
        if part.name != "PICO" and driver.volts < needed:
            yield Finding(
                placed.path,
                component.line,
                f"{name} needs {needed:.2f} V for a one and gets {driver.volts:.2f} V from {source}",
                "it may read a zero, more likely when it is warm",
                "put a level shifter between them (74AHCT125 at the receiver's supply)",
            )
        if driver.most_volts > borne:
            yield Finding(
                placed.path,
                component.line,
                f"{name} bears {borne:.2f} V and gets {driver.most_volts:.2f} V from {source}",
                "the input is overloaded and can be destroyed",
                "put a divider between them (10k and 15k for 5 V)",
            )


def _no_supply(placed: Placed, net: str) -> Finding:
    component = placed.component
    return Finding(
        placed.path,
        component.line,
        f"{placed.board.name} {component.ref}: {component.part.power} is on {net or 'no net'}, which is no supply",
        "the part has no voltage",
        "connect it to one of the supplies, or list the net under `supplies`",
    )
