"""Checks of geometry: plate, magnets and reeds, lamps beside Hall sensors."""

import math
from collections.abc import Iterator
from itertools import pairwise

from treppe_hardware.checks.finding import Finding
from treppe_hardware.descriptions.controller import Controller
from treppe_hardware.descriptions.surface import Surface

# Parts of the pitch (computed with a charge model of magnet and reed).
_LEAST_PULL_IN = 0.22
_MOST_HOLD = 0.72
_LEAST_EDGE = 0.4
_MODEL_ABOVE_MM = 4
# A reed lying flat closes within a ring: radii for a 10x2 magnet, and it opens where the magnet is dead centre.
_FLAT_HOLD_MM = 22.0
_NEAR_LAMP_MM = 15
_REMANENCE_MT = 1300  # N42
_MOST_LEAN = 0.1775  # of the pitch: 7.1 mm at 40 mm, the farthest a piece stands off the middle
_DROP_OUT = 0.65
_LEAST_MT_PER_AT = 0.18
_LEAST_CELL_PITCH_MM = 32
_LEAST_PITCH_PER_DIAMETER = 3.5
_SMALL_MAGNET_MM = 6
_FLOOR_MM = 0.6  # under the magnet of a printed piece
_ABOVE_SWITCH_MM = 1.1  # lamps beside a Hall switch are higher than its die


def check_fields(controller: Controller, surface: Surface) -> list[Finding]:
    """Check the fields' places, and the effect of their neighbours on their sensors."""
    findings = [*_check_plate(surface), *_check_names(surface)]
    if surface.sensor_part.touches:
        return findings
    if surface.sensor == "reed":
        findings += _check_layers(surface)
    if surface.sensor_part.switches_mt:
        findings += _check_switches(surface)
    elif surface.sensor == "reed":
        findings += _check_reeds(surface)
    else:
        findings += _check_cells(surface)
    return findings


def _find(surface: Surface, key: str, what: str, why: str, advice: str, is_error: bool = True) -> Finding:
    return Finding(surface.source.path, surface.source.line(key), what, why, advice, is_error)


def _check_plate(surface: Surface) -> Iterator[Finding]:
    edge_mm = _LEAST_EDGE * surface.pitch_mm
    for field, (x, y) in enumerate(surface.places_mm10):
        room_mm = min(x / 10, y / 10, surface.width_mm - x / 10, surface.height_mm - y / 10)
        if room_mm < edge_mm:
            where = "outside the plate" if room_mm < 0 else f"{room_mm:.0f} mm from the plate's edge"
            yield _find(
                surface,
                "plate",
                f"field {surface.names[field]} lies {where} (plate {surface.width_mm} x {surface.height_mm} mm)",
                f"a piece needs {edge_mm:.0f} mm to each side",
                "make the plate larger, or margin and pitch smaller",
            )
            return


def _check_layers(surface: Surface) -> Iterator[Finding]:
    """Between sensor and magnet there is room for the plate, the piece's floor, and what is higher than a switch."""
    below = _ABOVE_SWITCH_MM if surface.sensor_part.switches_mt else 0.0
    needed = below + surface.plate_mm + _FLOOR_MM
    if needed > surface.magnet_above_mm:
        yield _find(
            surface,
            "magnet",
            f"{needed:.1f} mm of plate and pieces lie between sensor and magnet, "
            f"above_sensor_mm says {surface.magnet_above_mm:g}",
            "the magnet is farther away than it is checked for: pieces are not seen",
            "use a thinner plate, or write how far it is",
        )


def _check_names(surface: Surface) -> Iterator[Finding]:
    """On a square grid the fields of a column share their letter, those of a row their number."""
    for field, name in enumerate(surface.names if surface.columns else ()):
        wanted = surface.names[field % surface.columns][0] + surface.names[field - field % surface.columns][1:]
        if name != wanted:
            yield _find(
                surface,
                "field_names",
                f"field {name} stands where {wanted} is expected",
                "players would look for it elsewhere, and games take another field for it",
                "name the fields by column and row",
            )


def radius(table: dict[str, float], ampere_turns: float) -> float:
    """Return a radius at some ampere-turns, straight between the table's values and level beyond them."""
    points = sorted((float(key), value) for key, value in table.items())
    for (low, first), (high, second) in pairwise(points):
        if ampere_turns <= high:
            part = max(0.0, (ampere_turns - low) / (high - low))
            return first + part * (second - first)
    return points[-1][1]


