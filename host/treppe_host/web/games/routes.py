"""Addresses of stored games: the list and statistics; records and files are in modules of their own."""

from fastapi.responses import RedirectResponse
from nicegui import app, ui

from treppe_host.errors import TreppeError
from treppe_host.html import Html, html
from treppe_host.records import statistics_report
from treppe_host.store.store import Store
from treppe_host.web import layout, texts
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.games import game_list
from treppe_host.web.games.acts import GameActs
from treppe_host.web.games.analysing import Analyses
from treppe_host.web.games.files import GameFiles
from treppe_host.web.games.puzzles import Puzzles
from treppe_host.web.games.record_page import RecordPage


class GameRoutes:
    """Serves the pages of stored games."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store
        self._analyses = Analyses(store)
        self._puzzles = Puzzles(connections, store)
        self._acts = GameActs(connections, store)
        self._record = RecordPage(store, self._acts, self._analyses, self._puzzles)
        self._files = GameFiles(store)

    async def close(self) -> None:
        """Stop analyses; their findings are kept."""
        await self._analyses.close()

    def serve(self) -> None:
        """Register the addresses."""
        ui.page("/games", title="Treppe", favicon=layout.FAVICON)(self.build_list)
        ui.page("/games/statistics", title="Treppe", favicon=layout.FAVICON)(self.build_statistics)
        app.get("/games/last/{key}")(self.find_last)
        app.get("/games/last/{key}/{form}")(self.find_last)
        ui.page("/games/puzzles", title="Treppe", favicon=layout.FAVICON)(self._puzzles.build_list)
        ui.page("/games/{number}", title="Treppe", favicon=layout.FAVICON)(self._record.build)
        app.get("/games/{number}/{form}")(self._files.send)
        app.post("/games/import")(self._files.take)

    def find_last(self, key: str, form: str = "") -> RedirectResponse:
        """Lead to the last game that was played on a board, its page or a file; to the list if there is none."""
        connection = self._connections.all.get(key)
        found = [record.number for record in self._store.games() if connection and record.board == connection.board]
        address = f"/games/{max(found)}" if found else "/games"
        return RedirectResponse(f"{address}/{form}" if found and form else address)

    def build_list(self, deleted: int = 0) -> None:
        """Build the list of games, filtered by the address; `deleted` is the number of a game that was just hidden."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        choice = game_list.ListForm.of(client.request.query_params)
        try:
            records = self._store.games(choice.game_filter())
            open_games = self._store.open_games()
            found = game_list.game_list(
                words, records, {each.number for each in records if self._acts.connection_for(each, open_games)}
            )
        except TreppeError as error:
            found = _complaint(error)
        content = (
            game_list.undo_note(words, deleted) + game_list.filters(words, choice, self._store.event_names()) + found
        )
        content += game_list.import_form(words)
        layout.build("games", words, words.GAMES["title"], "games", content=content)
        ui.on("unhide", layout.listener(lambda number: self._acts.bring_back(client, int(number))))
        ui.on("go_on", layout.listener(lambda number: self._acts.go_on(client, int(number))))

    def build_statistics(self) -> None:
        """Build the statistics of the chosen games."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        choice = game_list.ListForm.of(client.request.query_params)
        say = words.STATISTICS | texts.titles() | texts.reasons(words)
        try:
            sections = statistics_report.sections(self._store.statistics(choice.game_filter()), say)
            found = html('<div class="statistics">{}</div>', sections)
        except TreppeError as error:
            found = _complaint(error)
        form = game_list.filters(words, choice, self._store.event_names())
        layout.build("games", words, words.GAMES["statistics"], "games", content=form + found)


def _complaint(error: TreppeError) -> Html:
    return html('<p role="alert">{}</p>', error)
