"""A self-test while the board goes on, see sensing/self_test.py."""

from typing import TYPE_CHECKING

from treppe.panel import diagnostics
from treppe.panel.task import Task
from treppe.runtime import const
from treppe.sensing import self_test

if TYPE_CHECKING:
    from treppe.panel.console import Console
    from treppe.types import Diagnostic

_SHOWN = const(8)  # so many faults fit the display


def begin(table: "Console", is_empty: bool) -> None:
    """Begin a self-test; `is_empty`: people say that the board is empty."""
    session = table.session
    session.messages.take_tests([])
    table.begin_examining(Examining(table, is_empty))
    if not session.game_record and not table.task:
        session.messages.say(session.texts["testing"], {"code": "testing"})


def end_test(table: "Console", results: "list[tuple[str, Diagnostic]]") -> None:
    """End the self-test; without a game the display names the faults."""
    session = table.session
    table.end_examining()
    session.messages.take_tests(results)
    if not session.game_record and not table.task:
        odd = [diagnostic for state, diagnostic in results if state != "good"][:_SHOWN]
        found = [diagnostics.render(table.view, diagnostic) for diagnostic in odd]
        if odd:
            session.messages.say("; ".join(found), {"code": "found", "found": odd})
        else:
            session.messages.say(session.texts["healthy"], {"code": "healthy"})
    session.messages.renew()


class Examining(Task):
    """Looks at frames beside a game or task, which keeps lamps, buttons and lines."""

    def __init__(self, table: "Console", is_empty: bool):
        self._table = table
        self._is_empty = is_empty
        self._test = table.session.sensing.begin_test()

    def tick(self) -> None:
        """Take the frame that sensing has just had; the last one needed ends the test."""
        table, sensing = self._table, self._table.session.sensing
        if self._test.update(sensing.frame):
            results = self_test.conclude(self._test, sensing, self._is_empty)
            end_test(table, results + table.look_at_parts())
