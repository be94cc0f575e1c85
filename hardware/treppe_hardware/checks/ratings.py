"""Checks of what parts bear: polarity, currents, capacitors, the sum of all contacts; whether every net is fed."""

from collections import Counter
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import GROUNDS, Circuit, Node, Placed, capacity
from treppe_hardware.checks.power import light_ma, loads, planned_ma
from treppe_hardware.descriptions.source import At

_CONNECTORS = ("BOX", "XH", "VH", "JACK")
_MOST_CONTACT_MA = 1.0
_DECLARED_PART = 0.9
_LAMP_MA = 60  # at full white [D]
_WIRE_H = 1e-6  # of a metre of wire from the controller [E]
_MOST_DIP_V = 0.3  # when all lamps of a board turn white at once [E]
_BIASED = 0.5  # what is left of a ceramic capacitor of that size at 5 V [E]
_MOST_PIN_MA = 3.0  # that an open-drain output of I2C sinks


def check_polar(circuit: Circuit) -> Iterator[Finding]:
    """An electrolytic or a plug has its plus on a supply, its minus on ground, and bears a quarter more volts."""
    for placed, part in circuit.with_parts:
        if not part.polar:
            continue
        plus, minus = part.polar
        supply, ground = circuit.supply(placed, plus), circuit.node(placed, minus)
        if supply is None or ground not in circuit.ground_nodes:
            what = (
                f"{placed.name} has its plus on {placed.component.net(plus) or 'nothing'}, "
                f"its minus on {placed.component.net(minus) or 'nothing'}"
            )
            yield mistake("polarity", placed, what)
        elif part.rated_volts and supply.most_volts > part.rated_volts / 1.25:
            what = f"{placed.name} bears {part.rated_volts:g} V, {supply.name} has up to {supply.most_volts:g} V"
            yield mistake("capacitor-volts", placed, what)


def check_fed(circuit: Circuit) -> Iterator[Finding]:
    """Every net that bears a supply's name is joined to what feeds that supply."""
    outlets: set[Node] = set()
    for placed, part in circuit.with_parts:
        ends = [*part.conducts, *((last, first) for first, last in part.conducts)]
        if part.switch:
            ends += [(part.switch["source"], part.switch["drain"]), (part.switch["drain"], part.switch["source"])]
        for first, last in ends:
            source, fed = circuit.supply(placed, first), circuit.supply(placed, last)
            if source and fed and source.name in fed.from_ and (node := circuit.node(placed, last)):
                outlets.add(node)
        roots = ["VBUS"] if part.name == "PICO" else list(part.polar[:1]) if part.footprint == "JACK" else []
        outlets |= {node for pin in roots if (node := circuit.node(placed, pin))}
    for node, supply in circuit.supply_nodes.items():
        if node in outlets:
            continue
        found = circuit.pins.get(node, ())
        if found:
            placed, pin = found[0]
            what = f"{placed.board.name}: nothing feeds {supply.name} there ({placed.component.ref} {pin})"
            yield mistake("net-unfed", placed, what)


def check_grounds(circuit: Circuit) -> Iterator[Finding]:
    """Every ground reaches the controller's; the lamps' ground meets the other one there alone."""
    home = circuit.node(circuit.pico, "GND")
    reported = set()
    for placed in circuit.placed:
        for pin, net in zip(placed.component.part.pins, placed.component.nets, strict=True):
            if net in GROUNDS and circuit.node(placed, pin) != home and (placed.board.name, net) not in reported:
                reported.add((placed.board.name, net))
                yield mistake(
                    "ground-apart", placed, f"{placed.board.name}: its {net} does not reach the controller's ground"
                )
    own = {board.name for board, path in circuit.boards if path == circuit.controller.path}
    for one, other in circuit.met:
        if {one.board.name, other.board.name} & own:
            continue
        for net, mate in zip(one.component.nets, other.component.nets, strict=False):
            if net in GROUNDS and mate in GROUNDS and net != mate:
                yield _joined(one, f"{one.name} and {other.name}")
    for placed, part in circuit.with_parts:
        for first, second in (*part.resistors, *part.conducts):
            nets = placed.component.net(first), placed.component.net(second)
            if set(nets) == set(GROUNDS):
                yield _joined(placed, placed.name)
    for placed in circuit.placed:
        if placed.board.name in own or not placed.component.part.footprint.startswith("VH"):
            continue
        grounds = [net for net in placed.component.nets if net in GROUNDS]
        boards_nets = {net for net in placed.board.nets() if net in GROUNDS}
        if len(boards_nets) == 2 and set(grounds) != boards_nets:
            yield _joined(placed, placed.name)


def _joined(placed: Placed, where: str) -> Finding:
    what = f"{where}: the lamps' ground does not stay apart from the sensors' up to the controller"
    return mistake("grounds-joined", placed, what)


