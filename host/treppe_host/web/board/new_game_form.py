"""The new-game dialog, made from the games' tables of options, and the choice that a user makes in it."""

import json
import math
from functools import lru_cache
from random import SystemRandom
from typing import Any

from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.options import parse_option, with_needs
from treppe.play.clock import LONGEST_INCREMENT_S, LONGEST_MIN

from treppe_host.html import Html
from treppe_host.programs.levels import LAST
from treppe_host.programs.seats import is_program, level_of, seat_name
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.requests import number_in
from treppe_host.web.texts.en import Texts

_PLAYERS = "players"
_COMPUTER, _PEOPLE, _MIXED = "computer", "people", "mixed"
_FIRST_LEVEL = 2  # wins against who has never seen the game, and loses soon
_LETTERS = "BRYG"  # of the players' colours, in the order of play
LONGEST_NAME = 24  # letters: four names and the other fields of the command fit a line of the link


@lru_cache
def draw_dialog(words: Texts, is_simulated: bool) -> Html:
    """Return the dialog with all games, the easy ones first; at a simulated board Treppe deals by itself."""
    return assets.fill(
        "new_game",
        words,
        games=[_described(words, name) for name in sorted(catalogue.names(), key=_how_hard)],
        colours=[(str(place), colour) for place, colour in enumerate(words.PLAYERS)],
        first_level=_FIRST_LEVEL,
        longest_name=LONGEST_NAME,
        longest_min=LONGEST_MIN,
        longest_increment_s=LONGEST_INCREMENT_S,
        hidden=" ".join(name for name in catalogue.names() if not getattr(games.start(name), "is_dealt", True)),
        is_simulated=is_simulated,
    )


def _described(words: Texts, name: str) -> dict[str, Any]:
    """Return what the dialog says of a game, and its options: players, those for everybody, and those for those who
    know the game: readings of its rules, numbers, patterns."""
    about, specs = facts.of(name), {spec[0]: spec for spec in games.load(name).OPTIONS}
    rows = {option: _option_row(words, name, *spec) for option, spec in specs.items() if len(spec[1]) > 1}
    plain = [rows.pop(option) for option in about.PLAIN_OPTIONS if option in rows and option != _PLAYERS]
    players = [rows.pop(_PLAYERS)] if _PLAYERS in rows else []
    return {
        "name": name,
        "title": catalogue.title(name),
        "summary": texts.game_words(words, name).summary,
        "for_whom": texts.for_whom(words, name),
        "surface": games.load(name).State.SURFACE,
        "count": specs[_PLAYERS][2],
        "has_lesson": bool(about.LESSON.notations),
        "players": players,
        "plain": plain,
        "more": rows.values(),
    }


def _how_hard(name: str) -> tuple[int, int, bool, str]:
    """Return by what games are sorted: age and minutes, games for one behind those for several."""
    about = facts.of(name)
    return about.AGE, about.MINUTES[1], facts.player_counts(name)[-1] == 1, catalogue.title(name)


def read_choice(fields: dict[str, str]) -> tuple[str, dict[str, Any], list[str]]:
    """Return game, options and the players' names of a filled-in form; raises `games.InvalidOption`."""
    name = fields.get("game", "")
    game = games.load(name)
    options = {}
    for option, allowed, _ in game.OPTIONS:
        by_seat = [fields[field] for field in sorted(fields) if field.startswith(f"{name}.{option}.")]
        value = fields.get(f"{name}.{option}", ",".join(filter(None, by_seat))).strip()
        if value:
            options[option] = parse_option(game, f"{option}={value}")[1]
        elif _is_switch(allowed):
            options[option] = False
    players = games.start(name, {option: value for option, value in options.items() if option == _PLAYERS}).players
    seats = _read_seats(fields, players)
    if any(map(level_of, seats)) or fields.get("deal"):
        options |= _dealt(name, options)
    games.start(name, options)
    return name, options, seats


