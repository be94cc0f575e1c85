"""Shared by all pages: the document with its bar, styles, scripts and settings; what the browser has chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from treppe_host.html import Html, html, trusted
from treppe_host.web import assets, texts
from treppe_host.web.drawing import projections
from treppe_host.web.requests import Page, is_guest, language_of
from treppe_host.web.texts.en import Texts

VIEW_COOKIE = "treppe-view"


# The links of the bar by their words.
LINKS = {
    "play": "",
    "games": "games",
    "puzzles": "games/puzzles",
    "rules": "rules",
    "boards": "boards",
    "tune": "tune",
    "doctor": "doctor",
}
_BUILDERS_LINKS = ("boards", "tune", "doctor")  # behind one entry
_OWNERS_LINKS = ("tune", "doctor")
_BOARD_LINKS = {"play": "boards", "tune": "tune", "doctor": "doctor"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A page's own parts of the bar: its board, the way to its rules, its main button."""

    board: str = ""
    rules: Html = field(default_factory=Html)
    act: Html = field(default_factory=Html)
    more: Html = field(default_factory=Html)
    """What else lies behind the entry for builders."""
    is_watched: bool = False
    """Spectators have no links; they may read the rules beside the board."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """Where a page's changes come from, and where its acts go; scripts and styles beyond those of all pages."""

    stream: str = ""
    acts: str = ""
    files: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    """More of what the scripts read."""


def words_for(request: Request) -> Texts:
    """Return the page's words in the language of a request."""
    return texts.load(language_of(request))


def view_of(request: Request) -> str:
    """Return the view of towers that the user has chosen, by default the plan."""
    chosen = request.query_params.get("view", request.cookies.get(VIEW_COOKIE))
    return chosen if chosen in projections.NAMES else projections.NAMES[0]


def page(
    name: str,
    words: Texts,
    title: str,
    here: str = "",
    bar: Bar = Bar(),
    wiring: Wiring = Wiring(),
    heading: str | None = None,
    **parts: str,
) -> Page:
    """Return one of the page's HTML templates, with words and parts in it, below the bar that all pages have.

    `title` is the page's own, in the browser's tab and as its heading (unless `heading` is another one); `here` is the
    name of its link in the bar.
    """
    head = head_of(words, title if heading is None else heading, here, bar)
    content = html('<main id="main" tabindex="-1">{}</main>', assets.fill(name, words, **parts))
    return Page(document(words, title, head + content, wiring))


def document(words: Texts, title: str, content: Html, wiring: Wiring) -> Html:
    """Return a whole HTML document around a page's content, with the styles and scripts that `wiring` names."""
    return assets.fill(
        "document",
        words,
        language=words.LANGUAGE,
        title=titled(title),
        styles=assets.style_links((*assets.STYLES, *wiring.files)),
        scripts=assets.script_tags((*wiring.files, *assets.SCRIPTS)),
        settings=trusted(assets.in_script(assets.settings(words) | dict(wiring.settings))),
        stream=wiring.stream,
        acts=wiring.acts,
        visitor="guest" if is_guest.get() else "",
        content=content,
    )


def titled(title: str) -> str:
    """Return the title of a page for the browser."""
    return f"{title} · Treppe" if title else "Treppe"


def bar_of(words: Texts, title: str, links: Html, act: str = "", home: str = "") -> Html:
    """Return the bar above a page."""
    following = texts.next_language(words.LANGUAGE)
    return assets.fill(
        "bar",
        words,
        title=title,
        home=home,
        links=links,
        next_language=following,
        other_short=following.upper(),
        other_language=texts.load(following).LANGUAGE_NAME,
        act=act,
    )


def head_of(words: Texts, title: str, here: str, bar: Bar) -> Html:
    """Return the bar with the links of a page, those of spectators where it is watched."""
    return bar_of(words, title, links_of(words, here, bar), bar.act, "watch" if bar.is_watched else "")


def links_of(words: Texts, here: str, bar: Bar) -> Html:
    """Return the links to all pages; those about one board lead to the board of that key."""
    if bar.is_watched:
        return bar.rules
    links: dict[str, Any] = {
        name: {
            "name": words.PAGE[name],
            "address": f"{_BOARD_LINKS[name]}/{bar.board}" if bar.board and name in _BOARD_LINKS else address,
            "is_here": name == here,
            "is_owners": name in _OWNERS_LINKS,
        }
        for name, address in LINKS.items()
    }
    if bar.rules:
        links["rules"] = bar.rules
    behind = [links.pop(name) for name in _BUILDERS_LINKS]
    is_behind = here in _BUILDERS_LINKS
    return assets.fill("links", words, front=links.values(), behind=behind, is_behind=is_behind, more=bar.more)