def check_amps(circuit: Circuit) -> Iterator[Finding]:
    """Diodes, fuses, switches and regulators bear what the supply behind them gives."""
    found, planned = loads(circuit), planned_ma(circuit)
    for placed, part in circuit.with_parts:
        ends = list(part.conducts) + ([(part.switch["source"], part.switch["drain"])] if part.switch else [])
        if not part.amps or part.footprint.startswith(_CONNECTORS):
            continue
        most = 0.0
        for first, last in ends:
            one, other = circuit.supply(placed, first), circuit.supply(placed, last)
            if one is None or other is None or one is other:
                continue
            fed = other if one.name in other.from_ else one
            source = one if fed is other else other
            most = max(most, min(planned.get((source.name, fed.name), found[fed.name].most_ma), source.limit_ma))
        if most / 1000 > part.amps:
            yield _overloaded(placed, most / 1000, part.amps)


def check_fuses(circuit: Circuit) -> Iterator[Finding]:
    """A fuse opens before the plug in front of it is overloaded."""
    for placed, part in circuit.with_parts:
        if not part.footprint.startswith("FUSE"):
            continue
        near = {
            one for pin in part.pins if (node := circuit.node(placed, pin)) for one, _ in circuit.pins.get(node, ())
        }
        for plug in near:
            bears = plug.component.part.amps
            if plug.component.part.footprint.startswith(_CONNECTORS) and bears < part.amps:
                what = f"{placed.name} holds {part.amps:g} A, {plug.name} in front of it bears {bears:g} A"
                yield mistake("fuse-above-plug", placed, what)


def check_declared(circuit: Circuit) -> Iterator[Finding]:
    """Each part at an end of a declared current bears it; a plug with as many contacts as it has for the net."""
    for board, _ in circuit.boards:
        placed_of = {one.component.ref: one for one in circuit.placed if one.board is board}
        for current in board.currents:
            ends = [(current.from_,), current.to]
            for refs in ends:
                share = current.amps / max(1, len(refs))
                for ref in refs:
                    placed = placed_of.get(ref)
                    if placed is None or not placed.component.part.amps:
                        continue
                    part = placed.component.part
                    is_plug = part.footprint.startswith(_CONNECTORS)
                    contacts = placed.component.nets.count(current.net) if is_plug else 1
                    if share > part.amps * max(1, contacts):
                        yield _overloaded(placed, share, part.amps * max(1, contacts))


def check_declared_light(circuit: Circuit) -> Iterator[Finding]:
    """At each plug that brings the lamps' supply a board declares the current that the firmware plans with."""
    lamps = sum(placed.component.part is circuit.surface.lamp for placed in circuit.placed)
    amps = min(light_ma(circuit)[1], lamps * _LAMP_MA) / 1000
    for board, path in circuit.boards:
        for component in board.components:
            if component.at is None or not component.part.footprint.startswith("VH") or "5V_LED" not in component.nets:
                continue
            declared = [
                one.amps for one in board.currents if one.net == "5V_LED" and component.ref in (one.from_, *one.to)
            ]
            if max(declared, default=0.0) < _DECLARED_PART * amps:
                what = (
                    f"{board.name} {component.ref}: `currents` declares {max(declared, default=0.0):g} A of 5V_LED, "
                    f"the firmware plans with {amps:.1f} A of light"
                )
                yield mistake("light-undeclared", At(path, component.line), what)


def _overloaded(placed: Placed, amps: float, bears: float) -> Finding:
    what = f"{placed.name} ({placed.component.part.name}) bears {bears:g} A and gets {amps:.2g} A"
    return mistake("part-overloaded", placed, what)


def is_to_ground(circuit: Circuit, placed: Placed, pin: str) -> bool:
    """True for a capacitor whose other pin is on ground."""
    return capacity(placed.component) > 0 and bool(other_nodes(circuit, placed, pin) & circuit.ground_nodes)


def other_nodes(circuit: Circuit, placed: Placed, pin: str) -> set[Node]:
    """Return the nets of all pins of a part but one."""
    return {node for other in placed.component.part.pins if other != pin and (node := circuit.node(placed, other))}


def check_regulators_stores(circuit: Circuit) -> Iterator[Finding]:
    """A regulator has its capacitor beside it."""
    for placed in circuit.placed:
        for pin, wanted in placed.component.part.needs_uf.items():
            node = circuit.node(placed, pin)
            there = circuit.pins.get(node, ()) if node else ()
            near = [one for one, other in there if one.where == placed.where and is_to_ground(circuit, one, other)]
            found = sum(capacity(one.component) for one in near) * 1e6
            if max((capacity(one.component) * 1e6 for one in near), default=0.0) < wanted:
                what = f"{placed.name} {pin} has {found:.1f} uF beside it, its data sheet asks {wanted:g} uF at once"
                yield mistake("regulator-store", placed, what, wanted=wanted, pin=pin)


