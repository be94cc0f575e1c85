"""The mass of a printed piece: a shell of full density round an infill. A slicer's own figure may differ by 3 %."""

import math
from dataclasses import dataclass

from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.descriptions.piece_parameters import Ball, Ballast, Print, Weight
from treppe_hardware.parts.outlines import Outline, circle, rounded_square


@dataclass(frozen=True, slots=True)
class Cavity:
    """A room inside a body, and the room with its own printed shell, as far as that reaches into the infill (mm3)."""

    volume: float
    with_shell: float


def pocket(diameter: float, depth: float, floor: float, settings: Print) -> Cavity:
    """Return a closed cylindrical pocket, `floor` above the underside, well away from the sides and the top."""
    shell_height = floor + depth + settings.skin - max(settings.skin, floor - settings.skin)
    return Cavity(circle(diameter).area * depth, circle(diameter + 2 * settings.wall).area * shell_height)


def seat(ball: Ball, settings: Print) -> Cavity:
    """Return the ball's seat: a cap of a sphere in the upper side, with a skin under it."""
    depth, radius = ball.seat_depth, ball.seat_radius
    cap = math.pi * depth**2 * (radius - depth / 3)
    rim = math.sqrt(depth * (2 * radius - depth))
    return Cavity(volume=cap, with_shell=cap + math.pi * rim**2 * settings.skin)


def body_volume(outline: Outline, height: float, chamfers: float, cavities: list[Cavity]) -> float:
    """Return the volume (mm3) of the body; `chamfers` is the sum of the squares of its chamfered edges' widths."""
    return outline.area * height - outline.perimeter * chamfers / 2 - sum(cavity.volume for cavity in cavities)


def printed_mass_g(
    outline: Outline,
    height: float,
    chamfers: float,
    cavities: list[Cavity],
    infill: float,
    settings: Print,
) -> float:
    """Return the mass of the plastic: everything within wall and skin is full, the rest holds `infill` (0 to 1)."""
    volume = body_volume(outline, height, chamfers, cavities)
    core = outline.inset(settings.wall).area * (height - 2 * settings.skin)
    core -= sum(cavity.with_shell for cavity in cavities)
    return settings.density_g_mm3 * (volume - (1 - infill) * core)


def weight_cavities(ballast: Ballast, ball: Ball | None, settings: Print) -> list[Cavity]:
    """Return the rooms in a brick (with a seat for the ball) or in a disc (without)."""
    room = pocket(ballast.pocket_diameter, ballast.pocket_depth, ballast.floor, settings)
    return [room, seat(ball, settings)] if ball else [room]


def weight_mass_g(weight: Weight, ballast: Ballast, ball: Ball | None, settings: Print) -> float:
    """Return the mass of a finished brick or disc, ballast included."""
    printed = printed_mass_g(
        rounded_square(weight),
        weight.height,
        2 * weight.edge**2,
        weight_cavities(ballast, ball, settings),
        weight.infill,
        settings,
    )
    return printed + ballast.mass_g


def piece_mass_g(outline: Outline, height: float, edges: int, floor: float, parameters: Parameters) -> float:
    """Return the mass of a playing piece of the reed surface with `edges` chamfered edges, magnet included.

    The mark on top, some 0.1 g, is left out.
    """
    magnet, settings = parameters.piece_magnet, parameters.print
    room = pocket(magnet.diameter + settings.fit_clearance, parameters.pieces.pocket_depth, floor, settings)
    chamfers = edges * parameters.pieces.edge**2
    return printed_mass_g(outline, height, chamfers, [room], parameters.pieces.infill, settings) + magnet.mass_g
