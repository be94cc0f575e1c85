"""Arrows over a board, for wanted, advised and replayed actions."""

from math import hypot
from types import ModuleType

from treppe import games
from treppe.table.hands.position import BEYOND

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
    """Return an arrow for an action, onto its field for a piece from the supply; empty if it puts no piece."""
    start, end, _ = movement(state, state.action(word))
    if end == BEYOND:
        return Html()
    return _arrow(surface, end if start == BEYOND else start, end, projection, kind)


def _arrow(surface: ModuleType, start: int, end: int, projection: Projection, kind: str) -> Html:
    """Return an arrow from field to field, or down onto `end` where both are the same; `kind` is a class of it."""
    seen = places_seen(surface, projection)
    x, y = seen[end]
    from_x, from_y = seen[start] if start != end else (x, y - _DROP)
    length = hypot(x - from_x, y - from_y)
    east, south = (x - from_x) / length, (y - from_y) / length
    tip = x - east * _TIP, y - south * _TIP
    neck = tip[0] - east * _HEAD, tip[1] - south * _HEAD
    wings = [(neck[0] + side * south * _HEAD * 0.7, neck[1] - side * east * _HEAD * 0.7) for side in (1, -1)]
    head = " ".join(f"{at_x:.0f},{at_y:.0f}" for at_x, at_y in (wings[0], tip, wings[1]))
    from_x, from_y = from_x + east * _GAP, from_y + south * _GAP
    line = f"M{from_x:.0f} {from_y:.0f}L{neck[0]:.0f} {neck[1]:.0f}"
    return trusted(
        f'<g class="wish {kind}"><path class="edge" d="{line}"/><polygon class="edge" points="{head}"/>'
        f'<path d="{line}"/><polygon points="{head}"/></g>'
    )
