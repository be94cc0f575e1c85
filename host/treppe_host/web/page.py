"""The page itself: one skeleton, filled and kept up to date for every browser that looks at the same board."""

import json
from collections.abc import Awaitable, Callable
from html import escape
from types import ModuleType
from typing import Any

from nicegui import Client, ui
from treppe import games
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.web import form, frame, panel, rules, texts
from treppe_host.web.board_svg import draw_board, draw_way
from treppe_host.web.desk import Desk
from treppe_host.web.game import goal_fields
from treppe_host.web.piece_svg import draw_stack, height_of


class Page:
    """One board shown in any number of browsers: each is told what has changed, in one call a change."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self._browsers: dict[str, tuple[Client, str]] = {}
        self._shown: dict[str, dict[str, Any]] = {}
        desk.watchers.append(self.refresh)
        ui.page("/", title="Treppe", favicon=frame.FAVICON)(self.build)

    def build(self) -> None:
        """Build the page for one browser."""
        client = ui.context.client
        language = frame.language_of(client)
        words = texts.LANGUAGES[language]
        frame.add_head(words)
        ui.html(frame.fill("page", words, dialog=form.draw_dialog(words)), sanitize=False).classes("treppe")
        hands: dict[str, Callable[[Any], Awaitable[None] | None]] = {
            "field": self.desk.touch,
            "take": self.desk.take,
            "give": lambda _: self.desk.give(),
            "turn": lambda _: self.desk.turn(),
            "press": self.desk.press,
            "release": self.desk.release,
            "choose": self.desk.choose,
            "power": lambda _: self._try(self.desk.switch_power()),
            "cable": lambda _: self.desk.move_cable(),
            "upset": lambda _: self.desk.upset(),
            "careless": self.desk.be_careless,
            "start": self._start,
        }
        for name, act in hands.items():
            ui.on(name, frame.listener(act))
        client.on_connect(lambda: self._greet(client, language))
        client.on_disconnect(lambda leaving: self._browsers.pop(leaving.id, None))

    def _greet(self, client: Client, language: str) -> None:
        """Show everything to a browser that has just come, or come back."""
        self._browsers[client.id] = client, language
        self.refresh()
        client.run_javascript(frame.show(self._shown[language]))

    def refresh(self) -> None:
        """Tell every browser what has changed since the last time, in its language."""
        for language in {language for _, language in self._browsers.values()}:
            update = self._changes(language)
            if update:
                code = frame.show(update)
                for browser, spoken in self._browsers.values():
                    if spoken == language:
                        browser.run_javascript(code)

    def _changes(self, language: str) -> dict[str, Any]:
        now = self._everything(texts.LANGUAGES[language])
        before = self._shown.get(language, {})
        self._shown[language] = now
        if now["html"].get("board-place") != before.get("html", {}).get("board-place"):
            before = {}
        update = {part: _changed(now[part], before.get(part, {})) for part in ("html", "fields", "body")}
        update = {part: values for part, values in update.items() if values}
        if now["roles"] != before.get("roles"):
            update["roles"] = now["roles"]
        return update

    def _everything(self, words: ModuleType) -> dict[str, Any]:
        desk, game, display = self.desk, self.desk.game, self.desk.display
        names = game.names if game.state else desk.surface.NAMES
        goals = goal_fields(game.state) if game.state else frozenset()
        title = words.TITLES.get(game.name, "")
        hand = desk.hand
        return {
            "html": {
                "board-place": draw_board(desk.surface, names, goals, title or words.PAGE["board"]),
                "ways": "".join(draw_way(desk.surface, way) for way in game.ways()),
                "game-title": title,
                "turn": panel.turn(words, game, display),
                "choices": panel.choices(words, game, display),
                "display": panel.little_display(display),
                "supply": panel.supply(words, desk.supply, hand),
                "hand-piece": panel.drawing(hand[-1]) if hand else "",
                "hand-text": panel.hand_text(words, hand),
                "moves": panel.moves(words, game),
                "status": panel.status(words, desk.is_connected, desk.surface.NAME),
                "notice": escape(self._notice(words)),
                "announcement": panel.announcement(words, game),
                "power": words.PAGE["power"] if desk.is_powered else words.POWER_ON,
                "cable": words.PAGE["cable"] if desk.is_plugged else words.CABLE_ON,
                "rules-text": rules.read_rules(game.name, words),
            },
            "fields": {
                str(field): (draw_stack(stack), height_of(stack), texts.stack_name(words, stack))
                for field, stack in enumerate(desk.stacks)
                if names[field]
            },
            "roles": desk.roles,
            "body": {
                "whose": panel.whose(game, display),
                "last": " ".join(str(field) for field in game.last_fields),
                "hand": "full" if hand else "",
                "over": "yes" if panel.is_over(game) else "",
                "careless": "yes" if desk.is_careless else "",
                "ask": "game" if desk.is_connected and game.state is None else "",
            },
        }

    def _notice(self, words: ModuleType) -> str:
        desk = self.desk
        if desk.board.failure:
            return f"{words.STOPPED} {desk.notice}"
        if not desk.is_powered:
            return str(words.POWER_OFF)
        return desk.notice if desk.is_plugged else str(words.CABLE_OFF)

    async def _start(self, fields: dict[str, str]) -> None:
        """Begin the game that was chosen in the dialog, or say there why not."""
        asker = ui.context.client
        try:
            name, options = form.read_choice(fields)
            await self.desk.new_game(name, options)
        except (games.InvalidOption, TreppeError, SimulationError) as error:
            asker.run_javascript(f"treppe.refuse({json.dumps(str(error))})")
        else:
            asker.run_javascript("treppe.close()")

    async def _try(self, act: Awaitable[None]) -> None:
        try:
            await act
        except SimulationError as error:
            self.desk.notice = str(error)
            self.refresh()


def _changed(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
