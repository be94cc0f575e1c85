"""One word for one thing: display, page, cards, refusals and rules of a game say what its table of names says."""

import re
from itertools import pairwise

import pytest
from treppe.games import catalogue
from treppe_host.web import texts
from treppe_host.web.rules import reading
from treppe_host.words.translation import texts_of_game

ROW = re.compile(r"^\| \*\*([^*]+)\*\* \| ([^|]+) \| ([^|]+) \|$", re.M)
HEADINGS = {"en": "## Words\n", "de": "## Wörter\n"}
ENDINGS = {"en": "e|es|s|'s", "de": "e|en|er|ern|es|s|n"}
AVOIDED = {
    "en": ("stack", "squares", "free square", "Field", "distance"),
    "de": ("Hilfe", "Quadrate", "freie Quadrat", "Zentren", "Abstand"),
}
"""What was said instead; a single square is a piece."""
ALL = [(name, language) for name in catalogue.names() for language in texts.LANGUAGES]


def page(name: str, language: str) -> str:
    path = reading.page_of(name, language)
    assert path
    return path.read_text("utf-8")


def names(name: str, language: str) -> list[tuple[str, str, str]]:
    """Return the rows of a game's table: the word, what it is, the word of the original."""
    _, found, table = page(name, language).partition(HEADINGS[language])
    assert found, f"{name} has no table of names in {language}"
    return ROW.findall(table.partition("\n## ")[0])


def plain(text: str) -> str:
    """Return a text as displays spell it, which have no umlauts."""
    for letter, spelt in zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"), strict=True):
        text = text.replace(letter, spelt)
    return text


def says(text: str, word: str, language: str) -> bool:
    """Tell whether a text says a word, in whatever form."""
    # A plural may change the vowel: Turm, Türme.
    stem = re.sub("[aou]e?", "[aou]e?", plain(word).removesuffix("e"))
    case = "(?i)" if language == "en" else ""  # in German only a noun has a capital: Ebene, eben
    return bool(re.search(rf"{case}\b{stem}({ENDINGS[language]})?\b", plain(re.sub("{.*?}", "", text))))


def said(name: str, language: str) -> dict[str, str]:
    """Return all that a game says outside of its rules in a language, by where it stands."""
    found: dict[str, str] = {}
    own = texts_of_game(name, language)
    for part, table in own.get("DISPLAY", {}).items():
        found |= {f"display {part} {key}": text for key, text in table.items()}
    found |= {f"printed WORDS {key}": " ".join(value) for key, value in own.get("PRINTED", {}).items()}
    for table in ("PIECES", "A_PIECE"):
        found |= {f"page {table} {key}": text for key, text in own.get(table, {}).items()}
    own = texts.game_words(texts.load(language), name)
    found |= {f"lesson {number}": text for number, text in enumerate(own.coach)}
    found["page summary"] = own.summary
    found |= {f"page choice {name} {key}": text for name, each in own.choices.items() for key, text in each.items()}
    for table in ("options", "reasons", "notes", "meanings"):
        found |= {f"page {table} {key}": value for key, value in getattr(own, table).items()}
    return found


@pytest.mark.parametrize(("name", "language"), ALL)
def test_rules_use_the_words_of_their_table(name: str, language: str) -> None:
    rows = names(name, language)
    before = page(name, language).partition(HEADINGS[language])[0]
    assert rows
    for word, _, _ in rows:
        assert says(before, word, language), word


@pytest.mark.parametrize("name", catalogue.names())
def test_texts_say_the_same_things_in_each_language(name: str) -> None:
    tables = {language: names(name, language) for language in texts.LANGUAGES}
    spoken = {language: said(name, language) for language in texts.LANGUAGES}
    differing = []
    for one, other in pairwise(texts.LANGUAGES):
        assert [old for _, _, old in tables[one]] == [old for _, _, old in tables[other]]
        for place, text in spoken[one].items():
            if place.startswith("display MENU"):  # words cut short
                continue
            for (word, _, _), (other_word, _, _) in zip(tables[one], tables[other], strict=True):
                if says(text, word, one) != says(spoken[other][place], other_word, other):
                    differing.append(f"{place}: {text!r} / {spoken[other][place]!r}: {word} / {other_word}")
    assert not differing, "\n".join(differing)


@pytest.mark.parametrize(("name", "language"), ALL)
def test_what_is_printed_is_called_the_same_where_one_chooses_it(name: str, language: str) -> None:
    own = texts_of_game(name, language)
    titles = {key: plain(title).lower() for key, (title, _) in own.get("PRINTED", {}).items()}
    for key, title in titles.items():
        chosen = [own.get("DISPLAY", {}).get("TEXTS", {}).get(f"word {key}"), own.get("MEANINGS", {}).get(key)]
        if list(titles.values()).count(title) == 1:
            assert all(title in plain(text).lower() for text in chosen if text), (key, title, chosen)


@pytest.mark.parametrize(("name", "language"), ALL)
def test_nothing_says_the_original_s_word_where_the_game_has_another(name: str, language: str) -> None:
    rows = names(name, language)
    own = {word for word, _, _ in rows} | set(texts.load(language).PIECES.values())
    others = {old for _, _, olds in rows for old in olds.split(", ")} - own
    for place, text in said(name, language).items():
        said_so = [old for old in others if says(text, old, "de")]
        said_so += [word for word in AVOIDED[language] if re.search(rf"\b{word}\b", text)]
        assert not said_so, f"{place}: {text!r}"
