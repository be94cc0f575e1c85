"""Changes of the last action that hands did not make: pieces with a new owner, pieces of players who are blocked."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.tracking.known_pieces import colour_of
from treppe.tracking.position import Position

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.types import Job

BLOCKED = const(-1)
_AT_ONCE = const(16)  # fields that are looked at without a pause


def find_marks(state: "State", position: Position) -> "Job":
    """Find the fields that the events of a state's last action are about: (field, new owner or BLOCKED).

    A job, see job.py.
    """
    found = []
    for event in state.events:
        if event[0] not in ("converted", "blocked"):
            continue
        for field, is_full in enumerate(position.image):
            if is_full and event[0] == "converted" and colour_of(state.pieces(field)[-1]) == event[1]:
                found.append((field, event[2]))
            elif is_full and event[0] == "blocked" and state.owner(field) == event[1]:
                found.append((field, BLOCKED))
            if field % _AT_ONCE == 0:
                yield
    return found
