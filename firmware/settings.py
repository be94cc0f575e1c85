"""Settings: defaults, overridden by the file settings.json on the flash."""

import json
import os

DEFAULTS: dict = {
    "brightness_percent": 20,
    "hints": "legal",
    "language": "en",
    "sound": True,
    "reed_lift_scans": 3,
    "reed_place_scans": 15,
    "reed_masked": [],
    "cell_sure_percent": 60,
    "cell_touch_cg": 400,
    "cell_lift_cg": 500,
    "cell_automatic": True,
    "wait_ms": 250,
}

# Least and greatest value of each number.
LIMITS = {
    "brightness_percent": (1, 100),
    "reed_lift_scans": (1, 15),
    "reed_place_scans": (1, 15),
    "cell_sure_percent": (10, 100),
    "cell_touch_cg": (150, 550),
    "cell_lift_cg": (200, 900),
    "wait_ms": (50, 2000),
}

_WORDS = {
    "hints": ("off", "legal", "advice"),
    "language": ("en", "de"),
}

_SHOWN = 40  # characters of a value that is not allowed


class InvalidSettings(ValueError):
    """The settings file cannot be read, or holds a value that is not allowed; a code says which."""


def read(path: str) -> tuple[dict, dict]:
    """Return the settings and nothing else; if the file is wrong, the defaults and the reason, a code with its values.

    The file itself is not changed.
    """
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError:
        return dict(DEFAULTS), {}
    try:
        return parse(text), {}
    except InvalidSettings as error:
        return dict(DEFAULTS), {"code": "settings_unused", "why": error.args[0]}


def keep(path: str, name: str, value) -> None:
    """Write one setting for later starts; raise InvalidSettings. A file that cannot be used is renamed first."""
    check(name, value)
    saved, complaint = read(path)
    if complaint:
        os.rename(path, path + ".wrong")
    saved[name] = value
    write(path, saved)


def write(path: str, settings: dict) -> None:
    """Write the settings that differ from the defaults. A power cut leaves the old file or the new one."""
    with open(path + ".new", "w") as file:
        file.write(json.dumps({name: value for name, value in settings.items() if value != DEFAULTS[name]}))
    os.rename(path + ".new", path)


def parse(text: bytes) -> dict:
    """Return the defaults overridden by the JSON object `text`; raise InvalidSettings."""
    try:
        changes = json.loads(text)
    except ValueError:
        raise InvalidSettings({"code": "settings_unread"})
    if not isinstance(changes, dict):
        raise InvalidSettings({"code": "settings_unread"})
    for name, value in changes.items():
        check(name, value)
    settings = dict(DEFAULTS)
    settings.update(changes)
    return settings


def check(name, value):
    """Raise InvalidSettings if there is no such setting, or the value is not allowed."""
    if name not in DEFAULTS:
        raise InvalidSettings({"code": "no_setting", "name": name})
    fits = type(value) is type(DEFAULTS[name])
    if fits and isinstance(value, list):
        fits = all([isinstance(item, str) for item in value])
    elif fits and name in LIMITS:
        fits = LIMITS[name][0] <= value <= LIMITS[name][1]
    elif fits and name in _WORDS:
        fits = value in _WORDS[name]
    if not fits:
        told = {"code": "setting_value", "name": name, "value": repr(value)[:_SHOWN], "allowed": _allowed(name)}
        raise InvalidSettings(told)


def _allowed(name):
    """Return the values that a setting may have: `1..100`, `off|legal`."""
    if name in LIMITS:
        return str(LIMITS[name][0]) + ".." + str(LIMITS[name][1])
    if isinstance(DEFAULTS[name], list):
        return "[]"
    return "|".join(_WORDS.get(name, ("true", "false")))