def _check_reeds(surface: Surface) -> Iterator[Finding]:
    if surface.magnet.pull_in_mm and surface.ampere_turns:
        yield from _check_ampere_turns(surface)
        yield from _check_radii(surface)
        yield from _check_neighbours(surface)
    else:
        yield _find(
            surface,
            "magnet",
            f"{surface.magnet.name} has no radii, or the reed no ampere-turns",
            "nobody can say whether a magnet closes its own reed and no other",
            "choose a magnet with `pull_in_mm` and `hold_mm`, and write `ampere_turns = [least, most]`",
        )


def _check_ampere_turns(surface: Surface) -> Iterator[Finding]:
    least, most = surface.ampere_turns
    if least > most:
        yield _find(
            surface,
            "sensor_part",
            f"ampere_turns says {least} to {most}",
            "the first number is the least; what is computed with them swapped is wrong",
            f"write ampere_turns = [{most}, {least}] if the class is so wide, and better buy a narrower one",
        )
    elif most > 2 * least:
        yield _find(
            surface,
            "sensor_part",
            f"reeds of {least} to {most} AT: the widest closes at half of what the other needs",
            "one piece is seen far off, another only in the middle",
            "buy one class, such as 15 to 20 AT",
        )


def _check_radii(surface: Surface) -> Iterator[Finding]:
    """A magnet must close its own reed wherever its piece stands on the field, and no other reed."""
    magnet, pitch = surface.magnet, surface.pitch_mm
    pull_in = radius(magnet.pull_in_mm, max(surface.ampere_turns))
    hold = radius(magnet.hold_mm, min(surface.ampere_turns)) if surface.is_upright else _FLAT_HOLD_MM
    if pull_in < _LEAST_PULL_IN * pitch:
        yield _find(
            surface,
            "magnet",
            f"{magnet.name} closes a reed of {max(surface.ampere_turns)} AT within {pull_in:.1f} mm, "
            f"{_LEAST_PULL_IN * pitch:.1f} mm are needed at a pitch of {pitch} mm",
            "a piece that does not stand in the middle is not seen",
            f"use {_better(surface)}, or a more sensitive reed",
        )
    if hold > _MOST_HOLD * pitch:
        yield _find(
            surface,
            "pitch_mm",
            f"{magnet.name} holds a reed at {hold:.1f} mm, {_MOST_HOLD * pitch:.1f} mm may be at a pitch of {pitch} mm",
            "a piece would close its neighbour's reed",
            "use a smaller magnet, reeds that stand upright, or a larger pitch",
        )
    if not surface.is_upright:
        yield _find(
            surface,
            "sensor_part",
            "the reeds lie flat",
            "a reed that lies flat opens where the magnet is exactly above its middle, and reaches into the next field",
            "let the reeds stand upright: tile and frame hold them so",
        )
    if surface.magnet_above_mm != _MODEL_ABOVE_MM:
        yield _find(
            surface,
            "magnet",
            f"the magnet is {surface.magnet_above_mm:g} mm above the reed",
            f"the radii were computed for {_MODEL_ABOVE_MM} mm",
            "measure with one piece how far off the centre it is seen",
            is_error=False,
        )


def _check_neighbours(surface: Surface) -> Iterator[Finding]:
    """Magnets on the fields around must neither hold a reed closed nor pull at each other."""
    magnet, pitch = surface.magnet, surface.pitch_mm
    neighbours_mt = neighbours_field_mt(surface)
    opens_mt = _DROP_OUT * min(surface.ampere_turns) * _LEAST_MT_PER_AT
    if neighbours_mt > opens_mt:
        yield _find(
            surface,
            "sensor_part",
            f"eight {magnet.name} round an empty field put {neighbours_mt:.2f} mT on its reed, "
            f"which opens below {opens_mt:.2f} mT at {min(surface.ampere_turns)} AT",
            "a reed that has closed may stay closed when its piece is lifted",
            "use reeds of more ampere-turns (15 to 20), smaller magnets or a larger pitch",
        )
    if pitch < _LEAST_PITCH_PER_DIAMETER * magnet.diameter_mm:
        yield _find(
            surface,
            "magnet",
            f"magnets of {magnet.diameter_mm:g} mm at a pitch of {pitch} mm pull at each other",
            "two 10x2 magnets at 30 mm push with 1 gf, at 25 mm with 2 gf (computed)",
            f"use {'6x3 magnets' if magnet.diameter_mm > _SMALL_MAGNET_MM else 'a larger pitch'}",
            is_error=False,
        )


