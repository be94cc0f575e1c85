"""The spring as a thin plate by finite elements, against the formula that the design is made with."""

# ruff: noqa: E402
import math
from pathlib import Path

import pytest
from needs import require

require("parts")

import numpy as np
from scipy.spatial import Delaunay, cKDTree
from skfem import Basis, BilinearForm, ElementTriArgyris, MeshTri, condense, solve
from skfem.helpers import dd, ddot
from treppe_hardware.descriptions.parameters import SOURCE, read_parameters
from treppe_hardware.parts import flexure
from treppe_hardware.parts.spring import arm

PARTS = read_parameters(Path(__file__).parents[3] / SOURCE)
SPRING = PARTS.spring


def _resampled(line: np.ndarray, step: float) -> np.ndarray:
    along = np.r_[0, np.cumsum(np.hypot(*np.diff(line, axis=0).T))]
    places = np.linspace(0, along[-1], max(2, round(along[-1] / step)) + 1)
    return np.c_[np.interp(places, along, line[:, 0]), np.interp(places, along, line[:, 1])]


def _inside(outline: np.ndarray, points: np.ndarray) -> np.ndarray:
    x, y = points.T
    result = np.zeros(len(points), bool)
    for (ax, ay), (bx, by) in zip(outline, np.roll(outline, 1, axis=0)):
        crosses = (ay > y) != (by > y)
        result ^= crosses & (x < (bx - ax) * (y - ay) / (by - ay + 1e-30) + ax)
    return result


def _mesh(outline: np.ndarray, step: float) -> MeshTri:
    """Fill an outline with triangles of about this size."""
    border = _resampled(np.vstack([outline, outline[:1]]), step)[:-1]
    low, high = border.min(0), border.max(0)
    rows = np.arange(low[1], high[1], step * 0.866)
    grid = np.vstack(
        [
            np.array([(x, row) for x in np.arange(low[0] + number % 2 * step / 2, high[0], step)])
            for number, row in enumerate(rows)
        ]
    )
    grid = grid[_inside(border, grid)]
    points = np.vstack([border, grid[cKDTree(border).query(grid)[0] > 0.6 * step]])
    triangles = Delaunay(points).simplices
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    area = abs((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])) / 2
    triangles = triangles[_inside(border, (a + b + c) / 3) & (area > 1e-3 * step**2)]
    used = np.unique(triangles)
    number = np.full(len(points), -1)
    number[used] = np.arange(len(used))
    return MeshTri(np.ascontiguousarray(points[used].T), np.ascontiguousarray(number[triangles].T))


def plate(outline: np.ndarray, step: float, is_hub, is_rim) -> tuple[float, np.ndarray]:
    """Return force (N) and stress (MPa, by area) when the hub of one arm goes down 1 mm; hub and rim are clamped."""
    t, e, nu = SPRING.thickness, SPRING.youngs_modulus_mpa, SPRING.poisson_ratio
    mesh = _mesh(outline, step)
    basis = Basis(mesh, ElementTriArgyris())
    rigidity = e * t**3 / 12 / (1 - nu**2)

    def moments(bent):
        trace = bent[0, 0] + bent[1, 1]
        mixed = (1 - nu) * bent[0, 1]
        return rigidity * np.array(
            [[(1 - nu) * bent[0, 0] + nu * trace, mixed], [mixed, (1 - nu) * bent[1, 1] + nu * trace]]
        )

    stiffness = BilinearForm(lambda u, v, _: ddot(moments(dd(u)), dd(v))).assemble(basis)
    border = mesh.boundary_facets()
    middles = mesh.p[:, mesh.facets[:, border]].mean(1)
    hub, rim = (basis.get_dofs(border[chosen(middles)]) for chosen in (is_hub, is_rim))
    clamped = ["u", "u_x", "u_y", "u_n"]
    down = np.zeros(basis.N)
    down[hub.all(["u"])] = 1.0
    shape = solve(*condense(stiffness, x=down, D=np.unique(np.r_[hub.all(clamped), rim.all(clamped)])))
    m = moments(dd(basis.interpolate(shape)))
    sx, sy, sxy = (6 / t**2 * part for part in (m[0, 0], m[1, 1], m[0, 1]))
    return shape @ (stiffness @ shape), np.sqrt(sx**2 - sx * sy + sy**2 + 3 * sxy**2)


def _wound(step: float) -> tuple[float, np.ndarray]:
    return plate(
        np.array(arm(SPRING)),
        step,
        lambda p: np.hypot(*p) < SPRING.hub_radius + 0.02,
        lambda p: np.hypot(*p) > SPRING.rim_radius - 0.02,
    )


def test_a_straight_strip_behaves_as_the_textbook_says():
    length, width = 36.0, 3.5
    strip = np.array([(0, 0), (length, 0), (length, width), (0, width)], float)
    force, _ = plate(strip, 0.8, lambda p: p[0] < 1e-6, lambda p: p[0] > length - 1e-6)
    expected = SPRING.youngs_modulus_mpa * width * SPRING.thickness**3 / length**3
    assert expected <= force <= expected / (1 - SPRING.poisson_ratio**2)


def test_the_plate_agrees_with_the_curved_beam():
    coarse, _ = _wound(0.6)
    force, stress = _wound(0.4)
    assert force == pytest.approx(coarse, rel=0.02)  # the mesh is fine enough
    beam = flexure.curved_arm(SPRING)
    assert beam.stiffness_n_mm == pytest.approx(force, rel=0.10)
    assert flexure.cell_stiffness_gf_mm(SPRING, flexure.Arm(0, force, 0)) == pytest.approx(
        PARTS.cell.goal_gf_mm, rel=0.1
    )
    # Nearly all of the metal stays below the formula's stress; the corners of the slots alone go beyond.
    assert np.quantile(stress, 0.95) < beam.stress_mpa_per_mm
    assert np.quantile(stress, 0.99) * PARTS.cell.full_load_g / PARTS.cell.goal_gf_mm < 0.4 * SPRING.yield_mpa
    assert math.isfinite(stress.max())
