"""The rules of a game as HTML; they stand with the game in Markdown, a file for each language.

A picture alone in its line becomes a figure, with the lines below it as its caption. Of the pictures of the start, one
for each number of players, it shows the requested one.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from treppe import games, surfaces
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.options import complete, option_text, parse_option
from treppe.sensing.kinds import kind_of

from treppe_host.html import Html, html, joined, trusted
from treppe_host.web import texts
from treppe_host.web.drawing import lights
from treppe_host.web.drawing.rules_pictures import starts_of
from treppe_host.web.texts.en import Texts

_FIGURE = re.compile(r"^!\[([^]]*)\]\(([a-z0-9_-]+)\.svg\)\n((?:.+\n)*)", re.M)
_LIFT, _ROLES = "l", "grp!?wm"


def page_of(name: str, language: str) -> Path | None:
    """Return the file with the rules of a game in a language, if there is one."""
    folder = Path(str(games.load(name).__file__)).parent / "host"
    path = folder / f"rules_{language}.md"
    return path if path.exists() else None


def written(options: Mapping[str, Any]) -> str:
    """Return options in the form of an address, without unset ones."""
    return "&".join(f"{name}={option_text(value)}" for name, value in options.items() if value is not None)


def options_in(name: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the options of a game that an address has; those of the default where they do not fit the game or a board.

    Options that the game does not know are left out.
    """
    game = games.load(name)
    names = [option for option, _, _ in game.OPTIONS]
    try:
        chosen = dict(parse_option(game, f"{option}={value}") for option, value in given.items() if option in names)
        state = games.start(name, chosen)
    except games.InvalidOption:
        return complete(game, {})
    return state.options if state.surface else complete(game, {})


@lru_cache
def read_rules(name: str, words: Texts, query: str = "", *, with_choice: bool = False) -> Html:
    """Return the rules of a game as HTML, in English if this language has none; nothing without a game.

    `query` are the options of the start that is shown, as in an address; `with_choice` adds links to the other starts.
    """
    if name not in catalogue.names():
        return Html()
    page, language, note = page_of(name, words.LANGUAGE), words.LANGUAGE, ""
    if page is None:
        page, language, note = page_of(name, "en"), "en", words.RULES_NOTE
    if page is None:
        return html("<p>{}</p>", words.NO_RULES)
    options = options_in(name, dict(parse_qsl(query)))
    choice = _choice(name, words, options) if with_choice else Html()
    text = _FIGURE.sub(lambda found: _figure(name, found, options, choice), page.read_text("utf-8-sig"))
    shown = _as_html(text)
    head = html("<p><em>{}</em></p>", note) if note else Html()
    shown = shown.replace("</h1>", html("</h1>\n<p>{}</p>", texts.for_whom(words, name)), 1)
    return html(
        '{}<article class="rules" lang="{}">{}</article>{}', head, language, trusted(shown), _legend(name, words)
    )


def _as_html(text: str) -> str:
    from markdown_it import MarkdownIt  # not before the first page, which often shows no rules

    return str(MarkdownIt().enable("table").render(text))


def _figure(name: str, found: re.Match[str], options: Mapping[str, Any], choice: Html) -> str:
    """Return a picture with its caption, the start below a choice of starts; nothing for the start of another game."""
    file, alt, caption = found[2], found[1], trusted(_as_html(found[3]))
    query = ""
    above = Html()
    if file.startswith("start"):
        if file != _start_of(name, options):
            return ""
        query = "?" + written(options)
        above = choice + "\n\n"
    return html(
        '{}<figure class="{}"><img src="~/rules/{}/{}.svg{}" alt="{}" loading="lazy">{}</figure>\n',
        above,
        re.split("[_-]", file)[0],
        name,
        file,
        query,
        alt,
        html("<figcaption>{}</figcaption>", caption) if caption else "",
    )


def _start_of(name: str, options: Mapping[str, Any]) -> str:
    """Return the picture of the start of a game with these options: the last one that fits is its own."""
    starts = starts_of(name).items()
    fitting = [ending for ending, own in starts if all(options[option] == value for option, value in own.items())]
    return f"start{fitting[-1]}"


def _choice(name: str, words: Texts, options: Mapping[str, Any]) -> Html:
    """Return links to the starts for other numbers of players; nothing where there is only one."""
    starts = starts_of(name)
    if len(starts) == 1:
        return Html()
    here = _start_of(name, options)
    links = joined(
        html(
            '<a href="?{}"{}>{}</a>',
            written(own),
            html(' aria-current="page"') if f"start{ending}" == here else "",
            own["players"] if len(own) == 1 else "2 + 2",
        )
        for ending, own in starts.items()
    )
    return html('<nav class="starts" aria-label="{0}"><span>{0}:</span>{1}</nav>', words.OPTIONS["players"], links)


def _legend(name: str, words: Texts) -> Html:
    """Return the legend: the buttons, and the lamps of a game, those of players by their colours."""
    state = games.start(name)
    own = "b" if state.surface and kind_of(surfaces.load(state.surface)).HAS_WEIGHTS else ""
    own += "x" if state.CAPTURES or state.PASSES else ""
    own += "t" if state.TWO_SIDED else ""
    lift = "".join(str(player) for player in range(facts.player_counts(name)[-1])) if state.players > 1 else _LIFT
    shown = [(lift, _LIFT), *((role, role) for role in _ROLES + own)]
    lamps = joined(
        html("<li>{}{}</li>", joined(lights.draw_lamp(role) for role in roles), words.ROLES[meaning])
        for roles, meaning in shown
    )
    return html('<p class="keys-shown">{}</p><ul class="lamps">{}</ul>', words.RULES_KEYS, lamps)
