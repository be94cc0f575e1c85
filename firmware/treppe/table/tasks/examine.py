"""A self-test while the board goes on, see sensing/self_test.py; loaded for that."""

from treppe.runtime import const, let_go
from treppe.sensing import self_test
from treppe.table.tasks.task import Task

_SHOWN = const(8)  # so many faults fit the display


def begin(session, is_empty: bool):
    """Begin a self-test; `tests` has its results afterwards. `is_empty`: somebody says that nothing stands there."""
    session.tests = []
    session.examining = Examining(session, is_empty)
    if not session.course and not session.task:
        session.notice = session.texts["testing"]
        session.tell()


def end(session, results: list):
    """The self-test is over; where nothing is played the display names what is not good."""
    session.examining = None
    let_go("treppe.table.tasks.task")
    session.tests = results
    session.tested_ms = session.now_ms
    if not session.course and not session.task:
        found = [name + ": " + text for name, state, text in results if state != "good"]
        found = [session.complain("said", text) for text in found[:_SHOWN]]
        session.notice = "; ".join(found) if found else session.texts["healthy"]
        session.show()
    session.tell()


class Examining(Task):
    """Looks at frames beside what goes on at the table; lamps, buttons and lines stay the table's."""

    def __init__(self, session, is_empty: bool):
        self._session = session
        self._is_empty = is_empty
        self._test = self_test.begin(session.surface, session.sensing)

    def tick(self):
        """Take the frame that sensing has just had; the last one needed ends the test."""
        session = self._session
        if self._test.update(session.sensing.frame):
            results = self_test.conclude(self._test, session.sensing, self._is_empty)
            end(session, results + session.look_at_parts())
            let_go("treppe.table.tasks.examine")
