"""Fields whose sensor cannot be believed: people say by OK that a piece is there, or by END that none is."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BEYOND
from treppe.sensing import FAULTY, UNSURE
from treppe.tracking.observed import ObservedBoard

if TYPE_CHECKING:
    from treppe.types import Bytes, Sensing


def freshly_faulty(observed: ObservedBoard, activity: "Bytes") -> list[int]:
    """Return the fields that have just turned faulty, by sensing's new activity: their last value may be old."""
    fields = range(len(activity))
    return [field for field in fields if activity[field] == FAULTY and observed.activity[field] != FAULTY]


def contradiction(observed: ObservedBoard) -> int:
    """Return a faulty field whose last answer contradicts the position, -1 if there is none."""
    for field in range(len(observed.activity)):
        if observed.activity[field] == FAULTY and observed.image[field] != observed.position.image[field]:
            return field
    return -1


def still_open(observed: ObservedBoard, fields: list[int]) -> list[int]:
    """Return the fields in doubt, without those that now show what they should, or that sensing asks about."""
    image, expected, activity = observed.image, observed.position.image, observed.activity
    found = []
    for field in fields:
        if activity[field] == FAULTY or (activity[field] != UNSURE and image[field] != expected[field]):
            found.append(field)
    return found


def believe(observed: ObservedBoard, sensing: "Sensing", field: int, is_there: bool) -> None:
    """Let sensing take people's answer about a field, and mask a sensor that contradicts it."""
    expected = observed.position.image[field]
    if sensing.activity[field] == FAULTY:
        sensing.assume(field, (expected or 1) if is_there else 0)
    elif observed.image[field] != expected and is_there == bool(expected):
        # The field shows what it should: a reed can tell nothing more, a cell restarts from its reading.
        if hasattr(sensing, "doubt"):
            sensing.doubt(field)
        sensing.assume(field, expected)


def keep_up(observed: ObservedBoard, sensing: "Sensing") -> None:
    """Carry what was recorded over to fields that no sensor sees."""
    for field in range(len(observed.activity)):
        expected = observed.position.image[field]
        if observed.activity[field] == FAULTY and sensing.image[field] != expected:
            sensing.assume(field, expected)


def unseen_actions(observed: ObservedBoard) -> list[int]:
    """Return the legal actions that change faulty fields only, so that nothing shows them."""
    position, activity = observed.position, observed.activity
    found = []
    for move in range(len(position.know().actions)):
        endpoints = [field for field in (position.firsts[move], position.lasts[move]) if field != BEYOND]
        if endpoints and all([activity[field] == FAULTY for field in endpoints]):
            found.append(position.actions[move])
    return found
