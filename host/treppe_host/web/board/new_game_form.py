"""The new-game dialog, made from the games' tables of options, and the choice that a user makes in it."""

import json
import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import SystemRandom
from types import ModuleType
from typing import Any

from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.options import parse_option, with_needs
from treppe.play.clock import LONGEST_INCREMENT_S, LONGEST_MIN

from treppe_host.html import Html, html, joined, options
from treppe_host.programs.levels import LAST
from treppe_host.programs.seats import is_program, level_of, seat_name
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.requests import number_in
from treppe_host.web.texts.en import Texts

_PLAYERS = "players"
_COMPUTER, _PEOPLE, _MIXED = "computer", "people", "mixed"
_FIRST_LEVEL = "2"  # wins against who has never seen the game, and loses soon
_LETTERS = "BRYG"  # of the players' colours, in the order of play
LONGEST_NAME = 24  # letters: four names and the other fields of the command fit a line of the link


@lru_cache
def draw_dialog(words: Texts, is_simulated: bool) -> Html:
    """Return the dialog with all games, the easy ones first; at a simulated board Treppe deals by itself."""
    names = sorted(catalogue.names(), key=_how_hard)
    return assets.fill(
        "new_game",
        words,
        kept=words.NEW_GAME["kept"],
        game=words.GAME,
        cards=joined(_card(words, name, place == 0) for place, name in enumerate(names)),
        about=joined(_about(words, name) for name in names),
        players=joined(_fieldset(words, name, "players", [_PLAYERS]) for name in names),
        seats=_seats(words),
        options=joined(_fieldset(words, name, "plain", facts.of(name).PLAIN_OPTIONS) for name in names),
        clock_of=_clock_fields(words),
        advanced=words.NEW_GAME["advanced"],
        more=joined(_fieldset(words, name, "more", _further_options(name)) for name in names),
        deal=_deal(words, is_simulated),
        by_lot=words.BY_LOT,
        begin=words.BEGIN,
    )


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
    versus = fields.get("versus")
    if versus == _COMPUTER and players > 1:
        mine = int(fields["mine"]) if fields.get("mine", "") in map(str, range(players)) else 0
        return [_read_name(fields, mine) if place == mine else _program(fields, "level") for place in range(players)]
    if versus in (_COMPUTER, _PEOPLE):
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


def _card(words: Texts, name: str, is_chosen: bool) -> Html:
    return html(
        '<label class="card"><input type="radio" name="game" value="{name}"{attributes}>'
        '<img src="~/rules/{name}/start.svg" alt="" loading="lazy"><span class="card-title">{title}</span>'
        '<span class="card-text">{summary}</span><span class="card-facts">{for_whom}</span></label>',
        name=name,
        attributes=" checked" if is_chosen else "",
        title=catalogue.title(name),
        summary=texts.game_words(words, name).summary,
        for_whom=texts.for_whom(words, name),
    )


def _about(words: Texts, name: str) -> Html:
    """Return what is said of the chosen game: how it is won, and where its rules are."""
    return html(
        '<div class="about" data-game="{name}" data-surface="{surface}" data-players="{players}" hidden>'
        '<h3>{title}</h3><p>{summary} <a href="~/rules/{name}" target="_blank">{rules}</a></p>'
        "<p>{for_whom}</p>{learn}</div>",
        name=name,
        surface=games.load(name).State.SURFACE,
        players={option: default for option, _, default in games.load(name).OPTIONS}[_PLAYERS],
        title=catalogue.title(name),
        summary=texts.game_words(words, name).summary,
        rules=words.PAGE["rules"],
        for_whom=texts.for_whom(words, name),
        learn=html('<button type="button" data-learn="{}">{}</button>', name, words.LESSON["learn"])
        if facts.of(name).LESSON.words
        else "",
    )


def _further_options(name: str) -> list[str]:
    """Return the options for those who know the game: readings of its rules, numbers, patterns."""
    plain = (_PLAYERS, *facts.of(name).PLAIN_OPTIONS)
    return [option for option, _, _ in games.load(name).OPTIONS if option not in plain]


def _fieldset(words: Texts, name: str, kind: str, chosen: Sequence[str]) -> Html:
    game = games.load(name)
    specs = [spec for spec in game.OPTIONS if spec[0] in chosen and len(spec[1]) > 1]
    rows = joined(_option_row(words, name, game, *spec) for spec in specs)
    return html(
        '<fieldset class="{}" data-game="{}" hidden><legend>{}</legend>{}</fieldset>',
        kind,
        name,
        catalogue.title(name),
        rows,
    )


def _option_row(words: Texts, name: str, game: ModuleType, option: str, allowed: Any, default: Any) -> Html:
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
    if allowed == "seats":
        return _by_seat(words, label, field, facts.player_counts(name)[-1])
    if isinstance(allowed, str) and allowed.isupper():
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
        if games.start(game.State.NAME, with_needs(game, option, value)).surface  # some are played in the engine alone
    )
    return html('<div class="row" role="radiogroup">{}<div class="choices">{}</div></div>', label, choices)


