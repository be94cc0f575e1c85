"""The page's words: English ones (`Texts`), their translations, and phrases that are made from them.

A game's own words stand with the game, in `host/words_en.toml`, with a catalogue for each other language beside it.
"""

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from treppe import texts as display_texts
from treppe.games import catalogue
from treppe.games.host import facts
from treppe.games.host.palette import DISCS
from treppe.play.game_record import DISCARDED

from treppe_host.colours import COLOUR_LETTERS
from treppe_host.web.texts.en import Texts
from treppe_host.words import render
from treppe_host.words.translation import languages_of, spoken, texts_of_game

LANGUAGES = languages_of(Texts)

_LETTERS = {"de": {"ae": "ä", "oe": "ö", "(?<![aeq])ue": "ü", "(?<=gro|Wei|lie)ss": "ß"}}


@lru_cache
def load(language: str) -> Texts:
    """Return the page's words in a language."""
    return spoken(Texts, language)


def next_language(language: str) -> str:
    """Return the language that the page's button offers beside this one."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]


def choose_language(chosen: str | None, accepted: str) -> str:
    """Return the chosen language, else the first one that the browser accepts and the page has, else English."""
    if chosen in LANGUAGES:
        return str(chosen)
    for wish in accepted.split(","):
        language = wish.split(";")[0].split("-")[0].strip().lower()
        if language in LANGUAGES:
            return language
    return "en"


@dataclass(frozen=True, slots=True)
class GameWords:
    """What the page says of a game in one language: general words, and the game's own."""

    title: str
    summary: str
    options: dict[str, str]
    choices: dict[str, dict[str, str]]
    """By option, and value as text."""
    reasons: dict[str, str]
    meanings: dict[str, str]
    """Of actions, by their notations, where they say more than the board's display."""
    notes: dict[str, str]
    """See `State.notes`."""
    gives: tuple[str, str]
    """Buttons for `Facts.word_of`, for one thing and for several."""
    coach: tuple[str, ...]
    """The goal in a sentence, then what a lesson says at each of the learner's actions, see `Facts.LESSON`."""


@lru_cache
def game_words(words: Texts, name: str) -> GameWords:
    """Return what the page says of a game; in English if it has no texts in this language."""
    own = texts_of_game(name, words.LANGUAGE)
    return GameWords(
        catalogue.title(name),
        own["SUMMARY"],
        words.OPTIONS | own.get("OPTIONS", {}),
        own.get("CHOICES", {}),
        words.REASONS | own.get("REASONS", {}),
        own.get("MEANINGS", {}),
        own.get("NOTES", {}),
        own.get("GIVES", ("", "")),
        own.get("COACH", ()),
    )


@lru_cache
def of_game(words: Texts, name: str) -> Texts:
    """Return the page's words with a game's own names for its pieces; `words` themselves without a game."""
    if not name:
        return words
    own = texts_of_game(name, words.LANGUAGE)
    named = copy(words)
    named.PIECES = words.PIECES | own.get("PIECES", {})
    named.A_PIECE = words.A_PIECE | own.get("A_PIECE", {})
    return named


@lru_cache
def printed(words: Texts, name: str, code: str) -> tuple[str, str]:
    """Return what a game's printed thing is called, and what it does; in English if the language has no text."""
    own = texts_of_game(name, words.LANGUAGE)
    title, text = own["PRINTED"][code]
    return title, text


def for_whom(words: Texts, name: str) -> str:
    """Return for how many players a game is, and from which age on and how long, as far as its facts tell."""
    about, counts = facts.of(name), facts.player_counts(name)
    parts = [f"{words.OPTIONS['players']}: {_range(counts[0], counts[-1])}"]
    parts += [words.AGE.format(about.AGE)] if about.AGE else []
    parts += [words.DURATION.format(_range(*about.MINUTES))] if about.MINUTES[1] else []
    return " · ".join(parts)


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def titles() -> dict[str, str]:
    """Return what all games are called, by their names, in the order of the alphabet."""
    found = {name: catalogue.title(name) for name in catalogue.names()}
    return dict(sorted(found.items(), key=lambda item: item[1]))


def reason(words: Texts, game: str, key: str) -> str:
    """Return what the page says of how a game has ended."""
    reasons = game_words(words, game).reasons if game in catalogue.names() else words.REASONS
    return str(reasons.get(key, key))


def reasons(words: Texts) -> dict[str, str]:
    """Return what the page says of how any game has ended."""
    found: dict[str, str] = {}
    for name in catalogue.names():
        found |= game_words(words, name).reasons
    return found


def kind_name(words: Texts, code: str) -> str:
    """Return what a piece is, whatever its colour: `ball`, `stone 4`, or a game's own name for one."""
    is_stone = code[0] == "N" and code[:2] not in words.PIECES
    return str(words.NUMBER.format(code[1]) if is_stone else words.PIECES.get(code[:2]) or words.PIECES[code[0]])


def figure(words: Texts, value: float) -> str:
    """Return a number with one decimal."""
    return f"{value:.1f}".replace(".", words.POINT)


