"""The texts of the display: a module a language, one of them loaded; a game's own texts stand with the game."""

from typing import TYPE_CHECKING

from treppe.games import more

if TYPE_CHECKING:
    from collections.abc import Iterator

LANGUAGES = ("en", "de")


class Texts:
    """Texts by their keys. They lie in one, as lines `key: text`: a dict of them takes three times the memory."""

    def __init__(self, lines: str):
        """Take the lines; the first one is empty."""
        self._lines = lines
        self._own = ""

    def __getitem__(self, key: str) -> str:
        text = self.get(key)
        if text is None:
            raise KeyError(key)
        return text

    def get(self, key: str) -> str | None:
        """Return the text of a key, the game's own if it has one; None if there is none."""
        for lines in (self._own, self._lines):
            begin = lines.find("\n" + key + ": ")
            if begin >= 0:
                begin += len(key) + 3
                return lines[begin : lines.find("\n", begin)]
        return None

    def use(self, language: str, game: str, part: str = "TEXTS") -> None:
        """Say what a game says in its own words, beside or instead of these: its TEXTS, or those of its MENU."""
        self._own = own(language, game, part)

    def __iter__(self) -> "Iterator[str]":
        return iter([line[: line.index(": ")] for line in self._lines.split("\n") if line])


def load(language: str, part: str = "") -> Texts:
    """Return the display's texts of a language by their keys, with those of a `part`; English where one is missing.

    >>> load("en")["player 0"], load("de")["player 0"]
    ('Blue', 'Blau')
    """
    if language not in LANGUAGES:
        language = "en"
    name = "treppe.texts." + (part + "_" if part else "") + language
    found = Texts(__import__(name, None, None, ("TEXTS",)).TEXTS)
    return found


def own(language: str, game: str, part: str = "TEXTS") -> str:
    """Return the lines of a game's own texts in a language, else in English; empty if it has none."""
    for spoken in (language, "en"):
        if spoken in LANGUAGES:
            name = "treppe.games.words_" + spoken
            words = __import__(name, None, None, ("WORDS",)).WORDS + more.WORDS.get(spoken, "")
            begin = words.find("\n= " + game + " " + part + "\n")
            if begin >= 0:
                begin = words.find("\n", begin + 1)
                return words[begin : words.find("\n=", begin) + 1]
    return ""
