"""Checks of currents: the load on each supply, the rest for light, the inrush when the plug goes in."""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from treppe_hardware.boards.cooling import cooling_nets, copper_mm2
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import Circuit, capacity, finding_at
from treppe_hardware.descriptions.components import Part
from treppe_hardware.descriptions.controller import Supply

_USB = "VBUS"
_EXTERNAL = "EXT_IN"
DECLARED_MA = 250
"""The current that MicroPython requests for a Pico: bMaxPower 125 of its USB descriptor."""
_MOST_USB_FARADS = 10e-6  # USB 2.0, 7.2.4.1: the capacitance that VBUS may have when the plug goes in
_MOST_JUNCTION = 125.0
_ROOM = 40.0
_LEAST_LIGHT_MA = 20
_MOST_LOST_V = 0.65  # in a silicon diode
_SWITCHED = ("5V_LED", "3V3H")


@dataclass(frozen=True, slots=True)
class Load:
    """The load on a supply without any light: typical by the data sheets, and the most that they allow."""

    typical_ma: float
    most_ma: float


def loads(circuit: Circuit) -> dict[str, Load]:
    """Return the load of each supply, with everything that is fed through it."""
    own = {name: [0.0, 0.0] for name in circuit.supplies}
    for placed in circuit.placed:
        part = placed.component.part
        supply = circuit.supply(placed, part.power) if part.power else None
        if supply:
            own[supply.name][0] += part.typical_ma
            own[supply.name][1] += part.most_ma

    def sum_up(name: str) -> tuple[float, float]:
        typical, most = own[name]
        for supply in circuit.supplies.values():
            if name in supply.from_:
                below = sum_up(supply.name)
                typical, most = typical + below[0], most + below[1]
        return typical, most

    return {name: Load(*sum_up(name)) for name in circuit.supplies}


def planned_ma(circuit: Circuit) -> dict[tuple[str, str], float]:
    """Return the most that flows from one supply into another, with light, where that is more than the parts draw."""
    light, found = circuit.controller.light, loads(circuit)

    lamps = [placed for placed in circuit.placed if placed.component.part is circuit.surface.lamp]
    fed = {supply.name for one in lamps if (supply := circuit.supply(one, one.component.part.power))}

    def feeds_light(name: str) -> bool:
        below = [supply.name for supply in circuit.supplies.values() if name in supply.from_]
        return name in fed or any(map(feeds_light, below))

    planned = {}
    for supply in circuit.supplies.values():
        for source in supply.from_:
            if source in circuit.supplies and feeds_light(supply.name):
                most = light.external_ma if _EXTERNAL in roots(circuit, source) else light.usb_ma
                planned[source, supply.name] = max(float(most), min(found[supply.name].most_ma, most))
    return planned


def roots(circuit: Circuit, name: str) -> set[str]:
    """Return the supplies from outside that feed one."""
    above = circuit.supplies[name].from_
    return set().union(*(roots(circuit, one) for one in above)) if above else {name}


def light_ma(circuit: Circuit) -> tuple[float, float]:
    """Return the current left for light at typical loads: from USB, and from the 5 V supply."""
    typical = loads(circuit)[_USB].typical_ma
    light = circuit.controller.light
    return max(0.0, light.usb_ma - typical), light.external_ma - typical


def usb_light_ma(circuit: Circuit) -> int:
    """Return the light that the firmware gives from USB: all that is left, at least what can be seen."""
    return max(_LEAST_LIGHT_MA, int(light_ma(circuit)[0]))


def check_power(circuit: Circuit) -> list[Finding]:
    """Check every supply against its load."""
    controller, surface = circuit.controller, circuit.surface
    found = loads(circuit)
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
            findings.append(_doubt(path, supply, surface.name, load.most_ma))
    findings += _check_levels(circuit)
    findings += _check_plans(circuit) + _check_both_sources(circuit) + _check_light(circuit, found[_USB])
    return findings + _check_regulators(circuit, found) + _check_plug_in(circuit)


