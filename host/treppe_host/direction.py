"""Texts that are written from right to left, kept apart from the text around them.

Signs and digits beside such a text would be shown on its other side, and two of them in the wrong order.
"""

import re

_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN = re.compile(f"[{_LETTERS}][{_LETTERS}0-9]*(?:[ '\u2019\"\u05f3\u05f4.-][{_LETTERS}][{_LETTERS}0-9]*)*")
_ISOLATED = re.compile(f"\u2068({_RUN.pattern})\u2069")


def has_runs(text: str) -> bool:
    """Return whether any word of a text is written from right to left."""
    return not text.isascii() and _RUN.search(text) is not None


def isolated(text: str, before: str = "\u2068", after: str = "\u2069") -> str:
    """Return a text with marks around its right-to-left words, those beside each other together.

    Unicode's marks let the first letter within them tell the direction there.
    """
    return text if text.isascii() else _RUN.sub(lambda run: f"{before}{run[0]}{after}", text)


def unisolated(text: str, before: str = "", after: str = "") -> str:
    """Return a text without Unicode's marks of `isolated`, or with others in their places."""
    return text if text.isascii() else _ISOLATED.sub(rf"{before}\1{after}", text)
