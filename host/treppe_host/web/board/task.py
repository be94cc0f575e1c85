"""What the player to move may do, as a sentence. It runs in MicroPython, too, in the page without a server."""

from collections.abc import Collection
from typing import Any


def task(
    words: Any, brought: Collection[str], moved: Collection[str], ended: str, is_end_alone: bool, is_lit: bool = True
) -> str:
    """Return what may be done: with pieces, else with the buttons below it.

    `words` has the sentences, see texts/en.toml; `brought` and `moved` are codes of pieces that may come from the box,
    and from fields. `ended`: what may be ended, "turn" or "game", else empty; `is_end_alone`: nothing else is left.
    `is_lit`: lamps show the possible fields.
    """
    kind = "both" if brought and moved else "put" if brought else "move" if moved else ""
    if kind:
        template = (words.TO_DO if is_lit else words.TO_DO_DARK)[kind + ("_or_end" if ended else "")]
    else:
        template = words.NO_PIECE["end" if is_end_alone else "or_end" if ended else "choose"]
    return str(template.format(_any_of(words, brought), _any_of(words, moved), words.ENDED.get(ended, "")))


def _any_of(words: Any, codes: Collection[str]) -> str:
    """Return kinds of pieces with their articles: `a triangle or a square`; `a piece` where there are many."""
    kinds = sorted({code[:2] if code[:2] in words.A_PIECE else code[0] for code in codes})
    named = [words.A_PIECE[kind] for kind in kinds]
    return str(words.OR.join(named) if len(named) < 3 else words.A_PIECE["P"])
