"""The board's reasons for recording an action, in words, for `treppe log --explain`."""

from collections.abc import Sequence
from types import ModuleType

from treppe.alphabet.image import BALL
from treppe.sensing.kinds import kind_of

from treppe_host.link.client import Message

_HOW = {
    "seen": "the board showed it",
    "OK": "OK was pressed",
    "END": "END was pressed",
    "chosen": "it was chosen at the PC",
}
_MOST_SEEN = 8  # the order of a whole set-up is too long to print
_AT_ONCE = 5  # hundredths of a second


def reason(message: Message, surface: ModuleType, names: Sequence[str]) -> str:
    """Return a message of the board's stream `explain` as one line; `names` are the fields' names."""
    is_reed = not kind_of(surface).HAS_WEIGHTS
    what, instead = " ".join(message["words"]), " ".join(message["instead"])
    what += (" instead of " if what else "taken back ") + instead if instead else ""
    line = f"{what}: {_HOW.get(message['how'], message['how'])}."
    changed = [f"{names[place]} {_became(old, now, is_reed)}" for place, old, now in _groups(message["changed"], 3)]
    line += f" Compared with the position before, {_listed(changed)}." if changed else " The board stands as before."
    back = [names[place] for (place,) in _groups(message["back"], 1)]
    if back:
        line += f" {_listed(back)} changed meanwhile and {'is' if len(back) == 1 else 'are'} as before."
    weighed = [_weighed(text) for text in message.get("weighed", ())]
    if weighed:
        line += f" Also weighed: {'; '.join(weighed)}."
    seen = _groups(message["seen"], 4)
    if len(seen) == 1:
        return line  # the stream's `changed` has it already
    last = "last, " if len(seen) > _MOST_SEEN else ""
    return (
        f"{line} Seen {last}in this order: {_describe_changes(seen[-_MOST_SEEN:], names, is_reed)}." if seen else line
    )


def _weighed(text: str) -> str:
    """Return what hands may have done as well in words, from the number of actions that it takes back, and notation."""
    back, _, words = text.partition(" ")
    if back == "0":
        return words
    taken = "the last action" if back == "1" else f"the last {back} actions"
    return f"{words} instead of {taken}" if words else f"{taken} taken back"


def _describe_changes(seen: Sequence[bytes], names: Sequence[str], is_reed: bool) -> str:
    """Return changes of the image in words: `a1 empty`, then each with the seconds since the one before."""
    parts: list[str] = []
    for place, value, high, low in seen:
        pause = high << 8 | low
        later = f"{pause / 100:.1f} s later " if parts and pause > _AT_ONCE else ""
        parts.append(f"{later}{names[place]} {_stands(value, is_reed)}")
    return ", ".join(parts)


def _groups(content: str, size: int) -> list[bytes]:
    numbers = bytes.fromhex(content)
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _stands(value: int, is_reed: bool) -> str:
    if not value:
        return "empty"
    if is_reed:
        return "occupied"
    height = value % BALL
    pieces = [f"{height} high"] if height else []
    return " with ".join([*pieces, "a ball"] if value >= BALL else pieces)


def _became(before: int, now: int, is_reed: bool) -> str:
    """Return the change of a field in words."""
    if is_reed or not now:
        return f"is {_stands(now, is_reed)}"
    parts = []
    if now // BALL != before // BALL:
        parts.append("has a ball" if now >= BALL else "has lost its ball")
    higher = now % BALL - before % BALL
    if higher:
        parts.append(f"is {abs(higher)} {'higher' if higher > 0 else 'lower'}")
    return " and ".join(parts)
