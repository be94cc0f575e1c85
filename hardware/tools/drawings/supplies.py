"""Schematics of the two supplies: 5 V for all, and 3.3 V for the sensors alone."""

from typing import Any

from schemdraw import elements as elm

from hardware.tools.descriptions.boards import Board
from hardware.tools.drawings.sheet import BLUE, GREEN, chip, ground, named, rail, tag, to_ground

Point = tuple[float, float]


def supply(d: Any, board: Board) -> None:
    """Draw the 5 V of the controller, from the socket to the LEDs."""
    external = _protected_input(d, board)
    split = _measured(d, board, external)
    five = _either_source(d, board, split)
    _lamp_switch(d, board, five)


def _protected_input(d: Any, board: Board) -> Point:
    """Draw the socket with its protection against a short, wrong polarity and surges; return where its 5 V lie."""
    d.add(elm.Dot(open=True).at((0, 0)).label("J2\n+5 V, 4 A", loc="left"))
    d.add(elm.Line().right(0.4).at((0, 0)))
    d.add(elm.Fuse().right(2.2).label(named(board, "F1"), loc="top"))
    guard = d.add(elm.PFet().theta(90).anchor("drain").at(d.here).label(named(board, "Q3"), loc="top"))
    d.add(elm.Line().at(guard.gate).down(0.5))
    ground(d, d.here)
    external = _line_to(d, guard.source, (guard.source[0] + 1.0, 0))
    d.add(elm.Label().at((external[0] + 0.2, 0.35)).label("EXT_5V", fontsize=8, color=BLUE, loc="center"))
    to_ground(d, elm.Zener().reverse(), external, 2.4, named(board, "D1"), "bottom")
    store = _line_to(d, external, (external[0] + 2.2, 0))
    to_ground(d, elm.Capacitor(polar=True), store, 2.4, named(board, "C1"), "bottom")
    return store


def _measured(d: Any, board: Board, store: Point) -> Point:
    """Draw the divider by which the Pico measures the external 5 V; return where the diodes begin."""
    sense = _line_to(d, store, (store[0] + 2.4, 0))
    d.add(elm.Resistor().down(1.8).at(sense).label(named(board, "R1"), loc="bottom"))
    middle = d.add(elm.Dot()).center
    to_ground(d, elm.Resistor(), middle, 1.8, named(board, "R2"), "bottom")
    d.add(elm.Line().right(1.2).at(middle))
    tag(d, d.here, "EXTERNAL_5V")
    return _line_to(d, sense, (sense[0] + 2.2, 0))


def _either_source(d: Any, board: Board, split: Point) -> Point:
    """Draw the diodes that keep the external supply and USB from feeding each other; return where 5V lies."""
    d.add(elm.Schottky().right(2.4).at(split).label(named(board, "D2"), loc="top"))
    five = d.add(elm.Dot()).center
    d.add(elm.Line().up(1.9).at(split))
    d.add(elm.Schottky().right(2.4).label(named(board, "D4"), loc="top"))
    d.add(elm.Line().right(0.4))
    tag(d, d.here, "VSYS of the Pico")
    d.add(elm.Line().at(five).to((five[0], -4.4)))
    d.add(elm.Schottky().left(2.4).reverse().label(named(board, "D3"), loc="bottom"))
    tag(d, d.here, "VBUS: USB", "left")
    small = _line_to(d, five, (five[0] + 1.8, 0))
    rail(d, small, "5V")
    to_ground(d, elm.Capacitor(), small, 2.4, named(board, "C4"), "bottom")
    return small


def _lamp_switch(d: Any, board: Board, small: Point) -> None:
    """Draw the switch of the LEDs' 5 V; capacitors at its gate make it slow, so that the inrush stays small."""
    low_y = -3.2
    at = small[0] + 2.4
    for x, ref, kind in ((at, "R4", elm.Resistor()), (at + 1.8, "C5", elm.Capacitor())):
        d.add(elm.Dot().at((x, 0)))
        d.add(kind.endpoints((x, 0), (x, low_y)).label(named(board, ref), loc="top"))
        d.add(elm.Dot().at((x, low_y)))
    d.add(elm.Line().at(small).to((at + 3.6, 0)))
    switch, gate = _high_switch(d, board, (at + 3.6, 0), low_y)
    d.add(elm.Line().at(gate).to((at, low_y)))
    d.add(elm.Line().right(1.2).at(switch.drain))
    out = d.add(elm.Dot()).center
    d.add(elm.Capacitor().endpoints(out, (out[0], low_y)).label(named(board, "C2"), loc="bottom"))
    d.add(elm.Line().at((out[0], low_y)).to(gate))
    d.add(elm.Line().right(1.0).at(out))
    rail(d, d.here, "5V_LED")
    d.add(elm.Line().right(0.8))
    tag(d, d.here, "J3: LEDs")
    d.add(elm.Resistor().down(1.8).at(gate).label(named(board, "R3"), loc="bottom"))
    _low_switch(d, board, d.here, ("R5", "LAMP_SUPPLY"), (1.2, 1.2))


