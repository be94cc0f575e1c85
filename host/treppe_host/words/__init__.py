"""Words for codes and their values, by language: those of `codes.toml`, of the doctor, of the host's failures."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from treppe.alphabet.codes import diagnostic_of

from treppe_host.words.codes import words_of_codes
from treppe_host.words.translation import ENGLISH, languages_of, translated

FILE = Path(__file__).with_name("en.toml")
LANGUAGES = languages_of(FILE)

# The tables that have words for the values of these names.
_TABLES = {"surface": "SURFACES", "piece": "PIECES", "material": "MATERIALS"}


@dataclass(frozen=True)
class CodeTexts:
    """Words for codes and their values in one language: those of a board, and the tables of `FILE`."""

    LANGUAGE: str
    CODES: dict[str, str]
    ADVICE: dict[str, str]
    FAILURES: dict[str, str]
    FINDINGS: dict[str, str]
    PARTS: dict[str, str]
    SURFACES: dict[str, str]
    MATERIALS: dict[str, str]
    PIECES: dict[str, str]


@lru_cache
def load_codes(language: str) -> CodeTexts:
    """Return the words for codes in a language, one of `LANGUAGES`.

    >>> load_codes("de").PARTS["lamps"], load_codes("en").PARTS["lamps"]
    ('Lampen', 'lamps')
    """
    return CodeTexts(CODES=words_of_codes(language), **translated(FILE, language))


def render(what: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Return a code in words; an unknown code, or one with unknown values, as it came.

    A board may be newer than its host, so that no code is an error.

    >>> render({"code": "line_long", "most": 512})
    'a line to a board has 512 bytes at most'
    >>> render({"code": "line_long", "most": 512}, "de")
    'eine Zeile an ein Brett hat höchstens 512 Bytes'
    >>> render({"code": "of_tomorrow", "field": "c4"})
    'of_tomorrow field=c4'
    """
    words, code = load_codes(language), what["code"]
    values = {name: _render_value(words, name, value) for name, value in what.items() if name != "code"}
    try:
        template = words.CODES.get(code) or words.FINDINGS.get(code) or words.FAILURES[code]
        return str(template.format(**values)).rstrip()
    except (KeyError, ValueError):
        return f"{code} " + ", ".join(f"{name}={value}" for name, value in values.items())


def part_name(part: str, what: Mapping[str, Any], language: str = ENGLISH) -> str:
    """Return the name of the part that a code is about; the part's own code if it has no name."""
    return str(load_codes(language).PARTS.get(part, part).format(**what))


def reason(error: Exception, language: str = ENGLISH) -> str:
    """Return the reason of a failure: the words of the code that the error carries, else the error's text.

    >>> reason(ValueError({"code": "line_long", "most": 512})), reason(ValueError("no file"))
    ('a line to a board has 512 bytes at most', 'no file')
    """
    what = diagnostic_of(error)
    return str(error) if what["code"] == "failed" else render(what, language)


def _render_value(words: CodeTexts, name: str, value: Any) -> Any:
    """Return a value in words; a number stays a number, which the words around it format."""
    if isinstance(value, str):
        return str(getattr(words, _TABLES.get(name, ""), {}).get(value, value))
    if isinstance(value, dict) and "code" in value:
        return render(value, words.LANGUAGE)
    if isinstance(value, list):
        return ", ".join(str(_render_value(words, name, each)) for each in value)
    return value if type(value) in (int, float) else json.dumps(value)
