"""What a PC brings of a board, checked once at the edge, before any other code reads it."""

import json
import math
from dataclasses import dataclass
from typing import Any

from treppe import surfaces

from treppe_host.errors import TreppeError
from treppe_host.link.client import Message
from treppe_host.link.misfits import find_misfit

MOST_EVENTS = 250
"""Events that are brought at once."""
MOST_BYTES = 1 << 20
"""Size of what is brought at once."""
_MOST_GAPS = 250
_LONGEST = 64  # characters of an id, of a version
_LONGEST_EVENT = 8192  # as on the link
_LARGEST = 2**31 - 1

Span = tuple[int, int]
"""First and last number of events in a row."""


class BadBringing(TreppeError):
    """What a PC brings is not what a PC of this version would bring."""


@dataclass(frozen=True, slots=True)
class Bringing:
    """Events of one journal of a board, all of one power-up, in order, and which ones the PC does not have.

    `started_at` is the PC's time when the board's clock was 0 in the power-up `boot`, None if it does not know.
    """

    board: str
    surface: str
    firmware: str
    journal: str
    boot: int
    started_at: float | None
    is_connected: bool
    missing: tuple[Span, ...]
    events: tuple[Message, ...]


def read_bringing(said: Message) -> Bringing:
    """Return what a request's body says; raise BadBringing for what no PC of this version says."""
    hello: Message = {"m": "hello", "protocol": 2, "session": None, "ms": 0, "next": 1, "oldest": 1}
    told: Message = {name: said.get(name) for name in ("board", "surface", "firmware", "journal", "boot")}
    journal, _, copy = str(told["journal"]).partition(".")
    misfit = find_misfit(hello | told | {"journal": journal})
    if misfit or len(told["board"]) > _LONGEST or len(told["firmware"]) > _LONGEST or not _is_copy(copy):
        raise BadBringing(str(misfit or "a name is too long"))
    if told["surface"] not in surfaces.NAMES or len(journal) > _LONGEST:
        raise BadBringing("the surface is unknown, or the journal's name too long")
    started_at, is_connected = said.get("started_at"), said.get("is_connected")
    if not (started_at is None or (type(started_at) is float and math.isfinite(started_at))):
        raise BadBringing("started_at is no time")
    if not isinstance(is_connected, bool):
        raise BadBringing("is_connected is no flag")
    missing, events = _spans(said.get("missing")), _events(said.get("events"))
    return Bringing(**told, started_at=started_at, is_connected=is_connected, missing=missing, events=events)


def _is_copy(text: str) -> bool:
    return not text or (text.isascii() and text.isdecimal() and len(text) < 4)


def _spans(said: Any) -> tuple[Span, ...]:
    """Return spans in order that do not touch."""
    spans: list[Span] = []
    given: list[Any] = said if isinstance(said, list) and len(said) <= _MOST_GAPS else [None]
    for span in given:
        is_span = isinstance(span, list) and len(span) == 2 and all(type(number) is int for number in span)
        if not is_span or not (spans[-1][1] if spans else 0) < span[0] <= span[1] <= _LARGEST:
            raise BadBringing("missing is no list of spans in order")
        spans.append((span[0], span[1]))
    return tuple(spans)


def _events(said: Any) -> tuple[Message, ...]:
    if not isinstance(said, list) or len(said) > MOST_EVENTS:
        raise BadBringing(f"events are no list of at most {MOST_EVENTS}")
    last, boots = 0, set[int]()
    for event in said:
        misfit = "an event is no object" if not isinstance(event, dict) or "e" not in event else find_misfit(event)
        if misfit or len(json.dumps(event)) > _LONGEST_EVENT:
            raise BadBringing(str(misfit or "an event is too long"))
        if not last < event["e"] <= _LARGEST:
            raise BadBringing("events are not in order")
        last = event["e"]
        boots.add(event["boot"])
    if len(boots) > 1:
        raise BadBringing("events are of several power-ups")
    return tuple(said)
