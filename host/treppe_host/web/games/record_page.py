"""The page of one stored game: its record with a replay, its analysis."""

from asyncio import to_thread
from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from treppe.games import InvalidOption, catalogue

from treppe_host.errors import UnknownRecord
from treppe_host.html import Html, html, joined
from treppe_host.programs.analysis import Mistake
from treppe_host.records.sheet_check import LONGEST_NAME
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store
from treppe_host.web import layout, texts
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.arrows import draw_action
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.feed import PageFeed, RepeatedFeeds
from treppe_host.web.games import analysis_view, game_list, plots, record
from treppe_host.web.games.acts import LONGEST_REMARK, GameActs
from treppe_host.web.games.analysing import Analyses
from treppe_host.web.games.analysis_view import here
from treppe_host.web.games.files import FORMS
from treppe_host.web.games.position import Position
from treppe_host.web.games.puzzles import Puzzles
from treppe_host.web.requests import Act, ActTaker, Content, language_of
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason

_REFRESH_S = 0.5


class RecordPage:
    """The pages of stored games."""

    def __init__(self, store: Store, acts: GameActs, analyses: Analyses, puzzles: Puzzles, taker: ActTaker):
        self._store = store
        self._game_acts = acts
        self._analyses = analyses
        self._puzzles = puzzles
        self._taker = taker
        self._feeds = RepeatedFeeds(_REFRESH_S, self._analysed)

    def build(self, request: Request, number: int) -> HTMLResponse:
        """Return the record of one game with its replay, at its end."""
        words = layout.words_for(request)
        try:
            sheet = self._store.sheet(number)
            self._analyses.read_game(number)
        except (UnknownRecord, InvalidOption) as error:  # the second: a game, or options, of a newer or lying board
            content = html("<p>{}</p>", reason(error, words.LANGUAGE))
            answer = layout.page("games", words, words.GAMES["title"], "games", content=content)
            answer.status_code = 404
            return answer
        game = self._store.game(number)
        goes_on = self._game_acts.connection_for(game, self._store.open_games())
        end = Position(sheet, len(sheet.moves))
        say = words.GAMES
        named = enumerate(record.player_names(words, sheet))
        seats = [(words.PLAYERS[place], f"seat{place}", name) for place, name in named]
        parts: dict[str, Any] = {
            "result": record.result_of(words, sheet),
            "players": record.who_played(words, sheet, self._store.events(number)[0]),
            "go_on": game_list.go_on_button(words, number) if goes_on else "",
            "broken": record.fault_of(words, sheet, end.fault),
            "guessed": html("<p>{}</p>", say["guessed_why"]) if game.is_guessed else "",
            "moves": record.record_rows(words, sheet, self._store.actions(number)),
            "plots": plots.thinking_plot(words, sheet) + plots.score_plot(words, end.scores),
            "seats": [*seats, (say["event"], "event", sheet.event or "")],
            "longest_name": LONGEST_NAME,
            "forms": FORMS,
            "hidden": game_list.undo_note(words, number) if self._game_acts.is_hidden(number) else "",
            "number": str(number),
            "most": str(end.place),
            "longest": str(LONGEST_REMARK),
            "analysis": analysis_view.view(words, sheet, self._analyses.standing(number)),
        }
        first = self._position(number, language_of(request), end.place, layout.view_of(request), is_new=True)
        wiring = layout.Wiring(f"games/{number}/stream", f"games/{number}/do", settings={"first": first})
        return layout.page("record", words, f"{catalogue.title(sheet.game)} {number}", "games", wiring=wiring, **parts)

    def feed(self, request: Request, number: int) -> PageFeed | None:
        """Return what the page follows: the progress of the analysis."""
        try:
            self._analyses.read_game(number)
        except (UnknownRecord, InvalidOption):
            return None
        return self._feeds.feed((number, language_of(request)))

    def _analysed(self, key: tuple[int, str]) -> Content:
        number, language = key
        words, standing = texts.load(language), self._analyses.standing(number)
        analysis = analysis_view.view(words, self._store.sheet(number), standing)
        return {"html": {"analysis": analysis}, "found": len(standing.found.mistakes)}

    async def act(self, request: Request, number: int) -> Response:
        """Do what a person does on the page."""
        language, acts = language_of(request), self._game_acts
        return await self._taker.take(
            request,
            {
                "position": Act(
                    dict, lambda content: to_thread(self._show_position, number, language, content), is_asked=True
                ),
                "puzzle": Act(str, lambda place: self._pose(number, place, language), is_asked=True),
                "analysis_begin": Act(str, lambda _: self._analyses.begin(number)),
                "analysis_stop": Act(str, lambda _: self._analyses.stop(number)),
                "hide": Act(str, lambda _: acts.hide(number), is_asked=True),
                "unhide": Act(int, acts.bring_back, is_asked=True),
                "go_on": Act(int, lambda other: acts.go_on(other, language), is_asked=True),
                "rename": Act(dict, lambda fields: acts.rename(number, fields), is_asked=True),
                "remark": Act(dict, lambda fields: acts.remark(number, fields), is_asked=True),
            },
        )

    def _show_position(self, number: int, language: str, content: Content) -> Content:
        place, view = content.get("place"), content.get("view")
        if type(place) is not int or not isinstance(view, str):
            return {}
        return self._position(number, language, max(0, place), view, is_new=content.get("is_new") is True)

    def _position(self, number: int, language: str, place: int, view: str, *, is_new: bool) -> Content:
        mistakes = self._analyses.standing(number).found.mistakes
        sheet = self._store.sheet(number)
        return show_position(texts.load(language), sheet, place, view, mistakes, is_new=is_new)

    async def _pose(self, number: int, place: str, language: str) -> Content:
        """Put a position of a game onto a board as a puzzle, if a player erred there."""
        for mistake in self._analyses.standing(number).found.mistakes:
            if place == str(mistake.place - 1):
                return await self._puzzles.pose(number, mistake, language)
        return {}


def show_position(
    words: Texts, sheet: ScoreSheet, place: int, view: str, mistakes: Sequence[Mistake], *, is_new: bool
) -> Content:
    """Return the position after `place` moves, in a view of the board; `is_new`: with the board itself."""
    position = Position(sheet, place)
    projection = projections.projection_of(position.surface, view)
    content = position.content(words)
    html = {"ways": _arrows(position, mistakes, projection), "curve-here": here(position.place, len(sheet.moves) + 1)}
    if is_new:
        html["board-place"] = position.board(words, projection)
        html["ways"] = html.pop("ways")  # they stand in the board
    return {
        "html": html | content["html"],
        "fields": position.fields(),
        "body": content["body"] | {"view": projection.name},
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
