"""Checks a board's lines against the table of the protocol, before any other code reads them."""

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from treppe import surfaces
from treppe.link.line import PROTOCOL
from treppe.sensing.kinds import kind_of

from treppe_host.errors import ProtocolMismatch
from treppe_host.link.protocol import Field, roles, table

Message = dict[str, Any]

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_SHOWN = 40  # characters of a value that does not fit
_DEEPEST = 8  # arrays and objects within each other
_SEATS = 4
_LONGEST_MS = 2**40 - 1
_LARGEST = 2**53 - 1  # every language has exact whole numbers up to here


@dataclass(frozen=True, slots=True)
class SchemaViolation:
    """A breach of the table in a message (`where`: `event action`, `answer status`, `lamps`), or in one `field` of it.

    `what` says in English what is wrong, for those who write boards.
    """

    where: str
    what: str
    field: str = ""

    def __str__(self) -> str:
        return f"{self.where}, field {self.field}: {self.what}" if self.field else f"{self.where} {self.what}"

    @property
    def diagnostic(self) -> Message:
        """The breach as a code with its values."""
        return {"code": "line_dropped", "where": self.where, "field": self.field}


def check_version(message: Message) -> None:
    """Raise ProtocolMismatch where a board says hello in another version of the protocol."""
    version = message.get("protocol")
    if message.get("m") == "hello" and isinstance(version, int) and version != PROTOCOL:
        raise ProtocolMismatch(
            {
                "code": "other_protocol",
                "board": shown(message.get("board")),
                "firmware": shown(message.get("firmware")),
                "version": shown(version),
                "known": PROTOCOL,
            }
        )


def find_violation(message: Message, do: str | None = None, surface: str = "") -> SchemaViolation | None:
    """Return the first field of a board's line that breaks the table, None if none does.

    `do` is the command that an answer belongs to; the answer to an unknown one may be anything. Events and streams
    outside the table come from a later firmware: they may be anything, too. `surface` is the board's, by its hello.

    >>> event = {"e": 3, "boot": 1, "ms": 40, "k": "undo", "count": 1}
    >>> find_violation(event)
    >>> str(find_violation(event | {"count": "all"}))
    'event undo, field count: "all" is not of the type count'
    """
    if "e" in message:
        return _violation_of_event(message)
    if "re" in message:
        return _violation_of_answer(message, do)
    name = message.get("m")
    if not isinstance(name, str):
        return SchemaViolation("message", "has no name")
    shape = table()["board"].get(name) or table()["stream"].get(name)
    violation = _violation(message, shape.fields, name) if shape else None
    return violation or _violation_of_surface(message, surface)


def _violation_of_surface(message: Message, surface: str) -> SchemaViolation | None:
    """Return the field that does not fit the surface: the surface is unknown, or it has other fields."""
    name = message["m"]
    if name == "hello" and message["surface"] not in surfaces.NAMES:
        return SchemaViolation(
            "hello", f"{shown(message['surface'])} is none of {', '.join(surfaces.NAMES)}", "surface"
        )
    if name not in _FITS_SURFACE or not surface:
        return None
    field, fits = _FITS_SURFACE[name]
    if fits(message, surfaces.load(surface)):
        return None
    return SchemaViolation(name, f"{shown(message[field])} does not fit the surface {surface}", field)


def _has_fields(content: str, size: int, surface: Any) -> bool:
    """Return whether each part, of so many bytes, begins with the number of a field."""
    octets = bytes.fromhex(content)
    return not len(octets) % size and all(field < surface.FIELDS for field in octets[::size])


_FITS_SURFACE: dict[str, tuple[str, Callable[[Message, Any], bool]]] = {
    "lamps": (
        "roles",
        lambda message, surface: len(message["roles"]) == surface.FIELDS and set(message["roles"]) <= set(roles()),
    ),
    "image": ("fields", lambda message, surface: len(message["fields"]) == 2 * surface.FIELDS),
    "raw": ("frame", lambda message, surface: len(message["frame"]) == 2 * kind_of(surface).FRAME_BYTES),
    "explain": (
        "changed",
        lambda message, surface: (
            _has_fields(message["changed"], 3, surface)
            and _has_fields(message["back"], 1, surface)
            and _has_fields(message["seen"], 4, surface)
        ),
    ),
}


def _violation_of_event(event: Message) -> SchemaViolation | None:
    violation = _violation(event, table()["object"]["head"].fields, "event")
    if violation:
        return violation
    shape = table()["event"].get(event["k"])
    violation = _violation(event, shape.fields, f"event {shape.name}") if shape else None
    if violation or is_plain(event):
        return violation
    return SchemaViolation(f"event {shape.name}" if shape else "event", f"has {shown(event)}")


