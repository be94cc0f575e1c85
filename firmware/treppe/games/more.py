"""The differences between hosts and boards about games. Boards get another one: see `treppe_sim/compiled.py`."""

GAMES = ""
"""Lines like those of index.py, for games that a host has from elsewhere."""
WORDS: dict = {}
"""Lines like those of words_en.py for them, by language."""
JOIN = "."
"""Between a game's name and its part in names of modules. On boards `flat.py` puts it into the name."""
