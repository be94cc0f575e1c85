"""Checks of the wiring: open nets, connectors, the source of every input, addresses."""

from collections.abc import Iterator

from treppe_hardware.checks.field_wiring import check_field_wiring
from treppe_hardware.checks.finding import Finding
from treppe_hardware.checks.nets import GROUNDS, Circuit, Placed, finding_at
from treppe_hardware.descriptions.surface import Surface

_ADDRESSES = range(0x08, 0x78)
_NEAR_MM = 0.6


def check_circuit(circuit: Circuit) -> list[Finding]:
    """Check how the parts of a surface and its controller are connected."""
    findings = [*_check_open_nets(circuit), *_check_plugs(circuit), *_check_count(circuit.surface)]
    findings += [*_check_sources(circuit), *_check_multiplexers(circuit), *_check_addresses(circuit)]
    if not any(finding.what.startswith("the boards carry") for finding in findings):
        findings += check_field_wiring(circuit)
    return findings


def _check_open_nets(circuit: Circuit) -> Iterator[Finding]:
    for board, path in circuit.boards:
        for net, pins in board.nets().items():
            if len(pins) == 1 and net not in circuit.supplies:
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
        yield finding_at(
            placed,
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
                yield finding_at(
                    one,
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
                yield finding_at(
                    placed,
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
        key = circuit.origin(placed, "COM"), circuit.origin(placed, "E")
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


def _check_addresses(circuit: Circuit) -> Iterator[Finding]:
    taken: dict[tuple[object, int], Placed] = {}
    for placed in circuit.placed:
        part = placed.component
        if part.address < 0:
            continue
        if part.address not in _ADDRESSES:
            yield _address(placed, f"{placed.name}: 0x{part.address:02X} is no address for a chip", "use 0x08 to 0x77")
        bus = circuit.origin(placed, "SDA")
        if (bus, part.address) in taken:
            other = taken[bus, part.address]
            clash = f"{other.name} and {placed.name} share the address 0x{part.address:02X}"
            yield _address(placed, clash, "set another address at its address pins, or use the other bus")
        taken[bus, part.address] = placed


def _address(placed: Placed, what: str, advice: str) -> Finding:
    return Finding(placed.path, placed.component.line, what, "chips of one address answer at the same time", advice)


# Which input and LED a field really has