def piece_name(words: Texts, code: str) -> str:
    """Return the name of a piece: `blue ball`, `brick`, `red stone 4, active`."""
    if code[0] in "BWU":
        return words.PIECES[code[0]]
    if code[0] == "D":
        disc = int(code[1])
        return words.DISC.format(words.DISCS[disc], pips=DISCS[disc].pips)
    colour = words.COLOURS[int(code[2] if code[0] == "N" else code[1])]
    if code[3:]:
        return words.NUMBERED.format(colour=colour, number=code[1], side=words.SIDES[code[3:]])
    return words.PIECE_OF.format(colour=colour, shape=kind_name(words, code))


def event_text(words: Texts, line: str) -> str:
    """Return an event of the rules in words, from its line: `blocked 1`, `collapse c4`, `converted 1 0`."""
    kind, *names = line.split()
    if kind not in words.HAPPENED:
        return line
    return words.HAPPENED[kind].format(*(words.PLAYERS[int(name)] if name.isdigit() else name for name in names))


def board_says(words: Texts, key: str) -> str:
    """Return what the board's display says by the name of a text, in the page's language."""
    return _spelt(_display(words.LANGUAGE)[key], words.LANGUAGE)


@lru_cache
def _display(language: str) -> display_texts.Texts:
    return display_texts.load(language)


def refusal(words: Texts, game: str, refused: dict[str, Any]) -> str:
    """Return why a piece cannot go somewhere, as a sentence."""
    own = display_texts.Texts(display_texts.own(words.LANGUAGE, game, "REFUSALS")).get(refused.get("rule", ""))
    reason = _spelt(own, words.LANGUAGE) if own else render(refused, words.LANGUAGE)
    return f"{reason[0].upper()}{reason[1:]}."


def own_text(words: Texts, game: str, key: str) -> str:
    """Return what a game says in its own words by the name of a text, in the page's language; empty if nothing."""
    return _spelt(display_texts.Texts(display_texts.own(words.LANGUAGE, game)).get(key) or "", words.LANGUAGE)


def board_meaning(words: Texts, game: str, word: str) -> str:
    """Return what an action means that no piece shows: as the board's display says it, where nothing says more."""
    more = game_words(words, game).meanings
    display = display_texts.Texts(display_texts.own(words.LANGUAGE, game))
    for key in (word, word[:2], word[:1], word[1:2]):
        meaning = more.get(key) or _spelt(display.get(f"word {key}") or "", words.LANGUAGE)
        if meaning:
            return _filled(words, meaning, word)
    return ""


def _filled(words: Texts, meaning: str, word: str) -> str:
    """Fill in what a word says: players by their place in it, discs, cards, or fields after its first two letters."""
    players = [words.PLAYERS[int(letter)] if letter in "0123" else "" for letter in word]
    discs = [words.DISCS[int(letter)] for letter in word[1:] if letter in "0123456"]
    cards = [words.CARDS[card] for card in re.findall(r"[FBLR][12]|[<>*]", word[1:])]
    first, _, second = word[2:].partition(",")
    fields = f"2 × {first}" if second == first != "" else word[2:].replace("-", " → ").replace(",", words.AND)
    return meaning.format(*players, discs=", ".join(discs), cards=", ".join(cards), fields=fields)


def player_name(words: Texts, seats: Sequence[Any], player: int) -> str:
    """Return the name of a player: the colour, after the name in `seats` if there is one."""
    colour, name = words.PLAYERS[player], name_of(words, seats, player)
    return colour if name == colour else f"{name} ({colour})"


def name_of(words: Texts, seats: Sequence[Any], player: int) -> str:
    """Return the name of a player, the colour of one without a name; a program has the one that records have."""
    name = seats[player] if player < len(seats) else ""
    if isinstance(name, str) and name.isdigit():  # the board's own name for a player without one
        return f"{board_says(words, 'player')} {name}"
    return name if name and isinstance(name, str) else words.PLAYERS[player]


def outcome(
    words: Texts,
    winners: Sequence[int],
    seats: Sequence[Any] = (),
    reason: str | None = "",
    scores: Sequence[int] | None = None,
) -> str:
    """Return the winners in words, for one who played alone the pieces that are left.

    A game that was called off has no winners, and is no draw.
    """
    if reason == DISCARDED:
        return words.CALLED_OFF
    if scores and len(scores) == 1:
        return f"{board_says(words, 'left')} {scores[0]}"
    if not winners:
        return words.DRAW
    verb = words.WINS if len(winners) == 1 else words.WIN
    return str(verb.format(words.AND.join(player_name(words, seats, player) for player in winners)))


def colour_letters(language: str) -> dict[str, str]:
    """Return what a language writes on pieces instead of the letters of the colours in drawings and records."""
    own = _display(language)["letters"].split()
    return {letter: own[player] for player, letter in enumerate(COLOUR_LETTERS) if own[player] != letter}


def letters(language: str) -> dict[str, str]:
    """Return what the display spells with several letters, as patterns, and the language's own letter for each."""
    return _LETTERS.get(language, {})


def _spelt(text: str, language: str) -> str:
    """Return a text of the display, which has ASCII only, with the letters that the language has besides."""
    for ascii_only, letter in letters(language).items():
        text = re.sub(ascii_only, letter, text)
    return text
