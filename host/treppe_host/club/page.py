"""The pages of a club: the wall and the door, as HTML documents of their own, for browsers without the framework."""

from types import ModuleType

from treppe_host.club.invitations import Guest
from treppe_host.html import Html, html, joined, trusted
from treppe_host.web import assets, texts

_STYLES = ("palette", "page", "board", "club")
_VERSION = max(int(file.stat().st_mtime) for file in assets.FOLDER.iterdir())


def wall_page(words: ModuleType, guest: Guest) -> Html:
    """Return the page of all tables."""
    content = assets.fill("club_wall", words, **_say(words))
    return _page(words, words.CLUB["title"], content, {"mayName": guest.role.may_name})


def door_page(words: ModuleType) -> Html:
    """Return the page to which an invitation's link leads; its script hands the token over."""
    return _page(words, words.CLUB["title"], assets.fill("club_door", words, **_say(words)), {})


def _page(words: ModuleType, title: str, content: Html, facts: dict[str, object]) -> Html:
    following = texts.next_language(words.LANGUAGE)
    bar = assets.fill(
        "bar",
        words,
        title=title,
        home="/",
        links="",
        next_language=following,
        other_short=following.upper(),
        other_language=texts.load(following).LANGUAGE_NAME,
        act="",
    )
    styles = joined(html('<link rel="stylesheet" href="/static/{}.css?{}">', name, _VERSION) for name in _STYLES)
    settings = {"words": words.CLUB, "standings": words.CLUB_STATES, **facts}
    return assets.fill(
        "club",
        words,
        language=words.LANGUAGE,
        title=title,
        styles=styles,
        bar=bar,
        content=content,
        settings=trusted(assets.in_script(settings)),
        version=str(_VERSION),
    )


def _say(words: ModuleType) -> dict[str, str]:
    return {f"say_{key}": text for key, text in words.CLUB.items()}
