"""Why the board recorded something, in words: for `treppe log --explain`."""

from types import ModuleType

from treppe_host.client import Message

_HOW = {
    "seen": "the board showed it",
    "OK": "OK was pressed",
    "END": "END was pressed",
    "chosen": "chosen at the PC",
}
_BALL = 16


def reason(message: Message, surface: ModuleType) -> str:
    """Return a message of the board's stream `explain` as one line."""
    what = " ".join(message["words"]) or "nothing"
    if message["instead"]:
        what += " instead of " + " ".join(message["instead"])
    line = f"{what}: {_HOW.get(message['how'], message['how'])}; against the position before: {message['why']}"
    seen = changes(message["seen"], surface)
    return f"{line}; seen: {', '.join(seen)}" if seen else line


def changes(seen: str, surface: ModuleType) -> list[str]:
    """Return changes of the image in words: `a1 empty`, then each with the seconds since the one before it."""
    told: list[str] = []
    content = bytes.fromhex(seen)
    for at in range(0, len(content), 4):
        field, value, high, low = content[at : at + 4]
        pause = f"{(high << 8 | low) / 100:.2f} s later " if told else ""
        told.append(f"{pause}{surface.NAMES[field]} {_stands(value, surface)}")
    return told


def _stands(value: int, surface: ModuleType) -> str:
    if not value:
        return "empty"
    if surface.SENSOR == "reed":
        return "occupied"
    height = value & (_BALL - 1)
    pieces = [f"{height} high"] if height else []
    return " with ".join([*pieces, "a ball"] if value & _BALL else pieces)
