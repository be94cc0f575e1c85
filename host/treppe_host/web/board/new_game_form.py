"""The new-game dialog, made from the games' tables of options, and the choice that a user makes in it."""

import json
import math
from functools import lru_cache
from random import SystemRandom
from types import ModuleType
from typing import Any

from treppe import games
from treppe.games import catalogue
from treppe.games.options import parse_option
from treppe.table.clock import LONGEST_INCREMENT_S, LONGEST_MIN

from treppe_host.company.levels import LAST
from treppe_host.company.seats import is_program, level_of, seat_name
from treppe_host.html import Html, html, joined, options
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts

_LETTERS = "BRYG"  # of the players' colours, in the order of play
LONGEST_NAME = 24  # letters: four names and the other fields of the command fit a line of the link


@lru_cache
def draw_dialog(words: ModuleType) -> Html:
    """Return the dialog with all games."""
    cards = joined(_card(words, name, place == 0) for place, name in enumerate(texts.titles()))
    options = joined(_fieldset(words, name) for name in texts.titles())
    return html(
        '<dialog id="new-game" aria-labelledby="new-game-title"><form id="new-game-form"><header>'
        '<h2 id="new-game-title">{new_game}</h2><button type="button" class="quiet" data-close>{close}'
        '</button></header><div class="sides">'
        '<div class="cards" role="radiogroup" aria-label="{game}">{cards}</div>'
        '<div class="agreed">{options}{seats}{terms}</div></div><p id="new-game-error" role="alert"></p>'
        '<footer><button type="submit" class="primary">{begin}</button></footer></form></dialog>',
        new_game=words.PAGE["new_game"],
        close=words.PAGE["close"],
        game=words.GAME,
        cards=cards,
        options=options,
        seats=_seats(words),
        terms=_terms(words),
        begin=words.BEGIN,
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
    seats = [_read_seat(fields, place) for place in range(4)]
    if any(map(level_of, seats[: games.start(name, options).players])):
        options |= _dealt(name, options)
    return name, options, seats


def _read_seat(fields: dict[str, str], place: int) -> str:
    """Return the name of a person or a program; raise `games.InvalidOption` for a person with a program's name."""
    level = fields.get(f"level{place}", "")
    if level.isdigit() and 1 <= int(level) <= LAST:
        return seat_name(int(level))
    name = fields.get(f"seat{place}", "").strip()[:LONGEST_NAME]
    if is_program(name):
        raise games.InvalidOption(f"{name!r} is the name of a program")
    return name


def _dealt(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a seed for a game with hidden hands and a program, which could not see a hand that people hold."""
    if getattr(games.start(name, options), "is_dealt", True):
        return {}
    return {"seed": SystemRandom().randrange(1, 2**32)}


def write_choice(game: FollowedGame) -> str:
    """Return the present game with options and names, so that the dialog chooses it again."""
    if game.state is None:
        return ""
    seats = [name if isinstance(name, str) and not name.isdigit() else "" for name in game.seats]
    names = ["" if is_program(name) else name for name in seats]
    levels = [str(level_of(name) or "") for name in seats]
    return json.dumps({"game": game.name, "options": game.state.options, "seats": names, "levels": levels})


def dealt_anew(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game for the next one, with a new seed if a seed deals it."""
    is_dealt = options.get("seed") is not None
    return options | ({"seed": SystemRandom().randrange(1, 2**32)} if is_dealt else {})


def read_terms(fields: dict[str, str]) -> dict[str, Any]:
    """Return the further fields of the board's command `new`: a clock, and lots for the first colour."""
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


def _card(words: ModuleType, name: str, is_chosen: bool) -> Html:
    attributes = " checked" if is_chosen else ""
    surface = words.SURFACES[games.load(name).State.SURFACE]
    return html(
        '<label class="card" title="{surface}"><input type="radio" name="game" value="{name}"{attributes}>'
        '<span class="card-title">{title}</span><span class="card-facts">{for_whom}</span>'
        '<span class="card-text">{summary}</span></label>',
        name=name,
        attributes=attributes,
        title=catalogue.title(name),
        surface=surface,
        summary=texts.game_words(words, name).summary,
        for_whom=texts.for_whom(words, name),
    )


def _fieldset(words: ModuleType, name: str) -> Html:
    game = games.load(name)
    readings = getattr(game, "READINGS", ())
    specs = [spec for spec in game.OPTIONS if len(spec[1]) > 1]
    rows = joined(_row(words, name, game, *spec) for spec in specs if spec[0] not in readings)
    if readings:
        more = joined(_row(words, name, game, *spec) for spec in specs if spec[0] in readings)
        rows += html("<details><summary>{}</summary>{}</details>", words.READINGS, more)
    players = next(spec[2] for spec in game.OPTIONS if spec[0] == "players")
    facts = html('data-game="{}" data-players="{}" data-surface="{}"', name, players, game.State.SURFACE)
    return html("<fieldset {} hidden><legend>{}</legend>{}</fieldset>", facts, catalogue.title(name), rows)


def _row(words: ModuleType, name: str, game: ModuleType, option: str, allowed: Any, default: Any) -> Html:
    field, said = f"{name}.{option}", texts.game_words(words, name)
    label = html("<span>{}</span>", said.options.get(option, option))
    if _is_switch(allowed):
        checked = " checked" if default else ""
        return html(
            '<label class="row">{}<input type="checkbox" name="{}" value="true"{}></label>',
            label,
            field,
            checked,
        )
    if isinstance(allowed, str) and set(allowed) == set(_LETTERS):
        return _mix(words, label, field, allowed)
    if isinstance(allowed, str):
        kind = html('type="text"')
        if ".." in allowed:
            kind = html('type="number" min="{}" max="{}"', *allowed.split(".."))
        return html(
            '<label class="row">{label}<input {kind} name="{field}" placeholder="{hint}"></label>',
            label=label,
            kind=kind,
            field=field,
            hint=words.AS_IN_THE_RULES,
        )
    choices = joined(
        html(
            '<label><input type="radio" name="{field}" value="{value}"{checked}><span>{text}</span></label>',
            field=field,
            value=value,
            checked=" checked" if value == default else "",
            text=said.choices.get((option, value), value),
        )
        for value in allowed
        if games.start(game.State.NAME, {option: value}).surface
    )
    return html('<div class="row" role="radiogroup">{}<div class="choices">{}</div></div>', label, choices)


def _mix(words: ModuleType, label: Html, field: str, letters: str) -> Html:
    """Return a square that people fill with colours, field by field, as their pieces lie; the script counts."""
    side = math.isqrt(len(letters))
    buttons = joined(
        html(
            '<button type="button" class="player{player}" data-letter="{letter}"><span class="dot"></span>{colour}'
            " <b>{left}</b></button>",
            player=_LETTERS.index(letter),
            letter=letter,
            colour=words.COLOURS[_LETTERS.index(letter)],
            left=letters.count(letter),
        )
        for letter in _LETTERS
    )
    return html(
        '<details class="mix"><summary>{label}</summary><div class="mix-grid" style="--columns: {side}">{cells}</div>'
        '<div class="mix-colours">{buttons}<button type="button" data-letter="">{undo}</button></div>'
        '<input type="hidden" name="{field}"></details>',
        label=label,
        side=side,
        cells=joined([html("<i></i>")] * len(letters)),
        buttons=buttons,
        undo=words.PAGE["take_back"],
        field=field,
    )


def _seats(words: ModuleType) -> Html:
    """Return the fields for four players, persons or programs; the script shows as many as the game has."""
    say = words.COMPANY
    levels = options(
        (number, say["program"].format(number, level)) for number, level in enumerate(say["levels"], start=1)
    )
    fields = joined(
        html(
            '<div class="seat player{place}"><span class="dot"></span>'
            '<input name="seat{place}" aria-label="{colour}" placeholder="{colour}" maxlength="{most}"'
            ' autocomplete="off">'
            '<select name="level{place}" aria-label="{seat}"><option value="">{person}</option>{levels}</select></div>',
            place=place,
            colour=colour,
            most=LONGEST_NAME,
            seat=say["seat"].format(colour),
            person=say["person"],
            levels=levels,
        )
        for place, colour in enumerate(words.PLAYERS)
    )
    return html('<div class="seats" role="group" aria-label="{}">{}</div>', words.NAMES, fields)


def _terms(words: ModuleType) -> Html:
    """Return the fields for the clock, and for drawing lots for the first colour."""
    numbers = joined(
        html(
            '<label class="row"><span>{label}</span>'
            '<input type="number" name="{name}" min="{least}" max="{most}" placeholder="–"></label>',
            label=label,
            name=name,
            least=least,
            most=most,
        )
        for name, label, least, most in (
            ("minutes", words.CLOCK_MINUTES, 1, LONGEST_MIN),
            ("increment_s", words.CLOCK_INCREMENT, 0, LONGEST_INCREMENT_S),
        )
    )
    lot = html(
        '<label class="row"><span>{}</span><input type="checkbox" name="lot" value="true"></label>',
        words.BY_LOT,
    )
    return html("<fieldset>{}{}</fieldset>", numbers, lot)


def _is_switch(allowed: Any) -> bool:
    return not isinstance(allowed, str) and all(isinstance(value, bool) for value in allowed)
