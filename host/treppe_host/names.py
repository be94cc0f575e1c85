"""Names of players, tables and events: which are equal, and which may be given. The one place that knows."""

import re
import unicodedata

from treppe_host import terminal

_JOINERS = re.compile("[\u200c\u200d\ufe0e\ufe0f]")  # they change how letters and emoji look together
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f")  # of England, and others of parts of countries


def fold_name(name: str) -> str:
    """Return a name without what makes no other name of it: capitals, blanks, joiners, the form of its accents."""
    folded = unicodedata.normalize("NFD", _JOINERS.sub("", name)).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def tidy_name(name: str, longest: int) -> str | None:
    """Return a name as it is stored, with single blanks and joined accents; None if it is none.

    A name has 1 to `longest` characters, of which one is visible, and none that steers a terminal or the direction of
    writing.
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    bare = _FLAG.sub("\U0001f3f4", tidy)
    if not 0 < len(tidy) <= longest or terminal.plain(bare) != bare:
        return None
    kinds = {unicodedata.category(letter)[0] for letter in fold_name(bare)}
    return tidy if kinds & set("LNPS") else None
