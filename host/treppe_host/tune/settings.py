"""The settings of sensing that can be tuned, with the firmware's limits and defaults."""

from types import ModuleType
from typing import Any

from treppe.sensing import defaults as firmware_defaults
from treppe.sensing.kinds import kind_of

from treppe_host.errors import TreppeError
from treppe_host.firmware import firmware_module


class BadSetting(TreppeError):
    """A setting does not exist, or cannot have this value."""


def numbers(kind: Any) -> list[str]:
    """Return the settings of a kind of sensors (the firmware's class) that are numbers."""
    return list(kind.LIMITS)


def switches(kind: Any) -> list[str]:
    """Return those that are on or off."""
    return [name for name, value in kind.SETTINGS.items() if isinstance(value, bool)]


def limits(name: str) -> tuple[int, int]:
    """Return the smallest and the largest value of a setting that is a number: what the firmware accepts.

    >>> limits("reed_place_scans")
    (1, 15)
    """
    low, high = firmware_module("settings").LIMITS[name]
    return low, high


def default(name: str) -> int:
    """Return the value on a board as delivered; of a switch True or False."""
    value: int = firmware_module("settings").DEFAULTS[name]
    return value


def defaults(surface: ModuleType) -> dict[str, Any]:
    """Return the defaults of all settings for a surface's kind of sensors."""
    kind = kind_of(surface)
    return {name: default(name) for name in numbers(kind) + switches(kind)}


def check_setting(name: str, value: Any) -> None:
    """Raise BadSetting if there is no such setting of sensing, or it cannot have this value."""
    settings = firmware_defaults.SETTINGS.values()
    either_or = [each for own in settings for each, value in own.items() if isinstance(value, bool)]
    names = [each for own in firmware_defaults.LIMITS.values() for each in own] + either_or
    if name not in names:
        raise BadSetting(f"there is no setting {name!r} of sensing; there are: {', '.join(names)}")
    if name in either_or:
        if not isinstance(value, bool):
            raise BadSetting(f"{name} is {value!r}, not true or false")
        return
    low, high = limits(name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(f"{name} is {value!r}, not {low} to {high}")
