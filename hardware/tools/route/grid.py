"""The grid over a board: which cells the edge, holes, pads and tracks forbid, on top, on the underside and for vias."""

import math
from typing import Any

from hardware.tools.boards.kicad_api import load_numpy
from hardware.tools.boards.layout import PlacedPad, Point, outline, pads
from hardware.tools.boards.routes import VIA, Track, Via
from hardware.tools.descriptions.boards import Board
from hardware.tools.descriptions.footprints import Footprint

np = load_numpy()
Array = Any

STEP = 0.25
CLEARANCE = 0.23
_EDGE = 0.5
FOUR_VIAS_WIDTH = 1.5  # a track as wide as this changes sides by four vias
_FOUR_VIAS_REACH = 2  # cells
_HOLE_ROOM, _SCREW_HEAD = 0.3, 6.2


class Grid:
    """The cells of one board, and the tracks that are laid on it by net."""

    def __init__(self, board: Board, footprints: dict[str, Footprint]):
        """Lay the grid over the board."""
        self.board = board
        self.width = round(board.size_mm[0] / STEP) + 1
        self.height = round(board.size_mm[1] / STEP) + 1
        self.cells = self.width * self.height
        self.pads = pads(board, footprints)
        self.laid: dict[str, tuple[list[Track], list[Via]]] = {}
        self._pad_masks: dict[tuple[str, float], tuple[Array, ...]] = {}
        self._net_masks: dict[tuple[str, float], tuple[Array, ...]] = {}

    def take_up(self, net: str) -> None:
        """Take the tracks of a net away again."""
        del self.laid[net]
        for key in [key for key in self._net_masks if key[0] == net]:
            del self._net_masks[key]

    def empty(self) -> Array:
        """Return a mask that forbids nothing."""
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

    def stamp_line(self, mask: Array, a: tuple[float, float], b: tuple[float, float], reach: float) -> None:
        """Set the cells that are nearer to a line than `reach`."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        square = dx * dx + dy * dy

        def inside(x: Array, y: Array) -> Array:
            part = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / square, 0, 1) if square else 0.0
            found: Array = (x - a[0] - part * dx) ** 2 + (y - a[1] - part * dy) ** 2 < reach * reach
            return found

        low = min(a[0], b[0]) - reach, min(a[1], b[1]) - reach
        self._stamp(mask, low, (max(a[0], b[0]) + reach, max(a[1], b[1]) + reach), inside)

    def stamp_pad(self, mask: Array, pad: PlacedPad, reach: float) -> None:
        """Set the cells that are nearer to a pad than `reach`; below 0, those that lie so deep in it."""
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

    def fixed(self, net: str, width: float) -> tuple[Array, ...]:
        """Return what edge, holes and the pads of other nets forbid on top, underside and for vias."""
        key = (net, width)
        if key not in self._pad_masks:
            top, low, via = self.empty(), self.empty(), self.empty()
            corners = outline(self.board)
            beyond = self._beyond(corners)
            for mask, half in ((top, width / 2), (low, width / 2), (via, VIA / 2)):
                for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                    self.stamp_line(mask, a, b, _EDGE + half)
                mask |= beyond
                for x, y, diameter in self.board.holes:
                    room = max(_HOLE_ROOM, (_SCREW_HEAD - diameter) / 2 if diameter > 3 else 0)
                    self.stamp_line(mask, (x, y), (x, y), diameter / 2 + room + half)
            for pad in self.pads:
                own = pad.net == net
                if not own and pad.on_top:
                    self.stamp_pad(top, pad, width / 2 + CLEARANCE)
                if not own and pad.on_bottom:
                    self.stamp_pad(low, pad, width / 2 + CLEARANCE)
                self.stamp_pad(via, pad, VIA / 2 + (0.1 if own else CLEARANCE))
            self._pad_masks[key] = top, low, via
        return self._pad_masks[key]

    def _beyond(self, corners: list[Point]) -> Array:
        """Return the cells outside the board's edge: a line from them eastwards crosses it an even number of times."""
        x = np.arange(self.width) * STEP
        y = (np.arange(self.height) * STEP)[:, None]
        beyond = ~self.empty()
        for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
            if y1 != y2:
                beyond ^= ((y1 > y) != (y2 > y)) & (x < x1 + (y - y1) / (y2 - y1) * (x2 - x1))
        return beyond

    def taken(self, net: str, width: float) -> tuple[Array, ...]:
        """Return what a net that is laid forbids on top and on the underside to tracks of a width, and to vias."""
        key = (net, width)
        if key not in self._net_masks:
            masks = self.empty(), self.empty(), self.empty()
            tracks, vias = self.laid[net]
            for track in tracks:
                self.stamp_line(masks[track.layer], track.start, track.end, track.width / 2 + width / 2 + CLEARANCE)
                self.stamp_line(masks[2], track.start, track.end, track.width / 2 + VIA / 2 + CLEARANCE)
            for via in vias:
                for mask, half in zip(masks, (width / 2, width / 2, VIA / 2), strict=True):
                    self.stamp_line(mask, (via.x, via.y), (via.x, via.y), VIA / 2 + half + CLEARANCE)
            self._net_masks[key] = masks
        return self._net_masks[key]

    def grown(self, mask: Array, wide: float) -> Array:
        """Return what forbids a via, or four of them: one does not bear what a wide net carries."""
        if wide < FOUR_VIAS_WIDTH:
            return mask
        grown = mask.copy()
        for _ in range(_FOUR_VIAS_REACH):
            for axis in (0, 1):
                last = grown.copy()
                grown |= np.roll(last, 1, axis) | np.roll(last, -1, axis)
        return grown

    def cells_of(self, pad: PlacedPad) -> list[int]:
        """Return the states that lie on a pad: at least the one nearest to its middle."""
        mask = self.empty()
        self.stamp_pad(mask, pad, -0.22 * min(pad.pad.width, pad.pad.height) if pad.pad.drill else -0.1)
        cells = np.flatnonzero(mask).tolist() or [round(pad.y / STEP) * self.width + round(pad.x / STEP)]
        return [
            layer * self.cells + cell for layer, on in ((0, pad.on_top), (1, pad.on_bottom)) if on for cell in cells
        ]
