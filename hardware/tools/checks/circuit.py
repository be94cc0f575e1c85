"""Checks of the wiring: open nets, fields without a sensor, plugs, multiplexers, addresses."""

from collections import defaultdict
from collections.abc import Iterator

from hardware.tools.checks.finding import Finding
from hardware.tools.checks.nets import Circuit, Placed
from hardware.tools.descriptions.components import Board
from hardware.tools.descriptions.controller import Controller
from hardware.tools.descriptions.surface import Surface

_ADDRESSES = range(0x08, 0x78)


def check_circuit(controller: Controller, surface: Surface) -> list[Finding]:
    """Check how the parts of a surface and its controller hang together."""
    circuit = Circuit(controller, surface)
    return [
        *_check_open_nets(circuit),
        *_check_plugs(circuit),
        *_check_fields(surface),
        *_check_likeness(surface),
        *_check_multiplexers(circuit),
        *_check_addresses(circuit),
    ]


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
    met = {(board.name, component.ref) for board, component, _, _ in circuit.plugs()}
    paths = {board.name: path for board, path in circuit.boards}
    for placed in circuit.components():
        part = placed.component
        if part.mates and (placed.board.name, part.ref) not in met:
            yield Finding(
                placed.path,
                part.line,
                f"{placed.board.name} {part.ref} mates {part.mates}, which does not exist",
                "the plug leads nowhere",
                "write BOARD.REFERENCE of a connector",
            )
    for board, component, other_board, other in circuit.plugs():
        for number, (net, mate) in enumerate(zip(component.nets, other.nets, strict=False), 1):
            mine, theirs = net in circuit.supplies or net == "GND", mate in circuit.supplies or mate == "GND"
            clash = net and mate and ((mine and theirs and net != mate) or (net == "GND") != (mate == "GND"))
            if len(component.nets) != len(other.nets) or clash:
                yield Finding(
                    paths[board.name],
                    component.line,
                    f"{board.name} {component.ref} pin {number} is {net}, "
                    f"{other_board.name} {other.ref} has {mate} there",
                    "a supply meets something else in the plug",
                    "make both ends alike",
                )
                break


def _check_fields(surface: Surface) -> Iterator[Finding]:
    """Every field's input must lead to a sensor."""
    carrying = [board for board in surface.boards if board.fields]
    num_places = sum(board.fields * board.count for board in carrying)
    if num_places != len(surface.names):
        yield Finding(
            surface.source.path,
            carrying[0].line if carrying else 1,
            f"the boards carry {num_places} fields, the surface has {len(surface.names)}",
            "every field needs its sensor, and every sensor a field",
            "change `count` and `fields` of the boards, or the tables of fields",
        )
        return
    board = carrying[0]
    chips = {component.reads: component for component in board.components if component.reads >= 0}
    per_board = max(board.chips, 1)
    for field, name in enumerate(surface.names):
        chip, number = surface.chip_and_input(field)
        reader = chips.get(chip % per_board)
        pin = surface.reader.fields[number]
        net = reader.net(pin) if reader and reader.part is surface.reader else ""
        if chip >= per_board * board.count or not _leads_to_sensor(board, surface, net):
            yield Finding(
                surface.source.path,
                surface.field_line(field),
                f"field {name} is unconnected: channel {surface.channels[field]} is chip {chip}, input {pin}",
                "no sensor hangs there, so a piece on this field is never seen",
                "give the field the channel of its sensor, or add the lines of chip and sensor",
            )


def _leads_to_sensor(board: Board, surface: Surface, net: str) -> bool:
    if not net:
        return False
    nets = board.nets()
    near = [component for component, _ in nets.get(net, ())]
    through = [other for part in near if part.part.name == "R" for other in part.nets if other != net]
    far = [component for other in through for component, _ in nets.get(other, ())]
    return any(component.part is surface.sensor_part for component in near + far)


def _check_likeness(surface: Surface) -> Iterator[Finding]:
    """Boards of one kind are built alike, so their fields must lie alike on chips and LEDs."""
    board = next((board for board in surface.boards if board.fields), None)
    if board is None or board.count == 1 or len(surface.names) != board.fields * board.count:
        return
    patterns: dict[int, set[tuple[int, int, int, int, int]]] = defaultdict(set)
    corners: dict[int, list[int]] = defaultdict(list)
    for field, lamp in enumerate(surface.lamps):
        corners[lamp // board.fields].append(field)
    for number, fields in corners.items():
        west = min(surface.places_mm10[field][0] for field in fields)
        south = min(surface.places_mm10[field][1] for field in fields)
        for field in fields:
            x, y = surface.places_mm10[field]
            chip, pin = surface.chip_and_input(field)
            lamp = surface.lamps[field] % board.fields
            patterns[number].add((x - west, y - south, chip - number * board.chips, pin, lamp))
    for number, fields in sorted(corners.items()):
        if patterns[number] != patterns[0]:
            odd = next(iter(sorted(patterns[number] - patterns[0])))
            yield Finding(
                surface.source.path,
                surface.field_line(fields[0]),
                f"{board.name} {number + 1} is wired otherwise than {board.name} 1, {odd[0] // 10} mm east and "
                f"{odd[1] // 10} mm north of its first field",
                "all boards of a kind come from one drawing",
                "number channels and LEDs of all of them in the same pattern",
            )


def _check_multiplexers(circuit: Circuit) -> Iterator[Finding]:
    seen: dict[tuple[object, object], Placed] = {}
    for placed in circuit.components():
        part = placed.component
        if not part.part.references:
            continue
        output = circuit.node(placed.board, part.net("COM"))
        enable = circuit.node(placed.board, part.net("E"))
        if (output, enable) in seen:
            other = seen[output, enable].component
            yield Finding(
                placed.path,
                part.line,
                f"{other.ref} and {part.ref} are enabled together ({part.net('E')}) on one input, {part.net('COM')}",
                "two outputs against each other: the reading is neither of them",
                "give one of them another enable or another ADC",
            )
        seen[output, enable] = placed


def _check_addresses(circuit: Circuit) -> Iterator[Finding]:
    taken: dict[tuple[object, int], Placed] = {}
    for placed in circuit.components():
        part, board = placed.component, placed.board
        if part.address < 0:
            continue
        name = f"{board.name} {part.ref}"
        if part.address not in _ADDRESSES:
            yield _address(placed, f"{name}: 0x{part.address:02X} is no address for a chip", "use 0x08 to 0x77")
        bus = circuit.node(board, part.net("SDA"))
        number = board.count if part.fitted < 0 else part.fitted
        if number > 1:
            yield _address(placed, f"{name} is on {number} boards, all at 0x{part.address:02X}", _CLASH)
        if (bus, part.address) in taken:
            other = taken[bus, part.address]
            clash = f"{other.board.name} {other.component.ref} and {name} share the address 0x{part.address:02X}"
            yield _address(placed, clash, _CLASH)
        taken[bus, part.address] = placed


_CLASH = "set another address at its address pins, or use the other bus"


def _address(placed: Placed, what: str, advice: str) -> Finding:
    return Finding(placed.path, placed.component.line, what, "chips of one address answer at the same time", advice)
