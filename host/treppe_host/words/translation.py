"""Texts in other languages: gettext catalogues beside the tables of English texts, one a language and module.

Beside `en.py` lies `de.po`, beside `page_en.py` lies `page_de.po`. The context of an entry is its place in the tables,
`PIECES.B`; an entry that is missing or fuzzy stays English.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

ENGLISH = "en"


def languages_of(english: ModuleType) -> tuple[str, ...]:
    """Return the languages that a module's texts are in, English first."""
    stem = catalogue_path(english, "*").name
    start = stem.index("*")
    found = sorted(path.stem[start:] for path in Path(str(english.__file__)).parent.glob(stem))
    return (ENGLISH, *found)


def catalogue_path(english: ModuleType, language: str) -> Path:
    """Return where the catalogue of a module's texts in a language lies, if there is one."""
    path = Path(str(english.__file__))
    return path.with_name(f"{path.stem.removesuffix(ENGLISH)}{language}.po")


@lru_cache
def translated(english: ModuleType, language: str) -> ModuleType:
    """Return a module of the same names, with its texts in a language; the English one if there is no catalogue."""
    path = catalogue_path(english, language)
    if not path.exists():
        return english
    known = _read(path)
    words = ModuleType(f"{english.__name__}.{language}", english.__doc__)
    for name, table in tables_of(english).items():
        setattr(words, name, each_text(table, name, lambda context, text: known.get(context, text)))
    vars(words)["LANGUAGE"] = language
    return words


def tables_of(english: ModuleType) -> dict[str, Any]:
    """Return a module's tables of texts by their names."""
    return {name: table for name, table in vars(english).items() if name.isupper() and name != "LANGUAGE"}


def each_text(table: Any, context: str, change: Callable[[str, str], str]) -> Any:
    """Return a table with each text of it changed, by its context and itself."""
    if isinstance(table, dict):
        return {key: each_text(value, f"{context}.{_written(key)}", change) for key, value in table.items()}
    if isinstance(table, tuple):
        return tuple(each_text(value, f"{context}.{index}", change) for index, value in enumerate(table))
    return change(context, table) if table else table


def _written(key: Any) -> str:
    return ".".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _read(path: Path) -> dict[str, str]:
    """Return the texts of a catalogue by their contexts."""
    from babel.messages.pofile import read_po  # takes a moment, and who reads English needs none of it

    with path.open("rb") as file:
        return {str(entry.context): str(entry.string) for entry in read_po(file) if entry.string and not entry.fuzzy}
