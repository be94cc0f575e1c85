"""Finds tracks on two layers: one net after the other by the shortest way; tracks in the way are laid again.

Nets that need width get it wherever there is room, and become narrow only at the pads. Ground is laid like any other
net, so that nothing depends on how the pours happen to be cut.
"""

import ctypes
import subprocess
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

from hardware.tools.boards.kicad_api import load_numpy
from hardware.tools.boards.layout import PlacedPad
from hardware.tools.boards.routes import VIA, Routes, Track, Via
from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.footprints import Footprint
from hardware.tools.route.grid import CLEARANCE, FOUR_VIAS_WIDTH, STEP, Grid

np = load_numpy()
Array = Any

SIGNAL = 0.3
NARROW = 0.3
_VIA_COST = 12_000
_TIGHT_COST = 4_000
_CONFLICT_COST = 15_000
_MOST_TRIES = 14
_FOUR_VIAS_MM = 0.5
_STITCH_MM = 8.0
_HEAT_STITCH_MM = 3.0
_STRANGE_POUR_COST = 3_000
_SAW_MM = 0.75  # between the line and copper south of it


def _load_maze() -> Any:
    folder = Path(tempfile.mkdtemp())
    library = folder / "maze.so"
    source = Path(__file__).with_name("maze.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


class Router:
    """Routes one board."""

    def __init__(self, board: Board, footprints: dict[str, Footprint]):
        """Begin without tracks."""
        self.board = board
        self.grid = Grid(board, footprints)
        self.maze = _load_maze()
        self.history = np.zeros((2, self.grid.height, self.grid.width), np.int32)

    def run(self, say: bool = True) -> Routes:
        """Lay all nets; return what was laid."""
        by_net: dict[str, list[PlacedPad]] = {}
        for pad in self.grid.pads:
            if pad.net:
                by_net.setdefault(pad.net, []).append(pad)
        nets = [net for net, found in by_net.items() if len(found) > 1]
        nets.sort(key=lambda net: (net == "GND", -self.board.tracks.get(net, 0.0), _span(by_net[net])))
        queue, tries, started = deque(nets), Counter[str](), time.monotonic()
        failed = []
        while queue:
            net = queue.popleft()
            tries[net] += 1
            result = self._lay(net, by_net[net], False)
            if result is None and tries[net] <= _MOST_TRIES:
                result = self._lay(net, by_net[net], True)
                if result:
                    for other in self._met(net, *result):
                        self.grid.take_up(other)
                        queue.append(other)
            if result is None:
                failed.append(net)
                continue
            self.grid.laid[net] = result
        if say:
            total = sum(tries.values())
            spent = time.monotonic() - started
            print(f"{self.board.name}: {len(nets)} nets, {total} tries, {spent:.0f} s, failed {failed}")
        width, height = self.board.size_mm
        if "GND" in self.grid.laid:
            self._stitch("GND", (0, 0, width, height), _STITCH_MM)
        for net, area in self._two_sided_pours():
            self._stitch(net, area, _HEAT_STITCH_MM)
        tracks = {net: found for net, (found, _) in self.grid.laid.items()}
        return Routes(tracks, {net: found for net, (_, found) in self.grid.laid.items()}, failed)

    def _two_sided_pours(self) -> list[tuple[str, tuple[float, ...]]]:
        """Return where pours of one net lie over each other: what cools a part, or carries amperes, on both sides."""
        found = [pour for pour in self.board.pours if "area" in pour and pour["net"] in self.grid.laid]
        areas: list[tuple[str, tuple[float, ...]]] = []
        for one, other in combinations(found, 2):
            if one["net"] == other["net"] and one.get("layers") != other.get("layers"):
                west, south = (max(one["area"][at], other["area"][at]) for at in (0, 1))
                east, north = (min(one["area"][at], other["area"][at]) for at in (2, 3))
                if west < east and south < north:
                    areas.append((one["net"], (west, south, east, north)))
        return areas

    def _stitch(self, net: str, area: tuple[float, ...], every_mm: float) -> None:
        """Join the pours of a net on both sides by a via every so often, where there is room for one."""
        hole = self.grid.fixed(net, NARROW)[2].copy()
        for other in self.grid.laid:
            hole |= self.grid.taken(other, NARROW)[2]
        vias = self.grid.laid[net][1]
        every = round(every_mm / STEP)
        near = round(every_mm / STEP / 4)
        west, south, east, north = (round(edge / STEP) for edge in area)
        for j in range(south + every // 2, min(north, self.grid.height), every):
            for i in range(west + every // 2, min(east, self.grid.width), every):
                places = [
                    (di * di + dj * dj, i + di, j + dj)
                    for dj in range(-near, near + 1)
                    for di in range(-near, near + 1)
                    if 0 <= i + di < self.grid.width and 0 <= j + dj < self.grid.height and not hole[j + dj, i + di]
                ]
                if places:
                    _, x, y = min(places)
                    vias.append(Via(x * STEP, y * STEP))
                    self.grid.stamp_line(hole, (x * STEP, y * STEP), (x * STEP, y * STEP), VIA + CLEARANCE)

    def _lay(self, net: str, found: list[PlacedPad], through_others: bool) -> tuple[list[Track], list[Via]] | None:
        """Return tracks and vias that join the pads of a net; None if there is no way."""
        wide = self.board.tracks.get(net, SIGNAL)
        narrow = min(wide, NARROW)
        enter, via, wide_masks = self._costs(net, wide, narrow, through_others)
        cells = {id(pad): self.grid.cells_of(pad) for pad in found}
        flat = enter.reshape(-1)
        for states in cells.values():
            flat[states] = np.maximum(flat[states], 0)
        tracks: list[Track] = []
        vias: list[Via] = []
        tree: list[int] = []
        for pads, (way, hole) in self._stages(found, enter, via, wide):
            todo = list(pads)
            tree = tree or list(cells[id(todo.pop(0))])
            while todo:
                path = self._search(way, hole, tree, [state for pad in todo for state in cells[id(pad)]])
                if not path:
                    return None
                hit = next(pad for pad in todo if path[0] in cells[id(pad)])
                todo.remove(hit)
                more, holes = self._pieces(path[::-1], wide, narrow, wide_masks)
                tracks += more
                vias += holes
                tree += path + cells[id(hit)]
        return tracks, vias

    def _stages(
        self, found: list[PlacedPad], enter: Array, via: Array, wide: float
    ) -> list[tuple[list[PlacedPad], tuple[Array, Array]]]:
        """Return the pads that are joined one after the other, with where their tracks may go.

        Where a board is sawn, what lies south of the line is joined south of it, as if the rest were not there.
        """
        line = self.board.saw_mm
        south = [pad for pad in found if pad.y < line]
        if not south:
            return [(found, (enter, via))]
        least = round((line - _SAW_MM - max(VIA, wide) / 2) / STEP)
        way, hole = enter.copy(), via.copy()
        way[:, least:, :] = -1
        hole[least:, :] = -1
        north = [pad for pad in found if pad.y >= line]
        return [(south, (way, hole)), (north, (enter, via))]

    def _costs(self, net: str, wide: float, narrow: float, through_others: bool) -> tuple[Array, Array, list[Array]]:
        """Return what it costs a net to enter each cell, to change sides there (-1: it may not), and where it is tight.

        Tight is where only a narrow track has room. `through_others` lets the net cross other ones, at a price.
        """
        enter = np.zeros((2, self.grid.height, self.grid.width), np.int32)
        via = np.zeros((self.grid.height, self.grid.width), np.int32)
        wide_masks = [mask.copy() for mask in self.grid.fixed(net, wide)[:2]]
        forbidden = [mask.copy() for mask in self.grid.fixed(net, narrow)]
        for other in self.grid.laid:
            taken = self.grid.taken(other, narrow)
            for mask, more in zip(wide_masks, self.grid.taken(other, wide), strict=False):
                mask |= more
            if through_others:
                for layer in (0, 1):
                    enter[layer][taken[layer]] += _CONFLICT_COST
                via[self.grid.grown(taken[2], wide)] += 2 * _CONFLICT_COST
            else:
                for mask, more in zip(forbidden, taken, strict=True):
                    mask |= more
        for layer in (0, 1):
            enter[layer][wide_masks[layer]] += _TIGHT_COST if wide > narrow else 0
        self._add_strange_pours(net, enter)
        if through_others:
            enter += self.history
        enter[0][forbidden[0]] = -1
        enter[1][forbidden[1]] = -1
        via[self.grid.grown(forbidden[2], wide)] = -1
        return enter, via, wide_masks

    def _add_strange_pours(self, net: str, enter: Array) -> None:
        """Make cells dear that lie in the pours of other nets."""
        for pour in self.board.pours:
            if pour["net"] != net and "area" in pour:
                i0, j0, i1, j1 = (round(edge / STEP) for edge in pour["area"])
                for layer, side in enumerate(("top", "bottom")):
                    if side in pour.get("layers", ["top", "bottom"]):
                        enter[layer, j0 : j1 + 1, i0 : i1 + 1] += _STRANGE_POUR_COST

    def _holes(self, x: float, y: float, wide: float) -> tuple[list[Track], list[Via]]:
        """Return the via at a place, or four with the copper that joins them."""
        if wide < FOUR_VIAS_WIDTH:
            return [], [Via(x, y)]
        corners = [(x + dx, y + dy) for dx in (-_FOUR_VIAS_MM, _FOUR_VIAS_MM) for dy in (-_FOUR_VIAS_MM, _FOUR_VIAS_MM)]
        tracks = [Track(layer, (x, y), corner, VIA) for layer in (0, 1) for corner in corners]
        return tracks, [Via(*corner) for corner in corners]

    def _search(self, enter: Array, via: Array, starts: list[int], goals: list[int]) -> list[int]:
        goal = np.zeros(2 * self.grid.cells, np.uint8)
        goal[goals] = 1
        cells = np.array(goals) % self.grid.cells
        x, y = cells % self.grid.width, cells // self.grid.width
        box = np.array([x.min(), x.max(), y.min(), y.max()], np.int32)
        begin = np.array(starts, np.int32)
        path = np.zeros(2 * self.grid.cells, np.int32)

        def pointer(array: Array) -> Any:
            return array.ctypes.data_as(ctypes.c_void_p)

        arrays = [np.ascontiguousarray(array) for array in (enter, via)]
        length = self.maze.find_path(
            self.grid.width, self.grid.height, pointer(arrays[0]), pointer(arrays[1]), pointer(goal),
            pointer(begin), len(begin), pointer(box), _VIA_COST, pointer(path),
        )  # fmt: skip
        result: list[int] = path[:length].tolist()
        return result

    def _pieces(
        self, path: list[int], wide: float, narrow: float, wide_masks: list[Array]
    ) -> tuple[list[Track], list[Via]]:
        """Turn a path into straight tracks, wide where there is room, and vias."""
        tracks: list[Track] = []
        vias: list[Via] = []
        cells = [(state // self.grid.cells, state % self.grid.cells) for state in path]
        places = [(layer, cell % self.grid.width, cell // self.grid.width) for layer, cell in cells]
        start = 0
        while start < len(places) - 1:
            layer, x, y = places[start]
            if places[start + 1][0] != layer:
                joints, holes = self._holes(x * STEP, y * STEP, wide)
                tracks += joints
                vias += holes
                start += 1
                continue

            def is_tight(at: int, layer: int = layer) -> bool:
                return any(bool(wide_masks[layer][places[k][2], places[k][1]]) for k in (at, at + 1))

            way = places[start + 1][1] - x, places[start + 1][2] - y
            tight = is_tight(start)
            end = start + 1
            while (
                end + 1 < len(places)
                and places[end + 1][0] == layer
                and (places[end + 1][1] - places[end][1], places[end + 1][2] - places[end][2]) == way
                and is_tight(end) == tight
            ):
                end += 1
            _, u, v = places[end]
            tracks.append(Track(layer, (x * STEP, y * STEP), (u * STEP, v * STEP), narrow if tight else wide))
            start = end
        return tracks, vias

    def _met(self, net: str, tracks: list[Track], vias: list[Via]) -> list[str]:
        """Return the nets that the new tracks of a net run into."""
        masks = self.grid.empty(), self.grid.empty(), self.grid.empty()
        for track in tracks:
            self.grid.stamp_line(masks[track.layer], track.start, track.end, STEP * 0.6)
        for via in vias:
            self.grid.stamp_line(masks[2], (via.x, via.y), (via.x, via.y), STEP * 0.6)
        self.history[0][masks[0]] += 3_000
        self.history[1][masks[1]] += 3_000
        met = []
        for other in self.grid.laid:
            widths = {track.width for track in tracks} | {NARROW}
            pairs = (pair for width in widths for pair in zip(masks, self.grid.taken(other, width), strict=True))
            if any((mine & theirs).any() for mine, theirs in pairs):
                met.append(other)
        return met


def _span(found: Iterable[PlacedPad]) -> float:
    xs, ys = zip(*((pad.x, pad.y) for pad in found), strict=True)
    return float(max(xs) - min(xs) + max(ys) - min(ys))
