"""`make place`: places, print and pours of a board as described, round the tracks that its file has.

A new board begins without tracks: `make place BOARD=...` writes its file, KiCad (or Freerouting, through KiCad's export
for Specctra) lays them, `make place` writes what was saved there as the project keeps it, and `make boards` proves it.
"""

import json
import sys
from pathlib import Path

from treppe_host.errors import TreppeError

from treppe_hardware.boards.board_file import render_board
from treppe_hardware.boards.kept import KEPT, boards_with_layout, footprints_of, project_file
from treppe_hardware.boards.prove import filled_pours
from treppe_hardware.boards.routes import Routes, read_routes
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import read_hardware
from treppe_hardware.descriptions.footprints import Footprint


def main(names: list[str]) -> int:
    """Place the parts of these boards, of all without a name; return 1 for a name that no board has."""
    boards = boards_with_layout(read_hardware(Path()))
    footprints = footprints_of(Path())
    for name in names or boards:
        if name not in boards:
            print(f"there is no board {name!r}; there are {', '.join(boards)}", file=sys.stderr)
            return 1
        place_parts(KEPT / f"{name}.kicad_pcb", boards[name], footprints)
    return 0


def place_parts(path: Path, board: Board, footprints: dict[str, Footprint]) -> None:
    """Write a board's file anew: its parts as described, its tracks as they are, its pours as KiCad fills them."""
    is_new = not path.exists()
    routes = Routes() if is_new else read_routes(path.read_text(encoding="utf-8"), board.size_mm[1])
    project = json.dumps(project_file(path.stem, board), indent=2) + "\n"
    path.with_suffix(".kicad_pro").write_text(project, encoding="utf-8")
    path.write_text(render_board(path.stem, board, footprints, routes), encoding="utf-8")  # KiCad fills a file
    path.write_text(render_board(path.stem, board, footprints, routes, filled_pours(path)), encoding="utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TreppeError as error:
        sys.exit(str(error))
