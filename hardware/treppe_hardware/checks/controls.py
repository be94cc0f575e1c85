"""Checks of pins that decide what a part does: enables, tied pins, address straps, safe levels, labels of buttons."""

from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit, Node, Placed
from treppe_hardware.descriptions.controller import Pin
from treppe_hardware.descriptions.source import At

_MOST_PULL_OHM = 1_050_000
_I2C_OHM = (1_000, 10_000)
_MOST_AGAINST_PULL_UP_OHM = 10_000
_LEAST_BESIDE_CONVERTER_OHM = 330_000
_LEAST_LOAD_OHM = 330  # 3.3 V over it are 10 mA; a pin of the RP2040 gives 12 [D]
ASKED_AT = {"OLED": 0x3C, "24C32": 0x50}
"""Addresses at which the firmware's drivers ask."""
_LISTENING = ("GPIO in", "PIO in")
# What must drive a pin of the Pico, by its line: an output of these names, through plugs, buffers and small resistors.
_HEARD = {"LAMP_RETURN": ("DOUT",), "SPI_MISO": ("Q7",), "ADC0": ("COM",), "ADC1": ("COM",), "ADC2": ("COM",)}


def level_of(circuit: Circuit, node: Node | None) -> str:
    """Return "low" or "high" for a net that is ground or a supply, or hangs on one by a resistor; else ""."""
    if node is None:
        return ""
    if node in circuit.ground_nodes:
        return "low"
    if node in circuit.supply_nodes:
        return "high"
    near = [other for other, value in circuit.neighbours(node) if value <= _MOST_PULL_OHM and circuit.is_fixed(other)]
    pulls = {level_of(circuit, other) for other in near}
    return pulls.pop() if len(pulls) == 1 else ""


def check_tied(circuit: Circuit) -> Iterator[Finding]:
    """A pin such as CE or WP lies at the level at which the part does what the firmware expects."""
    for placed in circuit.placed:
        for pin, wanted in placed.component.part.ties.items():
            found = level_of(circuit, circuit.node(placed, pin))
            if found != wanted:
                what = f"{placed.name} {pin} is {found or 'open'}, it must be {wanted}"
                yield mistake(
                    "tied-wrongly",
                    placed,
                    what,
                    pin=pin,
                    value="to ground" if wanted == "low" else "to the supply of the part",
                )


def check_enables(circuit: Circuit) -> Iterator[Finding]:
    """An output that is used is enabled at low; one that is not may be either, but not open."""
    for placed in circuit.placed:
        for enable, output in placed.component.part.enables.items():
            node, out = circuit.node(placed, enable), circuit.node(placed, output)
            found = level_of(circuit, node)
            is_used = out is not None and len(circuit.pins.get(out, ())) > 1
            if (is_used and found != "low") or not found:
                what = f"{placed.name} {enable} is {found or 'open'}: its output {output} does not drive"
                yield mistake("output-off", placed, what, enable=enable)


def check_straps(circuit: Circuit) -> Iterator[Finding]:
    """The address in the description is the one that the part's strap pins give it."""
    for placed in circuit.placed:
        part, component = placed.component.part, placed.component
        if not part.straps:
            continue
        levels = [level_of(circuit, circuit.node(placed, pin)) for pin in part.straps]
        if "" in levels:
            pin = part.straps[levels.index("")]
            yield mistake("strap-open", placed, f"{placed.name} {pin} is open")
            continue
        address = part.base_address + sum((level == "high") << bit for bit, level in enumerate(levels))
        if component.address >= 0 and component.address != address:
            what = f"{placed.name} answers at 0x{address:02X}, the description says 0x{component.address:02X}"
            yield mistake("strap-differs", placed, what, value=", ".join(part.straps))


def is_guard(circuit: Circuit, placed: Placed) -> bool:
    """True for a P-channel transistor whose gate rests on ground: it conducts by itself, and guards."""
    switch = placed.component.part.switch
    gate = circuit.node(placed, switch["gate"])
    beside = {node for node, _ in circuit.neighbours(gate)} if gate else set()
    return switch["kind"] == "P" and bool(circuit.ground_nodes & {gate, *beside})


