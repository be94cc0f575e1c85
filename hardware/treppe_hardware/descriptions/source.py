"""A description in TOML that knows on which line each of its values stands."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from treppe_host.errors import TreppeError, in_words

_T = TypeVar("_T")
Place = tuple[str | int, ...]  # the way to a value: keys, and numbers in lists

_KEY = re.compile(r"([A-Za-z0-9_-]+)\s*=\s*")
_KINDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_STRING = re.compile(r'"[^"]*"')


class InvalidDescription(TreppeError):
    """A description cannot be used: names file, line, key and reason."""


@dataclass(frozen=True, slots=True)
class Keys:
    """Which keys a table must have and which it may have, each with the kind of its value."""

    needed: dict[str, type]
    allowed: dict[str, type] = field(default_factory=dict)


@cache
def keys_of(kind: Any, *own: str) -> Keys:
    """Return the keys of a table that becomes an object of a dataclass: its fields, but for those of code.

    What a key's value must be is looked at when it is built; a field `from_` has the key `from`, a word of Python.
    """
    keys: tuple[dict[str, type], dict[str, type]] = {}, {}
    for one in fields(kind):
        is_optional = one.default is not MISSING or one.default_factory is not MISSING
        if one.name not in own:
            keys[is_optional][one.name.rstrip("_")] = object
    return Keys(*keys)


class At(NamedTuple):
    """A line of a file."""

    path: Path
    line: int


class Source:
    """The text of one description and its table."""

    def __init__(self, path: Path, library: Path | None = None, heirs: frozenset[Path] = frozenset()):
        """Read the file; raise InvalidDescription if it is not there or no TOML.

        With `base` in it, top-level keys that it does not have come from that file, beside it or in the library; a
        board that is `like` one of that file has its keys and parts too, but for those whose reference it names itself.
        `heirs` are the files that are based on this one.
        """
        self.path = path
        self._heirs = heirs | {path.resolve()}
        try:
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise InvalidDescription(in_words(error)) from error
        except UnicodeDecodeError as error:
            raise InvalidDescription(f"{path}: cannot be read: {error}") from error
        try:
            self.table: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise InvalidDescription(f"{path}: not readable as TOML: {error}") from error
        self._lines = _find_places(text)
        if "base" in self.table:
            self._inherit(self.table.pop("base"), library)

    def _inherit(self, name: Any, library: Path | None) -> None:
        if not isinstance(name, str):
            raise self.refuse(f"must be the name of a file, not {name!r}", "base")
        beside = self.path.parent / name
        path = beside if beside.exists() or library is None else library / name
        if path.resolve() in self._heirs:
            raise self.refuse(f"{name} is based on this file itself", "base")
        base = Source(path, library, self._heirs)
        for key, value in base.table.items():
            if key not in self.table:
                self.table[key] = value
                self._lines[(key,)] = self._lines[("base",)]
        boards = {board["name"]: board for board in base.table.get("boards", [])}
        for number, board in enumerate(self.table.get("boards", [])):
            if isinstance(board, dict) and "like" in board:
                self.check_choice(str(board["like"]), boards, "boards", number, "like")
                self.table["boards"][number] = _like(boards[board["like"]], board)

    def line(self, *place: str | int) -> int:
        """Return the line of a value, of the table around it where it has none of its own, or 1."""
        for length in range(len(place), 0, -1):
            if place[:length] in self._lines:
                return self._lines[place[:length]]
        return 1

    def at(self, *place: str | int) -> At:
        """Return the file and the line of a value."""
        return At(self.path, self.line(*place))

    def refuse(self, reason: str, *place: str | int) -> InvalidDescription:
        """Return the diagnostic about the value at a place."""
        key = next((str(step) for step in reversed(place) if isinstance(step, str)), "")
        return InvalidDescription(f"{self.path}:{self.line(*place)}: {key + ': ' if key else ''}{reason}")

    def check_keys(self, table: Any, keys: Keys, *place: str | int) -> None:
        """Raise InvalidDescription if a table lacks a key, has an unknown one, or a value of another kind."""
        if not isinstance(table, dict):
            raise self.refuse(f"must be a table, not {table!r}", *place)
        known = keys.needed | keys.allowed
        self.check_known(table, known, *place)
        for key, value in table.items():
            self._check_kind(value, known[key], *place, key)
        for key in keys.needed:
            if key not in table:
                raise self.refuse("is missing", *place, key)

    def _check_kind(self, value: Any, kind: type, *place: str | int) -> None:
        kinds = (int, float) if kind is float else (kind,)
        if kind is not object and type(value) not in kinds:
            raise self.refuse(f"must be {_KINDS[kind]}, not {value!r}", *place)

    def build(self, kind: Callable[..., _T], table: Any, *place: str | int, **own: Any) -> _T:
        """Return a table as an object of a dataclass: its keys are the fields, and their types say what they must be.

        Lists become tuples; tables within it become objects of the dataclasses that its fields name, whose `name` is
        their key. `own` are fields of code.
        """
        self.check_keys(table, keys_of(kind, *sorted(own)), *place)
        hints = get_type_hints(kind)
        names = {name.rstrip("_"): name for name in hints}
        found = {names[key]: self._typed(hints[names[key]], value, *place, key) for key, value in table.items()}
        return kind(**found, **own)

    def _typed(self, hint: Any, value: Any, *place: str | int) -> Any:
        """Return a value as a type says; raise InvalidDescription where it is none."""
        origin, inner = get_origin(hint), [one for one in get_args(hint) if one is not NoneType]
        if is_dataclass(hint):
            is_named = "name" in get_type_hints(hint) and isinstance(value, dict) and "name" not in value
            own = {"name": place[-1]} if is_named else {}
            return self.build(hint, value, *place, **own)  # type: ignore[arg-type]
        if origin is Literal:
            self.check_choice(str(value), inner, *place)
            return value
        if origin is tuple:
            self._check_kind(value, list, *place)
            if inner[-1] is Ellipsis:
                return tuple(self._typed(inner[0], one, *place, number) for number, one in enumerate(value))
            if len(value) != len(inner):
                raise self.refuse(f"must be a list of {len(inner)}, not {value!r}", *place)
            return tuple(self._typed(one, each, *place) for one, each in zip(inner, value, strict=True))
        if origin is dict:
            self._check_kind(value, dict, *place)
            return {key: self._typed(inner[1], one, *place, key) for key, one in value.items()}
        if origin is list:
            self._check_kind(value, list, *place)
            return [self._typed(inner[0], one, *place, number) for number, one in enumerate(value)]
        if inner:  # of something or None
            return self._typed(inner[0], value, *place)
        if hint is not Any:
            self._check_kind(value, hint, *place)
        return value

    def check_known(self, table: dict[str, Any], known: Any, *place: str | int) -> None:
        """Raise InvalidDescription if a table has a key that is never read."""
        for key in table:
            if key not in known:
                raise self.refuse(f"unknown key{nearest(key, known)}", *place, key)

    def check_choice(self, value: str, choices: Any, *place: str | int) -> None:
        """Raise InvalidDescription if a word is none of the choices."""
        if value not in choices:
            raise self.refuse(f"must be one of {', '.join(choices)}, not {value!r}{nearest(value, choices)}", *place)

    def check_range(self, value: float, low: float, high: float, *place: str | int) -> None:
        """Raise InvalidDescription if a number is outside of its range."""
        if not low <= value <= high:
            raise self.refuse(f"must be between {low:g} and {high:g}, not {value:g}", *place)


def _like(model: dict[str, Any], board: dict[str, Any]) -> dict[str, Any]:
    """Return a board's table with what it lacks from its model, the parts of both joined by reference."""
    joined = model | board
    for key in ("each_field", "components"):
        own = board.get(key, [])
        named = [line.get("ref") for line in own if isinstance(line, dict)]
        joined[key] = own + [line for line in model.get(key, []) if line["ref"] not in named]
    return joined


