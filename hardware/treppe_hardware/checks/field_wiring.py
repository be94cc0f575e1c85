"""Checks that each field is wired to its own sensor and LED."""

import math
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Node, Placed
from treppe_hardware.descriptions.source import At

_NEAR_MM = 0.6
_WARMTH_CHIP = 3
HALVES = {"I8": "the thermistor at 25 C", "I9": "half of the supply"}
"""What the firmware reads of the fourth multiplexer beside fields."""


def reading_chips(circuit: Circuit) -> dict[int, Placed]:
    """Return the chips that read fields by their number: as the chain, the enables or the addresses order them."""
    names = {f"GP{pin.gp}": pin.name for pin in circuit.controller.pins}
    reader = circuit.surface.reader
    chips = circuit.readers
    if reader.references:
        order = [("ADC0", "MUX_ENABLE_A"), ("ADC1", "MUX_ENABLE_A"), ("ADC2", "MUX_ENABLE_A"), ("ADC2", "MUX_ENABLE_B")]
        found = {}
        for chip in chips:
            analog = {names.get(source) for source in circuit.origin(chip, "COM")} & {"ADC0", "ADC1", "ADC2"}
            enable = {names.get(source) for source in circuit.origin(chip, "E")} & {"MUX_ENABLE_A", "MUX_ENABLE_B"}
            if len(analog) == len(enable) == 1 and (pair := (str(*analog), str(*enable))) in order:
                found[order.index(pair)] = chip
        return found
    if "Q7" in reader.pins:
        return _chain(circuit, chips)
    near = {f"GP{circuit.controller.pin('I2C_SDA').gp}"}
    buses = {id(chip): 0 if near <= circuit.origin(chip, "SDA") else 1 for chip in chips}
    return dict(enumerate(sorted(chips, key=lambda chip: (buses[id(chip)], chip.component.address))))


def _chain(circuit: Circuit, chips: list[Placed]) -> dict[int, Placed]:
    """Follow the chain from the controller: the chip whose output it reads is number 0."""
    drives = {id(chip): circuit.line(node) for chip in chips if (node := circuit.node(chip, "Q7"))}
    ear = circuit.node(circuit.pico, f"GP{circuit.controller.pin('SPI_MISO').gp}")
    found: dict[int, Placed] = {}
    while ear is not None and len(found) < len(chips):
        chip = next((chip for chip in chips if ear in drives.get(id(chip), ())), None)
        if chip is None:
            break
        found[len(found)] = chip
        ear = circuit.node(chip, "DS")
    return found


def check_sensors(circuit: Circuit) -> Iterator[Finding]:
    """The sensor that stands under a field must be the one that its channel reads."""
    surface = circuit.surface
    chips = reading_chips(circuit)
    for field, name in enumerate(surface.names):
        number, input_ = surface.chip_and_input(field)
        pin = surface.reader.fields[input_]
        chip = chips.get(number)
        node = circuit.node(chip, pin) if chip else None
        sensors = _sensors_on(circuit, node) if node else []
        line = surface.field_line(field)
        if len(sensors) != 1:
            many = f"{len(sensors)} sensors hang" if sensors else "no sensor hangs"
            what = (
                f"field {name} is unconnected: channel {surface.channels[field]} is chip {number}, input {pin}"
                if not sensors
                else f"field {name}: {many} on channel {surface.channels[field]}, chip {number}, input {pin}"
            )
            yield mistake("field-unconnected", At(surface.source.path, line), what, many=many)
            continue
        sensor = sensors[0]
        if sensor.board.count == 1 and sensor.component.field not in (0, surface.lamps[field] + 1):
            wanted = f"field {name} reads {sensor.component.ref}, the sensor of another field"
            yield mistake("field-swapped", chip or sensor, wanted)
        if sensor.component.at and sensor.board.origins:
            west, south = sensor.board.origins[sensor.number - 1]
            there = sensor.component.at[0] + west, sensor.component.at[1] + south
            place = surface.places_mm10[field][0] / 10, surface.places_mm10[field][1] / 10
            if math.dist(there, place) > _NEAR_MM:
                what = (
                    f"field {name} lies at {place[0]:g}, {place[1]:g} mm, the sensor of its channel "
                    f"{surface.channels[field]} ({sensor.where} {sensor.component.ref}) "
                    f"at {there[0]:g}, {there[1]:g} mm"
                )
                yield mistake("sensor-elsewhere", At(surface.source.path, line), what)


