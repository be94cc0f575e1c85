"""Checks of currents: the load on each supply, the rest for light, the inrush when the plug goes in."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from treppe_hardware.boards.cooling import cooling_nets, copper_mm2
from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, capacity
from treppe_hardware.descriptions.controller import Supply
from treppe_hardware.descriptions.source import At

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
    for placed, part in circuit.with_parts:
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


def check_loads(circuit: Circuit) -> Iterator[Finding]:
    """A supply gives what hangs on it draws."""
    found, name = loads(circuit), circuit.surface.name
    for supply in circuit.supplies.values():
        load = found[supply.name]
        if load.typical_ma > supply.limit_ma:
            what = f"{supply.name} of {name}: {load.typical_ma:.0f} mA hang on {supply.limit_ma} mA"
            yield mistake("supply-overloaded", circuit.at_supply(supply), what)
        elif load.most_ma > supply.limit_ma:
            yield _doubt(circuit, supply, load.most_ma)


def check_source_volts(circuit: Circuit) -> Iterator[Finding]:
    """A supply has about the most volts of what feeds it, or a regulator between."""
    for supply in circuit.supplies.values():
        most = max((circuit.supplies[name].most_volts for name in supply.from_), default=0.0)
        if most - supply.most_volts > _MOST_LOST_V and not is_regulated(circuit, supply.name):
            name = f"{supply.name} of {circuit.surface.name}"
            what = f"{name} has up to {supply.most_volts:g} V, what feeds it {most:g} V"
            yield mistake("volts-unlike-source", circuit.at_supply(supply), what)


def check_plans(circuit: Circuit) -> Iterator[Finding]:
    """The firmware's budget is no more than the sources give, nor more than it declares."""
    light = circuit.controller.light
    for name, key, planned in ((_USB, "usb_ma", light.usb_ma), (_EXTERNAL, "external_ma", light.external_ma)):
        supply = circuit.supplies.get(name)
        if supply and planned > supply.limit_ma:
            what = f"the firmware plans with {planned} mA from {name}, which gives {supply.limit_ma} mA"
            yield mistake("plan-beyond-source", circuit.at_supply(supply), what, key=key, limit=supply.limit_ma)
    if light.usb_ma > DECLARED_MA and _USB in circuit.supplies:
        what = f"the firmware plans with {light.usb_ma} mA from USB, MicroPython declares {DECLARED_MA} mA"
        yield mistake("plan-beyond-usb", circuit.at_supply(circuit.supplies[_USB]), what, declared=DECLARED_MA)


def check_both_sources(circuit: Circuit) -> Iterator[Finding]:
    """With both plugged in the lamps draw nothing from USB: diodes alone would let the higher voltage win."""
    gates: Counter[tuple[object, object]] = Counter()  # of switches back to back between USB and what it may feed
    for placed in circuit.placed:
        switch = placed.component.part.switch
        if switch and switch["kind"] == "P":
            gates[circuit.node(placed, switch["source"]), circuit.node(placed, switch["gate"])] += 1
    shut = set()
    for (source, gate), count in gates.items():
        fed, closing = circuit.supply_nodes.get(source), circuit.supply_nodes.get(gate)  # type: ignore[call-overload]
        if count == 2 and fed and closing and _EXTERNAL in roots(circuit, closing.name):
            shut.add(fed.name)
    for source, name in planned_ma(circuit):
        supply = circuit.supplies[name]
        is_either = roots(circuit, name) >= {_USB, _EXTERNAL} and roots(circuit, source) == {_USB}
        if is_either and source not in shut and light_ma(circuit)[1] > circuit.supplies[_USB].limit_ma:
            what = (
                f"{name} takes from {source}, too, while the 5 V supply is plugged in: up to half of "
                f"{light_ma(circuit)[1]:.0f} mA of light, USB gives {circuit.supplies[_USB].limit_ma} mA"
            )
            yield mistake("both-sources", circuit.at_supply(supply), what)


def check_light(circuit: Circuit) -> Iterator[Finding]:
    """From USB there is light beside all that the parts draw."""
    surface, light, supply = circuit.surface, circuit.controller.light, circuit.supplies.get(_USB)
    usb = loads(circuit)[_USB]
    if supply is None or usb.typical_ma > supply.limit_ma:
        return
    if usb.typical_ma > light.usb_ma:
        drawn = f"{surface.name}: sensors and idle LEDs draw {usb.typical_ma:.0f} mA from USB"
        what = f"{drawn}, {light.usb_ma} mA are declared"
        yield mistake("light-without-usb", surface.source.at("lamp"), what)
    elif usb.most_ma + usb_light_ma(circuit) > supply.limit_ma:
        yield _doubt(circuit, supply, usb.most_ma + usb_light_ma(circuit))


def check_regulators(circuit: Circuit) -> Iterator[Finding]:
    """Each regulator and each diode of amperes bears its own heat, on the copper that it has."""
    found, planned = loads(circuit), planned_ma(circuit)
    for placed, part in circuit.with_parts:
        for first, last in part.conducts if part.heat_k_per_w else ():
            source, fed = circuit.supply(placed, first), circuit.supply(placed, last)
            if source is None or fed is None:
                continue
            milliamperes = found[fed.name].most_ma
            if part.drop_volts:
                milliamperes = planned.get((source.name, fed.name), milliamperes)
            watts = milliamperes / 1000 * (part.drop_volts or source.most_volts - fed.volts)
            area = sum(copper_mm2(placed.board, placed.component, net) for net in cooling_nets(placed.component))
            inside = _ROOM + watts * interpolated(part.heat_k_per_w, area)
            if inside > _MOST_JUNCTION:
                what = f"{placed.name} turns {watts:.2f} W into heat on {area:.0f} mm2 of copper: {inside:.0f} C inside"
                yield mistake("too-hot", placed, what, most=_MOST_JUNCTION)


def interpolated(table: Iterable[tuple[float, float]], at: float) -> float:
    """Return a value of a table, straight between its rows and level beyond them."""
    rows = sorted(table)
    for (low, first), (high, second) in pairwise(rows):
        if at <= high:
            return first + max(0.0, (at - low) / (high - low)) * (second - first)
    return rows[-1][1]


def check_plug_in(circuit: Circuit) -> Iterator[Finding]:
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
    total, at = 0.0, At(circuit.controller.path, 1)
    for placed in circuit.placed:
        part, size = placed.component.part, capacity(placed.component)
        if size:
            supply = circuit.supply(placed, part.pins[0])
            if supply and supply.name in reach and circuit.node(placed, part.pins[1]) in circuit.ground_nodes:
                total += size
                at = At(placed.path, placed.line) if size > 1e-6 else at
    if total > _MOST_USB_FARADS * 1.01:
        what = f"{total * 1e6:.0f} uF hang on USB when the plug goes in, {_MOST_USB_FARADS * 1e6:.0f} uF are allowed"
        yield mistake("inrush-usb", at, what)


def is_regulated(circuit: Circuit, name: str) -> bool:
    """True for a supply behind a regulator, which lets it rise slowly."""
    for placed in circuit.placed:
        for _, last in placed.component.part.conducts:
            supply = circuit.supply(placed, last)
            if supply and supply.name == name and (placed.component.part.needs_uf or last == "3V3"):
                return True
    return False


def _doubt(circuit: Circuit, supply: Supply, most_ma: float) -> Finding:
    drawn = f"{supply.name} with {circuit.surface.name}: {most_ma:.0f} mA of {supply.limit_ma} mA"
    what = f"{drawn} if every part draws the most that its data sheet allows"
    return mistake("supply-doubtful", circuit.at_supply(supply), what)
