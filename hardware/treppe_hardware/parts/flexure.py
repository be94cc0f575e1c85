"""The weighing cell's springs: stiffness and stress of wound arms; everything computed, nothing measured."""

import itertools
import math
from dataclasses import dataclass

from treppe_hardware.descriptions.parameters import Spring
from treppe_hardware.linear import solve

GRAVITY = 9.81
LAYERS = 2


@dataclass(frozen=True, slots=True)
class Arm:
    """The part of one arm that is free on both sides, with its stiffness and stress when the hub goes down without
    tilting."""

    length_mm: float
    stiffness_n_mm: float
    stress_mpa_per_mm: float


def radius_at(spring: Spring, turn: float) -> float:
    """Return the radius of an arm's middle line, `turn` radians after it left the hub's edge."""
    return spring.hub_radius + (spring.rim_radius - spring.hub_radius) * turn / math.radians(spring.turn_degrees)


def edge_point(spring: Spring, turn: float, side: float) -> tuple[float, float]:
    """Return the point of an arm `side` mm outwards from its middle line at `turn`."""
    slope = radius_at(spring, 1.0) - radius_at(spring, 0.0)
    radius = radius_at(spring, turn)
    along = (
        slope * math.cos(turn) - radius * math.sin(turn),
        slope * math.sin(turn) + radius * math.cos(turn),
    )
    scale = side / math.hypot(*along)
    return radius * math.cos(turn) + scale * along[1], radius * math.sin(turn) - scale * along[0]


def crossing(spring: Spring, side: float, radius: float) -> float:
    """Return the turn at which the edge `side` mm outwards crosses this radius."""
    low, high = -1.5, math.radians(spring.turn_degrees) + 1.5
    for _ in range(60):
        middle = (low + high) / 2
        if math.hypot(*edge_point(spring, middle, side)) < radius:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def curved_arm(spring: Spring, pieces: int = 400) -> Arm:
    """Return the arm as a curved beam that bends and twists (Castigliano), clamped at one end, guided at the other.

    It is free from the middle of the round corner where its inner edge leaves the hub to that where its outer edge
    meets the rim. A plate calculation of the whole arm with finite elements agrees within 10 % (tests/parts); steel,
    cutting and glue add more.
    """
    t, width = spring.thickness, spring.arm_width
    bending = spring.youngs_modulus_mpa * width * t**3 / 12
    twisting = spring.youngs_modulus_mpa / (2 * (1 + spring.poisson_ratio)) * width * t**3 / 3
    half = spring.corner / 2
    start = crossing(spring, -width / 2 - half, spring.hub_radius + half)
    end = crossing(spring, width / 2 + half, spring.rim_radius - half)
    points = [edge_point(spring, start + (end - start) * step / pieces, 0.0) for step in range(pieces + 1)]
    compliance = [[0.0] * 3 for _ in range(3)]
    sections, length = [], 0.0
    for before, after in itertools.pairwise(points):
        ds = math.dist(before, after)
        along = ((after[0] - before[0]) / ds, (after[1] - before[1]) / ds)
        reach = (points[0][0] - (before[0] + after[0]) / 2, points[0][1] - (before[1] + after[1]) / 2)
        # Bending and twisting moment in this section for a unit of force, of moment about x, of moment about y.
        bend = (-reach[1] * along[1] - reach[0] * along[0], -along[1], along[0])
        twist = (reach[1] * along[0] - reach[0] * along[1], along[0], along[1])
        sections.append((bend, twist))
        length += ds
        for row in range(3):
            for column in range(3):
                compliance[row][column] += (
                    bend[row] * bend[column] / bending + twist[row] * twist[column] / twisting
                ) * ds
    load = solve(compliance, [1.0, 0.0, 0.0])
    stress = max(
        math.hypot(_dot(bend, load) * 6 / (width * t**2), math.sqrt(3) * _dot(twist, load) * 3 / (width * t**2))
        for bend, twist in sections
    )
    return Arm(length, load[0], stress)


def cell_stiffness_gf_mm(spring: Spring, arm: Arm) -> float:
    """Return the stiffness of a cell: two springs of so many arms."""
    return LAYERS * spring.arms * arm.stiffness_n_mm / GRAVITY * 1000


def _dot(left: tuple[float, float, float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right, strict=True))