def check_light_stores(circuit: Circuit) -> Iterator[Finding]:
    """A board whose lamps hang on a wire stores enough for a step to full light, until the wire's current follows."""
    for plug in circuit.placed:
        if "5V_LED" not in plug.component.nets or not plug.component.part.footprint.startswith(("XH", "VH")):
            continue
        near = [one for one in circuit.placed if one.where == plug.where and "5V_LED" in one.component.nets]
        lamps = sum(one.component.part is circuit.surface.lamp for one in near)
        amps = min(lamps * _LAMP_MA, light_ma(circuit)[1]) / 1000
        wanted = _WIRE_H * (amps / _MOST_DIP_V) ** 2
        found = sum(capacity(one.component) * (1.0 if one.component.part.polar else _BIASED) for one in near)
        if found < wanted:
            what = (
                f"{plug.name} brings 5V_LED to {lamps} lamps with {found * 1e6:.1f} uF beside them, "
                f"{wanted * 1e6:.1f} uF are wanted"
            )
            yield mistake("light-store", plug, what, most_dip_v=_MOST_DIP_V)


def check_contacts(circuit: Circuit) -> Iterator[Finding]:
    """All fields closed at once draw no more through their pull-ups than the supply gives; a contact bears its own."""
    draws: Counter[str] = Counter()
    first: dict[str, Placed] = {}
    reported: set[int] = set()
    for placed, part in circuit.with_parts:
        pins = [pin for pin in (*part.contacts, *part.open_drain) if circuit.node(placed, pin)]
        for pin in pins:
            node = circuit.node(placed, pin)
            if node is None or circuit.is_fixed(node):
                continue
            for one in circuit.line(node):
                for other, value in circuit.neighbours(one):
                    supply = circuit.supply_nodes.get(other)
                    if supply is None:
                        continue
                    milliamperes = supply.most_volts / max(value, 1) * 1000
                    if part is circuit.surface.sensor_part:
                        if milliamperes > _MOST_CONTACT_MA and placed.component.line not in reported:
                            reported.add(placed.component.line)
                            what = (
                                f"{placed.name} switches {milliamperes:.1f} mA through its pull-up, "
                                f"{_MOST_CONTACT_MA:g} mA are enough"
                            )
                            yield mistake("contact-current", placed, what)
                        draws[supply.name] += milliamperes  # type: ignore[assignment]
                        first.setdefault(supply.name, placed)
                    if part.open_drain and milliamperes > _MOST_PIN_MA and placed.component.line not in reported:
                        reported.add(placed.component.line)
                        what = f"{placed.name} {pin} has to sink {milliamperes:.1f} mA, {_MOST_PIN_MA:g} mA are safe"
                        yield mistake("sink-current", placed, what)
    found = loads(circuit)
    for name, milliamperes in draws.items():
        supply = circuit.supplies[name]
        total = milliamperes + found[name].most_ma
        if total > supply.limit_ma:
            what = (
                f"{first[name].board.name}: all fields closed draw {milliamperes:.0f} mA through their pull-ups, "
                f"{name} gives {supply.limit_ma} mA and other parts take {found[name].most_ma:.0f} mA"
            )
            yield mistake("contacts-together", first[name], what)


def check_output_loads(circuit: Circuit) -> Iterator[Finding]:
    """A sensor's output sees its capacitor through a resistor, and nothing but the multiplexer pulls its line."""
    for placed, part in circuit.with_parts:
        for pin in part.outputs if part.most_load_nf else ():
            node = circuit.node(placed, pin)
            if node is None:
                continue
            load = sum(
                capacity(one.component)
                for one, other in circuit.pins.get(node, ())
                if is_to_ground(circuit, one, other)
            )
            if load * 1e9 > part.most_load_nf:
                what = f"{placed.name} {pin} drives {load * 1e9:.0f} nF, its data sheet allows {part.most_load_nf:g} nF"
                yield mistake("output-load", placed, what)
            for one in circuit.line(node):
                strange = [(other, value) for other, value in circuit.neighbours(one) if circuit.is_fixed(other)]
                if strange and strange[0][1] < 500_000:
                    what = f"{placed.name}: a resistor of {strange[0][1]:.0f} ohm to {strange[0][0][1]} loads its line"
                    yield mistake("sensor-line-loaded", placed, what)


def check_tolerances(circuit: Circuit) -> Iterator[Finding]:
    """What sets the references is as precise as the self-test that reads them."""
    for placed in circuit.placed:
        for pin in placed.component.part.references:
            node = circuit.node(placed, pin)
            for one, other, _, resistor in circuit.resistors:
                if node in (one, other) and resistor.component.part.tolerance > 0.1:
                    what = (
                        f"{resistor.name} sets the reference at {pin} and is of {resistor.component.part.tolerance:g} %"
                    )
                    yield mistake("reference-tolerance", resistor, what)