def nearest(word: str, known: Any) -> str:
    """Return a hint at the most similar known word, empty if none is similar."""
    similar = get_close_matches(word, list(known), 1, 0.6)
    return f"; did you mean {similar[0]!r}?" if similar else f" (known: {', '.join(known)})" if len(known) < 30 else ""


def _find_places(text: str) -> dict[Place, int]:
    """Map tables, keys, and the lines of lists that are written one item a line, to their line numbers."""
    places: dict[Place, int] = {}
    counts: dict[str, int] = {}
    prefix: Place = ()
    current: Place = ()
    depth = items = 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = _STRING.sub(lambda match: "_" * len(match[0]), raw).split("#")[0].strip()
        if not line:
            continue
        if depth == 0 and (table := re.fullmatch(r"(\[\[?)([^\[\]]+)\]\]?", line)):
            name = raw.strip().strip("[]").split("]")[0].strip().strip('"')
            prefix = (name,)
            if table[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                prefix = (name, counts[name])
            places[prefix] = number
            continue
        if depth == 0 and (key := _KEY.match(line)):
            current, items = (*prefix, key[1]), 0
            places[current] = number
        elif depth == 1 and line[0] in "[{_0123456789":
            places[(*current, items)] = number
            items += 1
        depth += sum(line.count(c) for c in "[{") - sum(line.count(c) for c in "]}")
    return places
