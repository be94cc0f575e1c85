"""Kinds of sensors, by the name that a surface gives: each is one class, the sensing of its surfaces.

All other code asks the class, or its object, and never the name. A class tells by constants:

- FRAME_BYTES: the length of a frame; PLACES, READING_BYTES, NOISE: how many readings it holds for a host that keeps
  them, the length of each, and by how much one differs without a hand.
- HAS_WEIGHTS: a value counts pieces. IS_CALIBRATED: readings need a calibration.
- SETTINGS and LIMITS, see defaults.py.

`frame_of(content)` makes a frame of bytes, `reading(frame, channel)` finds a field in it; `open(surface, record,
settings)` makes sensing by a stored calibration, and `begin_test()` a self-test (self_test.py).
"""

from typing import Any

_MODULES = {"reed": "reeds", "cell": "cells"}
KINDS: dict = {}
"""Those that have been asked for: a board has room for the one that it needs."""


def kind_of(surface: "Any") -> "Any":
    """Return the class of a surface's sensors."""
    return kind_called(surface.SENSOR)


def kind_called(name: str) -> "Any":
    """Return the class of a kind by its name: KIND of its module."""
    if name not in KINDS:
        KINDS[name] = __import__("treppe.sensing." + _MODULES[name], None, None, ("KIND",)).KIND
    return KINDS[name]
