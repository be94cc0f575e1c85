"""Checks of the wiring: open nets, connectors, the source of every input, the sensor and LED of each field."""

import math
from collections.abc import Iterator

from hardware.tools.checks.finding import Finding
from hardware.tools.checks.nets import GROUNDS, Circuit, Node, Placed
from hardware.tools.descriptions.surface import Surface

_ADDRESSES = range(0x08, 0x78)
_NEAR_MM = 0.6


def check_circuit(circuit: Circuit) -> list[Finding]:
    """Check how the parts of a surface and its controller are connected."""
    findings = [*_check_open_nets(circuit), *_check_plugs(circuit), *_check_count(circuit.surface)]
    findings += [*_check_sources(circuit), *_check_multiplexers(circuit), *_check_addresses(circuit)]
    if not any(finding.what.startswith("the boards carry") for finding in findings):
        findings += [*_check_fields(circuit), *_check_lamps(circuit)]
    return findings


def _check_open_nets(circuit: Circuit) -> Iterator[Finding]:
    for board, path in circuit.boards:
        for net, pins in board.nets().items():
            if len(pins) == 1:
                component, index = pins[0]
                yield Finding(
                    path,
                    component.line,
                    f"{board.name}: net {net} has only one pin, {component.ref} {component.part.pins[index]}",
                    "nothing is connected by it; most often one of two names is misspelt",
                    'connect it, or write "" for an open pin',
                )


def _check_plugs(circuit: Circuit) -> Iterator[Finding]:
    for placed, wanted in circuit.missing:
        yield Finding(
            placed.path,
            placed.component.line,
            f"{placed.name} mates {wanted}, which does not exist",
            "the plug leads nowhere",
            "write BOARD.REFERENCE of a connector, BOARD.NUMBER.REFERENCE where there are several",
        )
    for one, other in circuit.met:
        nets, mates = one.component.nets, other.component.nets
        for number, (net, mate) in enumerate(zip(nets, mates, strict=False), 1):
            fixed = circuit.supplies.keys() | set(GROUNDS)
            both = net in fixed and mate in fixed and net != mate and not {net, mate} <= set(GROUNDS)
            clash = net and mate and (both or (net in GROUNDS) != (mate in GROUNDS))
            if len(nets) != len(mates) or clash:
                yield Finding(
                    one.path,
                    one.component.line,
                    f"{one.name} pin {number} is {net}, {other.name} has {mate} there",
                    "a supply meets something else in the plug",
                    "make both ends alike",
                )
                break


def _check_count(surface: Surface) -> Iterator[Finding]:
    carrying = [board for board in surface.boards if board.fields]
    places = sum(board.fields * board.count for board in carrying)
    least = places - max((board.fields for board in carrying), default=0)
    if not least < len(surface.names) <= places:
        yield Finding(
            surface.source.path,
            carrying[0].line if carrying else 1,
            f"the boards carry {places} fields, the surface has {len(surface.names)}",
            "every field needs its sensor, and every sensor a field",
            "change `count` and `fields` of the boards, or the tables of fields",
        )


def _check_sources(circuit: Circuit) -> Iterator[Finding]:
    """Every input must be driven as its data sheet wants, through plugs, buffers and series resistors."""
    names = {f"GP{pin.gp}": pin.name for pin in circuit.controller.pins}
    for placed in circuit.placed:
        for pin, wanted in placed.component.part.comes_from.items():
            node = circuit.node(placed, pin)
            if node is None:
                continue
            sources = circuit.sources(node)
            heard = {names.get(source, source) for other, source in sources if other is not placed}
            if not heard & set(wanted):
                words = " and ".join(sorted(heard)) or "nothing"
                yield Finding(
                    placed.path,
                    placed.component.line,
                    f"{placed.name} {pin} hears {words}, it needs {' or '.join(wanted)}",
                    "a signal that comes to the wrong pin, or that a large resistor stops, does nothing or harm",
                    "follow the net back through its plugs: two names are swapped, or a value is wrong",
                )


def _check_multiplexers(circuit: Circuit) -> Iterator[Finding]:
    seen: dict[tuple[object, object], Placed] = {}
    for placed in circuit.placed:
        part = placed.component
        if not part.part.references:
            continue
        key = _origin(circuit, placed, "COM"), _origin(circuit, placed, "E")
        if key in seen:
            other = seen[key]
            yield Finding(
                placed.path,
                part.line,
                f"{other.component.ref} and {part.ref} are enabled together ({part.net('E')}) "
                f"on one input, {part.net('COM')}",
                "two outputs against each other: the reading is neither of them",
                "give one of them another enable or another ADC",
            )
        seen[key] = placed


def _origin(circuit: Circuit, placed: Placed, pin: str) -> frozenset[str]:
    node = circuit.node(placed, pin)
    return frozenset(source for _, source in circuit.sources(node)) if node else frozenset()


def _check_addresses(circuit: Circuit) -> Iterator[Finding]:
    taken: dict[tuple[object, int], Placed] = {}
    for placed in circuit.placed:
        part = placed.component
        if part.address < 0:
            continue
        if part.address not in _ADDRESSES:
            yield _address(placed, f"{placed.name}: 0x{part.address:02X} is no address for a chip", "use 0x08 to 0x77")
        bus = _origin(circuit, placed, "SDA")
        if (bus, part.address) in taken:
            other = taken[bus, part.address]
            clash = f"{other.name} and {placed.name} share the address 0x{part.address:02X}"
            yield _address(placed, clash, "set another address at its address pins, or use the other bus")
        taken[bus, part.address] = placed


