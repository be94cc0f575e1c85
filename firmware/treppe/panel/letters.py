"""Spells any text in the letters that a display has: printable ASCII."""

from treppe.runtime import const

_OTHER = const("?")  # for what has no letters of its own here
# One letter each: Latin, Greek, Cyrillic, Latin of Vietnam, each by the code of the first. Greek is ELOT 743, Cyrillic
# what passports have (ICAO 9303), both without what makes them longer.
# fmt: off
_SINGLE = (
    (0xA0,
     " !?????? ?a\"?-? o?23'??. 1o\"????AAAAAA?CEEEEIIIIDNOOOOOxOUUUUY??aaaaaa?ceeeeiiiidnooooo:ouuuuy?y"
     "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKkkLlLlLlLlLlNnNnNnnNnOoOoOo??RrRrRrSsSsSs"
     "SsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs"),
    (0x386, "A?EII?O?YOiAVGDEZI?IKLMNXOPR?STYF??OIYaeiiyavgdezi?iklmnxoprsstyf??oiyoyo"),
    (0x400, "E??G??I?J??CKIU?ABVGDE?ZIYKLMNOPRSTUF??????Y?E??abvgde?ziyklmnoprstuf??????y?e??e??g??i?j??ckiu?"),
    (0x1E00,
     "AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOoOoOoPpPpRrRrRrRr"
     "SsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwyas????AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEe"
     "EeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYy??????"),
)
# fmt: on
# Several letters each, or one from elsewhere: a letter, and what it is spelt.
_SPELT = (
    " ÄAe ÖOe ÜUe äae öoe üue ßss ẞSS ÆAE æae ŒOE œoe ÞTh þth ĲIJ ĳij ƏE əe ƠO ơo ƯU ưu ȘS șs ȚT țt"
    " ΘTh θth ΧCh χch ΨPs ψps"
    " ЁYo ёyo ЂDj ђdj ЄYe єye ЅDz ѕdz ЇYi їyi ЉLj љlj ЊNj њnj ЏDz џdz ЖZh жzh ХKh хkh ЦTs цts ЧCh чch"
    " ШSh шsh ЩShch щshch Ъ ъ Ь ь ЮYu юyu ЯYa яya ҐG ґg"
    " ‐- ‑- ‒- –- —- −- ‘' ’' ʼ' “\" ”\" „\" …... "
)
# What belongs to the letter before and has no place of its own: marks, joiners, variants, the second half of a pair
# of surrogates (MicroPython's JSON leaves pairs as they are). First and last codes.
_JOINED = ((0x300, 0x36F), (0x200B, 0x200F), (0x20D0, 0x20FF), (0xDC00, 0xDFFF), (0xFE00, 0xFE0F))


def spell(text: str) -> str:
    """Return a text in printable ASCII: accents without their marks, Greek and Cyrillic in Latin, `?` for others."""
    if len(text.encode("utf-8", "surrogatepass")) == len(text):
        return text
    return "".join([_spell(letter) for letter in text])


def _spell(letter: str) -> str:
    code = ord(letter)
    if code < 0xA0:
        return letter if " " <= letter <= "~" else " "
    at = _SPELT.find(" " + letter)
    if at >= 0:
        return _SPELT[at + 2 : _SPELT.find(" ", at + 1)]
    for first, last in _JOINED:
        if first <= code <= last:
            return ""
    for first, letters in _SINGLE:
        if first <= code < first + len(letters):
            return letters[code - first]
    return _OTHER
