"""Checks of the wiring: open nets, connectors, the source of every input, addresses."""

from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import GROUNDS, Circuit, Placed
from treppe_hardware.descriptions.source import At

_ADDRESSES = range(0x08, 0x78)


def check_open_nets(circuit: Circuit) -> Iterator[Finding]:
    """A net has two pins or more."""
    for board, path in circuit.boards:
        for net, pins in board.nets().items():
            if len(pins) == 1 and net not in circuit.supplies:
                component, index = pins[0]
                what = f"{board.name}: net {net} has only one pin, {component.ref} {component.part.pins[index]}"
                yield mistake("lonely-net", At(path, component.line), what)


def check_plugs(circuit: Circuit) -> Iterator[Finding]:
    """Each plug has the one that it mates, with the same nets at its pins."""
    for placed, wanted in circuit.missing:
        yield mistake("mate-missing", placed, f"{placed.name} mates {wanted}, which does not exist")
    for one, other in circuit.met:
        nets, mates = one.component.nets, other.component.nets
        for number, (net, mate) in enumerate(zip(nets, mates, strict=False), 1):
            fixed = circuit.supplies.keys() | set(GROUNDS)
            both = net in fixed and mate in fixed and net != mate and not {net, mate} <= set(GROUNDS)
            clash = net and mate and (both or (net in GROUNDS) != (mate in GROUNDS))
            if len(nets) != len(mates) or clash:
                yield mistake("plugs-differ", one, f"{one.name} pin {number} is {net}, {other.name} has {mate} there")
                break


def check_count(circuit: Circuit) -> Iterator[Finding]:
    """The boards carry as many fields as the surface has."""
    surface = circuit.surface
    carrying = [board for board in surface.boards if board.fields]
    places = sum(board.fields * board.count for board in carrying)
    least = places - max((board.fields for board in carrying), default=0)
    if not least < len(surface.names) <= places:
        what = f"the boards carry {places} fields, the surface has {len(surface.names)}"
        yield mistake("fields-uncounted", At(surface.source.path, carrying[0].line if carrying else 1), what)


def check_sources(circuit: Circuit) -> Iterator[Finding]:
    """Every input must be driven as its data sheet asks, through plugs, buffers and series resistors."""
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
                yield mistake(
                    "wrong-source", placed, f"{placed.name} {pin} hears {words}, it needs {' or '.join(wanted)}"
                )


def check_multiplexers(circuit: Circuit) -> Iterator[Finding]:
    """No two multiplexers that share an input of the converter are enabled together."""
    seen: dict[tuple[object, object], Placed] = {}
    for placed in circuit.placed:
        part = placed.component
        if not part.part.references:
            continue
        key = circuit.origin(placed, "COM"), circuit.origin(placed, "E")
        if key in seen:
            other = seen[key]
            what = (
                f"{other.component.ref} and {part.ref} are enabled together ({part.net('E')}) "
                f"on one input, {part.net('COM')}"
            )
            yield mistake("enabled-together", At(placed.path, part.line), what)
        seen[key] = placed


def check_shared_addresses(circuit: Circuit) -> Iterator[Finding]:
    """No two chips of one bus share an address."""
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
    return mistake("address-taken", placed, what, advice=advice)
