"""The game on a table so far, position by position, for a browser that looks back."""

from types import ModuleType
from typing import Any

from treppe import games

from treppe_host.club.live_table import LiveTable
from treppe_host.html import Html
from treppe_host.web.board import moves
from treppe_host.web.drawing.static_board import draw_fields


def steps_of(words: ModuleType, table: LiveTable) -> dict[str, Any]:
    """Return the changes from each position to the next, from the start on, and the rows of all turns."""
    game = table.game
    if game.state is None:
        return {"places": [], "turns": []}
    state: Any = games.start(game.name, game.state.options)
    before = _drawn(table, state)
    places: list[dict[str, Any]] = [{"fields": before, "last": []}]
    for word in game.words:
        action = state.action(word)
        last = list(state.touched(action))
        state.apply_action(action)
        now = _drawn(table, state)
        changed = {field: drawing for field, drawing in now.items() if before.get(field) != drawing}
        gone: dict[str, Html] = dict.fromkeys(before.keys() - now.keys(), Html())
        places.append({"fields": changed | gone, "last": last})
        before = now
    return {"places": places, "turns": [moves.row(words, place, turn) for place, turn in enumerate(game.turns(), 1)]}


def _drawn(table: LiveTable, state: Any) -> dict[str, Html]:
    stacks = [state.pieces(field) for field in range(len(table.names))]
    drawn = draw_fields(table.surface, table.game.markings, stacks)
    return {str(field): drawing for field, drawing in drawn.items()}
