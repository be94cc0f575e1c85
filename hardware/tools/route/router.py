"""Finds tracks on two layers: one net after the other by the shortest way; tracks in the way are laid again.

Nets that need width get it wherever there is room, and become narrow only at the pads. Ground is laid like any other
net, so that nothing depends on how the pours happen to be cut.
"""

import ctypes
import math
import subprocess
import tempfile
import time
from collections import Counter, deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hardware.tools.boards.kicad_api import load_numpy
from hardware.tools.boards.layout import PlacedPad, Point, outline, pads
from hardware.tools.boards.routes import VIA, Routes, Track, Via
from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.footprints import Footprint

np = load_numpy()
Array = Any

STEP = 0.25
CLEARANCE = 0.23
EDGE = 0.5
SIGNAL = 0.3
NARROW = 0.3
_VIA_COST = 12_000
_TIGHT_COST = 4_000
_CONFLICT_COST = 15_000
_MOST_TRIES = 14
_FOUR_VIAS_WIDTH, _FOUR_VIAS_MM = 1.5, 0.5
_FOUR_VIAS_REACH = 2  # cells
_HOLE_ROOM, _SCREW_HEAD = 0.3, 6.2
_STITCH_MM = 8.0
_STRANGE_POUR_COST = 3_000


def _load_maze() -> Any:
    folder = Path(tempfile.mkdtemp())
    library = folder / "maze.so"
    source = Path(__file__).with_name("maze.c")
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    return ctypes.CDLL(str(library))


