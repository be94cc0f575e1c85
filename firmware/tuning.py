"""Changes settings of sensing while the board runs."""

import settings


def change(values: dict, sensing, surface, fields: dict, path: str) -> dict:
    """Apply the settings in `change`, with `save` for later starts, too. Return those that hold `now` and are `saved`.

    Raises ValueError before anything has changed.
    """
    changes = fields.get("change") or {}
    for name, value in changes.items():
        settings.check(name, value, surface)
    changed = dict(values)
    changed.update(settings.of_sensing(changes))
    sensing.apply(changed)
    values.update(changed)
    if fields.get("save"):
        settings.write(path, surface, values)
    return {"now": settings.of_sensing(values), "saved": settings.of_sensing(settings.read(path, surface)[0])}
