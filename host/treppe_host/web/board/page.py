"""One board's page: a skeleton, filled and kept up to date for every browser that looks at the board."""

import json
from collections.abc import Awaitable, Callable
from html import escape
from types import ModuleType
from typing import Any, NamedTuple

from nicegui import Client, ui
from treppe import games
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.web import layout, texts
from treppe_host.web.board import faults, hand, link_line, new_game_form, panel, rules
from treppe_host.web.connections.connection import Desk
from treppe_host.web.connections.followed_game import goal_fields
from treppe_host.web.connections.simulated_board import SimulatedDesk
from treppe_host.web.drawing import views
from treppe_host.web.drawing.board import draw_board, draw_way
from treppe_host.web.drawing.stacks import show_stacks

Act = Callable[[Any], Awaitable[None] | None]


class Look(NamedTuple):
    """How a browser sees the page; those with the same look get the same."""

    language: str
    may_touch: bool
    view: str


class Page:
    """One board shown in any number of browsers: each is told what has changed, in one call a change."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self._browsers: dict[str, tuple[Client, Look]] = {}
        self._shown: dict[Look, dict[str, Any]] = {}
        desk.watchers.append(self.refresh)

    def build(self, may_touch: bool) -> None:
        """Build the page for one browser: that of a player, or of a spectator."""
        client = ui.context.client
        look = Look(layout.language_of(client), may_touch, layout.view_of(client))
        words = texts.LANGUAGES[look.language]
        layout.add_head(words)
        dialog = new_game_form.draw_dialog(words) if may_touch else ""
        ui.html(layout.fill("page", words, dialog=dialog), sanitize=False).classes("treppe")
        for name, act in self._acts().items() if may_touch else ():
            ui.on(name, layout.listener(act))
        if may_touch:
            speak = {"name": "language", "value": look.language}
            ui.on("speak", layout.listener(lambda _: self.desk.set(speak)))
        ui.on("view", layout.listener(lambda view: self._turn(client, view)))
        link_line.keep_up_to_date(client, words, self.desk)
        client.on_connect(lambda: self._greet(client, look))
        # Not when a connection ends: a browser may have another one by then, and would be told nothing any more.
        client.on_delete(lambda leaving: self._browsers.pop(leaving.id, None))

    def _acts(self) -> dict[str, Act]:
        """Return what browsers may do, by the name of the event that asks for it."""
        desk = self.desk
        acts: dict[str, Act] = {
            "press": desk.press,
            "release": desk.release,
            "choose": desk.choose,
            "set": desk.set,
            "hint": desk.hint,
            "start": self._start,
        }
        if isinstance(desk, SimulatedDesk):
            acts |= {
                "field": desk.touch,
                "take": desk.take,
                "give": lambda _: desk.give(),
                "turn": lambda _: desk.turn(),
                "power": lambda _: self._try(desk.switch_power()),
                "cable": lambda _: desk.move_cable(),
                "upset": lambda _: desk.upset(),
                "careless": desk.be_careless,
                "break": desk.break_part,
            }
        return acts

    def _greet(self, client: Client, look: Look) -> None:
        """Show everything to a browser that has just come, or come back."""
        self.refresh()
        self._browsers[client.id] = client, look
        self._shown[look] = self._everything(look)
        client.run_javascript(layout.show(self._shown[look]))

    def _turn(self, client: Client, view: str) -> None:
        """Show the board to a browser as it wants to look at it from now on."""
        if client.id in self._browsers and view in views.NAMES:
            _, look = self._browsers[client.id]
            self._greet(client, look._replace(view=view))

    def refresh(self) -> None:
        """Tell every browser what has changed since the last time."""
        for look in {look for _, look in self._browsers.values()}:
            update = self._changes(look)
            if update:
                code = layout.show(update)
                for browser, its_look in self._browsers.values():
                    if its_look == look:
                        browser.run_javascript(code)

    def _changes(self, look: Look) -> dict[str, Any]:
        now = self._everything(look)
        before = self._shown.get(look, {})
        self._shown[look] = now
        if now["html"].get("board-place") != before.get("html", {}).get("board-place"):
            before = {}
        update = {part: _changed(now[part], before.get(part, {})) for part in ("html", "fields", "body")}
        update = {part: values for part, values in update.items() if values}
        if now["roles"] != before.get("roles"):
            update["roles"] = now["roles"]
        return update

    def _everything(self, look: Look) -> dict[str, Any]:
        words = texts.LANGUAGES[look.language]
        update: dict[str, Any] = {
            "html": self._sides(words, look.may_touch),
            "fields": {},
            "roles": self.desk.roles,
            "body": self._facts(look.may_touch),
        }
        held = self.desk.hand[-1:]
        if self.desk.surface:
            view = views.view_of(self.desk.surface, look.view)
            update["html"] |= self._board(words, self.desk.surface, view)
            update["html"]["hand-piece"] = "".join(hand.drawing(code, view) for code in held)
            names = self.desk.game.names if self.desk.game.state else self.desk.surface.NAMES
            update["fields"] = show_stacks(words, self.desk.surface, names, self.desk.stacks, view)
            update["body"]["view"] = view.name
        return update

    def _board(self, words: ModuleType, surface: ModuleType, view: views.View) -> dict[str, str]:
        game = self.desk.game
        names = game.names if game.state else surface.NAMES
        goals = goal_fields(game.state) if game.state else frozenset()
        title = words.TITLES.get(game.name) or words.PAGE["board"]
        return {
            "board-place": draw_board(surface, names, goals, title, view),
            "ways": "".join(draw_way(surface, way) for way in game.ways()),
        }

    def _sides(self, words: ModuleType, may_touch: bool) -> dict[str, str]:
        desk, game, display = self.desk, self.desk.game, self.desk.display
        is_play = panel.phase_of(game, display) == "play"
        due = game.due_pieces() if is_play else frozenset()
        html = {
            "game-title": words.TITLES.get(game.name, ""),
            "turn": panel.turn(words, game, display, desk.roles),
            "choices": panel.choices(words, game, display) if may_touch else "",
            "display": panel.little_display(display),
            "display-language": panel.display_language(words, desk) if may_touch else "",
            "hand-text": hand.text(words, desk, bool(due)),
            "moves": panel.moves(words, game),
            "settings": panel.settings(words, desk) if may_touch else "",
            "status": panel.status(words, desk),
            "notice": escape(self._notice(words)),
            "announcement": panel.announcement(words, game),
            "rules-text": rules.read_rules(game.name, words),
        }
        if isinstance(desk, SimulatedDesk):
            html["supply"] = hand.supply(words, desk.supply, desk.hand, due)
            html["power"] = words.PAGE["power"] if desk.is_powered else words.POWER_ON
            html["fault"] = faults.choices(words, desk)
            html["broken"] = faults.broken(words, desk)
            html["cable"] = words.PAGE["cable"] if desk.is_plugged else words.CABLE_ON
        return html

    def _facts(self, may_touch: bool) -> dict[str, str]:
        """Return what the style sheet goes by."""
        desk, game = self.desk, self.desk.game
        is_careless = isinstance(desk, SimulatedDesk) and desk.is_careless
        return {
            "whose": panel.whose(game, desk.display),
            "last": " ".join(str(field) for field in game.last_fields),
            "hand": "full" if desk.hand else "",
            "over": "yes" if panel.is_over(game) else "",
            "played": new_game_form.write_choice(game) if may_touch else "",
            "careless": "yes" if is_careless else "",
            "ask": "game" if desk.is_connected and game.state is None and may_touch else "",
            "board": "simulated" if desk.is_simulated else "real",
            "surface": desk.surface.NAME if desk.surface else "",
            "watch": "" if may_touch else "yes",
        }

    def _notice(self, words: ModuleType) -> str:
        desk = self.desk
        if isinstance(desk, SimulatedDesk):
            if desk.is_dead:
                return f"{words.STOPPED} {desk.notice}"
            if not desk.is_powered:
                return str(words.POWER_OFF)
            if not desk.is_plugged:
                return str(words.CABLE_OFF)
        elif not desk.is_connected and not desk.notice:
            return str(words.DISPLACED if desk.is_displaced else words.UNPLUGGED)
        return texts.refusal(words, desk.notice)

    async def _start(self, fields: dict[str, str]) -> None:
        """Begin the game that was chosen in the dialog, or say there why not."""
        asker = ui.context.client
        try:
            name, options, seats = new_game_form.read_choice(fields)
            await self.desk.new_game(name, options, seats, new_game_form.read_terms(fields))
        except (games.InvalidOption, TreppeError, SimulationError) as error:
            asker.run_javascript(f"treppe.refuse({json.dumps(str(error))})")
        else:
            self.refresh()
            asker.run_javascript("treppe.close()")

    async def _try(self, act: Awaitable[None]) -> None:
        try:
            await act
        except SimulationError as error:
            self.desk.notice = str(error)
            self.refresh()


def _changed(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
