"""Texts in other languages: gettext catalogues beside the tables of English texts, one a language and file.

English texts are the tables of a file, and the names in capitals of a class beside it where code asks for them by name.

Beside `en.toml` lies `de.po`, beside `words_en.toml` lies `words_de.po`. The context of an entry is its place in the
tables, `PIECES.B`; an entry that is missing or fuzzy stays English.
"""

import sys
from codecs import BOM_UTF8
from collections.abc import Callable
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

ENGLISH = "en"

English = Path | type
"""Where English texts stand."""
Texts = TypeVar("Texts")


def languages_of(english: English) -> tuple[str, ...]:
    """Return the languages that texts are in, English first."""
    found_by = catalogue_path(english, "*")
    start = found_by.name.index("*")
    found = sorted(path.stem[start:] for path in found_by.parent.glob(found_by.name))
    return (ENGLISH, *found)


def catalogue_path(english: English, language: str) -> Path:
    """Return where the catalogue of texts in a language lies, if there is one."""
    path = file_of(english)
    return path.with_name(f"{path.stem.removesuffix(ENGLISH)}{language}.po")


def file_of(english: English) -> Path:
    """Return the file with the tables of English texts."""
    if isinstance(english, Path):
        return english
    return Path(str(sys.modules[english.__module__].__file__)).with_suffix(".toml")


@lru_cache
def translated(english: English, language: str) -> dict[str, Any]:
    """Return the tables of texts by their names, in a language; the English ones if there is no catalogue."""
    path = catalogue_path(english, language)
    catalogue = _read_catalogue(path) if path.exists() else NullTranslations()
    found = {name: each_text(table, name, catalogue.pgettext) for name, table in tables_of(english).items()}
    return {**found, "LANGUAGE": language if path.exists() else ENGLISH}


def file_of_game(name: str) -> Path:
    """Return the file with a game's own English texts."""
    return Path(import_module(f"treppe.games.{name}.host").__path__[0], "words_en.toml")


def texts_of_game(name: str, language: str) -> dict[str, Any]:
    """Return a game's own texts in a language, as tables by their names."""
    return translated(file_of_game(name), language)


def spoken(english: type[Texts], language: str) -> Texts:
    """Return the texts of a class in a language."""
    source: English = english
    words = english()
    vars(words).update(translated(source, language))
    return words


def tables_of(english: English) -> dict[str, Any]:
    """Return tables of English texts by their names."""
    import tomllib  # not before somebody needs words: the command line often needs none

    named = vars(english).items() if isinstance(english, type) else ()
    phrases = {name: text for name, text in named if name.isupper() and name != "LANGUAGE"}
    return phrases | tomllib.loads(file_of(english).read_text("utf-8-sig"))  # some editors begin a file with a mark


def each_text(table: Any, context: str, change: Callable[[str, str], str]) -> Any:
    """Return a table with each text of it changed, by its context and itself."""
    if isinstance(table, dict):
        return {key: each_text(value, f"{context}.{key}", change) for key, value in table.items()}
    if isinstance(table, list | tuple):
        return tuple(each_text(value, f"{context}.{index}", change) for index, value in enumerate(table))
    return change(context, table) if table else table


def _read_catalogue(path: Path) -> GNUTranslations:
    """Return a catalogue: compiled, as a wheel has it beside its source, else compiled now, by Babel of a checkout."""
    compiled = path.with_suffix(".mo")
    if compiled.exists():
        return GNUTranslations(BytesIO(compiled.read_bytes()))
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    made = BytesIO()
    write_mo(made, read_po(content_of(path)))
    made.seek(0)
    return GNUTranslations(made)


def content_of(path: Path) -> BytesIO:
    """Return a catalogue's content, without the mark with which some editors begin a file in UTF-8."""
    return BytesIO(path.read_bytes().removeprefix(BOM_UTF8))
