"""The table: frames, buttons and commands come in, each at its time; what they act on is the console."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.codes import diagnostic_of
from treppe.panel import answers, buttons, commands, commands_start, menu_pages, wording
from treppe.panel.console import Console
from treppe.play.messages import SOON
from treppe.runtime import const, elapsed_ms

if TYPE_CHECKING:
    from treppe.types import Journal, Sensing, Settings, Surface

_THINKING_MS = const(500)  # after this time the display says that the board thinks
_MOST_PRESSES = const(8)  # a player who presses more often while the board thinks means nothing by it


def open_table(
    surface: "Surface",
    sensing: "Sensing",
    journal: "Journal",
    settings: "Settings",
    keep_setting: "Any" = None,
    random_below: "Any" = None,
    open_memory: "Any" = None,
    look_at_parts: "Any" = list,
    has_display: bool = True,
    is_left_out: bool = False,
) -> "Table":
    """Return the table of a board, with the game that was open when the power went unless it `is_left_out`.

    For the other arguments see Console.
    """
    table = Table(surface, sensing, journal, settings, has_display)
    table.keep_setting = keep_setting
    table.random_below = random_below
    table.open_memory = open_memory
    table.look_at_parts = look_at_parts
    if not is_left_out and (journal.open_number or journal.lost_number):
        commands_start.take_up(table, journal.open_number or journal.lost_number)
        table.finish_change()
    table.refresh()
    return table


class Table(Console):
    """One board and its players.

    `sag_mv` is set from outside: what is left of a supply that sags, so that the lamps are dimmed, 0 while it is good.
    """

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        super().__init__(surface, sensing, journal, settings, has_display)
        self.sag_mv = 0
        self._presses = bytearray(_MOST_PRESSES)  # of buttons that wait for the job, in their order
        self._num_presses = 0
        self._thinking_ms = 0

    def tick(self, now_ms: int, presses: int = 0) -> None:
        """Look at the sensing and at presses of buttons (see buttons.py); call it with every frame.

        Allocates nothing while nothing changes.
        """
        session = self.session
        passed_ms = elapsed_ms(now_ms, session.observed.now_ms)
        session.observed.take_time(now_ms)
        if presses and self._num_presses < _MOST_PRESSES:
            self._presses[self._num_presses] = presses
            self._num_presses += 1
        try:
            if self._num_presses and not (session.job or self._change):  # the job may change the question they answer
                buttons.take_presses(self, self._next_press())
                self._ask_to_confirm()
            if self._change:  # what hands do meanwhile belongs to no game
                self._go_on()
                session.messages.display_dirty = SOON  # in all it would take a frame of its own
                return
            if self.sag_mv != session.messages.sag_mv:
                self.warnings.report_supply(self.sag_mv)
            self.warnings.hear_journal()
            if self.examining:
                self.examining.tick()
            if self.task:
                self.task.tick()
            else:
                self._tick_session()
            if session.job or self._thinking_ms:
                self._tell_thinking(passed_ms)
            if session.game_record and session.game_record.clock:
                self._tick_clock(passed_ms)
        except OSError as error:
            # The journal refused an event: the game stays as it is recorded.
            session.drop_wait()
            self.warnings.refuse_for_now(diagnostic_of(error))
        self.refresh()

    def _next_press(self) -> int:
        """Take the press that has waited longest."""
        waiting, presses = self._presses, self._presses[0]
        self._num_presses -= 1
        for place in range(self._num_presses):
            waiting[place] = waiting[place + 1]
        return presses

    def _tick_session(self) -> None:
        session = self.session
        if session.messages.faults != session.sensing.faults:
            self.warnings.report_faults()
        if session.inputs_changed():
            session.take_image()
        elif not session.job:
            if session.messages.display_dirty:
                self._tell_on()
            elif session.is_due():
                session.on_quiet()
        if session.job:
            session.think_on()
        early_end = session.early_end
        if early_end.is_too_late():
            early_end.drop()
            self.refuse_once({"code": "hands_on"})
        elif early_end.is_due:
            early_end.is_due = False
            self.refuse_once(answers.stop(session))
        if self.program:
            self.program.tick()
        if session.has_host and self.view.wants_advice():
            session.ask_for_advice()

    def _tick_clock(self, passed_ms: int) -> None:
        """Let the time of the player to move run.

        It stands in the menu, while the board is not as it should be, and while hands act for a program.
        """
        session = self.session
        clock: Any = session.game_record.clock
        if session.stage != "play" or session.pending.is_wrong or self.menu or not clock.is_running:
            return
        position = session.observed.position
        player = position.player
        is_boards = session.game_record.levels[player] > 0
        if position.wanted or (is_boards and not (self.program and self.program.is_thinking)):
            return
        if clock.run(player, passed_ms):
            shown = dict(self.display)
            shown["lines"] = shown["lines"][:-1] + [wording.clock_line(self.view)]
            shown["left_s"] = clock.seconds(player)
            self._take_display(shown)
        if not clock.left_ms[player]:
            session.resign(player, "time")

    def _tell_thinking(self, passed_ms: int) -> None:
        """Say on the display that the board thinks, once that has lasted for a while, until it is done."""
        session, before_ms = self.session, self._thinking_ms
        self._thinking_ms = before_ms + passed_ms if session.job else 0
        if before_ms < _THINKING_MS <= self._thinking_ms:
            # In place of the title. All else stays: composing the display again would disturb the job.
            shown = dict(self.display)
            shown["thinking"] = True
            if not session.messages.notice:
                shown["lines"] = [session.texts["thinking"]] + shown["lines"][1:]
            self._take_display(shown)
        elif before_ms >= _THINKING_MS and not session.job:
            session.messages.renew_display(SOON)

    def think_ahead(self) -> bool:
        """Let a program of the board think for some milliseconds, between frames; False if it has nothing to think."""
        return self.program is not None and self.program.think()

    def command(self, name: str, fields: dict) -> dict:
        """Carry out a host's command (see commands.py); return its answer, raise CommandError."""
        try:
            answer = self.begin_command(name, fields)
            self.finish_change()
        finally:
            self.refresh()  # a refused command may have changed something, too
        return answer

    def begin_command(self, name: str, fields: dict) -> dict:
        """Carry out a command, but leave what takes long, lamps and display to the next frames."""
        self.finish_change()
        while self.session.job:
            self.session.think_on()
        answer: dict = {}
        if name == "button":
            buttons.take_presses(self, buttons.pressed(fields))
        else:
            answer = commands.carry_out(self, name, fields)
        self._ask_to_confirm()
        return answer

    def _ask_to_confirm(self) -> None:
        """Ask people to confirm a pending command by buttons."""
        if self.to_confirm:
            name, fields = self.to_confirm
            self.to_confirm = ()
            menu_pages.confirm(self, name, fields)
