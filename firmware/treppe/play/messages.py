"""What people are shown in words, and whether lamps and display have to be renewed."""

from typing import TYPE_CHECKING

from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.types import Diagnostic


SOON = const(1)
AT_ONCE = const(2)


class Messages:
    """Words of the moment. The session, the table and its warnings change them; lamps and display read them.

    `notice` is said in place of all else, `diagnostic` is its code; `fault` is what the display says of the last of
    `faults`.
    `is_advice_asked`: people ask what a program would do. `peek`: the step of showing each player his own hand, 0 for
    none, and `own` its lines (see panel/answers.py). `sag_mv` is what is left of a supply that sags, 0 while it is
    good. `tests` is what a self-test has found: (state, diagnostic), see sensing/self_test.py.

    `lamps_dirty` and `display_dirty` (0, SOON, AT_ONCE) ask for new lamps and a new display; `num_changes` counts what
    ends a display that is being worked out.
    """

    def __init__(self) -> None:
        self.notice = ""
        self.diagnostic: Diagnostic = {}
        self.faults: list[Diagnostic] = []
        self.fault = ""
        self.is_advice_asked = False
        self.peek = 0
        self.own: list[str] = []
        self.sag_mv = 0
        self.tests: list[tuple[str, Diagnostic]] = []
        self.lamps_dirty = True
        self.display_dirty = AT_ONCE
        self.num_changes = 0

    def renew_display(self, when: int = AT_ONCE) -> None:
        self.display_dirty = max(self.display_dirty, when)
        self.num_changes += 1

    def renew_lamps(self) -> None:
        self.lamps_dirty = True

    def renew(self) -> None:
        """Ask for new lamps and a new display."""
        self.lamps_dirty = True
        self.renew_display()

    def drop_notice(self) -> None:
        """Drop the notice with whatever is said next."""
        self.notice = ""

    def say(self, notice: str, diagnostic: "Diagnostic") -> None:
        """Let the display say something in place of all else: a code, in words; nothing, if they are empty."""
        self.notice = notice
        self.diagnostic = diagnostic
        self.renew()

    def show_own(self, step: int, lines: list[str]) -> None:
        """Show a player what he holds, or call him; step 0: no more."""
        self.peek = step
        self.own = lines
        self.renew()

    def take_tests(self, results: "list[tuple[str, Diagnostic]]") -> None:
        """Keep what a self-test has found."""
        self.tests = results
