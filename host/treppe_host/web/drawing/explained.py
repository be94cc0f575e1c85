"""The rules' drawings over a position: arrows for allowed actions, crossed ones for others, rings; the supply."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from treppe.games.host.examples import ILLEGAL, PLAYED, Arrow

from treppe_host.web.drawing.arrows import draw_line
from treppe_host.web.drawing.pieces import draw_piece, height_of
from treppe_host.web.drawing.projections import Projection

_GAP, _TIP = 30, 16  # of an arrow: from the middle of its first field, before the last
_AFTER_TIP = 40  # before the last field of an action that was played: its piece stands there
_FLAT = 6  # how high arrows lie over a board seen from above
_BADGE = 25  # radius of the badge on a field
_RING = 43
_SHORT = 150  # an arrow that has no room for a badge in its middle
_CROSS = "M-15 -15L15 15M15 -15L-15 15"
_TICK = "M-15 1L-4 13L16 -12"
_PIECE, _LINE, _BESIDE = 200, 110, 72  # width of a piece with its number, height of their row, where the number stands

Point = tuple[float, float]


@dataclass(frozen=True)
class Marker:
    """Draws over one position, with fields by their names, their heights and places in the picture."""

    fields: Mapping[str, int]
    stacks: Sequence[Sequence[str]]
    seen: Mapping[int, Point]
    projection: Projection

    def rings(self, names: Iterable[str]) -> str:
        drawn = []
        for name in names:
            field = self.fields[name]
            x, y = self.seen[field]
            y -= height_of(self.stacks[field], self.projection)
            drawn.append(f'<g class="ring" transform="translate({x:.0f} {y:.0f})">{self._laid_ring()}</g>')
        return "".join(drawn)

    def arrow(self, arrow: Arrow) -> str:
        """Return an action as an arrow with a cross or a tick, or as these alone on the only field that it names."""
        names = arrow.way.split() or re.findall("|".join(sorted(self.fields, key=len, reverse=True)), arrow.word)
        points = [self._top(name) for name in names]
        tip = _AFTER_TIP if arrow.kind == PLAYED else _TIP
        drawn = draw_line(points, _GAP, tip) if len(points) > 1 else ""
        sign = _CROSS if arrow.kind == ILLEGAL else _TICK
        if len(points) == 1 or (arrow.kind != PLAYED and _length(points) < _SHORT):
            drawn += _badge(points[-1], sign)
        elif arrow.kind == ILLEGAL:
            drawn += _badge(_halfway(points), sign)
        return f'<g class="arrow {arrow.kind}">{drawn}</g>'

    def _top(self, name: str) -> Point:
        field = self.fields[name]
        x, y = self.seen[field]
        return x, y - (_FLAT if self.projection.is_flat else height_of(self.stacks[field], self.projection))

    def _laid_ring(self) -> str:
        ring = f'<circle class="edge" r="{_RING}"/><circle r="{_RING}"/>'
        return self.projection.laid(ring)


def draw_supply(
    supply: Mapping[str, int], place: tuple[float, float, float], projection: Projection
) -> tuple[str, float]:
    """Return the pieces that wait beside the board on a strip at (left, top, width), and the height that it takes."""
    if not supply:
        return "", 0
    left, top, width = place
    a_row = max(1, int(width) // _PIECE)
    rows = -(-len(supply) // a_row)
    high = rows * _LINE + 24
    drawn = [f'<rect class="frame" x="{left:g}" y="{top:g}" width="{width:g}" height="{high}" rx="22"/>']
    for place_in_row, (code, count) in enumerate(supply.items()):
        x = left + _PIECE * (place_in_row % a_row + 0.5)
        y = top + _LINE * (place_in_row // a_row + 0.5) + 20
        drawn.append(
            f'<g transform="translate({x:.0f} {y:.0f})">{draw_piece(code, projection=projection)}'
            f'<text class="count" x="{_BESIDE}" y="6">×{count}</text></g>'
        )
    return "".join(drawn), high + 20


def _badge(at: Point, sign: str) -> str:
    x, y = at
    return f'<g class="badge" transform="translate({x:.0f} {y:.0f})"><circle r="{_BADGE}"/><path d="{sign}"/></g>'


def _length(points: Sequence[Point]) -> float:
    (x0, y0), (x1, y1) = points[-2:]
    return hypot(x1 - x0, y1 - y0)


def _halfway(points: Sequence[Point]) -> Point:
    """Return the middle of the last stretch."""
    (x0, y0), (x1, y1) = points[-2:]
    return (x0 + x1) / 2, (y0 + y1) / 2