def check_gates_rest(circuit: Circuit) -> Iterator[Finding]:
    """A transistor that switches, and a chip's enable, stay off by a resistor until the firmware speaks."""
    for placed, part in circuit.with_parts:
        rests = dict(part.rests)
        if part.switch and not is_guard(circuit, placed):
            rests[part.switch["gate"]] = "low" if part.switch["kind"] == "N" else "high"
        for pin, wanted in rests.items():
            node = circuit.node(placed, pin)
            if node is None or circuit.is_fixed(node):
                continue
            levels = {level_of(circuit, one) for one in circuit.line(node)} - {""}
            if levels != {wanted}:
                what = (
                    f"{placed.name} {pin}: no resistor keeps {placed.component.net(pin)} {wanted} "
                    "while the controller starts"
                )
                yield mistake("gate-floats", placed, what, value="ground" if wanted == "low" else "its supply")


def check_safe_levels(circuit: Circuit) -> Iterator[Finding]:
    """A pin starts at the level at which what hangs on it rests."""
    for pin in circuit.controller.pins:
        node = circuit.node(circuit.pico, f"GP{pin.gp}")
        if node is None or not pin.function.startswith("GPIO out"):
            continue
        starts = "high" if pin.function.endswith("1") else "low"
        for one in sorted(circuit.line(node)):
            for placed, name in circuit.pins.get(one, ()):
                part = placed.component.part
                rests = part.rests | part.idles
                if part.switch and name == part.switch["gate"]:
                    rests = {name: "low" if part.switch["kind"] == "N" else "high"}
                if rests.get(name, starts) != starts:
                    what = f"{pin.name} starts {starts}, {placed.name} {name} rests {rests[name]}"
                    yield mistake(
                        "start-level", At(circuit.controller.path, pin.line), what, value=int(rests[name] == "high")
                    )


def check_pin_loads(circuit: Circuit) -> Iterator[Finding]:
    """A pin of the Pico that drives a line gives no more milliamperes than it bears."""
    for pin in circuit.controller.pins:
        node = circuit.node(circuit.pico, f"GP{pin.gp}")
        if node is None or not pin.function.startswith(("GPIO out", "PWM", "PIO out", "SPI")):
            continue
        for other, value in circuit.neighbours(node):
            if circuit.is_fixed(other) and value < _LEAST_LOAD_OHM:
                what = (
                    f"{circuit.pico.name} {pin.name} drives {value:g} ohm to {other[1]}, "
                    f"{_LEAST_LOAD_OHM} ohm are the least"
                )
                yield mistake("pin-overloaded", circuit.pico, what)


def check_inner_pulls(circuit: Circuit) -> Iterator[Finding]:
    """A resistor to ground wins against the pull-up inside of the Pico."""
    for pin in circuit.controller.pins:
        node = circuit.node(circuit.pico, f"GP{pin.gp}")
        for other, value in circuit.neighbours(node) if node and pin.function == "GPIO in pull-up" else ():
            if other in circuit.ground_nodes and value > _MOST_AGAINST_PULL_UP_OHM:
                what = f"{value:g} ohm hold {pin.name} down against the pull-up inside of the Pico"
                yield mistake(
                    "weak-against-pull-up", circuit.pico, what, most_against_pull_up_ohm=_MOST_AGAINST_PULL_UP_OHM
                )


def check_measured(circuit: Circuit) -> Iterator[Finding]:
    """A resistor that rests a measured line at ground hardly loads what the multiplexers give it."""
    for pin in circuit.controller.pins:
        node = circuit.node(circuit.pico, f"GP{pin.gp}")
        for other, value in circuit.neighbours(node) if node and pin.name in ("ADC0", "ADC1") else ():
            if circuit.is_fixed(other) and value < _LEAST_BESIDE_CONVERTER_OHM:
                what = f"{value:g} ohm lie at {pin.name}"
                yield mistake(
                    "converter-loaded", circuit.pico, what, least_beside_converter_ohm=_LEAST_BESIDE_CONVERTER_OHM
                )


def check_asked_addresses(circuit: Circuit) -> Iterator[Finding]:
    """Display, memory and revision answer as the firmware asks."""
    revision = level_of(circuit, circuit.node(circuit.pico, f"GP{circuit.controller.pin('REVISION').gp}"))
    if circuit.pico.board.revision > "A" and circuit.pico.board.name == "controller" and revision != "low":
        what = f"{circuit.pico.name} REVISION is not low, as the firmware knows revision B"
        yield mistake("revision-unmarked", circuit.pico, what)
    for placed in circuit.placed:
        asked, address = ASKED_AT.get(placed.component.part.name), placed.component.address
        if asked is not None and address >= 0 and address != asked:
            yield mistake(
                "address-unasked",
                placed,
                f"{placed.name} answers at 0x{address:02X}, the firmware asks at 0x{asked:02X}",
            )


