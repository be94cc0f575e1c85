"""The order in which hands solder a board: flat parts before tall ones, what a fab may place first, sensors last."""

from collections.abc import Iterable
from dataclasses import dataclass

from treppe_hardware.boards.tables import is_placed
from treppe_hardware.descriptions.boards import Board, Component, runs
from treppe_hardware.descriptions.footprints import Footprint
from treppe_hardware.templates import render_page

_BANDS = ((2.0, "flat parts"), (6.0, "higher parts"), (9.6, "plugs and sockets"), (99.0, "tall parts"))
_SIDES = {"top": "upper side", "bottom": "underside"}


@dataclass(frozen=True, slots=True)
class Step:
    """Parts that are soldered one after the other without turning the board over."""

    number: int
    title: str
    side: str
    components: tuple[Component, ...]


def soldering_steps(board: Board, footprints: dict[str, Footprint], sensors: set[str]) -> list[Step]:
    """Return the steps of a board; parts of the names `sensors` come last, where tests need the rest first."""
    groups: dict[tuple[bool, bool, int, str], list[Component]] = {}
    for one in board.components:
        footprint = footprints[one.part.footprint]
        if one.part.eur == 0:
            continue  # a pad for a probe
        band = next(at for at, (most, _) in enumerate(_BANDS) if _height(footprint) <= most)
        is_late = one.part.name in sensors
        groups.setdefault((is_late, not is_placed(one, footprints), band, one.side), []).append(one)
    steps = []
    for number, (key, found) in enumerate(sorted(groups.items(), key=_step_order), 1):
        what = "sensors" if key[0] else _BANDS[key[2]][1]
        found.sort(key=lambda one: _height(footprints[one.part.footprint]))
        steps.append(Step(number, f"{_SIDES[key[3]]}, {what}", key[3], tuple(found)))
    return steps


def _height(footprint: Footprint) -> float:
    return max(box.top for box in footprint.bodies)


def _step_order(group: tuple[tuple[bool, bool, int, str], list[Component]]) -> tuple[bool, bool, str, int]:
    """All that lies flat before all that goes through, first the side that carries more of it, low before high."""
    is_late, is_through, band, side = group[0]
    return is_late, is_through, "" if is_through else side[::-1], band


def listed(components: Iterable[Component]) -> str:
    """Return parts as a line: each value with its references."""
    found: dict[str, list[str]] = {}
    for one in components:
        found.setdefault(" ".join(filter(None, (one.part.name, one.value))), []).append(one.ref)
    return "; ".join(f"**{value}** {_folded(refs)}" for value, refs in found.items())


def _folded(refs: list[str]) -> str:
    """Return references as ranges: R1 to R4, R7."""
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs(refs))


def render_steps(name: str, board: Board, steps: list[Step]) -> str:
    """Return the page of a board: a line and a picture for each step."""
    return render_page("steps.md", name=name, board=board, steps=steps, listed=listed)
