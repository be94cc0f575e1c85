"""The board with what stands on it, its lamps, and arrows over it; what a hand here holds."""

from types import ModuleType

from treppe.games import catalogue

from treppe_host.html import Html, joined
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.connections.adviser import ACTION
from treppe_host.web.drawing.arrows import draw_action
from treppe_host.web.drawing.board import draw_board, draw_way
from treppe_host.web.drawing.sprites import draw_sprites, kinds_of, stacks_by_field, use_piece


def show(seen: Seen) -> Content:
    """Show the board once, and pieces and lamps as codes by field."""
    surface, game, projection = seen.connection.surface, seen.game, seen.projection
    if not surface:
        return {"roles": seen.roles, "fields": {}}
    title = catalogue.title(game.name) if game.state else seen.words.PAGE["board"]
    board = draw_board(surface, seen.names, game.markings, title, projection)
    held = [] if seen.is_carried_out else seen.connection.hand[-1:]
    return {
        "html": {
            "board-place": board + draw_sprites(seen.words, kinds_of(game.state), projection),
            "ways": joined(draw_way(surface, way) for way in game.ways()) + _arrow(seen, surface),
            "hand-piece": joined(use_piece(code, projection) for code in held),
        },
        "fields": stacks_by_field(seen.names, seen.connection.stacks),
        "roles": seen.roles,
        "body": {"view": projection.name},
    }


def _arrow(seen: Seen, surface: ModuleType) -> Html:
    """Return an arrow over the board for a program's action or, to whom it is given, advice; empty without one."""
    game, among, projection = seen.game, seen.programs, seen.projection
    given = among.adviser.advice if seen.is_theirs else None
    word, kind = (given.thoughts.word, "advice") if given and given.kind == ACTION else ("", "")
    if among.prompting.wish:
        word, kind = among.prompting.wish.word, "wanting"
    if not game.state or not word:
        return Html()
    drawn = draw_action(surface, game.state, word, projection, kind)
    if kind == "advice" and given and given.then:
        after = game.state.clone()
        after.apply_action(after.action(word))
        drawn += draw_action(surface, after, given.then, projection, kind)
    return drawn
