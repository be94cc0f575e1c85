"""The settings of sensing that may be tuned: their limits and defaults are the firmware's own."""

from collections.abc import Iterable
from typing import Any

from treppe_host.errors import TreppeError
from treppe_host.firmware import firmware_module

NAMES = {
    "reed": ("reed_lift_scans", "reed_place_scans"),
    "cell": ("cell_sure_percent", "cell_touch_cg", "cell_lift_cg"),
}
"""Numbers, by what a surface has for sensors."""

SWITCHES: dict[str, tuple[str, ...]] = {"reed": (), "cell": ("cell_automatic",)}
"""What is on or off, likewise."""


class BadSetting(TreppeError):
    """There is no such setting, or it may not have this value."""


def limits(name: str) -> tuple[int, int]:
    """Return the smallest and the largest value."""
    low, high = firmware_module("settings").LIMITS[name]
    return low, high


def default(name: str) -> int:
    """Return what a board has that nobody has tuned; of a switch True or False."""
    value: int = firmware_module("settings").DEFAULTS[name]
    return value


def defaults(sensor: str) -> dict[str, Any]:
    """Return all of a kind of surface."""
    return {name: default(name) for name in NAMES[sensor] + SWITCHES[sensor]}


def check(name: str, value: Any) -> None:
    """Raise BadSetting where there is no such setting of sensing, or it may not have this value."""
    switches = [each for names in SWITCHES.values() for each in names]
    known = [each for names in NAMES.values() for each in names] + switches
    if name not in known:
        raise BadSetting(f"there is no setting {name!r} of sensing; there are: {', '.join(known)}")
    if name in switches:
        if not isinstance(value, bool):
            raise BadSetting(f"{name} is {value!r}, not true or false")
        return
    low, high = limits(name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSetting(f"{name} is {value!r}, not {low} to {high}")


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Return the settings that NAME=NUMBER words mean; raises BadSetting."""
    settings: dict[str, Any] = {}
    for word in words:
        name, _, said = word.partition("=")
        value: Any = {"true": True, "false": False}.get(said, int(said) if said.isdigit() else said)
        check(name, value)
        settings[name] = value
    return settings


def check_choice(name: str, value: str, choices: Iterable[str]) -> None:
    """Raise BadSetting where something is said, and none of the choices."""
    if value and value not in choices:
        raise BadSetting(f"{name} is {value!r}, not {' or '.join(choices)}")