def _sensors_on(circuit: Circuit, node: Node) -> list[Placed]:
    part = circuit.surface.sensor_part
    hot = part.outputs or part.open_drain or part.pins[:1]
    nodes = circuit.line(node)
    return [
        placed
        for one in nodes
        for placed, pin in circuit.pins.get(one, ())
        if placed.component.part is part and pin in hot
    ]


def lamp_chain(circuit: Circuit) -> list[Placed]:
    """Return the LEDs in the order in which the data pass them."""
    heard: dict[Node, Placed] = {}
    for placed in circuit.placed:
        if placed.component.part is circuit.surface.lamp and (node := circuit.node(placed, "DIN")):
            heard |= dict.fromkeys(circuit.line(node), placed)
    data = circuit.node(circuit.pico, f"GP{circuit.controller.pin('LAMP_DATA').gp}")
    start = _behind_buffers(circuit, data) if data else None
    order: list[Placed] = []
    while start is not None:
        found = next((heard[one] for one in circuit.line(start) if one in heard), None)
        if found is None or found in order:
            break
        order.append(found)
        start = circuit.node(found, "DOUT")
    return order


def _behind_buffers(circuit: Circuit, data: Node) -> Node:
    """Return the output of the buffer that a line enters, or the line itself."""
    line = circuit.line(data)
    for placed in circuit.placed:
        for entry, exit_ in placed.component.part.gates:
            after = circuit.node(placed, exit_)
            if after and circuit.node(placed, entry) in line:
                return after
    return data


def check_lamps(circuit: Circuit) -> Iterator[Finding]:
    """The LED beside a field must be the one that its number in the chain means."""
    surface = circuit.surface
    order = lamp_chain(circuit)
    for field, name in enumerate(surface.names):
        number = surface.lamps[field]
        if number >= len(order):
            what = f"field {name}: LED {number} does not hang in the chain, which has {len(order)}"
            yield mistake("lamp-beyond-chain", At(surface.source.path, surface.field_line(field, "lamps")), what)
            return
        lamp = order[number]
        if lamp.component.at and lamp.board.origins:
            west, south = lamp.board.origins[lamp.number - 1]
            east, north = surface.lamp_offset_mm
            place = surface.places_mm10[field][0] / 10 + east, surface.places_mm10[field][1] / 10 + north
            there = lamp.component.at[0] + west, lamp.component.at[1] + south
            if math.dist(there, place) > _NEAR_MM:
                what = (
                    f"field {name} has its light at {place[0]:g}, {place[1]:g} mm, LED {number} "
                    f"({lamp.where} {lamp.component.ref}) lies at {there[0]:g}, {there[1]:g} mm"
                )
                yield mistake("lamp-elsewhere", At(surface.source.path, surface.field_line(field, "lamps")), what)


def check_unread(circuit: Circuit) -> Iterator[Finding]:
    """What hangs on an input of a multiplexer is read: by a field, or by the firmware where it looks for it."""
    surface = circuit.surface
    empty = surface.within.empty_channel if surface.within else -1
    size = len(surface.reader.fields)
    read = {*surface.channels, empty, *(_WARMTH_CHIP * size + int(pin[1:]) for pin in HALVES)}
    for number, chip in reading_chips(circuit).items() if surface.reader.references else ():
        for at, pin in enumerate(surface.reader.fields):
            node = circuit.node(chip, pin)
            is_set = any(other in circuit.supply_nodes for other, _ in circuit.neighbours(node)) if node else False
            if is_set and number * size + at not in read and pin not in surface.reader.references:
                what = f"{chip.name} {pin}: {chip.component.net(pin)} hangs on channel {number * size + at}"
                yield mistake("input-unread", chip, f"{what}, which nobody reads")