def _address(placed: Placed, what: str, advice: str) -> Finding:
    return Finding(placed.path, placed.component.line, what, "chips of one address answer at the same time", advice)


# Which input and LED a field really has


def reading_chips(circuit: Circuit) -> dict[int, Placed]:
    """Return the chips that read fields by their number: as the chain, the enables or the addresses order them."""
    names = {f"GP{pin.gp}": pin.name for pin in circuit.controller.pins}
    reader = circuit.surface.reader
    chips = [placed for placed in circuit.placed if placed.component.part is reader]
    if reader.references:
        order = [("ADC0", "MUX_ENABLE_A"), ("ADC1", "MUX_ENABLE_A"), ("ADC2", "MUX_ENABLE_A"), ("ADC2", "MUX_ENABLE_B")]
        found = {}
        for chip in chips:
            analog = {names.get(source) for source in _origin(circuit, chip, "COM")} & {"ADC0", "ADC1", "ADC2"}
            enable = {names.get(source) for source in _origin(circuit, chip, "E")} & {"MUX_ENABLE_A", "MUX_ENABLE_B"}
            if len(analog) == len(enable) == 1 and (pair := (str(*analog), str(*enable))) in order:
                found[order.index(pair)] = chip
        return found
    if "Q7" in reader.pins:
        return _chain(circuit, chips)
    near = {f"GP{circuit.controller.pin('I2C_SDA').gp}"}
    buses = {id(chip): 0 if near <= _origin(circuit, chip, "SDA") else 1 for chip in chips}
    return dict(enumerate(sorted(chips, key=lambda chip: (buses[id(chip)], chip.component.address))))


def _chain(circuit: Circuit, chips: list[Placed]) -> dict[int, Placed]:
    """Follow the chain from the controller: the chip whose output it reads is number 0."""
    drives = {id(chip): circuit.line(node) for chip in chips if (node := circuit.node(chip, "Q7"))}
    controller = next(placed for placed in circuit.placed if placed.component.part.name == "PICO")
    ear = circuit.node(controller, f"GP{circuit.controller.pin('SPI_MISO').gp}")
    found: dict[int, Placed] = {}
    while ear is not None and len(found) < len(chips):
        chip = next((chip for chip in chips if ear in drives.get(id(chip), ())), None)
        if chip is None:
            break
        found[len(found)] = chip
        ear = circuit.node(chip, "DS")
    return found


def _check_fields(circuit: Circuit) -> Iterator[Finding]:
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
            yield Finding(
                surface.source.path,
                line,
                f"field {name} is unconnected: channel {surface.channels[field]} is chip {number}, input {pin}"
                if not sensors
                else f"field {name}: {many} on channel {surface.channels[field]}, chip {number}, input {pin}",
                f"{many} there, so a piece on this field is not seen as it is",
                "give the field the channel of its sensor, or add the lines of chip and sensor",
            )
            continue
        sensor = sensors[0]
        if sensor.component.at and sensor.board.origins:
            west, south = sensor.board.origins[sensor.number - 1]
            there = sensor.component.at[0] + west, sensor.component.at[1] + south
            place = surface.places_mm10[field][0] / 10, surface.places_mm10[field][1] / 10
            if math.dist(there, place) > _NEAR_MM:
                yield Finding(
                    surface.source.path,
                    line,
                    f"field {name} lies at {place[0]:g}, {place[1]:g} mm, the sensor of its channel "
                    f"{surface.channels[field]} ({sensor.where} {sensor.component.ref}) "
                    f"at {there[0]:g}, {there[1]:g} mm",
                    "another field's piece would be seen here",
                    "number the channels as the boards are wired, or move the board's origin",
                )


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
    controller = next(placed for placed in circuit.placed if placed.component.part.name == "PICO")
    data = circuit.node(controller, f"GP{circuit.controller.pin('LAMP_DATA').gp}")
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


def _check_lamps(circuit: Circuit) -> Iterator[Finding]:
    """The LED beside a field must be the one that its number in the chain means."""
    surface = circuit.surface
    order = lamp_chain(circuit)
    for field, name in enumerate(surface.names):
        number = surface.lamps[field]
        if number >= len(order):
            yield Finding(
                surface.source.path,
                surface.field_line(field, "lamps"),
                f"field {name}: LED {number} does not hang in the chain, which has {len(order)}",
                "its light is never seen",
                "join DOUT of each LED to DIN of the next, from LAMP_DATA on",
            )
            return
        lamp = order[number]
        if lamp.component.at and lamp.board.origins:
            west, south = lamp.board.origins[lamp.number - 1]
            east, north = surface.lamp_offset_mm
            place = surface.places_mm10[field][0] / 10 + east, surface.places_mm10[field][1] / 10 + north
            there = lamp.component.at[0] + west, lamp.component.at[1] + south
            if math.dist(there, place) > _NEAR_MM:
                yield Finding(
                    surface.source.path,
                    surface.field_line(field, "lamps"),
                    f"field {name} has its light at {place[0]:g}, {place[1]:g} mm, LED {number} "
                    f"({lamp.where} {lamp.component.ref}) lies at {there[0]:g}, {there[1]:g} mm",
                    "another field would shine",
                    "number the LEDs as the boards are wired, or move them",
                )


__all__ = ["check_circuit", "lamp_chain", "reading_chips"]
