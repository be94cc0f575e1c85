"""Checks of geometry: plate, magnets and reeds, lamps beside Hall sensors."""

import math
from collections.abc import Iterator

from treppe_hardware.checks.finding import Finding, mistake
from treppe_hardware.checks.nets import Circuit
from treppe_hardware.checks.power import interpolated
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


def check_geometry(circuit: Circuit) -> Iterator[Finding]:
    """Check the fields' places, and the effect of their neighbours on their sensors."""
    surface = circuit.surface
    yield from _check_plate(surface)
    yield from _check_names(surface)
    if surface.sensor_part.touches:
        return
    if surface.sensor == "reed":
        yield from _check_layers(surface)
    if surface.sensor_part.switches_mt:
        yield from _check_switches(surface)
    elif surface.sensor == "reed":
        yield from _check_reeds(surface)
    else:
        yield from _check_cells(surface)


def _check_plate(surface: Surface) -> Iterator[Finding]:
    edge_mm = _LEAST_EDGE * surface.pitch_mm
    for field, (x, y) in enumerate(surface.places_mm10):
        room_mm = min(x / 10, y / 10, surface.width_mm - x / 10, surface.height_mm - y / 10)
        if room_mm < edge_mm:
            where = "outside the plate" if room_mm < 0 else f"{room_mm:.0f} mm from the plate's edge"
            what = f"field {surface.names[field]} lies {where} (plate {surface.width_mm} x {surface.height_mm} mm)"
            yield mistake("field-off-plate", surface.source.at("plate"), what, edge_mm=edge_mm)
            return


def _check_layers(surface: Surface) -> Iterator[Finding]:
    """Between sensor and magnet there is room for the plate, the piece's floor, and what is higher than a switch."""
    below = _ABOVE_SWITCH_MM if surface.sensor_part.switches_mt else 0.0
    needed = below + surface.plate_mm + _FLOOR_MM
    if needed > surface.magnet_above_mm:
        what = (
            f"{needed:.1f} mm of plate and pieces lie between sensor and magnet, "
            f"above_sensor_mm says {surface.magnet_above_mm:g}"
        )
        yield mistake("layers-too-thick", surface.source.at("magnet"), what)


def _check_names(surface: Surface) -> Iterator[Finding]:
    """On a square grid the fields of a column share their letter, those of a row their number."""
    for field, name in enumerate(surface.names if surface.columns else ()):
        wanted = surface.names[field % surface.columns][0] + surface.names[field - field % surface.columns][1:]
        if name != wanted:
            yield mistake(
                "field-name", surface.source.at("field_names"), f"field {name} stands where {wanted} is expected"
            )


def radius(table: dict[str, float], ampere_turns: float) -> float:
    """Return a radius at some ampere-turns, straight between the table's values and level beyond them."""
    return interpolated(((float(key), value) for key, value in table.items()), ampere_turns)


def _check_reeds(surface: Surface) -> Iterator[Finding]:
    if surface.magnet.pull_in_mm and surface.ampere_turns:
        yield from _check_ampere_turns(surface)
        yield from _check_radii(surface)
        yield from _check_neighbours(surface)
    else:
        what = f"{surface.magnet.name} has no radii, or the reed no ampere-turns"
        yield mistake("magnet-unknown", surface.source.at("magnet"), what)


def _check_ampere_turns(surface: Surface) -> Iterator[Finding]:
    least, most = surface.ampere_turns
    if least > most:
        what = f"ampere_turns says {least} to {most}"
        yield mistake("ampere-turns-swapped", surface.source.at("sensor_part"), what, most=most, least=least)
    elif most > 2 * least:
        what = f"reeds of {least} to {most} AT: the widest closes at half of what the other needs"
        yield mistake("ampere-turns-wide", surface.source.at("sensor_part"), what)


