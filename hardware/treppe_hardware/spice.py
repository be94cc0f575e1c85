"""Netlists for ngspice of the analog circuits: the templates of `hardware/circuits` with the descriptions' values.

`$tile_R5` in a template is a part's value, `$tile_R1_R2` the sum of two, `$tile_at_3V3` the farads between a net and
ground on that board; what the descriptions do not have (resistance of a switch, capacitance of a cable) stands at the
top of a template with its origin. `.meas` lines give what the tests hold against the goals.
"""

from string import Template

from treppe_hardware.checks.nets import capacity, farads, ohms
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import Hardware

_LSB_VOLTS = 3.3 / 4096
_TILES, _TILE_LAMPS_FARADS = 9, 100e-6 + 16 * 100e-9
_HALL_AMPERES = 0.006
_GUARD = "Mq3 fused 0 ext ext power w=1 l=1\nDq3 fused ext body"


class _Values(dict[str, str]):
    """What templates name: facts about several parts, and values that are looked up in the boards as they are asked."""

    def __init__(self, boards: dict[str, Board], facts: dict[str, str]):
        super().__init__(facts)
        self._boards = boards

    def __missing__(self, name: str) -> str:
        board, _, what = name.partition("_")
        if what.startswith("at_"):
            return f"{_store(self._boards[board], what.removeprefix('at_')):g}"
        return f"{sum(_value_of(self._boards[board], ref) for ref in what.split('_')):g}"


def render_netlists(hardware: Hardware) -> dict[str, str]:
    """Return the netlists by file name."""
    controller, surfaces = hardware.controller.boards[0], hardware.surfaces
    (tile, base), (cells, towers) = surfaces["reed12"].boards[:2], surfaces["square7"].boards[:2]
    fields = len(surfaces["square7"].names)
    lamps = [_store(controller, "5V_LED"), _store(base, "5V_LED"), _TILES * _TILE_LAMPS_FARADS]
    halls = [one for one in cells.components if one.part.name == "C" and one.field == 1 and one.nets[0] == "3V3H"]
    is_guarded = any(one.part.switch and one.net("D") == "FUSED" for one in controller.components)
    facts = {
        "lsb": f"{_LSB_VOLTS:.6g}",
        "all_lamps": f"{sum(lamps):g}",
        "all_halls": f"{fields * sum(farads(one.value) for one in halls):g}",
        "halls_draw": f"{fields * _HALL_AMPERES:g}",
        "way_back": "lamps" if "LAMP_GND" in cells.nets() else "plate",
        "guard": _GUARD if is_guarded else "Rnone fused ext 1m",
    }
    values = _Values({"controller": controller, "tile": tile, "cells": cells, "towers": towers}, facts)
    templates = sorted((hardware.orders_path.parent / "circuits").glob("*.cir"))
    return {path.name: Template(path.read_text("utf-8")).substitute(values) for path in templates}


def _value_of(board: Board, ref: str) -> float:
    component = board.find_component(ref)
    return ohms(component.value) if component.part.resistors else farads(component.value)


def _store(board: Board, net: str) -> float:
    """Return the farads between a net and ground on one board."""
    return sum(capacity(one) for one in board.components if one.nets[0] == net and one.nets[1:] != ("LAMP_GATE",))