def _check_switches(surface: Surface) -> Iterator[Finding]:
    """A Hall switch must close for a piece that stands off the middle, and open between eight full neighbours."""
    opens_mt, closes_mt = surface.sensor_part.switches_mt
    neighbours_mt = neighbours_field_mt(surface, 0.0)
    if neighbours_mt > opens_mt:
        yield _find(
            surface,
            "magnet",
            f"eight {surface.magnet.name} round an empty field put {neighbours_mt:.2f} mT on its switch, "
            f"which opens below {opens_mt:g} mT",
            "a switch that has closed may stay closed when its piece is lifted",
            "use a smaller magnet, a larger pitch, or a switch for stronger fields",
        )
    lean = _MOST_LEAN * surface.pitch_mm
    own_mt = axial_field_mt(surface, lean)
    if own_mt < closes_mt:
        yield _find(
            surface,
            "magnet",
            f"{surface.magnet.name} gives {own_mt:.1f} mT {lean:.1f} mm off the middle, "
            f"the switch closes at {closes_mt:g} mT",
            "a piece that does not stand in the middle is not seen",
            "bring the magnet nearer, or use a larger one",
        )


def axial_field_mt(surface: Surface, off_mm: float) -> float:
    """Return the vertical field of a magnet at the switch, so far beside its axis: two discs of charge, summed up."""
    magnet, steps = surface.magnet, 24
    radius, total = magnet.diameter_mm / 2, 0.0
    for height, sign in ((surface.magnet_above_mm, 1), (surface.magnet_above_mm + magnet.height_mm, -1)):
        for ring in range(steps):
            r = radius * (ring + 0.5) / steps
            area = 2 * math.pi * r * radius / steps / steps
            for turn in range(steps):
                angle = 2 * math.pi * (turn + 0.5) / steps
                square = (off_mm - r * math.cos(angle)) ** 2 + (r * math.sin(angle)) ** 2 + height * height
                total += sign * area * height / square**1.5
    return _REMANENCE_MT / (4 * math.pi) * total


def neighbours_field_mt(surface: Surface, half_blade_mm: float = 5.0) -> float:
    """Return the field of eight neighbours that all lean inwards at an empty field's sensor, along its axis.

    Magnets as dipoles: at these distances within 2 % of the charge model.
    """
    magnet = surface.magnet
    lean = _MOST_LEAN * surface.pitch_mm
    moment = _REMANENCE_MT * math.pi / 4 * magnet.diameter_mm**2 * magnet.height_mm / (4 * math.pi)
    height = surface.magnet_above_mm + magnet.height_mm / 2 + half_blade_mm
    total = 0.0
    for off in (surface.pitch_mm - lean, math.sqrt(2) * surface.pitch_mm - lean):
        square = off * off + height * height
        total += 4 * moment * (1 - 3 * height * height / square) / square**1.5
    return total


def _better(surface: Surface) -> str:
    return "MAGNET_10X3" if surface.magnet.name != "MAGNET_10X3" else "a smaller pitch"


def _check_cells(surface: Surface) -> Iterator[Finding]:
    if surface.pitch_mm < _LEAST_CELL_PITCH_MM:
        yield _find(
            surface,
            "pitch_mm",
            f"weighing cells {surface.pitch_mm} mm apart",
            "the magnet of a full neighbour moves the reading by more than 0.16 codes (computed for 32 mm)",
            "use 32 mm or more, 40 mm if you can",
            is_error=False,
        )
    east, north = surface.lamp_offset_mm
    lamps = [(x / 10 + east, y / 10 + north) for x, y in surface.places_mm10]
    nearest = min(((lx - x / 10) ** 2 + (ly - y / 10) ** 2) ** 0.5 for lx, ly in lamps for x, y in surface.places_mm10)
    if nearest < _NEAR_LAMP_MM:
        yield _find(
            surface,
            "lamp",
            f"an LED lies {nearest:.0f} mm from a Hall sensor",
            "its warmth shifts the reading by up to 2.7 g within minutes (computed)",
            f"keep {_NEAR_LAMP_MM} mm: change `offset_mm`",
        )
