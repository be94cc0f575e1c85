"""The new-game dialog, generated from the games' tables of options, and what was chosen in it."""

from html import escape
from types import ModuleType
from typing import Any

from treppe import games

from treppe_host.web import texts

PLAYABLE = ("step", "aufstellen", "blockade", "weltreich", "sprung")
"""Games that the board's table knows how to play."""


def draw_dialog() -> str:
    """Return the dialog with all nine games; those that cannot be played yet are shown and not to be chosen."""
    cards = "".join(_card(name) for name in sorted(games.NAMES, key=lambda name: name not in PLAYABLE))
    options = "".join(_fieldset(name) for name in PLAYABLE)
    return (
        '<dialog id="new-game" aria-labelledby="new-game-title"><form id="new-game-form">'
        f'<header><h2 id="new-game-title">{texts.NEW_GAME}</h2>'
        f'<button type="button" class="quiet" data-close>{texts.CLOSE}</button></header>'
        f'<div class="cards" role="radiogroup" aria-label="{texts.GAME}">{cards}</div>{options}'
        '<p id="new-game-error" role="alert"></p>'
        f'<footer><button type="submit" class="primary">{texts.BEGIN}</button></footer></form></dialog>'
    )


def read_choice(fields: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """Return game and options of a filled-in form; raises `games.InvalidOption`."""
    name = fields.get("game", "")
    game = games.load(name)
    options = {}
    for option, allowed, _ in game.OPTIONS:
        value = fields.get(f"{name}.{option}", "").strip()
        if value:
            options[option] = games.parse_option(game, f"{option}={value}")[1]
        elif _is_switch(allowed):
            options[option] = False
    return name, options


def _card(name: str) -> str:
    is_playable = name in PLAYABLE
    attributes = "" if is_playable else " disabled"
    if name == PLAYABLE[0]:
        attributes = " checked autofocus"
    surface = texts.SURFACES[games.load(name).State.SURFACE] if is_playable else texts.NOT_YET
    return (
        f'<label class="card"><input type="radio" name="game" value="{name}"{attributes}>'
        f'<span class="card-title">{texts.TITLES[name]}</span><span class="card-text">{texts.SUMMARIES[name]}</span>'
        f'<span class="card-surface">{surface}</span></label>'
    )


def _fieldset(name: str) -> str:
    game = games.load(name)
    rows = "".join(_row(name, game, *spec) for spec in game.OPTIONS if spec[1] != (2,))
    return f'<fieldset data-game="{name}" hidden><legend>{texts.TITLES[name]}</legend>{rows}</fieldset>'


def _row(name: str, game: ModuleType, option: str, allowed: Any, default: Any) -> str:
    field = f"{name}.{option}"
    label = f"<span>{escape(texts.OPTIONS.get(option, option))}</span>"
    if _is_switch(allowed):
        checked = " checked" if default else ""
        return f'<label class="row">{label}<input type="checkbox" name="{field}" value="true"{checked}></label>'
    if isinstance(allowed, str):
        kind = 'type="number" min="{}" max="{}"'.format(*allowed.split("..")) if ".." in allowed else 'type="text"'
        return f'<label class="row">{label}<input {kind} name="{field}" placeholder="{texts.AS_IN_THE_RULES}"></label>'
    choices = "".join(
        f'<label><input type="radio" name="{field}" value="{value}"{" checked" if value == default else ""}>'
        f"<span>{escape(texts.CHOICES.get((option, value), str(value)))}</span></label>"
        for value in allowed
        if games.start(game.State.NAME, **{option: value}).surface
    )
    return f'<div class="row" role="radiogroup">{label}<div class="choices">{choices}</div></div>'


def _is_switch(allowed: Any) -> bool:
    return not isinstance(allowed, str) and all(isinstance(value, bool) for value in allowed)
