"""Shared by all pages: head, static files, language, messages between browser and server."""

import json
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from fastapi import Request
from nicegui import Client, app, events, ui

from treppe_host.html import Html, html, joined, trusted
from treppe_host.web import assets, texts
from treppe_host.web.drawing import projections

_VERSION = max(int(file.stat().st_mtime) for file in assets.FOLDER.iterdir())
FAVICON = (assets.FOLDER / "favicon.svg").read_text("utf-8")
LANGUAGE_COOKIE = "treppe-language"
VIEW_COOKIE = "treppe-view"


# The links of the bar by their words.
_LINKS = {
    "play": "/",
    "games": "/games",
    "puzzles": "/games/puzzles",
    "rules": "/rules",
    "boards": "/boards",
    "tune": "/tune",
    "doctor": "/doctor",
}
_BOARD_LINKS = {"play": "/boards", "tune": "/tune", "doctor": "/doctor"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A page's own parts of the bar: its board, the way to its rules, its main button."""

    board: str = ""
    rules: Html = field(default_factory=Html)
    act: Html = field(default_factory=Html)
    is_watched: bool = False
    """Spectators have no links; they may read the rules beside the board."""


def serve_files() -> None:
    """Serve style sheets and scripts."""
    app.config.quasar_config["loadingBar"]["skipHijack"] = True  # it has no accessible name
    app.add_static_files("/static", assets.FOLDER)


def language_of(client: Client) -> str:
    """Return the language that the user has chosen, else the one that the browser asks for."""
    return language_asked(client.request)


def language_asked(request: Request) -> str:
    """Return the language that the user has chosen, else the one that the request asks for."""
    return texts.choose_language(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language", ""))


def view_of(client: Client) -> str:
    """Return the view of towers that the user has chosen, by default the plan."""
    chosen = client.request.cookies.get(VIEW_COOKIE)
    return chosen if chosen in projections.NAMES else projections.NAMES[0]


def add_head(words: ModuleType) -> None:
    """Add style and script to the page that is being built."""
    styles = joined(html('<link rel="stylesheet" href="/static/{}.css?{}">', name, _VERSION) for name in assets.STYLES)
    ui.add_head_html(f"{styles}{_scripts(assets.SCRIPTS)}<script>{assets.settings(words)}</script>")


def add_files(name: str, words: dict[str, str], *used: str) -> None:
    """Add the style sheet and the script called `name` to the page that is being built, after the scripts it uses.

    The script gets the words.
    """
    ui.add_head_html(
        f'<link rel="stylesheet" href="/static/{name}.css?{_VERSION}">{_scripts((*used, name))}'
        f"<script>{name}.words = {assets.in_script(words)}</script>"
    )


def _scripts(names: Iterable[str]) -> Html:
    return joined(html('<script src="/static/{}.js?{}"></script>', name, _VERSION) for name in names)


def build(name: str, words: ModuleType, title: str, here: str = "", bar: Bar = Bar(), **parts: str) -> None:
    """Build one of the page's HTML templates, with words and parts in it, below the bar that all pages have.

    `title` is the page's own, `here` the name of its link in the bar.
    """
    add_head(words)
    ui.page_title(titled(title))
    ui.html(_bar(words, title, here, bar) + assets.fill(name, words, **parts), sanitize=False).classes("treppe")


def titled(title: str) -> str:
    """Return the title of a page for the browser."""
    return f"{title} · Treppe" if title else "Treppe"


def _bar(words: ModuleType, title: str, here: str, bar: Bar) -> Html:
    following = texts.next_language(words.LANGUAGE)
    return assets.fill(
        "bar",
        words,
        title=title,
        home="/watch" if bar.is_watched else "/",
        links=_links(words, here, bar),
        next_language=following,
        other_short=following.upper(),
        other_language=texts.load(following).LANGUAGE_NAME,
        act=bar.act,
    )


def _links(words: ModuleType, here: str, bar: Bar) -> Html:
    """Return the links to all pages; those about one board lead to the board of that key."""
    if bar.is_watched:
        return bar.rules
    links = {name: _link(words, name, here, bar.board) for name in _LINKS}
    return joined((links | ({"rules": bar.rules} if bar.rules else {})).values())


def _link(words: ModuleType, name: str, here: str, board: str) -> Html:
    return html(
        '<a href="{address}"{current}>{name}</a>',
        address=f"{_BOARD_LINKS[name]}/{board}" if board and name in _BOARD_LINKS else _LINKS[name],
        current=trusted(' aria-current="page"') if name == here else "",
        name=words.PAGE[name],
    )


def listener(act: Callable[[Any], Awaitable[object] | None]) -> Callable[[events.GenericEventArguments], Any]:
    """Return a handler that passes an event's arguments to `act`."""
    return lambda event: act(event.args)


def show(update: dict[str, Any]) -> str:
    """Return the script that shows a change: HTML by the id of its element, stacks by field, and more."""
    return f"treppe.show({json.dumps(assets.escaped(update))})"
