"""Schematics of each block of the electronics, with the values of the descriptions; `supplies.py` has two of them."""

from typing import Any

from schemdraw import elements as elm

from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.description import Hardware
from hardware.tools.drawings.sheet import BLUE, GREEN, GREY, chip, draw, ground, named, rail, tag, to_ground
from hardware.tools.drawings.supplies import sensor_supply, supply


def render_schematics(hardware: Hardware) -> dict[str, bytes]:
    """Return the schematics as SVG by file name."""
    controller = hardware.controller.boards[0]
    tile, base = hardware.surfaces["reed12"].boards[:2]
    cells, towers = hardware.surfaces["square7"].boards[:2]
    return {
        "supply": draw(lambda d: supply(d, controller), "5 V: two sources, neither feeds the other; the LEDs' switch"),
        "lamps": draw(lambda d: _lamps(d, controller), "LED data: 3.3 V in, 5 V out, and back from the last LED"),
        "reed": draw(lambda d: _reed(d, tile), "One reed input, and how the shift registers make a chain"),
        "cell": draw(
            lambda d: _cell(d, cells, towers),
            "One weighing cell to the converter, with the references of its multiplexer",
        ),
        "sensor_supply": draw(lambda d: sensor_supply(d, towers), "The sensors' own supply, and which surface this is"),
        "people": draw(lambda d: _people(d, controller, base), "Buttons, piezo, display, the surface's memory"),
    }


def _lamps(d: Any, board: Board) -> None:
    tag(d, (0, 0), "LAMP_DATA (GP20)", "left")
    pins = [("L", "2/2", "1A", "2"), ("L", "1/2", "1OE", "1"), ("R", "2/2", "1Y", "3")]
    pins += [("T", "1/1", "VCC", "14"), ("B", "1/1", "GND", "7")]
    shifter = chip(d, f"U2\n{board.find_component('U2').part.name}", (3, 2.2), pins, anchor="1A", at=(0, 0))
    ground(d, shifter.PGND)
    ground(d, shifter.P1OE)
    rail(d, shifter.PVCC, "5V_LED")
    d.add(elm.Resistor().right(2.2).at(shifter.P1Y).label(named(board, "R6"), loc="top"))
    last = d.here
    for name in ("first LED", "second", "last"):
        pins = [("L", "1/1", "DIN", ""), ("R", "1/1", "DOUT", ""), ("T", "1/1", "VDD", ""), ("B", "1/1", "GND", "")]
        if name == "last":
            d.add(elm.Line().right(1.2).at(last).linestyle("--"))
            last = d.here
        led = chip(d, name, (2.6, 2), pins, anchor="DIN", at=last)
        rail(d, led.PVDD, "5V_LED")
        ground(d, led.PGND)
        last = led.PDOUT
    d.add(elm.Line().right(0.5).at(last))
    d.add(elm.Line().down(3.2))
    d.add(elm.Resistor().left(2.6).label(named(board, "R7"), loc="top"))
    middle = d.add(elm.Dot()).center
    to_ground(d, elm.Resistor(), middle, 1.8, named(board, "R8"), "bottom")
    d.add(elm.Line().left(1.2).at(middle))
    tag(d, d.here, "LAMP_RETURN (GP1)", "left")


