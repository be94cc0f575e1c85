"""The texts of the display: a module a language, of which one is loaded; and what is the same in all of them."""

from treppe.runtime import let_go

LANGUAGES = ("en", "de")

TITLES = {
    "step": "STEP BY STEP",
    "seven": "7 Steps",
    "blockade": "Blockade",
    "weltreich": "Weltreich",
    "sprung": "Schaff den Sprung",
    "aufstellen": "Aufstellen",
    "wetteifern": "Allein Wetteifern",
    "tor": "Das Tor",
    "cubes": "Cubes",
}


def load(language: str, part: str = "texts") -> dict:
    """Return the table `part` of texts in a language, English where there is no such one; the others are let go."""
    if language not in LANGUAGES:
        language = "en"
    for other in LANGUAGES:
        if other != language:
            let_go("treppe.table." + part + "_" + other)
    return __import__("treppe.table." + part + "_" + language, None, None, ("TEXTS",)).TEXTS