def sensor_supply(d: Any, board: Board) -> None:
    """Draw the 3.3 V of the sensors with their switch, and the divider that identifies the surface."""
    reference = _regulator(d, board)
    _sensor_switch(d, board, reference)
    _identity(d, board)


def _regulator(d: Any, board: Board) -> Point:
    """Draw the regulator; return where its 3.3 V lie, which is the converter's reference too."""
    d.add(elm.Dot(open=True).at((0, 0)).label("J3\n5V", loc="left"))
    d.add(elm.Line().right(1).at((0, 0)))
    cap = d.add(elm.Dot()).center
    to_ground(d, elm.Capacitor(), cap, 2, named(board, "C7"), "top")
    d.add(elm.Line().right(1.6).at(cap))
    both = d.add(elm.Dot()).center
    pins = [("L", "1/1", "VIN", "3"), ("R", "1/1", "VOUT", "2"), ("B", "1/1", "GND", "1")]
    regulator = chip(d, f"U5\n{board.find_component('U5').part.name}", (3, 2), pins, anchor="VIN", at=both)
    ground(d, regulator.PGND)
    d.add(elm.Line().right(0.5).at(regulator.PVOUT))
    out = d.add(elm.Dot()).center
    to_ground(d, elm.Capacitor(), out, 2, named(board, "C8"), "bottom")
    reference = _line_to(d, out, (out[0] + 2.2, 0))
    rail(d, reference, "3V3A", GREEN)
    d.add(elm.Line().at(reference).down(1.2))
    d.add(elm.Line().right(0.3))
    tag(d, d.here, "VREF of the Pico")
    return reference


def _sensor_switch(d: Any, board: Board, reference: Point) -> None:
    x, low_y = reference[0] + 5.6, -2.4
    d.add(elm.Line().at(reference).to((x + 1.2, 0)))
    d.add(elm.Dot().at((x, 0)))
    d.add(elm.Resistor().endpoints((x, 0), (x, low_y)).label(named(board, "R12"), loc="top"))
    switch, gate = _high_switch(d, board, (x + 1.2, 0), low_y)
    d.add(elm.Line().at(gate).to((x, low_y)))
    d.add(elm.Line().right(0.8).at(switch.drain))
    rail(d, d.here, "3V3H", GREEN)
    d.add(elm.Line().right(0.6))
    tag(d, d.here, "Hall sensors")
    _low_switch(d, board, gate, ("R13", "SENSOR_SUPPLY (GP19)"), (0.8, 0.6))


def _identity(d: Any, board: Board) -> None:
    """Draw the divider that tells the Pico which surface is plugged in: it drives both lines high and measures."""
    x, y = 25.6, 0.8
    for number, (ref, name) in enumerate((("R9", "MUX_ENABLE_A"), ("R10", "MUX_ENABLE_B"))):
        tag(d, (x, y - 1.6 * number), name, "left")
        d.add(elm.Resistor().right(2.2).at((x, y - 1.6 * number)).label(named(board, ref), loc="top"))
    end = d.here
    d.add(elm.Line().at((end[0], y)).toy(end[1]))
    d.add(elm.Dot().at(end))
    to_ground(d, elm.Resistor(), end, 1.9, named(board, "R11"), "bottom")
    d.add(elm.Line().right(0.8).at(end))
    tag(d, d.here, "ADC2 (GP28)")


def _high_switch(d: Any, board: Board, source: Point, low_y: float) -> tuple[Any, Point]:
    """Draw Q1, which switches a supply, with a line from its gate down to `low_y`; return it, and that line's end."""
    switch = d.add(elm.PFet().theta(90).reverse().anchor("source").at(source).label(named(board, "Q1"), loc="bottom"))
    d.add(elm.Line().at(switch.gate).toy(low_y))
    return switch, d.add(elm.Dot()).center


def _low_switch(d: Any, board: Board, drain: Point, pulled: tuple[str, str], lengths: Point) -> None:
    """Draw Q2, by which a pin of 3.3 V pulls the gate of Q1 down; `pulled` is the resistor of that pin and its net."""
    low = d.add(elm.NFet().theta(0).reverse().anchor("drain").at(drain).label(named(board, "Q2"), loc="right"))
    ground(d, low.source)
    d.add(elm.Line().left(lengths[0]).at(low.gate))
    pull = d.add(elm.Dot()).center
    to_ground(d, elm.Resistor(), pull, 1.8, named(board, pulled[0]), "bottom")
    d.add(elm.Line().left(lengths[1]).at(pull))
    tag(d, d.here, pulled[1], "left")


def _line_to(d: Any, start: Any, end: Point) -> Point:
    """Draw a line that ends in a dot; return its end."""
    d.add(elm.Line().at(start).to(end))
    d.add(elm.Dot().at(end))
    return end
