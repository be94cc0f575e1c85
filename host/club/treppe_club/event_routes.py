"""Addresses of events: the list `/events`, a page `/event/N` with its `/stream`, and what arbiters post."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from treppe_host.web.feed import PageFeed
from treppe_host.web.requests import LARGEST, ActTaker, Page, language_of, number_in, read_json
from treppe_host.web.stream import Streams

from treppe_club import event_feeds, event_results, event_rows
from treppe_club.event.event import EventError, Result, System
from treppe_club.event_feeds import EventFeeds
from treppe_club.event_page import event_games
from treppe_club.page import event_page, events_page
from treppe_club.routes import guest_of
from treppe_club.store import ClubStore
from treppe_club.texts import load_texts

_MOST_BYTES = 50_000

Form = dict[str, Any]
Act = Callable[[Connection, int, Form], None]


class EventRoutes:
    """Answers browsers that look at events, and arbiters that change them."""

    def __init__(self, store: ClubStore, feeds: EventFeeds, taker: ActTaker):
        self._store = store
        self._feeds = feeds
        self._taker = taker

    def routes(self, streams: Streams) -> list[BaseRoute]:
        return [
            Route("/events", self._show_list),
            Route("/events", self._make, methods=["POST"]),
            Route("/event/{number:record}", self._show_event),
            Route("/event/{number:record}", self._act_on_event, methods=["POST"]),
            streams.route("/event/{number:record}/stream", self._feed),
        ]

    async def _show_list(self, request: Request) -> Page:
        events = await asyncio.to_thread(self._read_all)
        return Page(events_page(load_texts(language_of(request)), guest_of(request), events))

    def _read_all(self) -> list[event_rows.StoredEvent]:
        with self._store.transaction() as connection:
            return event_rows.list_events(connection)

    async def _read_event(self, number: int) -> event_rows.StoredEvent:
        if number > LARGEST:
            raise HTTPException(404)
        stored = await asyncio.to_thread(event_feeds.find_event, self._store, number)
        if stored is None:
            raise HTTPException(404)
        return stored

    async def _show_event(self, request: Request) -> Page:
        stored = await self._read_event(request.path_params["number"])
        return Page(event_page(load_texts(language_of(request)), guest_of(request), stored))

    async def _feed(self, request: Request) -> PageFeed:
        stored = await self._read_event(request.path_params["number"])
        return self._feeds.feed(stored, language_of(request), may_rule=guest_of(request).role.may_name)

    async def _make(self, request: Request) -> JSONResponse:
        form = await _read_ruling(request)

        async def make() -> JSONResponse:
            try:
                number = await asyncio.to_thread(self._change, lambda connection: _make(connection, form))
            except EventError as error:
                return _refusal(request, error)
            return JSONResponse({"event": number})

        if "id" not in form:  # of a program: a page's form has one, so that a double click makes one event
            return await make()
        return await self._taker.answer_once(form["id"], make)

    async def _act_on_event(self, request: Request) -> JSONResponse:
        """Do one of ACTS with an event."""
        form, number = await _read_ruling(request), request.path_params["number"]
        act = ACTS.get(str(form.get("act")))
        if act is None or number > LARGEST:
            raise HTTPException(400 if act is None else 404)
        try:
            await asyncio.to_thread(self._change, lambda connection: act(connection, number, form))
        except EventError as error:
            return _refusal(request, error)
        return JSONResponse({})

    def _change(self, change: Callable[[Connection], Any]) -> Any:
        with self._store.transaction(writes=True) as connection:
            return change(connection)


async def _read_ruling(request: Request) -> Form:
    """Return the JSON object of an arbiter's request; raise HTTPException for people who may not change events."""
    if not guest_of(request).role.may_name:
        raise HTTPException(403)
    return await read_json(request, _MOST_BYTES)


def _refusal(request: Request, error: EventError) -> JSONResponse:
    return JSONResponse({"error": load_texts(language_of(request)).EVENT_ERRORS[error.code]}, 409)


def _make(connection: Connection, form: Form) -> int:
    game, system = _text(form, "game"), _text(form, "system")
    if game not in dict(event_games()) or system not in list(System):
        raise EventError("unknown")
    names = [line for line in _text(form, "players").splitlines() if line.strip()]
    rounds, cycles = _read_number(form, "rounds"), _read_number(form, "cycles")
    return event_rows.make_event(connection, _text(form, "name"), game, System(system), rounds, cycles, names)


def _rule(connection: Connection, event: int, form: Form) -> None:
    result = _text(form, "result")
    if result and result not in list(Result):
        raise EventError("unknown")
    ruled = Result(result) if result else None
    event_rows.rule(connection, event, _read_number(form, "round"), _read_number(form, "table"), ruled)


def _pair_by_hand(connection: Connection, event: int, form: Form) -> None:
    lines = [line for line in _text(form, "tables").splitlines() if line.strip()]
    tables = [[number_in(found) for found in re.findall(r"[0-9]+", line)] for line in lines]
    event_rows.pair(connection, event, tables)


def _ask_bye(connection: Connection, event: int, form: Form) -> None:
    event_rows.ask_bye(connection, event, _read_number(form, "player"), is_asked=form["act"] == "bye")


ACTS: dict[str, Act] = {
    "pair": lambda connection, event, _: event_rows.pair(connection, event),
    "by_hand": _pair_by_hand,
    "delete": lambda connection, event, _: event_rows.delete_event(connection, event),
    "unpair": lambda connection, event, _: event_rows.unpair(connection, event),
    "rule": _rule,
    "accept": lambda connection, event, form: event_results.accept(connection, event, _read_number(form, "game")),
    "add": lambda connection, event, form: event_rows.add_player(connection, event, _text(form, "name")),
    "leave": lambda connection, event, form: event_rows.withdraw(connection, event, _read_number(form, "player")),
    "come_back": lambda connection, event, form: event_rows.come_back(connection, event, _read_number(form, "player")),
    "rename": lambda connection, event, form: event_rows.rename(
        connection, event, _read_number(form, "player"), _text(form, "name")
    ),
    "bye": _ask_bye,
    "no_bye": _ask_bye,
}
"""What an arbiter can do with an event, by the word in `act`."""


def _text(form: Form, name: str) -> str:
    value = form.get(name)
    if not isinstance(value, str):
        raise HTTPException(400)
    return value


def _read_number(form: Form, name: str) -> int:
    value = form.get(name)
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise HTTPException(400)
    return value
