"""Tasks take the place of a game: calibration, check, self-test.

The tasks of each kind of sensor are a module of its name, loaded when one is begun: `begin(table, kind, fields)` makes
the task "calibrate", "check", "field" or "load" with the command's fields, and raises ValueError where it cannot;
`take_learned(table, fields)` takes a piece of a calibration that was learned from play.
"""

from typing import Any

from treppe.sensing.kinds import kind_called


def load_task(sensor: str) -> "Any":
    """Return the module with the tasks of a kind of sensor, "cell" or "reed"."""
    if kind_called(sensor).IS_CALIBRATED:
        __import__("treppe.sensing.calibrating")  # by the tasks' module it would lie deeper in the stack
    return __import__("treppe.panel.tasks." + sensor, None, None, ("begin",))
