"""Every fault of the sensors, alone and beside each other: the self-test names it, the doctor says what to do.

What must be named stands in tests/data/fault_matrix.toml, and which faults hide which.
"""

import tomllib
from itertools import combinations
from pathlib import Path

import pytest
from treppe import surfaces
from treppe.sensing import tables
from treppe.sensing.cells import CellSensing
from treppe.sensing.kinds import kind_of
from treppe.sensing.reeds import ReedSensing
from treppe_host.deploy import running_board
from treppe_sim.faults import break_named, names_for
from treppe_sim.world import World

MATRIX = tomllib.loads((Path(__file__).parents[1] / "data/fault_matrix.toml").read_text(encoding="utf-8"))
BESIDE = {"dead lamp", "sag", "broken chain"}  # drivers see them: tests of the whole board have them


def examined(surface_name: str, faults: tuple[str, ...]) -> list[tuple[str, dict]]:
    """Return what a self-test of an empty board finds that is not good; a reed chatters below a piece."""
    surface = surfaces.load(surface_name)
    world, names = World(surface, 1), surface.NAMES
    stacks: list[list[str]] = [[] for _ in names]
    for fault in faults:
        if fault.startswith("chattering"):
            stacks[names.index(MATRIX[surface_name][fault]["part"])] = ["S0"]
    world.arrange(stacks, {})
    for fault in faults:
        break_named(world, f"{fault}:{MATRIX[surface_name][fault].get('part', '')}".rstrip(":"))
    is_weighed = kind_of(surface).IS_CALIBRATED
    sensing = CellSensing(surface, tables.nominal(surface), {}) if is_weighed else ReedSensing(surface, {})
    test, frames = sensing.begin_test(), world.sensors.frames(3)
    for scan in range(1000):
        if test.update(frames(world.feel(10_000.0 * scan))):
            break
    found = test.results(is_empty=True)
    return [
        (state, diagnostic) for state, diagnostic in found if state != "good" and diagnostic["code"] != "weights_rough"
    ]


def pairs(surface_name: str) -> list[tuple[str, ...]]:
    return [*((name,) for name in MATRIX[surface_name]), *combinations(MATRIX[surface_name], 2)]


def test_the_matrix_has_every_fault() -> None:
    for name, faults in MATRIX.items():
        assert set(faults) == set(names_for(surfaces.load(name))) - BESIDE


@pytest.mark.parametrize(
    ("surface", "faults"), [(surface, faults) for surface in MATRIX for faults in pairs(surface)], ids=str
)
def test_faults_alone_and_in_pairs_are_named_with_what_to_do(surface: str, faults: tuple[str, ...]) -> None:
    found = examined(surface, faults)
    hidden = {other for fault in faults for other in MATRIX[surface][fault].get("hides", [])}
    wanted = [
        MATRIX[surface][fault]["told"] for fault in faults if fault not in hidden and MATRIX[surface][fault]["told"]
    ]
    for diagnostic in wanted:
        assert any(diagnostic.items() <= each.items() for _, each in found), (diagnostic, found)
    assert len(found) == len(wanted), (wanted, found)
    for state, diagnostic in found:
        finding = running_board.tested(state, diagnostic)
        assert finding.exit_status == (11 if state == "broken" else 10)
        for language in ("en", "de"):
            assert finding.advised(language) and finding.found(language) and finding.name(language)
