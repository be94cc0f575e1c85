"""A position of a stored game as a change of its page: pieces, arrows, words."""

from collections.abc import Sequence

from treppe.games import catalogue

from treppe_host.company.analysis import Mistake
from treppe_host.html import Html, joined
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.arrows import draw_action
from treppe_host.web.drawing.board import draw_board
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.games.analysis_view import here
from treppe_host.web.games.position import Position
from treppe_host.web.requests import Content
from treppe_host.web.texts.en import Texts


def show_position(
    words: Texts, sheet: ScoreSheet, place: int, view: str, mistakes: Sequence[Mistake], *, is_new: bool
) -> Content:
    """Return the position after `place` moves, in a view of the board; `is_new`: with the board itself."""
    position = Position(sheet, place)
    projection = projections.projection_of(position.surface, view)
    told = position.told(words)
    html = {"ways": _arrows(position, mistakes, projection), "curve-here": here(position.place, len(sheet.moves) + 1)}
    if is_new:
        title = catalogue.title(sheet.game)
        html["board-place"] = draw_board(position.surface, position.names, position.markings, title, projection)
        html["ways"] = html.pop("ways")  # they stand in the board
    return {
        "html": html | told["html"],
        "fields": position.fields(words, projection),
        "body": told["body"] | {"view": projection.name},
    }


def _arrows(position: Position, mistakes: Sequence[Mistake], projection: Projection) -> Html:
    """Return the action that was played here and the better one, where a player erred."""
    kinds = [
        each
        for mistake in mistakes
        if mistake.place - 1 == position.place
        for each in ((mistake.word, "regretted"), (mistake.better, "advice"))
    ]
    return joined(draw_action(position.surface, position.state, word, projection, kind) for word, kind in kinds)
