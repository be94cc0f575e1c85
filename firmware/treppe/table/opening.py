"""How a course begins. Loaded where a game starts."""

from treppe import VERSION
from treppe.events import START
from treppe.runtime import const
from treppe.table.course import Course

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.table.clock import Clock
    from treppe.table.types import Journal


def begin(journal: "Journal", state: "State", seats: list, limits: dict | None = None, is_lot: bool = False) -> Course:
    """Record the start of a game, with the limits of its clock if it has one, and return its course.

    `state` is at its start. The first of the seats begins; `is_lot`: because the lot has said so. Raises
    games.InvalidOption, where the clock's limits are none, before anything is recorded.
    """
    event: dict = {"k": START, "game": state.NAME, "options": state.options, "seats": seats, "firmware": VERSION}
    clock = clock_of(limits, state)
    if clock:
        event["clock"] = clock.limits
    if is_lot:
        event["lot"] = True
    journal.append(event)
    return Course(journal, state.NAME, state, seats, clock)


def clock_of(limits: dict | None, state: "State") -> "Clock | None":
    """Return the clock that the limits ask for, None if there are none; raise games.InvalidOption."""
    if not limits:
        return None
    from treppe.table.clock import read  # few games have one

    return read(limits, state.players)
