"""The table of the protocol: every event, message and command with its fields, of `firmware/treppe/protocol.toml`, and
every code of `codes.toml` beside it, with its fields and words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from treppe_host.words.codes import codes

_NO_SHAPES = ("type", "role", "limit", "flash_limit", "rule")
_NO_WORDS = ("part", "meaning", "fields")


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a message, as the table has it."""

    name: str
    kind: str
    """Its type, without the `?` that says that it may be missing."""
    is_optional: bool
    meaning: str
    values: tuple[str, ...]
    """The allowed values; none: all of its type."""


@dataclass(frozen=True, slots=True)
class Shape:
    """An event, message, command or object, as the table has it. `answer` are the fields of a command's answer."""

    name: str
    meaning: str
    example: str
    fields: tuple[Field, ...]
    answer: tuple[Field, ...]
    part: str = ""
    """The part of the board that a code is about."""
    errors: tuple[str, ...] = ()
    """Codes with which a board may refuse a command, besides those that any command may get."""


@cache
def table() -> Mapping[str, Mapping[str, Shape]]:
    """Return the shapes by group (board, stream, host, event, command, object, code) and name.

    It is what checks a board's lines, what docs/protocol.md shows, and what a board checks a command by.

    >>> undo = table()["command"]["undo"]
    >>> [(field.name, field.kind, field.is_optional) for field in undo.fields]
    [('count', 'count', True), ('turn', 'flag', True), ('laid', 'flag', True)]
    """
    described = _read_protocol()
    objects = {name: _fields(each["fields"]) for name, each in described["object"].items()}
    groups = {name: group for name, group in described.items() if name not in _NO_SHAPES} | {"code": codes()}
    return {
        group: {name: _shape(name, each, objects) for name, each in shapes.items()} for group, shapes in groups.items()
    }


def limits() -> Mapping[str, tuple[int, str]]:
    """Return the limits by name: how much, and of what.

    >>> limits()["line_bytes"]
    (512, 'bytes of a line to a board, with its line end')
    """
    return {name: (most, meaning) for name, (most, meaning) in _read_protocol()["limit"].items()}


def flash_limits() -> Mapping[str, str]:
    """Return of what the limits are that each board's flash decides, by name."""
    found: dict[str, str] = _read_protocol()["flash_limit"]
    return found


@dataclass(frozen=True, slots=True)
class Rule:
    """What a host or a board MUST or SHOULD do, and the files of tests that hold it."""

    firmness: str
    text: str
    tests: tuple[str, ...]


def rules() -> Mapping[str, Rule]:
    """Return the rules by their numbers, H1 of hosts, B1 of boards, each with the tests that hold it, if any is named.

    >>> rules()["H10"].firmness, rules()["H10"].tests
    ('MUST', ('tests/host/test_client.py::test_another_protocol_is_named',))
    """
    return {
        number: Rule(firmness, text, tuple(tests))
        for number, (firmness, text, *tests) in _read_protocol()["rule"].items()
    }


def types() -> Mapping[str, str]:
    """Return the meaning of each type."""
    found: dict[str, str] = _read_protocol()["type"]
    return found


@dataclass(frozen=True, slots=True)
class Role:
    """What a lamp says, see the table."""

    name: str
    """Its name in the firmware; empty for those of players, which follow the first one's."""
    meaning: str
    says: str
    """The same on pages, in few words."""
    look: tuple[int, int, int, str]
    """Red, green and blue at full brightness, and in which eighths of a second it shines, as `1` and `0`."""
    sets: tuple[str, ...]
    mark: str
    """The path of its mark, empty without one."""
    is_line: bool
    """Whether the path is drawn as a line, and not filled."""
    player: int | None
    """The player whose colour it means."""


def roles() -> Mapping[str, Role]:
    """Return the roles of lamps by their characters in the stream `lamps`.

    >>> roles()["l"].meaning, roles()["l"].look
    ('this piece may be lifted', (200, 200, 200, '11111110'))
    """
    return {
        role: Role(
            each.get("name", ""),
            each["meaning"],
            each["says"],
            tuple(each["look"]),
            tuple(each.get("sets", ())),
            each.get("mark") or each.get("line", ""),
            "line" in each,
            each.get("player"),
        )
        for role, each in _read_protocol()["role"].items()
    }


def whole_table() -> Mapping[str, Any]:
    """Return both files as they are, without the words of codes."""
    of_code = {name: {key: each[key] for key in _NO_WORDS if key in each} for name, each in codes().items()}
    return {**_read_protocol(), "code": of_code}


@cache
def _read_protocol() -> dict[str, Any]:
    import tomllib  # most commands read stores, and no protocol

    return tomllib.loads(files("treppe").joinpath("protocol.toml").read_text("utf-8"))


def _shape(name: str, described: Mapping[str, Any], objects: Mapping[str, tuple[Field, ...]]) -> Shape:
    answer = described.get("answer", {})
    answer_fields = objects[answer] if isinstance(answer, str) else _fields(answer)
    return Shape(
        name,
        described["meaning"],
        described.get("example", ""),
        _fields(described.get("fields", {})),
        answer_fields,
        described.get("part", ""),
        tuple(described.get("errors", ())),
    )


def _fields(described: Mapping[str, Any]) -> tuple[Field, ...]:
    return tuple(
        Field(name, kind.removesuffix("?"), kind.endswith("?"), meaning, tuple(values[0]) if values else ())
        for name, (kind, meaning, *values) in described.items()
    )
