"""Catalogues for translators, made from tables of English texts: of the page, of what is said of boards, of each game.

`make words` brings all of them up to date, `make words LANGUAGE=fr` begins those of a language; with `check` as its
argument the program changes nothing and prints the entries that are missing, fuzzy, or have other placeholders than the
English text.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from treppe.games import catalogue
from treppe_host import annexes, words
from treppe_host.games.folders import use_named
from treppe_host.web.texts.en import Texts
from treppe_host.words.codes import codes
from treppe_host.words.translation import (
    ENGLISH,
    English,
    catalogue_path,
    content_of,
    each_text,
    file_of_game,
    languages_of,
    tables_of,
)

_WIDTH = 110
_HEADER = """msgid ""
msgstr ""
"Language: {}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def modules() -> list[English]:
    """Return all files and classes with tables of English texts."""
    return [
        *(Texts, words.FILE),
        *(file_of_game(name) for name in catalogue.names()),
        *(annexes.load_entry(annexes.WORDS, name) for name in annexes.list_entries(annexes.WORDS)),
    ]


def english_of(module: English) -> dict[str, str]:
    """Return the texts of a module by their contexts."""
    found: dict[str, str] = {}
    for name, table in tables_of(module).items():
        each_text(table, name, lambda context, text: found.setdefault(context, text))
    return found


def up_to_date(module: English, language: str) -> Catalog:
    """Return a module's catalogue in a language, brought up to date.

    A new entry is empty; one whose English text has changed keeps its translation, and is fuzzy.
    """
    path = catalogue_path(module, language)
    old = {str(entry.context): entry for entry in _read_catalogue(path)} if path.exists() else {}
    made = Catalog(language)
    for context, english in english_of(module).items():
        entry_before = old.get(context)
        entry = made.add(english, entry_before.string if entry_before else "", context=context)
        if entry_before and entry_before.string and (entry_before.fuzzy or entry_before.id != english):
            entry.flags.add("fuzzy")
    return made


def faults_of(module: English, language: str) -> Iterator[str]:
    """Yield the faults of a module's catalogue in a language, a line each."""
    path = catalogue_path(module, language)
    made = up_to_date(module, language)
    if not path.exists() or path.read_bytes() != _written(made):
        yield f"{path}: not up to date: make words"
    for entry in made:
        if entry.id and not entry.string:
            yield f"{path}: {entry.context} is missing"
        elif entry.id and entry.fuzzy:
            yield f"{path}: {entry.context} is fuzzy: its English text has changed"
        elif entry.id and placeholders(str(entry.id)) != placeholders(str(entry.string)):
            yield f"{path}: {entry.context} has other placeholders than the English text"


def faults_of_codes(language: str) -> Iterator[str]:
    """Yield the faults of codes' words in a language, a line each."""
    for code, entry_before in codes().items():
        english, text = entry_before["says"][ENGLISH], entry_before["says"].get(language)
        if text is None:
            yield f"codes.toml: {code} has no says.{language}"
        elif placeholders(text) != placeholders(english):
            yield f"codes.toml: {code} has other placeholders in says.{language} than in says.{ENGLISH}"


def placeholders(text: str) -> list[tuple[str, str]]:
    """Return the placeholders of a text, with the form of their values, in order of their names."""
    found = [(name, form or "") for _, name, form, _ in Formatter().parse(text) if name is not None]
    return sorted((name or str(index), form) for index, (name, form) in enumerate(found))


def languages() -> list[str]:
    """Return the languages into which page or codes are translated."""
    return sorted({*languages_of(Texts), *languages_of(words.FILE)} - {ENGLISH})


def main(arguments: list[str]) -> int:
    """Check or write catalogues; return an exit status."""
    use_named()
    if arguments == ["check"]:
        faults = [fault for language in languages() for module in modules() for fault in faults_of(module, language)]
        faults += [fault for language in languages() for fault in faults_of_codes(language)]
        print(*faults, sep="\n", end="\n" if faults else "")
        return bool(faults)
    for language in sorted({*languages(), *arguments}):
        for module in modules():
            catalogue_path(module, language).write_bytes(_written(up_to_date(module, language)))
    return 0


def _read_catalogue(path: Path) -> Catalog:
    return read_po(content_of(path))


def _written(made: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, made, width=_WIDTH, omit_header=True)  # Babel's own header has the date of today
    return _HEADER.format(made.locale_identifier).encode() + file.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
