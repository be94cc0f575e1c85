"""One board's page, kept up to date in every browser that shows the board."""

import json
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any

from nicegui import Client, ui
from treppe import games
from treppe.codes import told
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.html import html
from treppe_host.web import layout, texts
from treppe_host.web.board import new_game_form
from treppe_host.web.board.view import BoardView, Variant
from treppe_host.web.connections.company import Company
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.drawing import projections
from treppe_host.words import reason

Act = Callable[[Any], Awaitable[None] | None]


class BoardPage:
    """One board shown in any number of browsers; each gets only the changes."""

    def __init__(self, connection: BoardConnection, among: Company):
        self.connection = connection
        self._company = among
        self._view = BoardView(connection, among)
        self._browsers: dict[str, tuple[Client, Variant]] = {}
        self._shown: dict[Variant, dict[str, Any]] = {}
        connection.changes.watchers.append(self.refresh)

    def build(self, may_touch: bool, template: str = "page") -> None:
        """Build the page for one browser, of a player (`may_touch`) or of a spectator; `overlay` is one for streams."""
        client = ui.context.client
        variant = Variant(layout.language_of(client), may_touch, layout.view_of(client))
        words = texts.load(variant.language)
        bar = _bar(words, self.connection.key, may_touch)
        dialog = new_game_form.draw_dialog(words) if may_touch else ""
        layout.build(template, words, self._view.title, "play", bar, dialog=dialog)
        for name, act in self._acts().items() if may_touch else ():
            ui.on(name, layout.listener(act))
        if may_touch:
            speak = {"name": "language", "value": variant.language}
            ui.on("speak", layout.listener(lambda _: self.connection.set(speak)))
        ui.on("view", layout.listener(lambda view: self._turn(client, view)))
        client.on_connect(lambda: self._greet(client, variant))
        # Not when its WebSocket closes: the browser may have opened another one by then.
        client.on_delete(lambda leaving: self._browsers.pop(leaving.id, None))

    def _acts(self) -> dict[str, Act]:
        """Return the actions of browsers by the names of their events."""
        connection, seat = self.connection, self._view.seat
        acts: dict[str, Act] = {
            "press": _where(seat.may_press, connection.press),
            "release": connection.release,
            "choose": _where(seat.may_choose, connection.choose),
            "set": connection.set,
            "hint": connection.hint,
            "start": self._start,
            "undo": lambda _: connection.ask("undo"),
            "draw": lambda _: self._end("draw"),
            "resign": lambda _: self._end("resign"),
            "grant": lambda _: self._answer(True),
            "refuse": lambda _: self._answer(False),
            "pause": lambda _: connection.ask("pause"),
            "again": lambda _: self._again(),
            "resume": lambda _: connection.ask("resume"),
            "advise": lambda _: self._company.adviser.ask_more(),
        }
        if isinstance(connection, SimulatedConnection):
            acts |= {
                "field": _where(seat.may_touch, connection.touch),
                "take": _where(seat.may_take, connection.simulated_hand.take),
                "give": lambda _: connection.simulated_hand.give(),
                "turn": lambda _: connection.simulated_hand.turn(),
                "power": lambda _: self._try(connection.switch_power()),
                "cable": lambda _: connection.move_cable(),
                "upset": lambda _: connection.upset(),
                "careless": connection.simulated_hand.be_careless,
                "break": connection.break_part,
            }
        return acts

    def _greet(self, client: Client, variant: Variant) -> None:
        """Send everything to a browser that has connected."""
        self.refresh()
        if variant.may_touch:
            self._company.adviser.wake()  # somebody is here who may soon begin a game, and ask
        self._browsers[client.id] = client, variant
        self._shown[variant] = self._view.everything(variant)
        client.run_javascript(layout.show(self._shown[variant]))

    def _turn(self, client: Client, view: str) -> None:
        """Change a browser's view of the board."""
        if client.id in self._browsers and view in projections.NAMES:
            _, variant = self._browsers[client.id]
            self._greet(client, variant._replace(view=view))

    def refresh(self) -> None:
        """Send every browser the changes since the last time."""
        for variant in {variant for _, variant in self._browsers.values()}:
            update = self._changes(variant)
            if update:
                code = layout.show(update)
                for browser, its_variant in self._browsers.values():
                    if its_variant == variant:
                        browser.run_javascript(code)

    def _changes(self, variant: Variant) -> dict[str, Any]:
        now = self._view.everything(variant)
        before = self._shown.get(variant, {})
        self._shown[variant] = now
        if now["html"].get("board-place") != before.get("html", {}).get("board-place"):
            before = {}
        update = {part: _changed(now[part], before.get(part, {})) for part in ("html", "fields", "body")}
        update = {part: values for part, values in update.items() if values}
        update |= {part: now[part] for part in ("roles", "title") if now[part] != before.get(part)}
        return update

    async def _start(self, fields: dict[str, str]) -> None:
        """Start the game chosen in the dialog, or show there why it cannot start."""
        asker = ui.context.client
        try:
            name, options, seats = new_game_form.read_choice(fields)
            await self.connection.new_game(name, options, seats, new_game_form.read_terms(fields))
        except (games.InvalidOption, TreppeError, SimulationError) as error:
            why = reason(error, layout.language_of(asker))
            asker.run_javascript(f"newGame.refuse({json.dumps(why)})")
        else:
            self.refresh()
            asker.run_javascript("treppe.close()")

    def _end(self, how: str) -> None:
        """Offer a draw, or resign; with another board by asking it."""
        mirror = self._company.mirror
        if not mirror or not mirror.is_ours:
            self.connection.ask(how)
        elif how == "draw":
            mirror.offer()
        else:
            mirror.resign()

    def _answer(self, is_granted: bool) -> None:
        """Answer the other board's question."""
        if self._company.mirror:
            self._company.mirror.answer(is_granted)

    async def _again(self) -> None:
        """Begin the same game anew, with the same players and clocks, and another deal."""
        game = self.connection.game
        if not game.is_over or not game.state:
            return
        options = new_game_form.dealt_anew(game.state.options)
        seats = [name if isinstance(name, str) else "" for name in game.seats]
        limits = game.limits or (self._company.mirror and self._company.mirror.limits)
        try:
            await self.connection.new_game(game.name, options, seats, {"clock": limits} if limits else {})
        except (TreppeError, SimulationError) as error:
            self.connection.notice = [told(error)]
        self.refresh()

    async def _try(self, act: Awaitable[None]) -> None:
        try:
            await act
        except SimulationError as error:
            self.connection.notice = [told(error)]
            self.refresh()


def _bar(words: ModuleType, key: str, may_touch: bool) -> layout.Bar:
    rules = html('<button class="quiet" data-open="rules" id="open-rules">{}</button>', words.PAGE["rules"])
    if not may_touch:
        return layout.Bar(key, rules, is_watched=True)
    button = '<button class="primary" data-open="new-game" id="open-new-game">{}</button>'
    return layout.Bar(key, rules, html(button, words.PAGE["new_game"]))


def _where(may: Callable[[Any], bool], act: Act) -> Act:
    """Return an action that does nothing where it is not people's to do."""
    return lambda what: act(what) if may(what) else None


def _changed(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
