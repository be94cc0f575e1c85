"""Settings of sensing that change while the board runs; loaded when a host tunes."""

import json
import os

import settings


def change(values: dict, sensing, fields: dict, path: str) -> dict:
    """Lay `change` over the settings, at once; `save`: also for later starts. Return what holds `now`, what is `saved`.

    Raises ValueError, before anything has changed.
    """
    changes = fields.get("change") or {}
    for name, value in changes.items():
        settings.check(name, value)
    changed = dict(values)
    changed.update(_of_sensing(changes))
    sensing.apply(changed)
    values.update(changed)
    if fields.get("save"):
        _write(path, values)
    return {"now": _of_sensing(values), "saved": _of_sensing(settings.read(path)[0])}


def _of_sensing(values):
    return {name: value for name, value in values.items() if name.startswith(("reed_", "cell_"))}


def _write(path, values):
    """Keep what differs from the defaults; a power cut leaves the old file or the new one."""
    with open(path + ".new", "w") as file:
        file.write(json.dumps({name: value for name, value in values.items() if value != settings.DEFAULTS[name]}))
    os.rename(path + ".new", path)