def _mix(words: Texts, label: Html, field: str, letters: str) -> Html:
    """Return a square that people fill with pieces, field by field, as they lie; the script counts.

    `letters` are all of them, by their colours (`BRYG`) or by the letters of their shapes.
    """
    side = math.isqrt(len(letters))
    buttons = joined(
        html(
            '<button type="button" class="{look}" data-letter="{letter}"><span class="{mark}"></span>{name}'
            " <b>{left}</b></button>",
            look=f"player{_LETTERS.index(letter)}" if letter in _LETTERS else f"shape shape-{letter}",
            letter=letter,
            mark="dot" if letter in _LETTERS else "figure",
            name=words.COLOURS[_LETTERS.index(letter)] if letter in _LETTERS else words.PIECES[letter],
            left=letters.count(letter),
        )
        for letter in dict.fromkeys(sorted(letters, key=_LETTERS.find))
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


def _by_seat(words: Texts, label: Html, field: str, count: int) -> Html:
    """Return a choice of another player for each player; the script shows those who play."""
    selects = joined(
        html(
            '<label class="of-seat" data-seat="{place}"><span>{colour}</span><select name="{field}.{place}">'
            '<option value="">{open}</option>{others}</select></label>',
            place=place,
            colour=words.PLAYERS[place],
            field=field,
            open=words.AS_IN_THE_RULES,
            others=options((str(other), colour) for other, colour in enumerate(words.PLAYERS[:count])),
        )
        for place in range(count)
    )
    return html('<div class="row">{}<div class="by-seat">{}</div></div>', label, selects)


def _seats(words: Texts) -> Html:
    """Return who plays: a person against programs, persons, or both by seat; the script shows what is chosen."""
    say, new = words.COMPANY, words.NEW_GAME
    levels = [(str(number), name) for number, name in enumerate(say["levels"], start=1)]
    described = [(number, f"{name}: {what}") for (number, name), what in zip(levels, say["plays"], strict=True)]
    versus = [(kind, new[kind]) for kind in (_COMPUTER, _PEOPLE, _MIXED)]
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
            levels=options((number, say["program"].format(number, level)) for number, level in levels),
        )
        for place, colour in enumerate(words.PLAYERS)
    )
    return html(
        '<div class="versus">{versus}<div class="against">{level}{mine}</div>'
        '<div class="seats" role="group" aria-label="{names}">{fields}</div></div>',
        versus=_choice_of("versus", new["versus"], versus, _COMPUTER),
        level=html(
            '<label class="row"><span>{}</span><select name="level">{}</select></label>',
            new["level"],
            options(described, _FIRST_LEVEL),
        ),
        mine=_choice_of("mine", new["mine"], [(str(place), colour) for place, colour in enumerate(words.PLAYERS)], "0"),
        names=words.NAMES,
        fields=fields,
    )


def _deal(words: Texts, is_simulated: bool) -> Html:
    """Return who deals hands that others do not see; the script shows it for games that have any."""
    new = words.NEW_GAME
    choices = [("yes", new["deal_treppe"]), ("", new["deal_people"])]
    hidden = [name for name in catalogue.names() if not getattr(games.start(name), "is_dealt", True)]
    return html(
        '<div class="deal" data-games="{}">{}</div>',
        " ".join(hidden),
        _choice_of("deal", new["deal"], choices, "yes" if is_simulated else ""),
    )


def _choice_of(name: str, label: str, choices: Iterable[tuple[str, str]], chosen: str) -> Html:
    """Return one field as buttons beside each other."""
    buttons = joined(
        html(
            '<label><input type="radio" name="{}" value="{}"{}><span>{}</span></label>',
            name,
            value,
            " checked" if value == chosen else "",
            text,
        )
        for value, text in choices
    )
    return html('<div class="row" role="radiogroup"><span>{}</span><div class="choices">{}</div></div>', label, buttons)


def _clock_fields(words: Texts) -> Html:
    """Return the fields for the clock."""
    fields = (
        ("minutes", words.CLOCK_MINUTES, 1, LONGEST_MIN),
        ("increment_s", words.CLOCK_INCREMENT, 0, LONGEST_INCREMENT_S),
    )
    number = (
        '<label><input type="number" name="{0}" aria-label="{1}" min="{2}" max="{3}" placeholder="–">'
        "<span>{1}</span></label>"
    )
    return html(
        '<div class="row clock-of"><span>{}</span>{}</div>',
        words.PAGE["clock"],
        joined(html(number, *each) for each in fields),
    )


def _is_switch(allowed: Any) -> bool:
    return not isinstance(allowed, str) and all(isinstance(value, bool) for value in allowed)