def _check_levels(circuit: Circuit) -> list[Finding]:
    """Check that a supply has about the most volts of what feeds it, or a regulator between."""
    own = {supply.name for supply in circuit.surface.supplies}
    findings = []
    for supply in circuit.supplies.values():
        most = max((circuit.supplies[name].most_volts for name in supply.from_), default=0.0)
        if most - supply.most_volts > _MOST_LOST_V and not is_regulated(circuit, supply.name):
            path = circuit.surface.source.path if supply.name in own else circuit.controller.path
            findings.append(
                Finding(
                    path,
                    supply.line,
                    f"{supply.name} of {circuit.surface.name} has up to {supply.most_volts:g} V, what feeds it "
                    f"{most:g} V",
                    "what lies between takes no more than a diode does: parts get more than they are checked for",
                    "correct `most_volts` of one of them, or put a regulator between",
                )
            )
    return findings


def _check_plans(circuit: Circuit) -> list[Finding]:
    """Check that the firmware's budget is no more than the sources give, nor more than it declares."""
    controller = circuit.controller
    limits = {supply.name: supply for supply in controller.supplies if not supply.from_}
    plans = ((_USB, "usb_ma", controller.light.usb_ma), (_EXTERNAL, "external_ma", controller.light.external_ma))
    findings = [
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
    if controller.light.usb_ma > DECLARED_MA:
        findings.append(
            Finding(
                controller.path,
                limits[_USB].line if _USB in limits else 1,
                f"the firmware plans with {controller.light.usb_ma} mA from USB, MicroPython declares {DECLARED_MA} mA",
                "a computer or a hub may switch off a device that draws more than it has asked for",
                f"set `usb_ma` to {DECLARED_MA}; more light comes from the 5 V supply",
            )
        )
    return findings


def _check_both_sources(circuit: Circuit) -> list[Finding]:
    """With both plugged in the lamps draw nothing from USB: diodes alone would let the higher voltage win."""
    gates: Counter[tuple[object, object]] = (
        Counter()
    )  # of switches back to back between USB and a supply that it may feed
    for placed in circuit.placed:
        switch = placed.component.part.switch
        if switch and switch["kind"] == "P":
            gates[circuit.node(placed, switch["source"]), circuit.node(placed, switch["gate"])] += 1
    shut = set()
    for (source, gate), count in gates.items():
        fed, closing = circuit.supply_nodes.get(source), circuit.supply_nodes.get(gate)  # type: ignore[call-overload]
        if count == 2 and fed and closing and _EXTERNAL in roots(circuit, closing.name):
            shut.add(fed.name)
    findings = []
    for source, name in planned_ma(circuit):
        supply = circuit.supplies[name]
        is_either = roots(circuit, name) >= {_USB, _EXTERNAL} and roots(circuit, source) == {_USB}
        if is_either and source not in shut and light_ma(circuit)[1] > circuit.supplies[_USB].limit_ma:
            findings.append(
                Finding(
                    circuit.controller.path,
                    supply.line,
                    f"{name} takes from {source}, too, while the 5 V supply is plugged in: up to half of "
                    f"{light_ma(circuit)[1]:.0f} mA of light, USB gives {circuit.supplies[_USB].limit_ma} mA",
                    "the higher voltage wins: the computer's port switches off, and the link falls",
                    "two P-channel transistors back to back, their gates on the supply's side",
                )
            )
    return findings


def _check_light(circuit: Circuit, usb: Load) -> list[Finding]:
    surface, light = circuit.surface, circuit.controller.light
    supply = circuit.supplies.get(_USB)
    left_ma = light.usb_ma - usb.typical_ma
    if supply is None or usb.typical_ma > supply.limit_ma:
        return []
    line = surface.source.line("lamp")
    if left_ma < 0:
        return [
            Finding(
                surface.source.path,
                line,
                f"{surface.name}: sensors and idle LEDs draw {usb.typical_ma:.0f} mA from USB, "
                f"{light.usb_ma} mA are declared",
                "a computer's port gives 500 mA and bears it, a hub without a supply may not",
                "play it on the 5 V supply; from USB the lamps stay dark",
                is_error=False,
            )
        ]
    most_ma = usb.most_ma + usb_light_ma(circuit)
    if most_ma > supply.limit_ma:
        return [_doubt(circuit.controller.path, supply, surface.name, most_ma)]
    return []


def _check_regulators(circuit: Circuit, found: dict[str, Load]) -> list[Finding]:
    """Check that each regulator and each diode of amperes bears its own heat, on the copper that it has."""
    findings, planned = [], planned_ma(circuit)
    for placed in circuit.placed:
        part = placed.component.part
        for first, last in part.conducts if part.heat_k_per_w else ():
            source, fed = circuit.supply(placed, first), circuit.supply(placed, last)
            if source is None or fed is None:
                continue
            milliamperes = found[fed.name].most_ma
            if part.drop_volts:
                milliamperes = planned.get((source.name, fed.name), milliamperes)
            watts = milliamperes / 1000 * (part.drop_volts or source.most_volts - fed.volts)
            area = sum(copper_mm2(placed.board, placed.component, net) for net in cooling_nets(placed.component))
            inside = _ROOM + watts * kelvin_per_watt(part, area)
            if inside > _MOST_JUNCTION:
                findings.append(
                    finding_at(
                        placed,
                        f"{placed.name} turns {watts:.2f} W into heat on {area:.0f} mm2 of copper: "
                        f"{inside:.0f} C inside",
                        f"above {_MOST_JUNCTION:.0f} C a regulator switches off, and a diode ages in months",
                        "give its net a pour (`pours`), use a larger package, or less current",
                    )
                )
    return findings


def kelvin_per_watt(part: Part, area_mm2: float) -> float:
    """Return a part's heat resistance to the air for so much copper, straight between the values of its table."""
    rows = sorted((float(area), float(kelvin)) for area, kelvin in part.heat_k_per_w)
    for (low, first), (high, second) in pairwise(rows):
        if area_mm2 <= high:
            share = max(0.0, (area_mm2 - low) / (high - low))
            return first + share * (second - first)
    return rows[-1][1]


def _check_plug_in(circuit: Circuit) -> list[Finding]:
    """Check the capacitance on USB when the plug goes in; what lies behind switches and regulators does not count."""
    reach = {_USB}
    while True:
        more = {
            supply.name
            for supply in circuit.supplies.values()
            if supply.name not in _SWITCHED and reach & set(supply.from_) and not is_regulated(circuit, supply.name)
        }
        if more <= reach:
            break
        reach |= more
    total, line, path = 0.0, 1, circuit.controller.path
    for placed in circuit.placed:
        part, size = placed.component.part, capacity(placed.component)
        if size:
            supply = circuit.supply(placed, part.pins[0])
            if supply and supply.name in reach and circuit.node(placed, part.pins[1]) in circuit.ground_nodes:
                total += size
                line, path = (placed.component.line, placed.path) if size > 1e-6 else (line, path)
    if total <= _MOST_USB_FARADS * 1.01:
        return []
    return [
        Finding(
            path,
            line,
            f"{total * 1e6:.0f} uF hang on USB when the plug goes in, {_MOST_USB_FARADS * 1e6:.0f} uF are allowed",
            "the computer's port breaks down for a moment, and other devices on it with it",
            "put the store behind the switch or on the side of the 5 V supply",
        )
    ]


def is_regulated(circuit: Circuit, name: str) -> bool:
    """True for a supply behind a regulator, which lets it rise slowly."""
    for placed in circuit.placed:
        for _, last in placed.component.part.conducts:
            supply = circuit.supply(placed, last)
            if supply and supply.name == name and (placed.component.part.needs_uf or last == "3V3"):
                return True
    return False


def _doubt(path: Path, supply: Supply, name: str, most_ma: float) -> Finding:
    return Finding(
        path,
        supply.line,
        f"{supply.name} with {name}: {most_ma:.0f} mA of {supply.limit_ma} mA if every part draws the most "
        "that its data sheet allows",
        "typical currents fit, the worst case does not",
        "measure the current of one surface before trusting the supply, or use the 5 V supply",
        is_error=False,
    )
