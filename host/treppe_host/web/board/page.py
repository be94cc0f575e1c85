"""One board's page, kept up to date in every browser that shows the board."""

import json
from collections.abc import Awaitable, Callable, Iterable
from types import ModuleType
from typing import Any, NamedTuple

from nicegui import Client, ui
from treppe import games
from treppe.games import catalogue
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.html import html, joined
from treppe_host.link.told import said_of_part
from treppe_host.web import layout, texts
from treppe_host.web.board import (
    clocks,
    company,
    faults,
    hand,
    moves,
    new_game_form,
    panel,
    settings_form,
    summary,
    together,
)
from treppe_host.web.connections.company import Company
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.drawing import projections
from treppe_host.web.drawing.board import draw_board, draw_way
from treppe_host.web.drawing.stacks import show_stacks
from treppe_host.web.rules.reading import read_rules, written
from treppe_host.words import reason

Act = Callable[[Any], Awaitable[None] | None]


class Variant(NamedTuple):
    """The variant of the page in a browser; browsers with the same variant get the same updates."""

    language: str
    may_touch: bool
    view: str


class BoardPage:
    """One board shown in any number of browsers; each gets only the changes."""

    def __init__(self, connection: BoardConnection, among: Company):
        self.connection = connection
        self._company = among
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
        layout.build(template, words, self._title, "play", bar, dialog=dialog)
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
        connection = self.connection
        acts: dict[str, Act] = {
            "press": connection.press,
            "release": connection.release,
            "choose": connection.choose,
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
                "field": connection.touch,
                "take": connection.simulated_hand.take,
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
        self._browsers[client.id] = client, variant
        self._shown[variant] = self._everything(variant)
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
        now = self._everything(variant)
        before = self._shown.get(variant, {})
        self._shown[variant] = now
        if now["html"].get("board-place") != before.get("html", {}).get("board-place"):
            before = {}
        update = {part: _changed(now[part], before.get(part, {})) for part in ("html", "fields", "body")}
        update = {part: values for part, values in update.items() if values}
        update |= {part: now[part] for part in ("roles", "title") if now[part] != before.get(part)}
        return update

    def _everything(self, variant: Variant) -> dict[str, Any]:
        words = texts.load(variant.language)
        update: dict[str, Any] = {
            "html": self._sides(words, variant.may_touch),
            "fields": {},
            "roles": self.connection.roles,
            "title": layout.titled(self._title),
            "body": self._facts(variant.may_touch),
        }
        held = [] if self._is_played else self.connection.hand[-1:]
        if self.connection.surface:
            projection = projections.projection_of(self.connection.surface, variant.view)
            update["html"] |= self._board(words, self.connection.surface, projection)
            update["html"]["hand-piece"] = joined(hand.drawing(code, projection) for code in held)
            names = self.connection.game.names if self.connection.game.state else self.connection.surface.NAMES
            update["fields"] = show_stacks(words, self.connection.surface, names, self.connection.stacks, projection)
            update["body"]["view"] = projection.name
        return update

    def _board(self, words: ModuleType, surface: ModuleType, projection: projections.Projection) -> dict[str, str]:
        game = self.connection.game
        names = game.names if game.state else surface.NAMES
        title = catalogue.title(game.name) if game.state else words.PAGE["board"]
        return {
            "board-place": draw_board(surface, names, game.markings, title, projection),
            "ways": joined(draw_way(surface, way) for way in game.ways())
            + company.arrow(surface, game, self._company, projection),
        }

    def _sides(self, words: ModuleType, may_touch: bool) -> dict[str, str]:
        connection, game, display = self.connection, self.connection.game, self.connection.display
        is_play = panel.phase_of(game, display) == "play"
        due = game.due_pieces() if is_play else frozenset()
        missing = (
            connection.missing_pieces() if isinstance(connection, SimulatedConnection) and not game.is_over else set()
        )
        shown = {
            "title": self._title,
            "turn": self._turn_card(words, is_play, may_touch),
            "choices": self._choices(words) if may_touch and not self._company.leader.wish else "",
            "clocks": clocks.faces(words, game, display, self._together_s()),
            "advice": company.advice(words, game, self._company.adviser)
            if may_touch and self._is_advised(is_play)
            else "",
            "display": panel.little_display(self._seen_display),
            "display-language": settings_form.display_language(words, connection) if may_touch else "",
            "hand-text": ""
            if self._is_played or not may_touch
            else hand.text(words, connection, bool(due), bool(missing)),
            "moves": moves.list_of(words, game),
            "settings": settings_form.settings(words, connection) if may_touch else "",
            "status": summary.status(words, connection),
            "notice": self._notice(words),
            "announcement": moves.announcement(words, game),
            "rules-text": read_rules(game.name, words, written(game.state.options) if game.state else ""),
        }
        if isinstance(connection, SimulatedConnection):
            shown["supply"] = hand.supply(words, connection.supply, connection.hand, due | missing)
            shown["give-place"] = hand.acts(words, connection.hand)
            shown["power"] = words.PAGE["power"] if connection.is_powered else words.POWER_ON
            shown["fault"] = faults.choices(words, connection)
            shown["broken"] = faults.broken(words, connection)
            shown["cable"] = words.PAGE["cable"] if connection.is_plugged else words.CABLE_ON
        return shown

    def _together_s(self) -> list[int]:
        """The players' times in a game with another board, which has clocks of its own."""
        mirror = self._company.mirror
        return mirror.left_s() if mirror and mirror.is_ours else []

    def _is_advised(self, is_play: bool) -> bool:
        """Whether people here may ask for advice: not while the other board is to move."""
        mirror = self._company.mirror
        return is_play and not (mirror and mirror.is_to_move)

    def _choices(self, words: ModuleType) -> str:
        connection = self.connection
        asked = together.question(words, self._company.mirror)
        if asked:
            return asked
        if connection.game.is_paused and connection.is_connected:
            return html('<button class="primary" data-emit="resume" id="resume">{}</button>', words.GO_ON_PAUSED)
        if connection.game.is_over:
            return panel.after_the_end(words, connection.key)
        return panel.choices(words, connection.game, connection.display)

    @property
    def _seen_display(self) -> dict[str, Any]:
        """What the board's display shows: nothing without power."""
        is_dark = isinstance(self.connection, SimulatedConnection) and not self.connection.is_powered
        return {} if is_dark else self.connection.display

    @property
    def _title(self) -> str:
        game = self.connection.game
        return str(catalogue.title(game.name)) if game.state else ""

    @property
    def _is_played(self) -> bool:
        """True while the simulated hand moves a program's pieces."""
        return isinstance(self.connection, SimulatedConnection) and self.connection.simulated_hand.is_playing

    def _turn_card(self, words: ModuleType, is_play: bool, may_touch: bool) -> str:
        connection, game = self.connection, self.connection.game
        if game.state is None and not may_touch:
            return panel.idle(words)
        player, puzzler = self._company.leader, self._company.puzzler
        told = company.turn(words, game, player, connection.is_simulated) if is_play else ""
        puzzle = company.puzzle(words, puzzler) if is_play or game.is_over else ""
        return told or puzzle or panel.turn(words, game, connection.display, connection.roles)

    def _facts(self, may_touch: bool) -> dict[str, str]:
        """Return the facts that the style sheet uses, as attributes of the body."""
        connection, game = self.connection, self.connection.game
        is_careless = isinstance(connection, SimulatedConnection) and connection.simulated_hand.is_careless
        return {
            "whose": panel.whose(game, connection.display),
            "last": " ".join(str(field) for field in game.last_fields),
            "hand": "full" if connection.hand and not self._is_played else "",
            "over": "yes" if game.is_over else "",
            "playing": "yes" if game.state and not (game.is_over or game.is_paused) else "",
            "played": new_game_form.write_choice(game) if may_touch else "",
            "careless": "yes" if is_careless else "",
            "ask": "game" if connection.is_connected and game.state is None and may_touch else "",
            "board": "simulated" if connection.is_simulated else "real",
            "surface": connection.surface.NAME if connection.surface else "",
            "watch": "" if may_touch else "yes",
        }

    def _notice(self, words: ModuleType) -> str:
        connection = self.connection
        if isinstance(connection, SimulatedConnection):
            if connection.is_dead:
                return f"{words.STOPPED} {_joined(words, connection.notice)}"
            if not connection.is_powered:
                return str(words.POWER_OFF)
            if not connection.is_plugged:
                return str(words.CABLE_OFF)
        elif not connection.is_connected and not connection.notice:
            return str(words.DISPLACED if connection.is_displaced else words.UNPLUGGED)
        if self._company.player.failure:
            return f"{words.COMPANY['failed']} ({self._company.player.failure})"
        if told := together.notice(words, self._company.mirror):
            return told
        if connection.feed.has_gap and not connection.notice:
            return str(words.GAP)
        return _joined(words, connection.notice)

    async def _start(self, fields: dict[str, str]) -> None:
        """Start the game that was chosen in the dialog, or show there why it cannot start."""
        asker = ui.context.client
        try:
            name, options, seats = new_game_form.read_choice(fields)
            await self.connection.new_game(name, options, seats, new_game_form.read_terms(fields))
        except (games.InvalidOption, TreppeError, SimulationError) as error:
            why = reason(error, layout.language_of(asker))
            asker.run_javascript(f"treppe.refuse({json.dumps(why)})")
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
        """Answer what the other board asks."""
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
            self.connection.notice = [str(error)]
        self.refresh()

    async def _try(self, act: Awaitable[None]) -> None:
        try:
            await act
        except SimulationError as error:
            self.connection.notice = [str(error)]
            self.refresh()


def _bar(words: ModuleType, key: str, may_touch: bool) -> layout.Bar:
    rules = html('<button class="quiet" data-open="rules" id="open-rules">{}</button>', words.PAGE["rules"])
    if not may_touch:
        return layout.Bar(key, rules, is_watched=True)
    button = '<button class="primary" data-open="new-game" id="open-new-game">{}</button>'
    return layout.Bar(key, rules, html(button, words.PAGE["new_game"]))


def _joined(words: ModuleType, notice: Iterable[dict[str, Any] | str]) -> str:
    return "; ".join(said_of_part(each, words.LANGUAGE) for each in notice)


def _changed(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
