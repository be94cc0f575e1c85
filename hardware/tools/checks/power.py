"""Checks of currents: what hangs on each supply, and what is left for light."""

from dataclasses import dataclass
from pathlib import Path

from treppe.table.show.light_bytes import LIGHT_MA

from hardware.tools.checks.finding import Finding
from hardware.tools.checks.nets import Circuit
from hardware.tools.descriptions.controller import Controller, Supply
from hardware.tools.descriptions.surface import Surface

_USB = "VBUS"
_EXTERNAL = "EXT_IN"
_LEAST_LIGHT_MA = 100


@dataclass(frozen=True, slots=True)
class Load:
    """What hangs on a supply without any light: as data sheets call typical, and the most they allow."""

    typical_ma: float
    most_ma: float


def loads(controller: Controller, surface: Surface) -> dict[str, Load]:
    """Return the load of each supply, with everything that is fed through it."""
    circuit = Circuit(controller, surface)
    return {name: _load(circuit, name) for name in circuit.supplies}


def _load(circuit: Circuit, name: str) -> Load:
    typical = most = 0.0
    for placed in circuit.components():
        part = placed.component.part
        if part.power and placed.component.net(part.power) == name:
            number = placed.board.count if placed.component.fitted < 0 else placed.component.fitted
            typical += part.typical_ma * number
            most += part.most_ma * number
    for supply in circuit.supplies.values():
        if name in supply.fed_from:
            below = _load(circuit, supply.name)
            typical, most = typical + below.typical_ma, most + below.most_ma
    return Load(typical, most)


def light_ma(controller: Controller, surface: Surface) -> tuple[float, float]:
    """Return what is left for light at typical loads: from USB, and from the 5 V supply."""
    typical = loads(controller, surface)[_USB].typical_ma
    return controller.light.usb_ma - typical, controller.light.external_ma - typical


def check_power(controller: Controller, surface: Surface) -> list[Finding]:
    """Check every supply against what hangs on it."""
    found = loads(controller, surface)
    own = {supply.name for supply in surface.supplies}
    findings = []
    for supply in controller.supplies + surface.supplies:
        load = found[supply.name]
        path = surface.source.path if supply.name in own else controller.path
        if load.typical_ma > supply.limit_ma:
            findings.append(
                Finding(
                    path,
                    supply.line,
                    f"{supply.name} of {surface.name}: {load.typical_ma:.0f} mA hang on {supply.limit_ma} mA",
                    "it gets hot, sags or switches off, even without any light",
                    "use a stronger supply or fewer parts",
                )
            )
        elif load.most_ma > supply.limit_ma:
            findings.append(_doubt(path, supply, surface, load.most_ma))
    return findings + _check_plans(controller) + _check_light(controller, surface, found[_USB])


def _check_plans(controller: Controller) -> list[Finding]:
    """What the firmware may use up must not be more than its sources give."""
    limits = {supply.name: supply for supply in controller.supplies if not supply.fed_from}
    plans = ((_USB, "usb_ma", controller.light.usb_ma), (_EXTERNAL, "external_ma", controller.light.external_ma))
    return [
        Finding(
            controller.path,
            limits[name].line,
            f"the firmware plans with {planned} mA from {name}, which gives {limits[name].limit_ma} mA",
            "with many LEDs on the source would sag or switch off",
            f"set `{key}` below {limits[name].limit_ma}, or use a stronger supply",
        )
        for name, key, planned in plans
        if name in limits and planned > limits[name].limit_ma
    ]


def _check_light(controller: Controller, surface: Surface, usb: Load) -> list[Finding]:
    left_ma = light_ma(controller, surface)[0]
    planned_ma = LIGHT_MA[surface.sensor]
    supply = next(supply for supply in controller.supplies if supply.name == _USB)
    if usb.typical_ma > supply.limit_ma:
        return []
    if left_ma < _LEAST_LIGHT_MA:
        return [
            Finding(
                surface.source.path,
                surface.source.line("lamp"),
                f"{surface.name}: {left_ma:.0f} mA are left for light when the board runs from USB",
                f"sensors and idle LEDs take {usb.typical_ma:.0f} of {controller.light.usb_ma} mA",
                "plan with the 5 V supply only, or use fewer LEDs",
            )
        ]
    if left_ma < planned_ma:
        return [
            Finding(
                surface.source.path,
                surface.source.line("lamp"),
                f"{surface.name}: the firmware gives {planned_ma} mA to light, {left_ma:.0f} mA are left",
                "from USB the board may draw too much when many LEDs are on",
                f"set LIGHT_MA of {surface.sensor!r} to {left_ma:.0f}, or use the 5 V supply",
            )
        ]
    if usb.most_ma + planned_ma > supply.limit_ma:
        return [_doubt(controller.path, supply, surface, usb.most_ma + planned_ma)]
    return []


def _doubt(path: Path, supply: Supply, surface: Surface, most_ma: float) -> Finding:
    return Finding(
        path,
        supply.line,
        f"{supply.name} with {surface.name}: {most_ma:.0f} mA of {supply.limit_ma} mA if every part draws the most "
        "that its data sheet allows",
        "typical currents fit, the worst case does not",
        "measure the current of one surface before trusting the supply, or use the 5 V supply",
        is_error=False,
    )
