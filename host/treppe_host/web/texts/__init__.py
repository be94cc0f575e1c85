"""The page's words: a table a language (`en`, `de`), and the names that are put together from them."""

import re
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from treppe.table import complaints
from treppe.table.texts import Texts, load

from treppe_host.web.texts import de, en

LANGUAGES: dict[str, ModuleType] = {"en": en, "de": de}
NAMES = {"en": de.OTHER_LANGUAGE, "de": en.OTHER_LANGUAGE}
BOARD_LANGUAGES: dict[str, Texts] = {language: load(language) for language in LANGUAGES}


_LETTERS = {"de": {"ae": "ä", "oe": "ö", "(?<![aeq])ue": "ü", "(?<=gro|Wei|lie)ss": "ß"}}


def choose_language(chosen: str | None, accepted: str) -> str:
    """Return the language that was chosen, else the first that the browser accepts and the page has, else English."""
    if chosen in LANGUAGES:
        return str(chosen)
    for wish in accepted.split(","):
        language = wish.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"


def piece_name(words: ModuleType, code: str) -> str:
    """Return what a piece is called: `blue ball`, `brick`, `red stone 4, active`."""
    shape = str(words.PIECES[code[0]])
    if code[0] in "BWU":
        return shape
    if code[0] == "D":
        return str(words.DISC.format(code[1]))
    if code[0] == "N":
        return _lower(words, words.NUMBERED, int(code[2]), number=code[1], side=words.SIDES[code[3:]])
    return _lower(words, words.PIECE_OF, int(code[1]), shape=shape)


def _lower(words: ModuleType, template: str, player: int, **parts: str) -> str:
    name = words.PLAYERS[player]
    return template.format(player=name.lower() if words.LANGUAGE == "en" else name, **parts)


def stack_name(words: ModuleType, codes: tuple[str, ...]) -> str:
    """Return what stands on a field, for those who cannot see it: `3 bricks, blue ball`."""
    if not codes:
        return str(words.EMPTY)
    bricks = codes.count("B")
    names = [words.BRICK if bricks == 1 else words.BRICKS.format(bricks)] if bricks else []
    return ", ".join(names + [piece_name(words, code) for code in codes if code != "B"])


def event_text(words: ModuleType, line: str) -> str:
    """Return what happened by itself, from the rules' line: `blocked 1`, `collapse c4`, `converted 1 0`."""
    kind, *names = line.split()
    if kind not in words.HAPPENED:
        return line
    return str(words.HAPPENED[kind].format(*(words.PLAYERS[int(name)] if name.isdigit() else name for name in names)))


def board_text(words: ModuleType, text: str) -> str:
    """Return a text of the board's display, a phrase of its own or a verb and a piece, in the page's language."""
    known = _BOARD[words.LANGUAGE]
    verb, _, piece = text.partition(" ")
    return known.get(text) or f"{known.get(verb, verb)} {known.get(piece, piece)}".rstrip()


def board_says(words: ModuleType, key: str) -> str:
    """Return what the board's display says by the name of a text, in the page's language."""
    return _spelt(BOARD_LANGUAGES[words.LANGUAGE][key], words.LANGUAGE)


def refusal(words: ModuleType, text: str) -> str:
    """Return why the board has refused something, in the page's language; its own words are English, and say more."""
    known = text if words.LANGUAGE == "en" else complaints.shown(text, words.LANGUAGE)
    return text if known == text else _spelt(known, words.LANGUAGE)


def board_meaning(words: ModuleType, word: str) -> str:
    """Return what an action means that no piece shows: as the board's display says it, where nothing says more."""
    if word in words.MEANINGS:
        return str(words.MEANINGS[word])
    texts = BOARD_LANGUAGES[words.LANGUAGE]
    meanings = (texts.get(f"word {known}") for known in (word, word[:2], word[:1]))
    return _spelt(next(filter(None, meanings), ""), words.LANGUAGE)


def player_name(words: ModuleType, seats: Sequence[Any], player: int) -> str:
    """Return what a player is called: his colour, after his name if the seats have one."""
    colour = str(words.PLAYERS[player])
    name = seats[player] if player < len(seats) else ""
    if isinstance(name, str) and name.isdigit():  # the board's, for who has no other
        name = f"{board_says(words, 'player')} {name}"
    return f"{name} ({colour})" if name and isinstance(name, str) else colour


def outcome(words: ModuleType, winners: Sequence[int], seats: Sequence[Any] = ()) -> str:
    """Return who has won."""
    if not winners:
        return str(words.DRAW)
    verb = words.WINS if len(winners) == 1 else words.WIN
    return str(verb.format(words.AND.join(player_name(words, seats, player) for player in winners)))


def _spelt(text: str, language: str) -> str:
    """Return a text of the display, which has ASCII only, with the letters that the language has besides."""
    for ascii_only, letter in _LETTERS.get(language, {}).items():
        text = re.sub(ascii_only, letter, text)
    return text


def _phrases(language: str) -> dict[str, str]:
    """Return the phrases of the board's display, in whichever language they stand there, in this one."""
    phrases: dict[str, str] = {}
    for part in ("", "refusals"):
        ours = load(language, part)
        for theirs in (load(other, part) for other in LANGUAGES):
            phrases |= {theirs[key]: _spelt(ours[key], language) for key in ours}
    return phrases


_BOARD = {language: _phrases(language) for language in LANGUAGES}
