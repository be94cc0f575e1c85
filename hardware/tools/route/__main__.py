"""`make route`: lay the tracks of a board again, and keep its file; `make redraw` keeps the tracks."""

import json
import sys
from pathlib import Path

from treppe_host.errors import TreppeError

from hardware.tools.boards.board_file import render_board
from hardware.tools.boards.kept import KEPT, boards_with_layout, footprints_of, project_file
from hardware.tools.boards.prove import filled_pours, unconnected_vias
from hardware.tools.boards.routes import Routes, read_routes
from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.description import read_hardware
from hardware.tools.descriptions.footprints import Footprint


def main(names: list[str]) -> int:
    """Lay the tracks of these boards, of all without a name; return 1 if a net has no way."""
    is_redrawn = "--redraw" in names
    names = [name for name in names if name != "--redraw"]
    root = Path()
    boards = boards_with_layout(read_hardware(root))
    for name in names:
        if name not in boards:
            print(f"there is no board {name!r}; there are {', '.join(boards)}", file=sys.stderr)
            return 1
    if is_redrawn:
        for name in names or boards:
            redraw(root, name, boards[name])
        return 0
    failed = [net for name in names or boards for net in route(root, name, boards[name])]
    return 1 if failed else 0


def redraw(root: Path, name: str, board: Board) -> None:
    """Write places, print and pours of a board anew round the tracks that are kept."""
    path = root / KEPT / f"{name}.kicad_pcb"
    routes = read_routes(path.read_text(encoding="utf-8"), board.size_mm[1])
    _keep(path, board, footprints_of(root), routes)


def route(root: Path, name: str, board: Board) -> list[str]:
    """Lay the tracks of a board again and keep its file; return the nets without a way."""
    footprints = footprints_of(root)
    from hardware.tools.route.router import Router  # builds its maze with gcc

    routes = Router(board, footprints).run()
    if routes.failed:
        return routes.failed
    folder = root / KEPT
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.kicad_pcb"
    (folder / f"{name}.kicad_pro").write_text(json.dumps(project_file(name), indent=2) + "\n", encoding="utf-8")
    ends = {end for track in routes.tracks.get("GND", []) for end in (track.start, track.end)}
    while True:
        path.write_text(render_board(name, board, footprints, routes), encoding="utf-8")
        lonely = unconnected_vias(path, board)
        kept = [via for via in routes.vias["GND"] if (via.x, via.y) in ends or (via.x, via.y) not in lonely]
        if kept == routes.vias["GND"]:
            _keep(path, board, footprints, routes)
            return []
        routes.vias["GND"] = kept  # a via between pours that reach nothing else


def _keep(path: Path, board: Board, footprints: dict[str, Footprint], routes: Routes) -> None:
    """Write a board's file with its pours filled, by KiCad, which reads them empty first."""
    path.write_text(render_board(path.stem, board, footprints, routes), encoding="utf-8")
    fills = filled_pours(path)
    path.write_text(render_board(path.stem, board, footprints, routes, fills), encoding="utf-8")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TreppeError as error:
        sys.exit(str(error))
