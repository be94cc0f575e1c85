"""What a club's pages say: the page's words, and a club's own."""

from functools import lru_cache

from treppe_host.web import texts
from treppe_host.web.texts.en import Texts
from treppe_host.words.translation import translated

from treppe_club import TEXTS


class ClubTexts(Texts):
    """The words of a club's pages by their names."""

    CLUB: dict[str, str]
    CLUB_STATES: dict[str, str]
    EVENT: dict[str, str]
    EVENT_ERRORS: dict[str, str]


@lru_cache
def load_texts(language: str) -> ClubTexts:
    """Return the words of a club's pages in a language."""
    words = ClubTexts()
    vars(words).update(vars(texts.load(language)) | translated(TEXTS, language))
    return words
