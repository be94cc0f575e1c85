"""Checks a host's command against the table of the protocol."""

from treppe.link.command_fields import COMMANDS
from treppe.link.limits import NAME_LETTERS

_LARGEST = 0x7FFFFFFF
_SHOWN = 40  # characters of a value that does not fit


def names() -> list[str]:
    """Return the names of all commands."""
    return [line.split()[0] for line in COMMANDS.split("\n")]


def check(name, fields: dict):
    """Raise ValueError, with a code, where there is no such command, or a field is missing or of another type.

    Fields that the table does not have are left alone. Names that are longer than a board keeps are cut, in `fields`.

    >>> check("undo", {"count": 1})
    >>> try:
    ...     check("undo", {"count": "all"})
    ... except ValueError as error:
    ...     found = error.args[0]
    >>> found == {"code": "field_wrong", "field": "count", "value": "'all'"}
    True
    """
    if name is None:
        raise ValueError({"code": "field_missing", "field": "do"})
    beginning = name if isinstance(name, str) else ""
    for line in COMMANDS.split("\n"):
        parts = line.split() if line.startswith(beginning) else ()
        if parts and parts[0] == name:
            break
    else:
        raise ValueError({"code": "no_command", "name": shown(name)})
    for word in parts[1:]:
        field, kinds = word.split(":")
        value = fields.get(field)
        if value is None:
            if kinds[-1] != "?":
                raise ValueError({"code": "field_missing", "field": field})
        elif not any([_fits(value, kind) for kind in kinds]):
            raise ValueError({"code": "field_wrong", "field": field, "value": shown(value)})
        elif kinds[0] == "n":
            fields[field] = [_cut(name) for name in value]


def _fits(value, kind):
    """Tell whether a value is of a type, by its letter (see command_fields.py)."""
    if kind == "f":
        return isinstance(value, bool)
    if kind == "c":
        return type(value) is int and 0 <= value <= _LARGEST
    if kind == "t":
        return _is_text(value)
    if kind == "h":
        return isinstance(value, str) and len(value) % 2 == 0 and all([char in "0123456789abcdef" for char in value])
    if kind == "l":
        return isinstance(value, list) and all([_is_text(item) for item in value])
    if kind == "n":
        return isinstance(value, list) and all([item is None or _is_text(item) for item in value])
    if kind == "o":
        return isinstance(value, dict)
    return kind == "a"


def _cut(name):
    """Return as much of a name as is kept, without half of a surrogate pair at its end."""
    if not name or len(name) <= NAME_LETTERS:
        return name
    return name[: NAME_LETTERS - (0xD800 <= ord(name[NAME_LETTERS - 1]) < 0xDC00)]


def _is_text(value):
    """Tell whether a host can store the text: no U+0000, and no half of a surrogate pair."""
    if not isinstance(value, str) or "\0" in value:
        return False
    is_half = False
    for char in value:
        if is_half != (0xDC00 <= ord(char) < 0xE000):
            return False
        is_half = 0xD800 <= ord(char) < 0xDC00
    return not is_half


def shown(value) -> str:
    """Return a value's beginning; of what lies within others only that something does: a Pico's stack is short.

    >>> shown({"deep": [[[]]]}), shown([]), len(shown("x" * 100))
    ('{...}', '[]', 40)
    """
    if isinstance(value, dict):
        return "{...}" if value else "{}"
    if isinstance(value, list):
        return "[...]" if value else "[]"
    return repr(value)[:_SHOWN]
