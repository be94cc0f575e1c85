"""A self-test while the board goes on, see sensing/self_test.py; loaded for that."""

from treppe.runtime import let_go
from treppe.sensing import self_test
from treppe.table import stages
from treppe.table.task import Task


class Examining(Task):
    """Looks at frames beside what goes on at the table; lamps, buttons and lines stay the table's."""

    def __init__(self, session, is_empty: bool):
        """Begin; `is_empty`: somebody has said that nothing stands on the board."""
        self._session = session
        self._is_empty = is_empty
        self._test = self_test.begin(session.surface, session.sensing)

    def tick(self):
        """Take the frame that sensing has just had; the last one needed ends the test."""
        session = self._session
        if self._test.update(session.sensing.frame):
            results = self_test.conclude(self._test, session.sensing, self._is_empty)
            stages.end_examination(session, results + session.look_at_parts())
            let_go("treppe.table.examine")