def _reed(d: Any, board: Board) -> None:
    rail(d, (0, 2), "3V3", GREEN)
    d.add(elm.Resistor().down(2).at((0, 2)).label("RN1\n10k", loc="top"))
    node = d.add(elm.Dot()).center
    d.add(elm.SwitchReed().down(2.2).at(node).label("S1", loc="top"))
    ground(d, d.here)
    d.add(elm.Line().right(2.6).at(node).label("REED_0_7", fontsize=8, color=BLUE))
    chips = []
    for number, at in enumerate((d.here, (13.4, 0))):
        pins = [("L", "3/3", "D7", "6"), ("L", "2/3", "D6 to D0", ""), ("L", "1/3", "CE", "15")]
        pins += [("R", "3/3", "Q7", "9"), ("R", "1/3", "DS", "10"), ("T", "1/1", "VCC", "16")]
        pins += [("B", "1/3", "PL", "1"), ("B", "2/3", "CP", "2"), ("B", "3/3", "GND", "8")]
        drawn = chip(d, f"U{number + 1}\n{board.find_component('U1').part.name}", (3.8, 3.6), pins, anchor="D7", at=at)
        rail(d, drawn.PVCC, "3V3", GREEN)
        ground(d, drawn.PCE)
        ground(d, drawn.PGND)
        chips.append(drawn)
    near, far = chips
    for drawn, text in ((near, "seven more"), (far, "eight more reeds")):
        d.add(elm.Line().left(0.3).at(drawn.PD6toD0))
        d.add(elm.Label().at(d.here).label(text, loc="left", fontsize=8, color=GREY))
    d.add(elm.Line().up(2.6).at(near.PQ7))
    tag(d, d.here, "CHAIN_0: SPI_MISO of the controller", "left")
    x = near.PDS[0] + 1.4
    d.add(elm.Line().at(near.PDS).tox(x))
    d.add(elm.Line().toy(far.PQ7[1] + 2.6))
    d.add(elm.Line().tox(far.PQ7[0] + 0.6).label("CHAIN_1", fontsize=8, color=BLUE))
    d.add(elm.Line().toy(far.PQ7[1]))
    d.add(elm.Line().tox(far.PQ7[0]))
    d.add(elm.Line().right(0.4).at(far.PDS))
    tag(d, d.here, "CHAIN_2: the next tile", "right")
    low = near.PPL[1] - 1.3
    for pin, name, drop in (("PPL", "LOAD, from U3", 0.0), ("PCP", "CLOCK, from U3", 0.8)):
        first, second = getattr(near, pin), getattr(far, pin)
        d.add(elm.Line().at(first).toy(low - drop))
        corner = d.add(elm.Dot()).center
        d.add(elm.Line().at(second).toy(low - drop))
        d.add(elm.Line().tox(corner[0]))
        d.add(elm.Line().at(corner).tox(near.PPL[0] - 2.4))
        tag(d, d.here, name, "left")


def _cell(d: Any, board: Board, base: Board) -> None:
    pins = [("R", "1/1", "OUT", "2"), ("T", "1/1", "VCC", "1"), ("B", "1/1", "GND", "3")]
    hall = chip(d, f"U101\n{board.find_component('U101').part.name}", (3.6, 2), pins, anchor="OUT", at=(0, 0))
    rail(d, hall.PVCC, "3V3H", GREEN)
    ground(d, hall.PGND)
    d.add(elm.Resistor().right(2.4).at((0, 0)).label(named(board, "R101"), loc="top"))
    node = d.add(elm.Dot()).center
    to_ground(d, elm.Capacitor(), node, 2, named(board, "C101"), "top")
    d.add(elm.Line().right(3.4).at(node))
    pins = [("L", "5/5", "I0", "9"), ("L", "4/5", "I1", "8"), ("L", "3/5", "I2 to I14", ""), ("L", "1/5", "I15", "16")]
    pins += [("R", "3/3", "COM", "1"), ("R", "1/3", "E", "15"), ("T", "1/1", "VCC", "24")]
    pins += [("B", "2/4", "S0 to S3", ""), ("B", "4/4", "GND", "12")]
    mux = chip(d, f"U1 (M0)\n{board.find_component('U1').part.name}", (4, 4.8), pins, anchor="I1", at=d.here)
    rail(d, mux.PVCC, "3V3A", GREEN)
    ground(d, mux.PGND)
    d.add(elm.Line().down(0.6).at(mux.PS0toS3))
    tag(d, d.here, "MUX_SELECT0 to 3", "left")
    d.add(elm.Line().left(0.2).at(mux.PI2toI14))
    d.add(elm.Label().at(d.here).label("thirteen more cells", loc="left", fontsize=8, color=GREY))
    tag(d, mux.PI0, "REF_LOW", "left")
    tag(d, mux.PI15, "REF_HIGH", "left")
    d.add(elm.Line().right(1).at(mux.PE))
    pull = d.add(elm.Dot()).center
    d.add(elm.Resistor().up(1.6).at(pull).label(named(base, "R1"), loc="bottom"))
    rail(d, d.here, "3V3A", GREEN)
    d.add(elm.Line().right(0.6).at(pull))
    tag(d, d.here, "MUX_ENABLE_A (GP10)")
    d.add(elm.Line().right(3.6).at(mux.PCOM))
    adc = d.add(elm.Dot()).center
    d.add(elm.Resistor().down(1.8).at(adc).label("R13 (controller)\n1M", loc="bottom"))
    ground(d, d.here)
    d.add(elm.Line().right(0.6).at(adc))
    tag(d, d.here, "ADC0 (GP26)")
    for number, (name, top, low, cap) in enumerate((("REF_LOW", "R3", "R4", "C5"), ("REF_HIGH", "R5", "R6", "C6"))):
        at = (19.4 + 5.4 * number, 1.5)
        rail(d, at, "3V3A", GREEN)
        d.add(elm.Resistor().down(1.9).at(at).label(named(board, top), loc="top"))
        node = d.add(elm.Dot()).center
        to_ground(d, elm.Resistor(), node, 1.9, named(board, low), "top")
        d.add(elm.Line().right(1.2).at(node))
        side = d.add(elm.Dot()).center
        to_ground(d, elm.Capacitor(), side, 1.9, named(board, cap), "bottom")
        d.add(elm.Line().right(0.4).at(side))
        tag(d, d.here, name)