class Router:
    """Routes one board."""

    def __init__(self, board: Board, footprints: dict[str, Footprint]):
        """Lay the grid over the board."""
        self.board = board
        self.width = round(board.size_mm[0] / STEP) + 1
        self.height = round(board.size_mm[1] / STEP) + 1
        self.cells = self.width * self.height
        self.pads = pads(board, footprints)
        self.maze = _load_maze()
        self.laid: dict[str, tuple[list[Track], list[Via]]] = {}
        self.history = np.zeros((2, self.height, self.width), np.int32)
        self._pad_masks: dict[tuple[str, float], tuple[Array, ...]] = {}
        self._net_masks: dict[tuple[str, float], tuple[Array, ...]] = {}

    def run(self, say: bool = True) -> Routes:
        """Lay all nets; return what was laid."""
        by_net: dict[str, list[PlacedPad]] = {}
        for pad in self.pads:
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
                        self._take_up(other)
                        queue.append(other)
            if result is None:
                failed.append(net)
                continue
            self.laid[net] = result
        if say:
            total = sum(tries.values())
            spent = time.monotonic() - started
            print(f"{self.board.name}: {len(nets)} nets, {total} tries, {spent:.0f} s, failed {failed}")
        if "GND" in self.laid:
            self._stitch()
        tracks = {net: found for net, (found, _) in self.laid.items()}
        return Routes(tracks, {net: found for net, (_, found) in self.laid.items()}, failed)

    def _stitch(self) -> None:
        """Join the ground pours of both sides by a via every so often, where there is room for one."""
        hole = self._fixed("GND", NARROW)[2].copy()
        for net in self.laid:
            hole |= self._taken(net, NARROW)[2]
        vias = self.laid["GND"][1]
        every = round(_STITCH_MM / STEP)
        near = round(_STITCH_MM / STEP / 4)
        for j in range(every // 2, self.height, every):
            for i in range(every // 2, self.width, every):
                places = [
                    (di * di + dj * dj, i + di, j + dj)
                    for dj in range(-near, near + 1)
                    for di in range(-near, near + 1)
                    if 0 <= i + di < self.width and 0 <= j + dj < self.height and not hole[j + dj, i + di]
                ]
                if places:
                    _, x, y = min(places)
                    vias.append(Via(x * STEP, y * STEP))
                    self._stamp_line(hole, (x * STEP, y * STEP), (x * STEP, y * STEP), VIA + CLEARANCE)

    def _take_up(self, net: str) -> None:
        del self.laid[net]
        for key in [key for key in self._net_masks if key[0] == net]:
            del self._net_masks[key]

    # Masks

    def _empty(self) -> Array:
        return np.zeros((self.height, self.width), bool)

    def _stamp(self, mask: Array, low: tuple[float, float], high: tuple[float, float], inside: Any) -> None:
        """Set the cells between two corners for which `inside` of their coordinates is true."""
        i0, i1 = max(0, math.floor(low[0] / STEP)), min(self.width - 1, math.ceil(high[0] / STEP))
        j0, j1 = max(0, math.floor(low[1] / STEP)), min(self.height - 1, math.ceil(high[1] / STEP))
        if i0 > i1 or j0 > j1:
            return
        x = np.arange(i0, i1 + 1) * STEP
        y = (np.arange(j0, j1 + 1) * STEP)[:, None]
        mask[j0 : j1 + 1, i0 : i1 + 1] |= inside(x, y)

    def _stamp_line(self, mask: Array, a: tuple[float, float], b: tuple[float, float], reach: float) -> None:
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy

        def inside(x: Array, y: Array) -> Array:
            part = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0, 1) if square else 0.0
            found: Array = (x - a[0] - part * dx) ** 2 + (y - a[1] - part * dy) ** 2 < reach * reach
            return found

        low = min(a[0], b[0]) - reach, min(a[1], b[1]) - reach
        self._stamp(mask, low, (max(a[0], b[0]) + reach, max(a[1], b[1]) + reach), inside)

    def _stamp_pad(self, mask: Array, pad: PlacedPad, reach: float) -> None:
        cos, sin = math.cos(math.radians(pad.turn)), math.sin(math.radians(pad.turn))
        half = pad.pad.width / 2, pad.pad.height / 2

        def inside(x: Array, y: Array) -> Array:
            u = np.abs((x - pad.x) * cos + (y - pad.y) * sin) - half[0]
            v = np.abs((y - pad.y) * cos - (x - pad.x) * sin) - half[1]
            if reach <= 0:
                found: Array = (u <= reach) & (v <= reach)
            else:
                found = np.maximum(u, 0) ** 2 + np.maximum(v, 0) ** 2 < reach * reach
            return found

        far = math.hypot(*half) + max(reach, 0)
        self._stamp(mask, (pad.x - far, pad.y - far), (pad.x + far, pad.y + far), inside)

    def _fixed(self, net: str, width: float) -> tuple[Array, ...]:
        """Return what edge, holes and the pads of other nets forbid on top, underside and for vias."""
        key = (net, width)
        if key not in self._pad_masks:
            top, low, via = self._empty(), self._empty(), self._empty()
            corners = outline(self.board)
            beyond = self._beyond(corners)
            for mask, half in ((top, width / 2), (low, width / 2), (via, VIA / 2)):
                for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                    self._stamp_line(mask, a, b, EDGE + half)
                mask |= beyond
                for x, y, diameter in self.board.holes:
                    room = max(_HOLE_ROOM, (_SCREW_HEAD - diameter) / 2 if diameter > 3 else 0)
                    self._stamp_line(mask, (x, y), (x, y), diameter / 2 + room + half)
            for pad in self.pads:
                own = pad.net == net
                if not own and pad.on_top:
                    self._stamp_pad(top, pad, width / 2 + CLEARANCE)
                if not own and pad.on_bottom:
                    self._stamp_pad(low, pad, width / 2 + CLEARANCE)
                self._stamp_pad(via, pad, VIA / 2 + (0.1 if own else CLEARANCE))
            self._pad_masks[key] = top, low, via
        return self._pad_masks[key]

    def _beyond(self, corners: list[Point]) -> Array:
        """Return the cells outside the board's edge: a line from them eastwards crosses it an even number of times."""
        x = np.arange(self.width) * STEP
        y = (np.arange(self.height) * STEP)[:, None]
        beyond = ~self._empty()
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            if y1 != y2:
                beyond ^= ((y1 > y) != (y2 > y)) & (x < x1 + (y - y1) / (y2 - y1) * (x2 - x1))
        return beyond

    def _taken(self, net: str, width: float) -> tuple[Array, ...]:
        """Return what a net that is laid forbids to tracks of a width, and to vias."""
        key = (net, width)
        if key not in self._net_masks:
            masks = self._empty(), self._empty(), self._empty()
            tracks, vias = self.laid[net]
            for track in tracks:
                self._stamp_line(masks[track.layer], track.start, track.end, track.width / 2 + width / 2 + CLEARANCE)
                self._stamp_line(masks[2], track.start, track.end, track.width / 2 + VIA / 2 + CLEARANCE)
            for via in vias:
                for mask, half in zip(masks, (width / 2, width / 2, VIA / 2), strict=True):
                    self._stamp_line(mask, (via.x, via.y), (via.x, via.y), VIA / 2 + half + CLEARANCE)
            self._net_masks[key] = masks
        return self._net_masks[key]

    # One net

    def _lay(self, net: str, found: list[PlacedPad], through_others: bool) -> tuple[list[Track], list[Via]] | None:
        """Return tracks and vias that join the pads of a net; None if there is no way."""
        wide = self.board.tracks.get(net, SIGNAL)
        narrow = min(wide, NARROW)
        enter = np.zeros((2, self.height, self.width), np.int32)
        via = np.zeros((self.height, self.width), np.int32)
        top, low, hole = self._fixed(net, narrow)
        wide_masks = [mask.copy() for mask in self._fixed(net, wide)[:2]]
        forbidden = [top.copy(), low.copy(), hole.copy()]
        for other in self.laid:
            taken = self._taken(other, narrow)
            for mask, more in zip(wide_masks, self._taken(other, wide), strict=False):
                mask |= more
            if through_others:
                for layer in (0, 1):
                    enter[layer][taken[layer]] += _CONFLICT_COST
                via[self._grown(taken[2], wide)] += 2 * _CONFLICT_COST
            else:
                for mask, more in zip(forbidden, taken, strict=True):
                    mask |= more
        forbidden[2] = self._grown(forbidden[2], wide)
        for layer in (0, 1):
            enter[layer][wide_masks[layer]] += _TIGHT_COST if wide > narrow else 0
        for pour in self.board.pours:
            if pour["net"] != net and "area" in pour:
                i0, j0, i1, j1 = (round(edge / STEP) for edge in pour["area"])
                for layer, side in enumerate(("top", "bottom")):
                    if side in pour.get("layers", ["top", "bottom"]):
                        enter[layer, j0 : j1 + 1, i0 : i1 + 1] += _STRANGE_POUR_COST
        if through_others:
            enter += self.history
        enter[0][forbidden[0]] = -1
        enter[1][forbidden[1]] = -1
        via[forbidden[2]] = -1
        cells = {id(pad): self._cells_of(pad) for pad in found}
        flat = enter.reshape(-1)
        for states in cells.values():
            flat[states] = np.maximum(flat[states], 0)
        todo = list(found)
        first = todo.pop(0)
        tree = list(cells[id(first)])
        tracks: list[Track] = []
        vias: list[Via] = []
        while todo:
            path = self._search(enter, via, tree, [state for pad in todo for state in cells[id(pad)]])
            if not path:
                return None
            end = path[0]
            hit = next(pad for pad in todo if end in cells[id(pad)])
            todo.remove(hit)
            more, holes = self._pieces(path[::-1], wide, narrow, wide_masks)
            tracks += more
            vias += holes
            tree += path + cells[id(hit)]
        return tracks, vias

    def _grown(self, mask: Array, wide: float) -> Array:
        """Return what forbids a via, or four of them: one does not bear what a wide net carries."""
        if wide < _FOUR_VIAS_WIDTH:
            return mask
        grown = mask.copy()
        for _ in range(_FOUR_VIAS_REACH):
            for axis in (0, 1):
                last = grown.copy()
                grown |= np.roll(last, 1, axis) | np.roll(last, -1, axis)
        return grown

    def _holes(self, x: float, y: float, wide: float) -> tuple[list[Track], list[Via]]:
        """Return the via at a place, or four with the copper that joins them."""
        if wide < _FOUR_VIAS_WIDTH:
            return [], [Via(x, y)]
        corners = [(x + dx, y + dy) for dx in (-_FOUR_VIAS_MM, _FOUR_VIAS_MM) for dy in (-_FOUR_VIAS_MM, _FOUR_VIAS_MM)]
        tracks = [Track(layer, (x, y), corner, VIA) for layer in (0, 1) for corner in corners]
        return tracks, [Via(*corner) for corner in corners]

    def _cells_of(self, pad: PlacedPad) -> list[int]:
        """Return the states that lie on a pad: at least the one nearest to its middle."""
        mask = self._empty()
        self._stamp_pad(mask, pad, -0.22 * min(pad.pad.width, pad.pad.height) if pad.pad.drill else -0.1)
        cells = np.flatnonzero(mask).tolist() or [round(pad.y / STEP) * self.width + round(pad.x / STEP)]
        return [
            layer * self.cells + cell for layer, on in ((0, pad.on_top), (1, pad.on_bottom)) if on for cell in cells
        ]

    def _search(self, enter: Array, via: Array, starts: list[int], goals: list[int]) -> list[int]:
        goal = np.zeros(2 * self.cells, np.uint8)
        goal[goals] = 1
        cells = np.array(goals) % self.cells
        x, y = cells % self.width, cells // self.width
        box = np.array([x.min(), x.max(), y.min(), y.max()], np.int32)
        begin = np.array(starts, np.int32)
        path = np.zeros(2 * self.cells, np.int32)

        def pointer(array: Array) -> Any:
            return array.ctypes.data_as(ctypes.c_void_p)

        arrays = [np.ascontiguousarray(array) for array in (enter, via)]
        length = self.maze.find_path(
            self.width, self.height, pointer(arrays[0]), pointer(arrays[1]), pointer(goal),
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
        cells = [(state // self.cells, state % self.cells) for state in path]
        places = [(layer, cell % self.width, cell // self.width) for layer, cell in cells]
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
        masks = self._empty(), self._empty(), self._empty()
        for track in tracks:
            self._stamp_line(masks[track.layer], track.start, track.end, STEP * 0.6)
        for via in vias:
            self._stamp_line(masks[2], (via.x, via.y), (via.x, via.y), STEP * 0.6)
        self.history[0][masks[0]] += 3_000
        self.history[1][masks[1]] += 3_000
        met = []
        for other in self.laid:
            widths = {track.width for track in tracks} | {NARROW}
            pairs = (pair for width in widths for pair in zip(masks, self._taken(other, width), strict=True))
            if any((mine & theirs).any() for mine, theirs in pairs):
                met.append(other)
        return met


def _span(found: Iterable[PlacedPad]) -> float:
    xs, ys = zip(*((pad.x, pad.y) for pad in found), strict=True)
    return float(max(xs) - min(xs) + max(ys) - min(ys))
