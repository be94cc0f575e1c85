"""The new-game dialog, generated from the games' tables of options, and what was chosen in it."""

import json
from functools import lru_cache
from html import escape
from types import ModuleType
from typing import Any

from treppe import games
from treppe.games.options import parse_option
from treppe.table.clock import LONGEST_INCREMENT_S, LONGEST_MIN

from treppe_host.web.connections.followed_game import FollowedGame

PLAYABLE = ("step", "aufstellen", "blockade", "tor", "seven", "cubes", "weltreich", "sprung", "wetteifern")
"""Games that the board's table knows how to play, in the order of the dialog."""

LONGEST_NAME = 24  # letters: four of them, and what else there is to say, fit a line of the link


@lru_cache
def draw_dialog(words: ModuleType) -> str:
    """Return the dialog with all games."""
    cards = "".join(_card(words, name) for name in PLAYABLE)
    options = "".join(_fieldset(words, name) for name in PLAYABLE)
    return (
        '<dialog id="new-game" aria-labelledby="new-game-title"><form id="new-game-form">'
        f'<header><h2 id="new-game-title">{words.PAGE["new_game"]}</h2>'
        f'<button type="button" class="quiet" data-close>{words.PAGE["close"]}</button></header>'
        f'<div class="sides"><div class="cards" role="radiogroup" aria-label="{words.GAME}">{cards}</div>'
        f'<div class="agreed">{options}{_seats(words)}{_terms(words)}</div></div>'
        '<p id="new-game-error" role="alert"></p>'
        f'<footer><button type="submit" class="primary">{words.BEGIN}</button></footer></form></dialog>'
    )


def read_choice(fields: dict[str, str]) -> tuple[str, dict[str, Any], list[str]]:
    """Return game, options and the players' names of a filled-in form; raises `games.InvalidOption`."""
    name = fields.get("game", "")
    game = games.load(name)
    options = {}
    for option, allowed, _ in game.OPTIONS:
        value = fields.get(f"{name}.{option}", "").strip()
        if value:
            options[option] = parse_option(game, f"{option}={value}")[1]
        elif _is_switch(allowed):
            options[option] = False
    seats = [fields.get(f"seat{place}", "").strip()[:LONGEST_NAME] for place in range(4)]
    return name, options, seats


def write_choice(game: FollowedGame) -> str:
    """Return a game that was played, with options and names, for the dialog to choose it again."""
    if game.state is None:
        return ""
    names = [name if isinstance(name, str) and not name.isdigit() else "" for name in game.seats]
    return json.dumps({"game": game.name, "options": game.state.options, "seats": names})


def read_terms(fields: dict[str, str]) -> dict[str, Any]:
    """Return what else was agreed on, as the board's command `new` takes it: a clock, and lots for the first colour."""
    terms: dict[str, Any] = {}
    if fields.get("minutes", "").isdigit():
        increment = fields.get("increment_s", "")
        terms["clock"] = {
            "minutes": int(fields["minutes"]),
            "increment_s": int(increment) if increment.isdigit() else 0,
        }
    if fields.get("lot"):
        terms["starter"] = "random"
    return terms


def _card(words: ModuleType, name: str) -> str:
    attributes = " checked" if name == PLAYABLE[0] else ""
    surface = words.SURFACES[games.load(name).State.SURFACE]
    return (
        f'<label class="card"><input type="radio" name="game" value="{name}"{attributes}>'
        f'<span class="card-title">{words.TITLES[name]}</span><span class="card-surface">{surface}</span>'
        f'<span class="card-text">{words.SUMMARIES[name]}</span></label>'
    )


def _fieldset(words: ModuleType, name: str) -> str:
    game = games.load(name)
    rows = "".join(_row(words, name, game, *spec) for spec in game.OPTIONS if len(spec[1]) > 1)
    players = next(spec[2] for spec in game.OPTIONS if spec[0] == "players")
    facts = f'data-game="{name}" data-players="{players}" data-surface="{game.State.SURFACE}"'
    return f"<fieldset {facts} hidden><legend>{words.TITLES[name]}</legend>{rows}</fieldset>"


def _row(words: ModuleType, name: str, game: ModuleType, option: str, allowed: Any, default: Any) -> str:
    field = f"{name}.{option}"
    label = f"<span>{escape(words.OPTIONS.get(option, option))}</span>"
    if _is_switch(allowed):
        checked = " checked" if default else ""
        return f'<label class="row">{label}<input type="checkbox" name="{field}" value="true"{checked}></label>'
    if isinstance(allowed, str):
        kind = 'type="number" min="{}" max="{}"'.format(*allowed.split("..")) if ".." in allowed else 'type="text"'
        return f'<label class="row">{label}<input {kind} name="{field}" placeholder="{words.AS_IN_THE_RULES}"></label>'
    choices = "".join(
        f'<label><input type="radio" name="{field}" value="{value}"{" checked" if value == default else ""}>'
        f"<span>{escape(words.CHOICES.get((option, value), str(value)))}</span></label>"
        for value in allowed
        if games.start(game.State.NAME, **{option: value}).surface
    )
    return f'<div class="row" role="radiogroup">{label}<div class="choices">{choices}</div></div>'


def _seats(words: ModuleType) -> str:
    """Fields for the players' names; the script shows as many as there are players."""
    fields = "".join(
        f'<label class="seat player{place}"><span class="dot"></span><span class="unseen">{colour}</span>'
        f'<input name="seat{place}" placeholder="{colour}" maxlength="{LONGEST_NAME}" autocomplete="off"></label>'
        for place, colour in enumerate(words.PLAYERS)
    )
    return f'<div class="seats" role="group" aria-label="{words.NAMES}">{fields}</div>'


def _terms(words: ModuleType) -> str:
    """Fields for the clock, and whether lots decide who plays the first colour."""
    numbers = "".join(
        f'<label class="row"><span>{label}</span>'
        f'<input type="number" name="{name}" min="{least}" max="{most}" placeholder="\u2013"></label>'
        for name, label, least, most in (
            ("minutes", words.CLOCK_MINUTES, 1, LONGEST_MIN),
            ("increment_s", words.CLOCK_INCREMENT, 0, LONGEST_INCREMENT_S),
        )
    )
    lot = f'<label class="row"><span>{words.BY_LOT}</span><input type="checkbox" name="lot" value="true"></label>'
    return f"<fieldset>{numbers}{lot}</fieldset>"


def _is_switch(allowed: Any) -> bool:
    return not isinstance(allowed, str) and all(isinstance(value, bool) for value in allowed)
