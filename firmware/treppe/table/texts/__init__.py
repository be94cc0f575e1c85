"""The texts of the display: a module a language, of which one is loaded; and what is the same in all of them."""

from treppe.runtime import let_go

LANGUAGES = ("en", "de")


class Texts:
    """Texts by their keys. They lie in one, as lines `key: text`: a dict of them takes three times the memory."""

    def __init__(self, lines: str):
        """Take the lines; the first one is empty."""
        self._lines = lines

    def __getitem__(self, key: str) -> str:
        text = self.get(key)
        if text is None:
            raise KeyError(key)
        return text

    def get(self, key: str) -> str | None:
        """Return the text of a key, None if it has none."""
        lines = self._lines
        begin = lines.find("\n" + key + ": ")
        if begin < 0:
            return None
        begin += len(key) + 3
        return lines[begin : lines.find("\n", begin)]

    def __iter__(self):
        return iter([line[: line.index(": ")] for line in self._lines.split("\n") if line])


TITLES = Texts("""
step: STEP BY STEP
seven: 7 Steps
blockade: Blockade
weltreich: Weltreich
sprung: Schaff den Sprung
aufstellen: Aufstellen
wetteifern: Allein Wetteifern
tor: Das Tor
cubes: Cubes
""")


def load(language: str, part: str = "") -> Texts:
    """Return the texts `part` in a language, English where there is no such one."""
    if language not in LANGUAGES:
        language = "en"
    name = "treppe.table.texts." + (part + "_" if part else "") + language
    found = Texts(__import__(name, None, None, ("TEXTS",)).TEXTS)
    let_go(name)
    return found
