"""The pages of a club: the wall, the door and events, as HTML documents of their own."""

from pathlib import Path

from treppe_host.html import Html, html, joined, options
from treppe_host.web import assets, layout

from treppe_club.event_page import event_content, event_games, event_list
from treppe_club.event_rows import StoredEvent
from treppe_club.finished import ON_A_PAGE, Finished, finished_list
from treppe_club.invitations import Principal
from treppe_club.texts import ClubTexts

assets.FOLDERS.append(Path(__file__).with_name("static"))
_OF_EVENTS = ("club", "event")


def wall_page(words: ClubTexts, principal: Principal) -> Html:
    """Return the page of all tables."""
    content = assets.fill("club_wall", words, **_page_texts(words))
    act = html('<button id="follow" class="quiet" aria-pressed="false">{}</button>', words.CLUB["follow"])
    return _page(words, words.CLUB["title"], content, {"mayName": principal.role.may_name}, "wall", act, "stream")


def finished_page(words: ClubTexts, found: list[Finished], page: int) -> Html:
    """Return a page of the list of finished games, 1 being the newest ones."""
    say = words.CLUB
    turns = ((page - 1, say["newer_results"], page > 1), (page + 1, say["older_results"], len(found) == ON_A_PAGE))
    content = html(
        '<main id="main" tabindex="-1" class="finished"><h2>{title}</h2>{none}<ol class="results">{rows}</ol>'
        '<nav class="doing">{turns}</nav></main>',
        title=say["results"],
        none="" if found else html('<p class="soft">{}</p>', say["no_results"]),
        rows=finished_list(words, found),
        turns=joined(html('<a href="~/finished?page={}">{}</a>', to, text) for to, text, is_there in turns if is_there),
    )
    return _page(words, say["results"], content, {}, "finished")


def events_page(words: ClubTexts, principal: Principal, events: list[StoredEvent]) -> Html:
    """Return the list of events; arbiters can make one there."""
    say = {f"say_{key}": text for key, text in words.EVENT.items()}
    games = options(event_games())
    new = assets.fill("event_new", words, games=games, **say) if principal.role.may_name else Html()
    listed = event_list(words, events) or html('<li class="soft">{}</li>', words.EVENT["none"])
    content = assets.fill("event_list", words, events=listed, new=new, **say)
    return _page(words, words.EVENT["events"], content, {}, "events", files=_OF_EVENTS)


def event_page(words: ClubTexts, principal: Principal, stored: StoredEvent) -> Html:
    """Return the page of an event."""
    content = assets.fill(
        "event",
        words,
        number=str(stored.number),
        content=event_content(words, stored, may_rule=principal.role.may_name),
    )
    return _page(words, stored.name, content, {}, "events", stream=f"event/{stored.number}/stream", files=_OF_EVENTS)


def door_page(words: ClubTexts) -> Html:
    """Return the page to which an invitation's link leads; its script hands the token over."""
    return _page(words, words.CLUB["title"], assets.fill("club_door", words, **_page_texts(words)), {})


def _page(
    words: ClubTexts,
    title: str,
    content: Html,
    facts: dict[str, object],
    place: str = "",
    act: str = "",
    stream: str = "",
    files: tuple[str, ...] = ("club",),
) -> Html:
    bar = layout.bar_of(words, title, _links(words, place) if place else Html(), act)
    settings = {"club": {"words": words.CLUB, "states": words.CLUB_STATES, **facts}}
    return layout.document(words, title, bar + content, layout.Wiring(stream, files=files, settings=settings))


def _links(words: ClubTexts, place: str) -> Html:
    here = html(' aria-current="page"')
    return joined(
        html('<a href="~/{}"{}>{}</a>', address, here if name == place else "", text)
        for name, address, text in (
            ("wall", "", words.EVENT["wall"]),
            ("events", "events", words.EVENT["events"]),
            ("finished", "finished", words.CLUB["results"]),
        )
    )


def _page_texts(words: ClubTexts) -> dict[str, str]:
    return {f"say_{key}": text for key, text in words.CLUB.items()}