def _check_radii(surface: Surface) -> Iterator[Finding]:
    """A magnet must close its own reed wherever its piece stands on the field, and no other reed."""
    magnet, pitch = surface.magnet, surface.pitch_mm
    pull_in = radius(magnet.pull_in_mm, max(surface.ampere_turns))
    hold = radius(magnet.hold_mm, min(surface.ampere_turns)) if surface.is_upright else _FLAT_HOLD_MM
    if pull_in < _LEAST_PULL_IN * pitch:
        what = (
            f"{magnet.name} closes a reed of {max(surface.ampere_turns)} AT within {pull_in:.1f} mm, "
            f"{_LEAST_PULL_IN * pitch:.1f} mm are needed at a pitch of {pitch} mm"
        )
        yield mistake("reed-too-deaf", surface.source.at("magnet"), what, value=_better(surface))
    if hold > _MOST_HOLD * pitch:
        what = (
            f"{magnet.name} holds a reed at {hold:.1f} mm, {_MOST_HOLD * pitch:.1f} mm may be at a pitch of {pitch} mm"
        )
        yield mistake("reed-of-neighbour", surface.source.at("pitch_mm"), what)
    if not surface.is_upright:
        yield mistake("reed-flat", surface.source.at("sensor_part"), "the reeds lie flat")
    if surface.magnet_above_mm != _MODEL_ABOVE_MM:
        what = f"the magnet is {surface.magnet_above_mm:g} mm above the reed"
        yield mistake("reed-distance", surface.source.at("magnet"), what, model_above_mm=_MODEL_ABOVE_MM)


def _check_neighbours(surface: Surface) -> Iterator[Finding]:
    """Magnets on the fields around must neither hold a reed closed nor pull at each other."""
    magnet, pitch = surface.magnet, surface.pitch_mm
    neighbours_mt = neighbours_field_mt(surface)
    opens_mt = _DROP_OUT * min(surface.ampere_turns) * _LEAST_MT_PER_AT
    if neighbours_mt > opens_mt:
        what = (
            f"eight {magnet.name} round an empty field put {neighbours_mt:.2f} mT on its reed, "
            f"which opens below {opens_mt:.2f} mT at {min(surface.ampere_turns)} AT"
        )
        yield mistake("reed-held", surface.source.at("sensor_part"), what)
    if pitch < _LEAST_PITCH_PER_DIAMETER * magnet.diameter_mm:
        what = f"magnets of {magnet.diameter_mm:g} mm at a pitch of {pitch} mm pull at each other"
        yield mistake(
            "magnets-pull",
            surface.source.at("magnet"),
            what,
            value="6x3 magnets" if magnet.diameter_mm > _SMALL_MAGNET_MM else "a larger pitch",
        )


def _check_switches(surface: Surface) -> Iterator[Finding]:
    """A Hall switch must close for a piece that stands off the middle, and open between eight full neighbours."""
    opens_mt, closes_mt = surface.sensor_part.switches_mt
    neighbours_mt = neighbours_field_mt(surface, 0.0)
    if neighbours_mt > opens_mt:
        what = (
            f"eight {surface.magnet.name} round an empty field put {neighbours_mt:.2f} mT on its switch, "
            f"which opens below {opens_mt:g} mT"
        )
        yield mistake("switch-held", surface.source.at("magnet"), what)
    lean = _MOST_LEAN * surface.pitch_mm
    own_mt = axial_field_mt(surface, lean)
    if own_mt < closes_mt:
        what = (
            f"{surface.magnet.name} gives {own_mt:.1f} mT {lean:.1f} mm off the middle, "
            f"the switch closes at {closes_mt:g} mT"
        )
        yield mistake("switch-too-deaf", surface.source.at("magnet"), what)


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
        yield mistake("cells-near", surface.source.at("pitch_mm"), f"weighing cells {surface.pitch_mm} mm apart")
    east, north = surface.lamp_offset_mm
    lamps = [(x / 10 + east, y / 10 + north) for x, y in surface.places_mm10]
    nearest = min(((lx - x / 10) ** 2 + (ly - y / 10) ** 2) ** 0.5 for lx, ly in lamps for x, y in surface.places_mm10)
    if nearest < _NEAR_LAMP_MM:
        what = f"an LED lies {nearest:.0f} mm from a Hall sensor"
        yield mistake("lamp-warms-sensor", surface.source.at("lamp"), what, near_lamp_mm=_NEAR_LAMP_MM)
