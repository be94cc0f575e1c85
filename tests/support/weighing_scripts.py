"""Weights on a board of towers in text: calibration, checks, and games that weights begin with.

Scripts have the form of those of `table_scripts.py`. A position is `weights` and what lies on the fields, `c4=12` in
grams, before the power comes; or `began`, a game of STEP BY STEP in the journal with its pieces, and what lies there
besides or instead: `a1+3.5 d4=0`. The springs are of steel, or of what comes first: `petg`, `fr4`.

`c4+12.5` lays so much on a field, `c4=84` is all that lies there then; after each a second passes. `follow:5` does what
the lamps ask, five towers that stay. `cut:calibration:5` lets the power go after so many more pages of that memory.
"""

from fakes_table import WeighingTable, flash
from scripts import read
from table_scripts import act, check, value_of

_STARTED = {"k": "start", "game": "step", "options": {}, "seats": [], "firmware": "0.1.0"}
_STANDS = {"d4": 60.0, "a1": 18.0, "g7": 18.0}


def check_scripts(path):
    """Hold a table with weights against all scripts of a file."""
    scripts = read(path)
    assert scripts
    for title, position, lines in scripts:
        check(_lay_out(position), title, lines, _do)


def _lay_out(position):
    position, _, more = position.partition(" | ")
    settings = {key: value_of(value) for key, _, value in [word.partition("=") for word in more.split()]}
    kind, *words = position.split()
    material = words.pop(0) if words and words[0] in ("petg", "fr4") else "steel"
    grams = dict(_STANDS) if kind == "began" else {}
    for word in words:
        before = grams.get(word[:2], 0.0) if word[2] == "+" else 0.0
        grams[word[:2]] = before + float(word[3:])
    storage = flash(_STARTED) if kind == "began" else None
    return WeighingTable(material, storage, grams, **settings)


def _do(table, word, ms):
    name, _, about = word.partition(":")
    if name == "follow":
        table.follow(int(about))
    elif name == "cut":
        memory, _, pages = about.partition(":")
        table.memories[memory].pages_left = int(pages)
    elif word[2:3] in ("+", "-", "="):
        field = table.surface.NAMES.index(word[:2])
        before = 0.0 if word[2] == "=" else table.weights.grams[field]
        table.weights.grams[field] = before + float(word[2:].lstrip("="))
        table.wait(960 if ms is None else ms)
    else:
        act(table, word, ms)
