"""The rules of a game as HTML; they stand with the game in Markdown, a file for each language.

A picture alone in its line becomes a figure, with the lines below it as its caption. Of the pictures of the start, one
for each number of players, the one that was asked for is shown.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import parse_qsl

import markdown2  # type: ignore[import-untyped]
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.options import complete, option_text, parse_option

from treppe_host.html import Html, html, joined, trusted
from treppe_host.web.drawing import lights
from treppe_host.web.drawing.rules_pictures import starts_of

_FIGURE = re.compile(r"^!\[([^]]*)\]\(([a-z0-9_-]+)\.svg\)\n((?:.+\n)*)", re.M)
_EXTRAS = ["tables", "markdown-in-html"]
_ROLES = "lg{}rp!?{}wm"


def page_of(name: str, language: str) -> Path | None:
    """Return the file with the rules of a game in a language, if there is one."""
    folder = Path(str(games.load(name).__file__)).parent / "host"
    path = folder / f"rules_{language}.md"
    return path if path.exists() else None


def written(options: Mapping[str, Any]) -> str:
    """Return options as they stand in an address, without those that are not set."""
    return "&".join(f"{name}={option_text(value)}" for name, value in options.items() if value is not None)


def options_in(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a game that an address has; those of the default where they do not fit the game."""
    game = games.load(name)
    known = [option for option, _, _ in game.OPTIONS]
    try:
        chosen = dict(parse_option(game, f"{option}={value}") for option, value in given.items() if option in known)
        return complete(game, chosen)
    except games.InvalidOption:
        return complete(game, {})


@lru_cache
def read_rules(name: str, words: ModuleType, query: str = "") -> Html:
    """Return the rules of a game as HTML, in English if this language has none; nothing without a game.

    `query` are the options of the start that is shown, as in an address.
    """
    if name not in catalogue.names():
        return Html()
    page, language, note = page_of(name, words.LANGUAGE), words.LANGUAGE, ""
    if page is None:
        page, language, note = page_of(name, "en"), "en", words.RULES_NOTE
    if page is None:
        return html("<p>{}</p>", words.NO_RULES)
    options = options_in(name, dict(parse_qsl(query)))
    text = _FIGURE.sub(lambda found: _figure(name, found, options), page.read_text("utf-8"))
    shown = markdown2.markdown(text, extras=_EXTRAS)
    said = html("<p><em>{}</em></p>", note) if note else Html()
    return html(
        '{}<article class="rules" lang="{}">{}</article>{}', said, language, trusted(shown), _legend(name, words)
    )


def _figure(name: str, found: re.Match[str], options: Mapping[str, Any]) -> str:
    """Return a picture with its caption; nothing for the start of another game."""
    file, alt, caption = found[2], found[1], trusted(markdown2.markdown(found[3]))
    query = ""
    if file.startswith("start"):
        if not _is_start(name, file, options):
            return ""
        query = "?" + written(options)
    return html(
        '<figure class="{}"><img src="/rules/{}/{}.svg{}" alt="{}" loading="lazy">{}</figure>\n',
        re.split("[_-]", file)[0],
        name,
        file,
        query,
        alt,
        html("<figcaption>{}</figcaption>", caption) if caption else "",
    )


def _is_start(name: str, file: str, options: Mapping[str, Any]) -> bool:
    """Return whether a picture of the start is of a game with these options: the last one that fits is its own."""
    fitting = [
        f"start{ending}"
        for ending, wanted in starts_of(name).items()
        if all(options[option] == value for option, value in wanted.items())
    ]
    return file in ("start", fitting[-1])


def _legend(name: str, words: ModuleType) -> Html:
    """Return what the lamps mean that come up in a game."""
    state = games.start(name)
    own = ("b" if state.surface and surfaces.load(state.surface).SENSOR == "cell" else "") + (
        "x" if state.CAPTURES or state.PASSES else ""
    )
    roles = _ROLES.format(own, "t" if state.TWO_SIDED else "")
    lamps = joined(html("<li>{}{}</li>", lights.draw_lamp(role), words.ROLES[role]) for role in roles)
    return html('<ul class="lamps">{}</ul>', lamps)
