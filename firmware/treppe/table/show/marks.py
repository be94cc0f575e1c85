"""Changes of the last action that hands did not make: pieces with a new owner, players who are blocked."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table.hands.position import Position
from treppe.table.show import roles

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.table.types import Job

_AT_ONCE = const(16)  # fields that are looked at without a pause


def find(state: "State", position: Position) -> "Job":
    """Find the fields, with their roles, that the events of a state's last action are about. A job, see job.py."""
    found = []
    for event in state.events:
        if event[0] not in ("converted", "blocked"):
            continue
        for field, is_full in enumerate(position.image):
            if is_full and event[0] == "converted" and roles.colour_of(state.pieces(field)[-1]) == event[1]:
                found.append((field, roles.PLAYER + event[2]))
            elif is_full and event[0] == "blocked" and state.owner(field) == event[1]:
                found.append((field, roles.BLOCKED))
            if field % _AT_ONCE == 0:
                yield
    return found
