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
    x, y = seen[way[-1]]
    places = [seen[field] for field in way[:-1]] or [(x, y - _DROP)]
    from_x, from_y = places[-1]
    length = hypot(x - from_x, y - from_y)
    east, south = (x - from_x) / length, (y - from_y) / length
    tip = x - east * _TIP, y - south * _TIP
    neck = tip[0] - east * _HEAD, tip[1] - south * _HEAD
    wings = [(neck[0] + side * south * _HEAD * 0.7, neck[1] - side * east * _HEAD * 0.7) for side in (1, -1)]
    head = " ".join(f"{at_x:.0f},{at_y:.0f}" for at_x, at_y in (wings[0], tip, wings[1]))
    if len(places) == 1:
        places = [(from_x + east * _GAP, from_y + south * _GAP)]
    line = "M" + "L".join(f"{at_x:.0f} {at_y:.0f}" for at_x, at_y in (*places, neck))
    return trusted(
        f'<g class="wish {kind}"><path class="edge" d="{line}"/><polygon class="edge" points="{head}"/>'
        f'<path d="{line}"/><polygon points="{head}"/></g>'
    )