def _people(d: Any, board: Board, base: Board) -> None:
    for number, ref in enumerate(("SW1", "SW2", "SW3", "SW4")):
        at = (0, -1.3 * number)
        tag(d, at, board.find_component(ref).nets[0] + ", 1k to the Pico", "left")
        d.add(elm.Button().right(2).at(at).label(ref, loc="top"))
        ground(d, d.here)
    tag(d, (0, -5.8), "PIEZO (GP18)", "left")
    d.add(elm.Resistor().right(2).at((0, -5.8)).label(named(board, "R16"), loc="top"))
    d.add(elm.Crystal().right(1.6).label("LS1", loc="top"))
    ground(d, d.here)
    chips = []
    for ref, owner, title, address, x in (
        ("J4", board, "OLED display", "0x3C", 12.0),
        ("U1", base, "memory on the surface", "0x50", 17.6),
    ):
        pins = [("L", "2/2", "SDA", ""), ("L", "1/2", "SCL", ""), ("T", "1/1", "VCC", ""), ("B", "1/1", "GND", "")]
        drawn = chip(d, f"{ref}\n{owner.find_component(ref).part.name}", (2.6, 2.2), pins, anchor="SDA", at=(x, -2.6))
        d.add(
            elm.Label()
            .at((x + 3.3, -4.6))
            .label(f"{title}\n{address}", fontsize=8, color=GREY, loc="right", halign="left")
        )
        rail(d, drawn.PVCC, "3V3", GREEN)
        ground(d, drawn.PGND)
        chips.append(drawn)
    first, second = chips
    for number, (ref, line) in enumerate((("R11", "I2C_SDA"), ("R12", "I2C_SCL"))):
        pin = first.PSCL if number else first.PSDA
        top = (8.0 + 1.8 * number, 0)
        rail(d, top, "3V3", GREEN)
        d.add(elm.Resistor().down(1.9).at(top).label(named(board, ref), loc="bottom" if number else "top"))
        d.add(elm.Line().toy(pin[1]))
        d.add(elm.Dot())
        d.add(elm.Line().at((6.4, pin[1])).tox(pin[0]))
        tag(d, (6.4, pin[1]), line, "left")
        tag(d, second.PSCL if number else second.PSDA, line, "left")
