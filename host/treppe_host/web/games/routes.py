"""Addresses of stored games: the list, statistics, each record with its replay, files."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from io import BytesIO
from types import ModuleType
from typing import Any
from urllib.parse import unquote

from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse
from nicegui import Client, app, ui
from treppe.games import catalogue
from treppe_sim.errors import SimulationError

from treppe_host.errors import BoardError, TreppeError, UnknownRecord
from treppe_host.html import Html, html, joined
from treppe_host.records import statistics_report
from treppe_host.records.exchange import Progress, export, import_games
from treppe_host.store.rows import GameRecord
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store
from treppe_host.web import assets, layout, texts
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.connections import BoardConnections
from treppe_host.web.games import analysis_view, game_list, plots, record
from treppe_host.web.games.analysing import Analyses
from treppe_host.web.games.position import Position
from treppe_host.web.games.puzzles import Puzzles
from treppe_host.web.games.replay import BrowserReplay
from treppe_host.web.games.replay_file import replay_of
from treppe_host.words import reason

_REFRESH_S = 0.5
_MOST_BYTES = 20_000_000
_TELL_S = 1.0
_FORMS = {"text": "txt", "jsonl": "jsonl", "csv": "csv", "html": "html"}


class GameRoutes:
    """Serves the pages of stored games."""

    def __init__(self, connections: BoardConnections, store: Store):
        self._connections = connections
        self._store = store
        self._analyses = Analyses(store)
        self._puzzles = Puzzles(connections, store)
        self._importing = asyncio.Lock()  # one file after the other

    async def close(self) -> None:
        """Leave analyses off that are being made; what they have found is kept."""
        await self._analyses.close()

    def serve(self) -> None:
        """Register the addresses."""
        ui.page("/games", title="Treppe", favicon=layout.FAVICON)(self.build_list)
        ui.page("/games/statistics", title="Treppe", favicon=layout.FAVICON)(self.build_statistics)
        app.get("/games/last/{key}")(self.find_last)
        app.get("/games/last/{key}/{form}")(self.find_last)
        ui.page("/games/puzzles", title="Treppe", favicon=layout.FAVICON)(self._puzzles.build_list)
        ui.page("/games/{number}", title="Treppe", favicon=layout.FAVICON)(self.build_record)
        app.get("/games/{number}/{form}")(self.send_file)
        app.post("/games/import")(self.take_file)

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
                words, records, {each.number for each in records if self._connection_for(each, open_games)}
            )
        except TreppeError as error:
            found = _complaint(error)
        content = (
            game_list.undo_note(words, deleted) + game_list.filters(words, choice, self._store.event_names()) + found
        )
        content += game_list.import_form(words)
        layout.build("games", words, words.GAMES["title"], "games", content=content)
        ui.on(
            "unhide", layout.listener(lambda number: self._hide(client, int(number), "show", f"/games/{int(number)}"))
        )
        ui.on("go_on", layout.listener(lambda number: self._go_on(client, int(number))))

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

    def build_record(self, number: int) -> None:
        """Build the record of one game with its replay."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        try:
            sheet = self._store.sheet(number)
        except UnknownRecord as error:
            layout.build("games", words, words.GAMES["title"], "games", content=html("<p>{}</p>", error))
            return
        goes_on = self._connection_for(self._store.game(number), self._store.open_games())
        end = Position(sheet, len(sheet.moves))
        say = words.GAMES
        seats = joined(
            html('<label>{}<input name="seat{}" value="{}"></label>', words.PLAYERS[place], place, name)
            for place, name in enumerate(record.player_names(words, sheet))
        )
        seats += html('<label>{}<input name="event" value="{}"></label>', say["event"], sheet.event or "")
        files = joined(
            (html('<a href="/games/{}/{}" download>{}</a>', number, form, form.upper()) for form in _FORMS), " "
        )
        parts: dict[str, Any] = {
            "result": record.result_of(words, sheet),
            "players": record.who_played(words, sheet, self._store.events(number)[0]),
            "go_on": game_list.go_on_button(words, number) if goes_on else "",
            "broken": record.fault_of(words, sheet, end.fault),
            "moves": record.record_rows(words, sheet, self._store.actions(number)),
            "plots": plots.thinking_plot(words, sheet) + plots.score_plot(words, end.scores),
            "seats": seats,
            "files": files,
            "hidden": game_list.undo_note(words, number) if self._is_hidden(number) else "",
            "number": str(number),
            "analysis": "",
        }
        parts |= {f"say_{key}": value for key, value in say.items()}
        parts |= {
            "stage": assets.fill("replay_stage", words, **parts),
            "steps": assets.fill("replay_steps", words, most=str(end.place), **parts),
        }
        layout.build("record", words, f"{catalogue.title(sheet.game)} {number}", "games", **parts)
        replay = BrowserReplay(client, words, sheet)
        ui.on("place", layout.listener(lambda place: replay.show(int(place))))
        ui.on("view", layout.listener(replay.turn))
        ui.on("hide", layout.listener(lambda _: self._hide(client, number, "hide", f"/games?deleted={number}")))
        ui.on("unhide", layout.listener(lambda _: self._hide(client, number, "show", f"/games/{number}")))
        ui.on("go_on", layout.listener(lambda number: self._go_on(client, int(number))))
        ui.on("rename", layout.listener(lambda fields: self._rename(client, number, sheet, fields)))
        ui.on("remark", layout.listener(lambda said: self._remark(client, number, sheet, said)))
        client.on_connect(lambda: replay.turn(layout.view_of(client)))
        self._keep_up_analysis(client, words, number, sheet, replay)

    def _keep_up_analysis(
        self, client: Client, words: Any, number: int, sheet: ScoreSheet, replay: BrowserReplay
    ) -> None:
        """Show how far the analysis is, as long as the page is open."""
        shown: dict[str, Any] = {}
        self._analyses.read(number)

        def refresh() -> None:
            standing = self._analyses.standing(number)
            now = {"done": standing.done, "is_running": standing.is_running, "failure": standing.failure}
            if now != shown:
                shown.update(now)
                client.run_javascript(layout.show({"html": {"analysis": analysis_view.view(words, sheet, standing)}}))
                replay.look_at(standing.found.mistakes)

        def then(act: Callable[[int], None]) -> None:
            act(number)
            refresh()

        ui.on("puzzle", layout.listener(lambda place: self._pose(client, number, int(place))))
        ui.on("analysis_begin", layout.listener(lambda _: then(self._analyses.begin)))
        ui.on("analysis_stop", layout.listener(lambda _: then(self._analyses.stop)))
        client.on_connect(lambda: shown.clear())
        ui.timer(_REFRESH_S, refresh)

    async def _pose(self, client: Client, number: int, place: int) -> None:
        """Put a position of a game onto a board as a puzzle, if somebody went wrong there."""
        for mistake in self._analyses.standing(number).found.mistakes:
            if mistake.place == place + 1:
                await self._puzzles.pose(client, number, mistake)

    def _rename(self, client: Client, number: int, sheet: ScoreSheet, fields: dict[str, str]) -> None:
        seats = [fields.get(f"seat{place}", "").strip() for place in range(len(sheet.seats))]
        self._store.remark(number, "names", {"seats": seats})
        event = fields.get("event", "").strip()
        if event != (sheet.event or ""):
            self._store.remark(number, "tags", {"event": event or None})
        client.run_javascript("location.reload()")

    def _remark(self, client: Client, number: int, sheet: ScoreSheet, said: dict[str, Any]) -> None:
        """Store a remark about the last action before a place; its ply counts actions without take-backs."""
        ply = sum(not move.undo for move in sheet.moves[: int(said["place"])])
        self._store.remark(number, "comment", {"ply": ply, "text": str(said["text"])})
        client.run_javascript("location.reload()")

    def _connection_for(self, record: GameRecord, open_games: set[str]) -> BoardConnection | None:
        """Return the connection to the board that can resume an unfinished game, None if there is none."""
        if record.reason is not None or record.num_missing or record.origin not in open_games:
            return None
        return next((each for each in list(self._connections.all.values()) if each.has_played(record)), None)

    async def _go_on(self, client: Client, number: int) -> None:
        """Resume a game and show its board, or show why it cannot be resumed."""
        record = self._store.game(number)
        connection = self._connection_for(record, self._store.open_games())
        words = texts.load(layout.language_of(client))
        try:
            if connection is None:
                raise BoardError(words.NO_ANSWER)
            await connection.go_on(record)
        except (TreppeError, SimulationError) as error:
            notice = reason(error, words.LANGUAGE)
            client.run_javascript(layout.show({"html": {"notice": notice}}))
        else:
            client.run_javascript(f"location.href = {json.dumps(f'/boards/{connection.key}')}")

    def _is_hidden(self, number: int) -> bool:
        kinds = [remark.kind for remark in self._store.remarks(number) if remark.kind in ("hide", "show")]
        return kinds[-1:] == ["hide"]

    def _hide(self, client: Client, number: int, kind: str, address: str) -> None:
        """Hide a game or show it again; the store keeps it."""
        self._store.remark(number, kind, {})
        client.run_javascript(f"location.href = {json.dumps(address)}")

    async def take_file(self, request: Request) -> StreamingResponse:
        """Store the games of a file from a browser; answer with what comes of it (see `_import`).

        The header `X-Treppe` has the file's name; pages of other sites cannot send it.
        """
        words = texts.load(layout.language_asked(request))
        name = unquote(request.headers.get("x-treppe", ""))
        is_fit = name and int(request.headers.get("content-length", _MOST_BYTES + 1)) <= _MOST_BYTES
        file = BytesIO(await request.body()) if is_fit else None
        return StreamingResponse(self._import(words, name, file), media_type="application/x-ndjson")

    async def _import(self, words: ModuleType, name: str, file: BytesIO | None) -> AsyncIterator[str]:
        """Import a file in a thread; yield lines of JSON: `progress` each second, at last `done` or `error`."""
        if file is None:
            yield _line(error=words.GAMES["too_big"])
            return
        reached = Progress(0)

        def tell(progress: Progress) -> None:
            nonlocal reached
            reached = progress

        async with self._importing:
            work = asyncio.create_task(asyncio.to_thread(import_games, self._store, file, name, tell))
            while not (await asyncio.wait({work}, timeout=_TELL_S))[0]:
                yield _line(progress=words.GAMES["importing"].format(reached.num_checked, reached.num_done))
        try:
            yield _line(done=words.GAMES["imported"].format(*work.result()))
        except TreppeError as error:
            yield _line(error=str(error))

    def send_file(self, request: Request, number: int, form: str) -> Response:
        """Send a game as a file."""
        if form not in _FORMS:
            raise HTTPException(404)
        try:
            if form == "html":
                content = replay_of(self._store, number, layout.language_asked(request))
            else:
                content = export(self._store, [number], form)
        except UnknownRecord as error:
            return Response(str(error), status_code=404)
        name = f"treppe-{number}.{_FORMS[form]}"
        return Response(
            content,
            media_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


def _line(**told: str) -> str:
    return json.dumps(told) + "\n"


def _complaint(error: TreppeError) -> Html:
    return html('<p role="alert">{}</p>', error)
