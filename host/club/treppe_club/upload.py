"""A PC's message about a board, checked at the edge before any other code reads it."""

import json
import math
import time
from dataclasses import dataclass
from typing import Any

from treppe import surfaces
from treppe.link.line import PROTOCOL
from treppe_host.errors import TreppeError
from treppe_host.link.client import Message
from treppe_host.link.schema_violations import find_violation

MOST_EVENTS = 250
"""The most events of one message."""
MOST_BYTES = 1 << 20
"""The most bytes of one message."""
_MOST_GAPS = 250
_LONGEST = 64  # characters of an id, of a version
_LONGEST_EVENT = 8192  # as on the link
_LARGEST = 2**31 - 1
_ODD_CLOCK_S = 30.0  # PCs whose clocks differ by less are not corrected: a message takes its time, too

Span = tuple[int, int]
"""First and last number of events in a row."""


class BadUpload(TreppeError):
    """A message has a form that no PC of this version sends."""


@dataclass(frozen=True, slots=True)
class Upload:
    """Events of one journal of a board, all of one power-up, in order, and the spans that the PC lacks.

    `started_at` is the time when the board's clock was 0 in the power-up `boot`, None if the PC does not know. A PC
    sends its own time, too, as `now`: where its clock is wrong, `started_at` is corrected to the server's.
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


def read_upload(content: Message) -> Upload:
    """Return the message in a request's body; raise BadUpload for a form that no PC of this version sends."""
    hello: Message = {"m": "hello", "protocol": PROTOCOL, "session": None, "ms": 0, "next": 1, "oldest": 1}
    identity: Message = {name: content.get(name) for name in ("board", "surface", "firmware", "journal", "boot")}
    journal, _, copy = str(identity["journal"]).partition(".")
    violation = find_violation(hello | identity | {"journal": journal})
    if violation or len(identity["board"]) > _LONGEST or len(identity["firmware"]) > _LONGEST or not _is_copy(copy):
        raise BadUpload(str(violation or "a name is too long"))
    if identity["surface"] not in surfaces.NAMES or len(journal) > _LONGEST:
        raise BadUpload("the surface is unknown, or the journal's name too long")
    started_at, is_connected = content.get("started_at"), content.get("is_connected")
    now = content.get("now", time.time())
    times = [now] if started_at is None else [now, started_at]
    if not all(type(at) is float and math.isfinite(at) for at in times):
        raise BadUpload("started_at, or now, is no time")
    if started_at is not None and abs(time.time() - now) > _ODD_CLOCK_S:
        started_at += time.time() - now
    if not isinstance(is_connected, bool):
        raise BadUpload("is_connected is no flag")
    missing, events = read_spans(content.get("missing")), _events(content.get("events"))
    return Upload(**identity, started_at=started_at, is_connected=is_connected, missing=missing, events=events)


def _is_copy(text: str) -> bool:
    return not text or (text.isascii() and text.isdecimal() and len(text) < 4)


def read_spans(content: Any) -> tuple[Span, ...]:
    """Return spans in their order; raise BadUpload for anything else."""
    spans: list[Span] = []
    given: list[Any] = content if isinstance(content, list) and len(content) <= _MOST_GAPS else [None]
    for span in given:
        is_span = isinstance(span, list) and len(span) == 2 and all(type(number) is int for number in span)
        if not is_span or not (spans[-1][1] if spans else 0) < span[0] <= span[1] <= _LARGEST:
            raise BadUpload("no list of spans in order")
        spans.append((span[0], span[1]))
    return tuple(spans)


def _events(content: Any) -> tuple[Message, ...]:
    if not isinstance(content, list) or len(content) > MOST_EVENTS:
        raise BadUpload(f"events are no list of at most {MOST_EVENTS}")
    last, boots = 0, set[int]()
    for event in content:
        violation = (
            "an event is no object" if not isinstance(event, dict) or "e" not in event else find_violation(event)
        )
        if violation or len(json.dumps(event)) > _LONGEST_EVENT:
            raise BadUpload(str(violation or "an event is too long"))
        if not last < event["e"] <= _LARGEST:
            raise BadUpload("events are not in order")
        last = event["e"]
        boots.add(event["boot"])
    if len(boots) > 1:
        raise BadUpload("events are of several power-ups")
    return tuple(content)
