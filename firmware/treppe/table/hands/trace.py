"""Why something was recorded: the changes that were seen, for people who do not believe it."""

from treppe.runtime import const

_MOST_BYTES = const(192)  # of the changes kept: 4 each
_LONGEST = const(65535)


class Trace:
    """What was seen since the last record, and why that was made.

    `message` has `words` that were recorded, those they replace (`instead`), `how` (seen, OK, END, chosen), and as hex:
    `changed`, the fields that differ from the position before, three bytes each: field, value there, value now;
    `back`, those that had differed meanwhile; and `seen`: every change of the image, four bytes each: field, value,
    hundredths of a second since the change before it (two bytes, the higher first). The journal keeps that with the
    record.
    """

    def __init__(self):
        """Nothing was seen yet."""
        self.message: dict = {}
        self.version = 0
        self._seen = bytearray()
        self._last_ms = 0

    def see(self, field: int, value: int, now_ms: int):
        """A field has taken a value."""
        pause = min(max(now_ms - self._last_ms, 0) // 10, _LONGEST)
        self._last_ms = now_ms
        if len(self._seen) >= _MOST_BYTES:
            self._seen = self._seen[4:]
        self._seen.extend(bytes((field, value, pause >> 8, pause & 255)))

    def explain(self, session, actions: list[int], how: str) -> str:
        """Actions are about to be recorded, in place of the last `session.back`; return what was seen of them."""
        replaced = session.rewritable[-session.back :] if session.back else []
        view = replaced[0].before if replaced else session.view
        message: dict = {"words": [], "instead": [played.before.recall().word(played.action) for played in replaced]}
        message["how"] = how
        message["changed"], message["back"] = _compare(session, view)
        message["seen"] = self._seen.hex()
        for action in actions:
            message["words"].append(view.recall().word(action))
            view = view.after(action)
        self._seen = bytearray()
        self.message = message
        self.version += 1
        return message["seen"]


def _compare(session, view):
    """Return as hex the fields that differ from the position before, and those that had differed meanwhile."""
    changes, stamps = view.differences(session.image, session.activity), session.stamps
    changed = [bytes((field, view.image[field], session.image[field])) for field in sorted(changes)]
    back = [field for field in range(len(stamps)) if stamps[field] and field not in changes]
    return b"".join(changed).hex(), bytes(back).hex()