def _read_seats(fields: dict[str, str], players: int) -> list[str]:
    """Return who sits where; raise `games.InvalidOption` for a person with a program's name."""
    versus = fields.get("versus") if players > 1 else _MIXED  # who plays alone sees his seat's own choice only
    if versus == _COMPUTER:
        mine = int(fields["mine"]) if fields.get("mine", "") in map(str, range(players)) else 0
        return [_read_name(fields, mine) if place == mine else _program(fields, "level") for place in range(players)]
    if versus == _PEOPLE:
        return [_read_name(fields, place) for place in range(players)]
    return [_program(fields, f"level{place}") or _read_name(fields, place) for place in range(players)]


def _program(fields: dict[str, str], field: str) -> str:
    """Return the name of the program of a level in a field, empty if there is none."""
    level = fields.get(field, "")
    return seat_name(int(level)) if level in map(str, range(1, LAST + 1)) else ""


def _read_name(fields: dict[str, str], place: int) -> str:
    name = fields.get(f"seat{place}", "").strip()[:LONGEST_NAME]
    if is_program(name):
        raise games.InvalidOption(f"{name!r} is the name of a program")
    return name


def _dealt(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a seed by which the board deals hidden hands; none where people have dealt, or say who depends on whom."""
    hidden = [option for option, allowed, _ in games.load(name).OPTIONS if allowed == "seats" and options.get(option)]
    if hidden or getattr(games.start(name, options), "is_dealt", True):
        return {}
    return {"seed": SystemRandom().randrange(1, 2**32)}


def write_choice(game: FollowedGame) -> str:
    """Return the present game with options and names, so that the dialog chooses it again."""
    if game.state is None:
        return ""
    seats = [name if isinstance(name, str) and not name.isdigit() else "" for name in game.seats]
    names = ["" if is_program(name) else name for name in seats]
    levels = [str(level_of(name) or "") for name in seats]
    persons = [place for place, level in enumerate(levels) if not level]
    is_alone = len(persons) == 1 and len(set(levels)) == 2
    versus = _COMPUTER if is_alone else _MIXED if any(levels) else _PEOPLE
    mine, level = (persons[0], max(levels)) if is_alone else (0, "")
    return json.dumps(
        {
            "game": game.name,
            "options": game.state.options,
            "seats": names,
            "levels": levels,
            "versus": versus,
            "mine": str(mine),
            "level": level,
        }
    )


def dealt_anew(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a game for the next one, with a new seed if a seed deals it."""
    is_dealt = options.get("seed") is not None
    return options | ({"seed": SystemRandom().randrange(1, 2**32)} if is_dealt else {})


def read_terms(fields: dict[str, str]) -> dict[str, Any]:
    """Return the further fields of the board's command `new`: a clock, and lots for the first colour."""
    terms: dict[str, Any] = {}
    if minutes := number_in(fields.get("minutes")):
        terms["clock"] = {"minutes": minutes, "increment_s": number_in(fields.get("increment_s"))}
    if fields.get("lot"):
        terms["starter"] = "random"
    return terms


def _option_row(words: Texts, name: str, option: str, allowed: Any, default: Any) -> dict[str, Any]:
    """Return how the dialog asks for an option, see new_game.html."""
    own = texts.game_words(words, name)
    row = {"name": f"{name}.{option}", "label": own.options.get(option, option), "default": default}
    if _is_switch(allowed):
        return row | {"kind": "switch"}
    if allowed == "seats":
        return row | {"kind": "seats", "allowed": facts.player_counts(name)[-1]}
    if isinstance(allowed, str) and allowed.isupper():
        letters = dict.fromkeys(sorted(allowed, key=_LETTERS.find))
        pieces = [(letter, _LETTERS.find(letter), allowed.count(letter)) for letter in letters]
        return row | {"kind": "mix", "allowed": (math.isqrt(len(allowed)), pieces)}
    if isinstance(allowed, str):
        return row | {"kind": "number" if ".." in allowed else "text", "allowed": allowed.split("..")}
    game = games.load(name)
    is_playable = {value: games.start(name, with_needs(game, option, value)).surface for value in allowed}
    names = own.choices.get(option, {})
    choices = [(value, names.get(str(value), value)) for value, surface in is_playable.items() if surface]
    return row | {"kind": "choices", "allowed": choices}  # some are played in the engine alone


def _is_switch(allowed: Any) -> bool:
    return not isinstance(allowed, str) and all(isinstance(value, bool) for value in allowed)
