"""Arrows over a board, for wanted, advised and replayed actions."""

from collections.abc import Sequence
from math import hypot
from types import ModuleType

from treppe import games
from treppe.alphabet.image import BEYOND
from treppe.games.host import facts

from treppe_host.html import Html, trusted
from treppe_host.records.followed_game import way_of
from treppe_host.web.drawing.ground import places_seen
from treppe_host.web.drawing.projections import Projection

_GAP, _TIP, _HEAD, _DROP = 34, 24, 26, 140  # of an arrow: from the middles of its fields, its head, how far it falls


def movement(state: games.State, action: int) -> tuple[int, int, str]:
    """Return from where to where an action moves its piece, BEYOND for the supply, and the code of the piece."""
    after = state.clone()
    after.apply_action(action)
    return way_of(state, action, after)[:3]


def draw_action(surface: ModuleType, state: games.State, word: str, projection: Projection, kind: str) -> Html:
    """Return an arrow for an action, along its way, or onto its field for a piece from the supply.

    Empty if the action puts no piece.
    """
    action = state.action(word)
    start, end, _ = movement(state, action)
    if end == BEYOND:
        return Html()
    way = [end] if start == BEYOND else [start, *facts.of(state.NAME).path(state, action), end]
    return _arrow(surface, way, projection, kind)


def _arrow(surface: ModuleType, way: Sequence[int], projection: Projection, kind: str) -> Html:
    """Return an arrow from field to field, or down onto a single one; `kind` is a class of it."""
    seen = places_seen(surface, projection)
    points = [seen[field] for field in way]
    if len(points) == 1:
        [(x, y)] = points
        points.insert(0, (x, y - _DROP))
    return trusted(f'<g class="wish {kind}">{draw_line(points, _GAP if len(points) == 2 else 0, _TIP)}</g>')


def draw_line(points: Sequence[tuple[float, float]], gap: float, tip: float) -> str:
    """Return an arrow along points, which begins a gap behind the first one, and ends so far before the last one."""
    (x0, y0), (x1, y1) = points[0], points[1]
    length = hypot(x1 - x0, y1 - y0)
    first = x0 + (x1 - x0) / length * gap, y0 + (y1 - y0) / length * gap
    (x0, y0), (x1, y1) = points[-2], points[-1]
    length = hypot(x1 - x0, y1 - y0)
    east, south = (x1 - x0) / length, (y1 - y0) / length
    end = x1 - east * tip, y1 - south * tip
    neck = end[0] - east * _HEAD, end[1] - south * _HEAD
    way = "L".join(f"{x:.0f} {y:.0f}" for x, y in (first, *points[1:-1], neck))
    wings = [(neck[0] + side * south * _HEAD * 0.7, neck[1] - side * east * _HEAD * 0.7) for side in (1, -1)]
    head = " ".join(f"{x:.0f},{y:.0f}" for x, y in (wings[0], end, wings[1]))
    return (
        f'<path class="edge" d="M{way}"/><polygon class="edge" points="{head}"/>'
        f'<path class="line" d="M{way}"/><polygon points="{head}"/>'
    )
