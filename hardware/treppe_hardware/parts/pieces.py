"""Models of the playing pieces: for the reed surface, bricks and discs that are weighed, a tray for balls."""

import math

from build123d import (
    BuildLine,
    BuildSketch,
    Circle,
    Cylinder,
    GridLocations,
    Part,
    Plane,
    Pos,
    RadiusArc,
    RectangleRounded,
    Rot,
    Sketch,
    Sphere,
    chamfer,
    extrude,
    make_face,
)
from treppe.games.host.palette import DISCS, PLAYERS

from treppe_hardware.descriptions.parameters import Parameters
from treppe_hardware.descriptions.piece_parameters import Ball, PieceBody, Weight
from treppe_hardware.parts.outlines import PIPS

OWNERS = tuple(colour.name for colour in PLAYERS)
NUMBERS = (2, 3, 4, 5, 6)
DISC_COLOURS = len(DISCS)


def outline(shape: str, body: PieceBody) -> Sketch:
    """Return the outline of a cylinder, square or triangle as a face; the triangle's tip points north."""
    if shape == "triangle":
        return _bowed_triangle(body)
    if body.corner * 2 >= body.width:
        return Circle(body.width / 2)
    return RectangleRounded(body.width, body.width, body.corner)


def _bowed_triangle(body: PieceBody) -> Sketch:
    inner = body.width - 2 * body.corner
    corners = [math.radians(90 + 120 * number) for number in range(3)]
    tips = [(inner / math.sqrt(3) * math.cos(a), inner / math.sqrt(3) * math.sin(a)) for a in corners]

    def beside(number: int, turn: float) -> tuple[float, float]:
        """Return the point on a tip's round corner in the direction `turn` degrees from the tip's own."""
        angle = corners[number] + math.radians(turn)
        return (tips[number][0] + body.corner * math.cos(angle), tips[number][1] + body.corner * math.sin(angle))

    with BuildSketch() as sketch:
        with BuildLine():
            for number in range(3):
                RadiusArc(beside(number, -30), beside(number, 30), -body.corner)
                RadiusArc(beside(number, 30), beside((number + 1) % 3, -30), -(body.width - body.corner))
        make_face()
    return sketch.sketch


def owner_mark(owner: int, size: float) -> Sketch:
    """Return the mark by which a player's pieces are distinguished without colour: dot, bar, ring, cross."""
    if owner == 0:
        return Circle(size / 2)
    if owner == 1:
        return RectangleRounded(size * 1.3, size * 0.45, size * 0.2)
    if owner == 2:
        return Circle(size * 0.6) - Circle(size * 0.28)
    bar = RectangleRounded(size * 1.3, size * 0.4, size * 0.18)
    return bar + Rot(0, 0, 90) * bar


def playing_piece(parameters: Parameters, shape: str, body: PieceBody, owner: int) -> Part:
    """Return a cylinder, square or triangle with a closed room for its magnet and the owner's mark on top."""
    pieces = parameters.pieces
    piece = extrude(outline(shape, body), body.height)
    piece = chamfer(piece.faces().sort_by()[-1].edges(), pieces.edge)
    piece -= _magnet_room(parameters, pieces.floor)
    return piece - extrude(Pos(0, 0, body.height) * owner_mark(owner, min(9.0, 0.3 * body.width)), -pieces.mark_depth)


def _magnet_room(parameters: Parameters, floor: float) -> Part:
    diameter = parameters.piece_magnet.diameter + parameters.print.fit_clearance
    depth = parameters.pieces.pocket_depth
    return Pos(0, 0, floor + depth / 2) * Cylinder(diameter / 2, depth)


def stone(parameters: Parameters, owner: int | None = None, number: int = 0) -> Part:
    """Return a stone of Cubes: white without an owner, or with its number on both sides, the active one (up) framed."""
    body = parameters.stone
    piece = extrude(outline("square", body), body.height)
    ends = piece.faces().sort_by()[0].edges() + piece.faces().sort_by()[-1].edges()
    piece = chamfer(ends, parameters.pieces.edge)
    piece -= _magnet_room(parameters, (body.height - parameters.pieces.pocket_depth) / 2)
    if owner is None:
        return piece
    pips = Sketch() + [
        Pos(body.pip_pitch * east, body.pip_pitch * north) * owner_mark(owner, body.pip) for east, north in PIPS[number]
    ]
    depth = parameters.pieces.mark_depth
    outside = body.width - 3.2
    frame = RectangleRounded(outside, outside, body.corner - 1.6)
    inside = outside - 2 * body.frame
    frame -= RectangleRounded(inside, inside, body.corner - 1.6 - body.frame / 2)
    top = Plane.XY.offset(body.height)
    bottom = Plane.XY * Rot(180, 0, 0)
    piece -= extrude(top * frame, -depth)
    piece -= extrude(top * pips, -depth)
    return piece - extrude(bottom * pips, -depth)


def weight(parameters: Parameters, body: Weight, ball: Ball | None, pips: int = 0) -> Part:
    """Return a brick (with a seat for the ball) or a disc (with pips for its colour), with a room for its ballast."""
    ballast = parameters.ballast
    piece = extrude(outline("square", body), body.height)
    ends = piece.faces().sort_by()[0].edges() + piece.faces().sort_by()[-1].edges()
    piece = chamfer(ends, body.edge)
    piece -= Pos(0, 0, ballast.floor + ballast.pocket_depth / 2) * Cylinder(
        ballast.pocket_diameter / 2, ballast.pocket_depth
    )
    if ball:
        piece -= ball_seat(ball, body.height)
    for number in range(pips):
        place = Rot(0, 0, 360 / DISC_COLOURS * number) * Pos(0, body.width * 0.38, body.height)
        piece -= extrude(place * Circle(1.3), -0.4)
    return piece


def ball_seat(ball: Ball, top: float) -> Part:
    """Return the sphere that is cut out of an upper side at this height, so that the ball stays where it is put."""
    return Pos(0, 0, top - ball.seat_depth + ball.seat_radius) * Sphere(ball.seat_radius)


def ball_tray(parameters: Parameters) -> Part:
    """Return a tray for the balls that wait."""
    tray, ball = parameters.ball_tray, parameters.ball
    length = tray.pitch * (tray.balls - 1) + tray.width
    piece = extrude(RectangleRounded(length, tray.width, 5), tray.height)
    piece = chamfer(piece.faces().sort_by()[-1].edges(), 1.0)
    for place in GridLocations(tray.pitch, 1, tray.balls, 1):
        piece -= place * Pos(0, 0, 2 + ball.seat_radius) * Sphere(ball.seat_radius)
    return piece
