"""The page of one stored game: its record with a replay, its analysis."""

from collections.abc import Callable
from typing import Any

from nicegui import Client, ui
from treppe.games import catalogue

from treppe_host.errors import UnknownRecord
from treppe_host.html import html, joined
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store
from treppe_host.web import assets, layout, texts
from treppe_host.web.games import analysis_view, game_list, plots, record
from treppe_host.web.games.acts import GameActs
from treppe_host.web.games.analysing import Analyses, AnalysisState
from treppe_host.web.games.files import FORMS
from treppe_host.web.games.position import Position
from treppe_host.web.games.puzzles import Puzzles
from treppe_host.web.games.replay import BrowserReplay

_REFRESH_S = 0.5


class RecordPage:
    """Builds the pages of stored games."""

    def __init__(self, store: Store, acts: GameActs, analyses: Analyses, puzzles: Puzzles):
        self._store = store
        self._acts = acts
        self._analyses = analyses
        self._puzzles = puzzles

    def build(self, number: int) -> None:
        """Build the record of one game with its replay."""
        client = ui.context.client
        words = texts.load(layout.language_of(client))
        try:
            sheet = self._store.sheet(number)
        except UnknownRecord as error:
            layout.build("games", words, words.GAMES["title"], "games", content=html("<p>{}</p>", error))
            return
        self._analyses.read(number)
        goes_on = self._acts.connection_for(self._store.game(number), self._store.open_games())
        end = Position(sheet, len(sheet.moves))
        say = words.GAMES
        seats = joined(
            html('<label>{}<input name="seat{}" value="{}"></label>', words.PLAYERS[place], place, name)
            for place, name in enumerate(record.player_names(words, sheet))
        )
        seats += html('<label>{}<input name="event" value="{}"></label>', say["event"], sheet.event or "")
        files = joined(
            (html('<a href="/games/{}/{}" download>{}</a>', number, form, form.upper()) for form in FORMS), " "
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
            "hidden": game_list.undo_note(words, number) if self._acts.is_hidden(number) else "",
            "number": str(number),
            "analysis": analysis_view.view(words, sheet, self._analyses.standing(number)),
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
        ui.on("hide", layout.listener(lambda _: self._acts.hide(client, number)))
        ui.on("unhide", layout.listener(lambda _: self._acts.bring_back(client, number)))
        ui.on("go_on", layout.listener(lambda number: self._acts.go_on(client, int(number))))
        ui.on("rename", layout.listener(lambda fields: self._acts.rename(client, number, sheet, fields)))
        ui.on("remark", layout.listener(lambda said: self._acts.remark(client, number, sheet, said)))
        client.on_connect(lambda: replay.turn(layout.view_of(client)))
        self._keep_up_analysis(client, words, number, sheet, replay)

    def _keep_up_analysis(
        self, client: Client, words: Any, number: int, sheet: ScoreSheet, replay: BrowserReplay
    ) -> None:
        """Show the progress of the analysis while the page, which shows how far it is at first, is open."""
        shown = _progress(self._analyses.standing(number))

        def refresh() -> None:
            nonlocal shown
            standing = self._analyses.standing(number)
            if _progress(standing) != shown:
                shown = _progress(standing)
                client.run_javascript(layout.show({"html": {"analysis": analysis_view.view(words, sheet, standing)}}))
                replay.look_at(standing.found.mistakes)

        def then(act: Callable[[int], None]) -> None:
            act(number)
            refresh()

        ui.on("puzzle", layout.listener(lambda place: self._pose(client, number, int(place))))
        ui.on("analysis_begin", layout.listener(lambda _: then(self._analyses.begin)))
        ui.on("analysis_stop", layout.listener(lambda _: then(self._analyses.stop)))
        client.on_connect(lambda: replay.look_at(self._analyses.standing(number).found.mistakes))
        ui.timer(_REFRESH_S, refresh)

    async def _pose(self, client: Client, number: int, place: int) -> None:
        """Put a position of a game onto a board as a puzzle, if a player erred there."""
        for mistake in self._analyses.standing(number).found.mistakes:
            if mistake.place == place + 1:
                await self._puzzles.pose(client, number, mistake)


def _progress(standing: AnalysisState) -> tuple[Any, ...]:
    """Return what has changed when the page has to show the analysis anew."""
    return standing.done, standing.is_running, standing.is_waiting, standing.failure
