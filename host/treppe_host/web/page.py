"""The page itself: one skeleton, filled and kept up to date for every browser that looks at the same board."""

import json
from collections.abc import Awaitable, Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from nicegui import Client, app, events, ui
from treppe import games
from treppe_sim.errors import SimulationError

from treppe_host.errors import TreppeError
from treppe_host.web import form, lights, panel, texts
from treppe_host.web.board_svg import draw_board
from treppe_host.web.desk import Desk
from treppe_host.web.game import field_names, goal_fields
from treppe_host.web.piece_svg import draw_stack, height_of

_STATIC = Path(__file__).parent / "static"
_BODY = Template((_STATIC / "page.html").read_text("utf-8"))
FAVICON = (_STATIC / "favicon.svg").read_text("utf-8")


class Page:
    """One board shown in any number of browsers: each is told what has changed, in one call a change."""

    def __init__(self, desk: Desk):
        self.desk = desk
        self._browsers: dict[str, Client] = {}
        self._shown: dict[str, Any] = {}
        desk.watchers.append(self.refresh)
        version = max(int(file.stat().st_mtime) for file in _STATIC.iterdir())
        app.add_static_files("/static", _STATIC)
        self._head = (
            f'<link rel="stylesheet" href="/static/page.css?{version}">'
            f'<link rel="stylesheet" href="/static/board.css?{version}">'
            f'<script src="/static/page.js?{version}"></script>'
            f"<style>{lights.style_sheet()}</style>"
            f"<script>treppe.words = {json.dumps(texts.ROLES)}</script>"
        )
        ui.page("/", title="Treppe", favicon=FAVICON)(self.build)

    def build(self) -> None:
        """Build the page for one browser."""
        client = ui.context.client
        ui.add_head_html(self._head)
        ui.html(_BODY.substitute(texts.PAGE, dialog=form.draw_dialog()), sanitize=False).classes("treppe")
        hands: dict[str, Callable[[Any], Awaitable[None] | None]] = {
            "field": self.desk.touch,
            "take": self.desk.take,
            "give": lambda _: self.desk.give(),
            "press": self.desk.press,
            "release": self.desk.release,
            "start": self._start,
        }
        for name, act in hands.items():
            ui.on(name, _listener(act))
        client.on_connect(self._greet)
        client.on_disconnect(lambda leaving: self._browsers.pop(leaving.id, None))

    def _greet(self, client: Client) -> None:
        """Show everything to a browser that has just come, or come back."""
        self.refresh()
        self._browsers[client.id] = client
        client.run_javascript(_show(self._shown))

    def refresh(self) -> None:
        """Tell every browser what has changed since the last time."""
        now = self._everything()
        before = self._shown
        self._shown = now
        if now["html"].get("board-place") != before.get("html", {}).get("board-place"):
            before = {}
        update = {
            "html": _changed(now["html"], before.get("html", {})),
            "fields": _changed(now["fields"], before.get("fields", {})),
            "body": _changed(now["body"], before.get("body", {})),
        }
        update = {part: values for part, values in update.items() if values}
        if now["roles"] != before.get("roles"):
            update["roles"] = now["roles"]
        if update:
            code = _show(update)
            for browser in self._browsers.values():
                browser.run_javascript(code)

    def _everything(self) -> dict[str, Any]:
        desk, game, display = self.desk, self.desk.game, self.desk.display
        names = field_names(game.state) if game.state else desk.surface.NAMES
        goals = goal_fields(game.state) if game.state else frozenset()
        title = texts.TITLES.get(game.name, "")
        hand = desk.hand
        return {
            "html": {
                "board-place": draw_board(desk.surface, names, goals, title or texts.BOARD),
                "game-title": title,
                "turn": panel.turn(game, display),
                "display": panel.little_display(display),
                "supply": panel.supply(desk.supply, hand),
                "hand-piece": panel.drawing(hand[-1]) if hand else "",
                "hand-text": panel.hand_text(hand),
                "moves": panel.moves(game),
                "status": panel.status(desk.is_connected, desk.surface.NAME),
                "notice": escape(desk.notice),
                "announcement": panel.announcement(game),
            },
            "fields": {
                str(field): (draw_stack(stack), height_of(stack), texts.stack_name(stack))
                for field, stack in enumerate(desk.stacks)
                if names[field]
            },
            "roles": desk.roles,
            "body": {
                "whose": panel.whose(game, display),
                "last": " ".join(str(field) for field in game.last_fields),
                "hand": "full" if hand else "",
                "over": "yes" if panel.is_over(game) else "",
                "ask": "game" if desk.is_connected and game.state is None else "",
            },
        }

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


def _listener(act: Callable[[Any], Awaitable[None] | None]) -> Callable[[events.GenericEventArguments], Any]:
    return lambda event: act(event.args)


def _show(update: dict[str, Any]) -> str:
    return f"treppe.show({json.dumps(update)})"


def _changed(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if before.get(key) != value}
