"""Settings: defaults, overridden by the file settings.json on the flash.

What names fields belongs to one surface: the file has such a setting as {"reed12": ["c4"]}, and a board sees the part
that is its surface's.
"""

import json
import os
from errno import ENOENT

from treppe import surfaces
from treppe.sensing import defaults

DEFAULTS: dict = {
    "brightness_percent": 20,
    "hints": "legal",
    "language": "en",
    "sound": True,
    "wait_ms": 250,
}

# Least and greatest value of each number.
LIMITS = {
    "brightness_percent": (1, 100),
    "wait_ms": (50, 2000),
}

for _sensor in defaults.SETTINGS:
    DEFAULTS.update(defaults.SETTINGS[_sensor])
    LIMITS.update(defaults.LIMITS[_sensor])

_WORDS = {
    "hints": ("off", "legal", "advice", "warning"),
    "language": ("en", "de"),
}

_OF_SURFACE = ("reed_masked",)
is_left_out = [False]  # whether the file does not count, as it has stopped the board
_SHOWN = 40  # characters of a name or value that is not allowed
_MARK = b"\xef\xbb\xbf"  # some editors begin a file in UTF-8 with it
_LONGEST = 4096  # bytes of a file: a longer one is not read, for memory might not do


class InvalidSettings(ValueError):
    """The settings file cannot be read, or holds a value that is not allowed; a code says which."""


def read(path: str, surface) -> tuple[dict, dict]:
    """Return a surface's settings and nothing else; if the file is wrong, the defaults and the reason, as a code.

    The file itself is not changed.
    """
    try:
        return apply(_stored(path), surface), {}
    except InvalidSettings as error:
        return dict(DEFAULTS), {"code": "settings_unused", "why": error.args[0]}


def write(path: str, surface, settings: dict) -> None:
    """Write a surface's settings that differ from the defaults; what belongs to other surfaces stays.

    A power cut leaves the old file or the new one. A file that cannot be used is renamed first.
    """
    try:
        stored = _stored(path)
        apply(stored, surface)
        is_unusable = is_left_out[0]
    except InvalidSettings:
        is_unusable = True
    if is_unusable:
        os.rename(path, path + ".wrong")
        stored = {}
    changed = {name: value for name, value in settings.items() if value != DEFAULTS[name]}
    for name in _OF_SURFACE:
        by_surface = stored.get(name, {})
        by_surface[surface.NAME] = settings[name]
        changed[name] = {of: value for of, value in by_surface.items() if value}
    with open(path + ".new", "w") as file:
        file.write(json.dumps({name: value for name, value in changed.items() if value != {}}))
    os.rename(path + ".new", path)
    is_left_out[0] = False


def of_sensing(values: dict) -> dict:
    """Return those of some settings that sensing reads, of any kind of sensors."""
    return {name: value for name, value in values.items() if any([name in own for own in defaults.SETTINGS.values()])}


def _stored(path):
    try:
        text = None if is_left_out[0] else content(path)
    except OSError:
        raise InvalidSettings({"code": "settings_unread"})
    return {} if text is None else parse_settings(text)


def content(path: str) -> bytes | None:
    """Return what the file holds, or as much as tells that it is too long; None if there is none.

    Raises OSError where it cannot be read: a file that is there must not be replaced because of that.
    """
    try:
        with open(path, "rb") as file:
            return file.read(_LONGEST + 1)
    except OSError as error:
        if error.args[0] != ENOENT:
            raise
        return None


def parse_settings(text: bytes) -> dict:
    """Return what a settings file says, each name checked by `apply` only; raise InvalidSettings."""
    if text[:3] == _MARK:
        text = text[3:]
    try:
        stored = json.loads(text) if len(text) <= _LONGEST else None
    except (ValueError, RuntimeError, MemoryError):  # the last two: nested too deep
        stored = None
    if not isinstance(stored, dict):
        raise InvalidSettings({"code": "settings_unread"})
    return stored


def apply(stored: dict, surface) -> dict:
    """Return the defaults overridden by what a file says of a surface; raise InvalidSettings."""
    settings = dict(DEFAULTS)
    for name, value in stored.items():
        if name in _OF_SURFACE:
            if not isinstance(value, dict) or not all([of in surfaces.NAMES for of in value]):
                raise InvalidSettings(_not_allowed(name, value, '{"reed12": ["c4"]}'))
            value = value.get(surface.NAME, DEFAULTS[name])
        check(name, value, surface)
        settings[name] = value
    return settings


def check(name, value, surface):
    """Raise InvalidSettings if there is no such setting, or the value is not allowed on this surface."""
    if name not in DEFAULTS:
        raise InvalidSettings({"code": "no_setting", "name": _shown(name)})
    fits = type(value) is type(DEFAULTS[name])
    if fits and isinstance(value, list):
        fits = all([isinstance(item, str) for item in value])
    elif fits and name in LIMITS:
        fits = LIMITS[name][0] <= value <= LIMITS[name][1]
    elif fits and name in _WORDS:
        fits = value in _WORDS[name]
    if not fits:
        raise InvalidSettings(_not_allowed(name, value, _allowed(name)))
    if name in _OF_SURFACE:
        for field in value:
            if field not in surface.NAMES:
                raise InvalidSettings({"code": "no_field", "name": _shown(field)})


def _shown(name):
    """Return a name that may be anything, also half a character, which no line could carry."""
    return repr(name).strip("'")[:_SHOWN]


def _not_allowed(name, value, allowed):
    return {"code": "setting_value", "name": name, "value": repr(value)[:_SHOWN], "allowed": allowed}


def _allowed(name):
    """Return the values that a setting may have: `1..100`, `off|legal`."""
    if name in LIMITS:
        return str(LIMITS[name][0]) + ".." + str(LIMITS[name][1])
    if isinstance(DEFAULTS[name], list):
        return "[]"
    return "|".join(_WORDS.get(name, ("true", "false")))
