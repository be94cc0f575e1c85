"""The settings of sensing that may be tuned: their limits and defaults are the firmware's own."""

from typing import Any

from treppe_host.deploy.flash import firmware_settings
from treppe_host.errors import TreppeError

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
    low, high = firmware_settings().LIMITS[name]
    return low, high


def default(name: str) -> int:
    """Return what a board has that nobody has tuned; of a switch True or False."""
    value: int = firmware_settings().DEFAULTS[name]
    return value


def defaults(sensor: str) -> dict[str, Any]:
    """Return all of a kind of surface."""
    return {name: default(name) for name in NAMES[sensor] + SWITCHES[sensor]}


def parse_settings(words: list[str]) -> dict[str, Any]:
    """Return the settings that NAME=NUMBER words mean; raises BadSetting."""
    switches = [name for names in SWITCHES.values() for name in names]
    known = [name for names in NAMES.values() for name in names] + switches
    settings: dict[str, Any] = {}
    for word in words:
        name, _, number = word.partition("=")
        if name not in known:
            raise BadSetting(f"there is no setting {name!r} of sensing; there are: {', '.join(known)}")
        if name in switches:
            if number not in ("true", "false"):
                raise BadSetting(f"{name} is {number!r}, not true or false")
            settings[name] = number == "true"
            continue
        low, high = limits(name)
        if not number.isdigit() or not low <= int(number) <= high:
            raise BadSetting(f"{name} is {number!r}, not {low} to {high}")
        settings[name] = int(number)
    return settings
