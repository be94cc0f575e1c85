"""Addresses of stored games: the list and statistics; records and files are in modules of their own."""

from asyncio import to_thread

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from treppe.games import InvalidOption

from treppe_host.errors import TreppeError, UnknownRecord
from treppe_host.html import Html, html
from treppe_host.records import statistics_report
from treppe_host.store.store import Store
from treppe_host.web import layout, texts
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.feed import PageFeed
from treppe_host.web.games import game_list
from treppe_host.web.games.acts import GameActs
from treppe_host.web.games.analysing import Analyses
from treppe_host.web.games.files import GameFiles
from treppe_host.web.games.puzzles import Puzzles
from treppe_host.web.games.record_page import RecordPage
from treppe_host.web.requests import LARGEST, Act, ActTaker, language_of, number_in
from treppe_host.web.stream import Streams


class GameRoutes:
    """Serves the pages of stored games."""

    def __init__(self, connections: BoardConnections, store: Store, taker: ActTaker):
        self._connections = connections
        self._store = store
        self._taker = taker
        self._analyses = Analyses(store)
        self._puzzles = Puzzles(connections, store)
        self._acts = GameActs(connections, store)
        self._record = RecordPage(store, self._acts, self._analyses, self._puzzles, taker)
        self._files = GameFiles(store)

    async def close(self) -> None:
        """Stop analyses; their findings are kept."""
        await self._analyses.close()

    def routes(self, streams: Streams) -> list[BaseRoute]:
        return [
            Route("/games", self._show_list),
            Route("/games/do", self._act_on_lists, methods=["POST"]),
            Route("/games/import", self._files.take, methods=["POST"]),
            Route("/games/statistics", self._show_statistics),
            Route("/games/puzzles", self._show_puzzles),
            Route("/games/last/{key}", self._find_last),
            Route("/games/last/{key}/{form}", self._find_last),
            Route("/games/{number:record}", self._show_record),
            streams.route("/games/{number:record}/stream", self._feed),
            Route("/games/{number:record}/do", self._act_on_record, methods=["POST"]),
            Route("/games/{number:record}/{form}", self._files.send),
        ]

    async def _find_last(self, request: Request) -> RedirectResponse:
        return await to_thread(self._last, request)

    def _last(self, request: Request) -> RedirectResponse:
        """Lead to the last game that was played on a board, its page or a file; to the list if there is none."""
        connection, form = self._connections.all.get(request.path_params["key"]), request.path_params.get("form", "")
        found = [record.number for record in self._store.games() if connection and record.board == connection.board]
        address = f"/games/{max(found)}" if found else "/games"
        return RedirectResponse(f"{address}/{form}" if found and form else address)

    async def _show_list(self, request: Request) -> HTMLResponse:
        return await to_thread(self._list, request)

    def _list(self, request: Request) -> HTMLResponse:
        """Return the list of games, filtered by the address; `deleted` is the number of a game that was just hidden."""
        words = layout.words_for(request)
        choice = game_list.ListForm.of(request.query_params)
        deleted = number_in(request.query_params.get("deleted"))
        try:
            records = self._store.games(choice.game_filter())
            open_games = self._store.open_games()
            found = game_list.game_list(
                words, records, {each.number for each in records if self._acts.connection_for(each, open_games)}, choice
            )
        except TreppeError as error:
            found = _diagnostic(error)
        note = game_list.undo_note(words, deleted) if deleted else Html()
        form = game_list.filters(words, choice, self._store.event_names())
        content = note + form + game_list.import_form(words) + found
        wiring = layout.Wiring(acts="games/do")
        return layout.page("games", words, words.GAMES["title"], "games", wiring=wiring, content=content)

    async def _act_on_lists(self, request: Request) -> Response:
        language = language_of(request)
        return await self._taker.take(
            request,
            {
                "unhide": Act(int, self._acts.bring_back, is_asked=True),
                "go_on": Act(int, lambda number: self._acts.go_on(number, language), is_asked=True),
                "puzzle": Act(str, lambda key: self._puzzles.pose_listed(key, language), is_asked=True),
            },
        )

    async def _show_statistics(self, request: Request) -> HTMLResponse:
        return await to_thread(self._statistics, request)

    def _statistics(self, request: Request) -> HTMLResponse:
        """Return the statistics of the chosen games."""
        words = layout.words_for(request)
        choice = game_list.ListForm.of(request.query_params)
        say = words.STATISTICS | texts.titles() | texts.reasons(words) | {".": words.POINT}
        try:
            sections = statistics_report.sections(self._store.statistics(choice.game_filter()), say)
            found = html('<div class="statistics">{}</div>', sections)
        except TreppeError as error:
            found = _diagnostic(error)
        form = game_list.filters(words, choice, self._store.event_names())
        return layout.page("games", words, words.GAMES["statistics"], "games", content=form + found)

    async def _show_puzzles(self, request: Request) -> HTMLResponse:
        return await to_thread(self._puzzles.build_list, request)

    async def _show_record(self, request: Request) -> HTMLResponse:
        return await to_thread(self._record.build, request, _game_number(request))

    async def _feed(self, request: Request) -> PageFeed | None:
        return self._record.feed(request, _game_number(request))

    async def _act_on_record(self, request: Request) -> Response:
        number = _game_number(request)
        try:
            self._analyses.read_game(number)
        except (UnknownRecord, InvalidOption):
            raise HTTPException(404) from None
        return await self._record.act(request, number)


def _game_number(request: Request) -> int:
    """Return a game's number in an address; raise HTTPException for one that no game can have."""
    number: int = request.path_params["number"]
    if number > LARGEST:
        raise HTTPException(404)
    return number


def _diagnostic(error: TreppeError) -> Html:
    return html('<p role="alert">{}</p>', error)