def _violation_of_answer(answer: Message, do: str | None) -> SchemaViolation | None:
    where = f"answer {do}" if do else "answer"
    if not _is_count(answer["re"]):
        return SchemaViolation(where, f"has the number {shown(answer['re'])}")
    if "error" in answer:
        error = answer["error"]
        return None if _is_reported(error) else SchemaViolation(where, f"has the error {shown(error)}")
    if not isinstance(answer.get("ok"), dict):
        return SchemaViolation(where, f"is {shown(answer.get('ok'))}, not an object")
    shape = table()["command"].get(do or "")
    return _violation(answer["ok"], shape.answer, where) if shape else None


def _violation(message: Message, fields: Sequence[Field], where: str, within: str = "") -> SchemaViolation | None:
    """Return the first field that does not fit; `within` are the names of the objects around it, each with a dot."""
    for field in fields:
        name = within + field.name
        if field.name not in message:
            if field.is_optional:
                continue
            return SchemaViolation(where, "it is missing", name)
        value = message[field.name]
        if not _check_of(field.kind)(value):
            found = _violation_within(value, field.kind, where, name)
            return found or SchemaViolation(where, f"{shown(value)} is not of the type {field.kind}", name)
        if field.values and value not in field.values:
            return SchemaViolation(where, f"{shown(value)} is none of {', '.join(field.values)}", name)
    return None


def _violation_within(value: Any, kind: str, where: str, name: str) -> SchemaViolation | None:
    """Return the first field that does not fit, of the object or list of objects `name`."""
    inner = table()["object"].get(kind.removeprefix("list of "))
    if inner and isinstance(value, dict):
        return _violation(value, inner.fields, where, f"{name}.")
    items = value if inner and isinstance(value, list) else []
    found = (_violation_within(item, kind, where, f"{name}[{place}]") for place, item in enumerate(items))
    return next(filter(None, found), None)


@cache
def _check_of(kind: str) -> Callable[[Any], bool]:
    """Return a function that checks whether a value is of a type."""
    if kind.startswith("list of "):  # of all that follows: `list of X or null` is `list of (X or null)`
        item = _check_of(kind.removeprefix("list of "))
        return lambda value: isinstance(value, list) and all(map(item, value))
    if " or " in kind:
        first, rest = (_check_of(part) for part in kind.split(" or ", 1))
        return lambda value: first(value) or rest(value)
    if kind in table()["object"]:
        fields = table()["object"][kind].fields
        return lambda value: isinstance(value, dict) and _violation(value, fields, kind) is None
    return _SIMPLE[kind]


def _is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_count(value: Any) -> bool:
    return _is_whole(value, 0, 2**31 - 1)


def _is_number(value: Any) -> bool:
    return _is_whole(value, -_LARGEST, _LARGEST) or (type(value) is float and math.isfinite(value))


def is_text(value: Any) -> bool:
    """Return whether every database and program can hold a text."""
    if not isinstance(value, str) or "\0" in value:
        return False
    return not any("\ud800" <= char <= "\udfff" for char in value)


def _is_seats(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _SEATS and all(name is None or is_text(name) for name in value)


def _is_reported(value: Any) -> bool:
    """Return whether a value is a code with its values; a code outside the table comes from a newer board."""
    if not isinstance(value, dict) or not _SIMPLE["name"](value.get("code")) or not is_plain(value):
        return False
    shape = table()["code"].get(value["code"])
    return shape is None or _violation(value, shape.fields, "") is None


def _is_hex(value: Any) -> bool:
    if not isinstance(value, str) or len(value) % 2:
        return False
    return all(char in "0123456789abcdef" for char in value)


def is_plain(value: Any, depth: int = 0) -> bool:
    """Return whether every database and program can hold a value."""
    if isinstance(value, list | tuple):
        return depth < _DEEPEST and all(is_plain(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return depth < _DEEPEST and all(is_text(name) and is_plain(each, depth + 1) for name, each in value.items())
    return value is None or isinstance(value, bool) or _is_number(value) or is_text(value)


_SIMPLE: dict[str, Callable[[Any], bool]] = {
    "name": lambda value: isinstance(value, str) and _NAME.fullmatch(value) is not None,
    "player": lambda value: _is_whole(value, 0, 3),
    "flag": lambda value: isinstance(value, bool),
    "count": _is_count,
    "int": lambda value: _is_whole(value, -(2**31), 2**31 - 1),
    "ms": lambda value: _is_whole(value, 0, _LONGEST_MS),
    "number": _is_number,
    "text": is_text,
    "hex": _is_hex,
    "object": lambda value: isinstance(value, dict) and is_plain(value),
    "any": is_plain,
    "told": _is_reported,
    "seats": _is_seats,
    "null": lambda value: value is None,
}


def shown(value: Any) -> str:
    """Return a value in printable ASCII, cut short."""
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