def check_inputs_rest(circuit: Circuit) -> Iterator[Finding]:
    """A pin that the firmware reads has a level of its own on the controller's board, whatever is plugged in."""
    pico = circuit.pico
    for pin in circuit.controller.pins:
        node = circuit.node(pico, f"GP{pin.gp}")
        if not pin.surfaces or not _is_read(pin) or node is None or _rests_on_board(circuit, pico, f"GP{pin.gp}"):
            continue
        if any(source.where == pico.where and source is not pico for source, _ in circuit.sources(node)):
            continue
        what = f"{pico.name} {pin.name}: no resistor on {pico.board.name} holds the line that the firmware reads"
        yield mistake("input-floats", pico, what)


def _is_read(pin: Pin) -> bool:
    return pin.function in _LISTENING or pin.function.endswith(" RX") or pin.function.startswith("ADC")


def _rests_on_board(circuit: Circuit, pico: Placed, pin: str) -> bool:
    """True if resistors of the Pico's own board lead from a pin to ground or a supply."""
    seen, todo = set(), [pico.component.net(pin)]
    fixed = {"GND"} | circuit.supplies.keys()
    own = [one.component for one in circuit.placed if one.where == pico.where and one.component.part.resistors]
    while todo:
        net = todo.pop()
        if net in fixed:
            return True
        if not net or net in seen:
            continue
        seen.add(net)
        for component in own:
            for first, second in component.part.resistors:
                nets = component.net(first), component.net(second)
                if net in nets:
                    todo.append(nets[1 - nets.index(net)])
    return False


def check_bus_pulls(circuit: Circuit) -> Iterator[Finding]:
    """All pull-ups of an I2C line together let it rise in time, and let the weakest chip pull it down."""
    seen: set[Node] = set()
    for placed in circuit.placed:
        for pin in placed.component.part.open_drain:
            node = circuit.node(placed, pin)
            if pin not in ("SDA", "SCL") or node is None:
                continue
            line = circuit.line(node)
            if line & seen:
                continue
            seen |= line
            pulls = [value for one in line for other, value in circuit.neighbours(one) if other in circuit.supply_nodes]
            together = 1 / sum(1 / value for value in pulls) if pulls else 0.0
            if pulls and not _I2C_OHM[0] <= together <= _I2C_OHM[1]:
                what = (
                    f"{placed.name} {pin}: {together:.0f} ohm pull the bus up, {_I2C_OHM[0]} to {_I2C_OHM[1]} are right"
                )
                yield mistake("bus-pull", placed, what)


def check_heard(circuit: Circuit) -> Iterator[Finding]:
    """What the firmware reads back comes from the end of its chain."""
    surface = circuit.surface
    for name, outputs in _HEARD.items():
        pin = circuit.controller.pin(name)
        if surface.sensor not in pin.surfaces or (name.startswith("ADC") and surface.sensor != "cell"):
            continue
        if name in surface.functions or (name == "SPI_MISO" and "Q7" not in surface.reader.pins):
            continue
        if name.startswith("ADC") and len(circuit.readers) <= int(name[3:]):
            continue
        node = circuit.node(circuit.pico, f"GP{pin.gp}")
        heard = {output for _, output in circuit.ends(node)} if node else set()
        if not heard & set(outputs):
            what = (
                f"{circuit.pico.name} {name} hears {' and '.join(sorted(heard)) or 'nothing'}, "
                f"it needs {' or '.join(outputs)}"
            )
            yield mistake("chain-open", circuit.pico, what)


def check_labels(circuit: Circuit) -> Iterator[Finding]:
    """Each button that carries a name leads to the pin of that name."""
    keys = {pin.name.removeprefix("BUTTON_"): pin for pin in circuit.controller.pins if pin.name.startswith("BUTTON_")}
    labels = {}
    for placed in circuit.placed:
        label = placed.component.label
        if placed.component.part.footprint.startswith("BUTTON") and label not in keys:
            yield mistake(
                "button-unnamed", placed, f"{placed.name} is a button with the label {label!r}", value=", ".join(keys)
            )
        elif label in keys:
            labels[label] = placed
            nodes = [circuit.node(placed, pin) for pin in placed.component.part.contacts]
            lines = set().union(*(circuit.line(node) for node in nodes if node and not circuit.is_fixed(node)))
            wanted = circuit.node(circuit.pico, f"GP{keys[label].gp}")
            if wanted not in lines:
                what = f"{placed.name} is labelled {label} and does not lead to {keys[label].name}"
                yield mistake("button-elsewhere", placed, what)
