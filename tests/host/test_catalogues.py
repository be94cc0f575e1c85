"""Gettext catalogues: complete and of today; a language is added by catalogues alone, without a line of Python."""

import shutil
import sys
from pathlib import Path
from subprocess import run

import pytest
import treppe_host
from treppe_host.words.translation import catalogue_path, translated

from tools import catalogues

PACKAGE = Path(treppe_host.__file__).parent
ENTRY = 'msgctxt "{}"\nmsgid "{}"\nmsgstr "{}"\n\n'
FRENCH = """
from treppe_host.web import assets, layout, texts
assert texts.LANGUAGES == ("en", "de", "fr")
assert texts.choose_language(None, "fr-CA, en;q=0.5") == "fr"
words = texts.load("fr")
print(words.LANGUAGE, words.TO_MOVE.format("Bleu"), words.PLAYERS[1], texts.next_language("de"), sep="|")
print(texts.game_words(words, "step").reasons["deadlock"], texts.board_says(words, "player"), sep="|")
print(assets.fill("boards", words, others=""), layout.head_of(words, "", "", layout.Bar()))
"""


@pytest.fixture
def english(tmp_path: Path) -> Path:
    """A file with two tables of texts, in a folder of its own."""
    file = tmp_path / "words_en.toml"
    file.write_text('TITLE = "Games"\nPAIR = ["a", "b"]\n[SHOWN]\nsize.5 = "{} of {most}"\nnone = ""\n', "utf-8-sig")
    return file


def write(english: Path, *entries: str) -> None:
    catalogue_path(english, "xx").write_text('msgid ""\nmsgstr ""\n"Language: xx\\n"\n\n' + "".join(entries))


@pytest.mark.parametrize("language", catalogues.languages())
def test_catalogues_are_complete(language: str) -> None:
    for module in catalogues.modules():
        assert list(catalogues.faults_of(module, language)) == []


def test_texts_are_found_by_their_places_in_the_tables(english: Path) -> None:
    write(english, ENTRY.format("SHOWN.size.5", "{} of {most}", "{} de {most}"), ENTRY.format("PAIR.1", "b", "bé"))
    words = translated(english, "xx")
    assert words == {
        "LANGUAGE": "xx",
        "TITLE": "Games",
        "PAIR": ("a", "bé"),
        "SHOWN": {"size": {"5": "{} de {most}"}, "none": ""},
    }
    assert translated(english, "yy")["SHOWN"] == {"size": {"5": "{} of {most}"}, "none": ""}


def test_what_is_wrong_with_a_catalogue_is_told(english: Path) -> None:
    stale = "#, fuzzy\n" + ENTRY.format("TITLE", "Games", "Jeux")
    write(
        english, stale, ENTRY.format("SHOWN.size.5", "{} of {most}", "{} de {plus}"), ENTRY.format("PAIR.0", "A", "â")
    )
    faults = "\n".join(catalogues.faults_of(english, "xx"))
    assert "not up to date" in faults and "TITLE is fuzzy" in faults and "PAIR.0 is fuzzy" in faults
    assert "SHOWN.size.5 has other placeholders" in faults and "PAIR.1 is missing" in faults
    assert translated(english, "xx")["TITLE"] == "Games", "a fuzzy entry stays English"


def test_placeholders_may_change_their_order() -> None:
    assert catalogues.placeholders("{piece} to {end:+d}") == catalogues.placeholders("{end:+d}: {piece}")
    assert catalogues.placeholders("{} of {}") == catalogues.placeholders("{1} / {0}") != catalogues.placeholders("{}")


def test_a_catalogue_alone_adds_a_language(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "treppe_host", ignore=shutil.ignore_patterns("__pycache__"))
    entries = (
        ENTRY.format("LANGUAGE_NAME", "English", "Français"),
        ENTRY.format("TO_MOVE", "{} to move", "Aux {} de jouer"),
        ENTRY.format("PLAYERS.1", "Red", "Rouge"),
        ENTRY.format("PAGE.boards", "Boards", "Plateaux"),
    )
    header = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "treppe_host/web/texts/fr.po").write_text(header + "".join(entries), "utf-8")
    output = run([sys.executable, "-c", FRENCH], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    first, second, page = output.split("\n", 2)
    assert first == "fr|Aux Bleu de jouer|Rouge|fr"
    assert second == "nobody can move|player", "text without a translation is English"
    assert "Plateaux" in page and 'data-language="en"' in page and "English" in page
