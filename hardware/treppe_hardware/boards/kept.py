"""The boards of the descriptions and their files in `hardware/boards`, where the laid tracks are kept."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from treppe_hardware.boards.routes import VIA, VIA_DRILL
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.controller import Controller
from treppe_hardware.descriptions.description import FOLDER, Hardware
from treppe_hardware.descriptions.footprints import Footprint, read_footprints
from treppe_hardware.descriptions.surface import Surface

KEPT = FOLDER / "boards"


def boards_with_layout(hardware: Hardware) -> dict[str, Board]:
    """Return the boards that have places for their parts, by the name of their file; of variants those of their own."""
    boards = {board.name: board for board in hardware.controller.boards}
    for surface in hardware.surfaces.values():
        boards |= {f"{surface.name}_{board.name}": board for board in surface.boards}
    ours = [_without_lines(board) for board in boards.values()]
    for variant in hardware.variants.values():
        own = [board for board in variant.boards if _without_lines(board) not in ours]
        boards |= {f"{variant.name}_{board.name}": board for board in own}
    return {name: board for name, board in boards.items() if board.has_layout}


def owners_of(hardware: Hardware, board: Board) -> list[Controller | Surface]:
    """Return the controller and the surface whose supplies a board may carry."""
    surfaces = [*hardware.surfaces.values(), *hardware.variants.values()]
    for surface in surfaces:
        if board in surface.boards:
            return [hardware.controller_of(surface), surface]
    return [hardware.controller]


def _without_lines(board: Board) -> Board:
    """Return the board as it is built, wherever it is described."""
    return replace(board, line=0, components=tuple(replace(component, line=0) for component in board.components))


def footprints_of(root: Path) -> dict[str, Footprint]:
    """Return the footprints of a checkout."""
    return read_footprints(root / FOLDER / "footprints.toml")


def project_file(name: str, board: Board) -> dict[str, Any]:
    """Return the design rules as KiCad's project beside a board: limits of cheap fabs, widths of its nets."""
    kept = json.loads(Path(__file__).with_name("project.json").read_text("utf-8"))
    default = kept["default"] | {"via_diameter": VIA, "via_drill": VIA_DRILL}
    nets: dict[float, list[str]] = {}
    for net, width in board.tracks.items():
        nets.setdefault(width, []).append(net)
    wide = [default | {"name": f"{width} mm", "track_width": width, "nets": nets[width]} for width in sorted(nets)]
    return {
        "board": {"design_settings": {"rules": kept["rules"]}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 1},
        "net_settings": {"meta": {"version": 2}, "classes": [default, *wide]},
    }
