"""The table: frames, buttons and commands come in; lamps and display go out. The session plays the game."""

from typing import TYPE_CHECKING, Any

from treppe.codes import told, told_of_command
from treppe.runtime import const
from treppe.table.job import go_on
from treppe.table.messages import AT_ONCE, SOON
from treppe.table.program import Program
from treppe.table.session import Session
from treppe.table.show import display, lamps, roles, wording
from treppe.table.view import View
from treppe.table.warnings import Warnings

if TYPE_CHECKING:
    from treppe.table.program import Program
    from treppe.table.task import Task
    from treppe.table.types import Job, Journal, Sensing, Surface, Told

_THINKING_MS = const(500)  # after this time the display says that the board thinks
_MOST_PRESSES = const(8)  # a player who presses more often while the board thinks means nothing by it
_WRAP = const(0x3FFFFFFF)  # milliseconds wrap here on a Pico


class Table:
    """One board and its players.

    `roles` holds the role of each field (see roles.py), `display` what a display shows (see display.py);
    `roles_version` and `display_version` count their changes. `session` is the game; `menu` is None while it is closed;
    `task` takes the place of a game, `examining` is a self-test beside it; `program` plays the board's own seats.

    Handed in: `keep_setting(name, value)` keeps a setting for the next start, and raises ValueError if its value
    is not allowed. `random_below(count)` draws lots. `open_memory()` returns the surface's own (storing.py);
    `look_at_parts() -> list` tests what is not sensing's, see sensing/self_test.py. `sag_mv` is set from outside: what
    is left of a supply that sags, so that the lamps are dimmed, 0 while it is good.
    """

    keep_setting: "Any" = None
    random_below: "Any" = None
    open_memory: "Any" = None
    look_at_parts: "Any" = list

    def __init__(
        self,
        surface: "Surface",
        sensing: "Sensing",
        journal: "Journal",
        settings: dict,
        controls: tuple,
        has_display: bool = True,
    ):
        """Begin without a game; `controls` are the functions press and command of controls.py."""
        self.session = Session(surface, sensing, journal, settings)
        self.view = View(self.session, has_display)
        self.warnings = Warnings(self.session, self.view)
        self._press, self._command = controls
        self.menu: Task | None = None
        self.task: Task | None = None
        self.examining: Task | None = None
        self.program: Program | None = None
        self.tested_ms = 0
        self._change: list = []  # leads to another position, a piece a frame
        self.to_confirm: tuple = ()  # a command, and its fields, that people have to confirm by buttons
        self.sag_mv = 0
        self.dark = bytes([roles.OFF] * surface.FIELDS)
        self.roles = bytearray(self.dark)
        self._next_roles = bytearray(self.dark)
        self.display: dict = {}
        self.roles_version = self.display_version = 0
        self._telling: list | None = None  # works out a new display, a piece a frame
        self._told_looks = self._course_version = 0
        self._presses = bytearray(_MOST_PRESSES)  # of buttons that wait for the job, in their order
        self._num_presses = 0
        self._thinking_ms = 0

    def tick(self, now_ms: int, presses: int = 0) -> None:
        """Look at the sensing and at presses of buttons (see buttons.py); call it with every frame.

        Allocates nothing while nothing changes.
        """
        session = self.session
        elapsed_ms = (now_ms - session.evidence.now_ms) & _WRAP
        session.evidence.take_time(now_ms)
        if presses and self._num_presses < _MOST_PRESSES:
            self._presses[self._num_presses] = presses
            self._num_presses += 1
        try:
            if self._num_presses and not (session.job or self._change):  # the job may change the question they answer
                self._press(self, self._next_press())
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
                self._tell_thinking(elapsed_ms)
            if session.course and session.course.clock:
                self._tick_clock(elapsed_ms)
        except OSError as error:
            # The journal refused an event: the game stays as it is recorded.
            session.drop_wait()
            self.warnings.refuse_for_now(told(error))
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
        if session.has_news():
            session.look()
        elif not session.job:
            if session.messages.display_dirty:
                self._tell_on()
            elif session.is_due():
                session.on_quiet()
        if session.job:
            session.think()
        if session.early_end.is_due:
            self._press(self, 0)
        if self.program:
            self.program.tick()
        if session.has_host and self.view.wants_advice():
            session.ask_for_advice()

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
            self.session.think()
        answer: dict = self._command(self, name, fields)
        return answer

    def change_later(self, job: "Job") -> None:
        """Open a game, or lead the board back, a piece a frame, once the command's own memory is free."""
        self._change = [job]

    @property
    def is_changing(self) -> bool:
        """Tell whether a game is being opened, or actions taken back: commands should wait meanwhile."""
        return bool(self._change)

    def confirm_by_buttons(self, command: str, fields: "dict[str, Any]") -> None:
        """Have people confirm a command by buttons before it is carried out."""
        self.to_confirm = (command, fields)

    def finish_change(self) -> None:
        """Do at once what a command has left to the next frames."""
        while self._change:
            self._go_on()

    def _go_on(self) -> None:
        try:
            go_on(self._change)
        except Exception as error:  # what a command has left to later frames must not end the board either
            self._change = []
            self.warnings.refuse_for_now(told_of_command(self.session.journal, "", error))

    def _tick_clock(self, elapsed_ms: int) -> None:
        """Let the time of the player to move run; it stands in the menu, and while the board is not as it should be."""
        session = self.session
        clock: Any = session.course.clock
        if session.stage != "play" or session.pending.is_wrong or self.menu or not clock.is_running:
            return
        player = session.evidence.position.player
        if clock.run(player, elapsed_ms):
            shown = dict(self.display)
            shown["lines"] = shown["lines"][:-1] + [wording.clock_line(self.view)]
            shown["left_s"] = clock.seconds(player)
            self._take_display(shown)
        if not clock.left_ms[player]:
            session.resign(player, "time")

    # Tasks and the menu take lamps, buttons and display from the game.

    def begin_task(self, task: "Task | None") -> None:
        """Begin a task while there is no game: it has the frames, buttons, lamps and lines."""
        self.session.close()
        self.task = task
        self.session.messages.drop_notice()

    def end_task(self, notice: str, told: "Told") -> None:
        """End the task: `notice` and `told` say how, in words and as a code."""
        self.task = None
        self.session.look()
        self.session.messages.say(notice, told)

    def show_menu(self, menu: "Task") -> None:
        """Let a menu have lamps, buttons and display until it is closed."""
        self.menu = menu
        self.session.messages.say("", {})

    def begin_examining(self, test: "Task") -> None:
        """Let a self-test see the frames, beside a game or task."""
        self.examining = test

    def end_examining(self) -> None:
        """The self-test is over."""
        self.examining = None
        self.tested_ms = self.session.evidence.now_ms

    def close_menu(self) -> None:
        """Leave the menu."""
        if self.menu:
            self.menu = None
            self.session.messages.renew()

    def lacks_calibration(self) -> bool:
        """Tell whether this is a board of towers that has never been calibrated."""
        session = self.session
        return session.surface.SENSOR == "cell" and self.open_memory is not None and not session.sensing.serial

    def change_setting(self, name: str, value: "Any") -> None:
        """Change a setting, at once and for later starts; raise ValueError if the value is not allowed."""
        if self.keep_setting:
            self.keep_setting(name, value)
        self.session.settings[name] = value
        self.session.apply_settings()
        if self.session.messages.faults:
            self.warnings.name_fault()
        self.session.messages.renew()

    def _tell_thinking(self, elapsed_ms: int) -> None:
        """Say on the display that the board thinks, once that has lasted for a while, until it is done."""
        session, before_ms = self.session, self._thinking_ms
        self._thinking_ms = before_ms + elapsed_ms if session.job else 0
        if before_ms < _THINKING_MS <= self._thinking_ms:
            # In place of the title. All else stays: composing the display again would disturb the job.
            shown = dict(self.display)
            shown["thinking"] = True
            if not session.messages.notice:
                shown["lines"] = [session.texts["thinking"]] + shown["lines"][1:]
            self._take_display(shown)
        elif before_ms >= _THINKING_MS and not session.job:
            session.messages.renew_display(SOON)

    # Lamps and display.

    def refresh(self) -> None:
        """Bring lamps and display up to date, as far as the session has asked for it."""
        session = self.session
        if self._course_version != session.course_version:
            self._course_version = session.course_version
            self.close_menu()
            self._seat_program()
        if session.messages.lamps_dirty:
            session.messages.lamps_dirty = False
            self._show()
        while session.messages.display_dirty == AT_ONCE:
            self._tell_on()

    def _seat_program(self) -> None:
        """Load the board's program for a game that it plays in, let it go after that."""
        course = self.session.course
        if self.program and self.program.course is course:
            return
        self.program = None
        if course and any(course.levels):
            self.program = Program(self.session, self.random_below)

    def _show(self) -> None:
        out = self._next_roles
        out[:] = self.dark
        if self.task:
            self.task.show(out)
        elif self.menu:
            self.menu.show(out)
        elif not lamps.show(out, self.view, self.dark):
            return
        if out != self.roles:
            self.roles[:] = out
            self.roles_version += 1

    def _tell_on(self) -> None:
        """Go on composing the display; start again if something has changed meanwhile."""
        if not self._telling or self._told_looks != self.session.messages.num_changes:
            self._told_looks = self.session.messages.num_changes
            self._telling = [self._tell()]
        go_on(self._telling)

    def _tell(self) -> "Job":
        shown = yield display.compose(self.view, self.roles, self.task, self.menu)
        self.session.messages.display_dirty = 0
        self._telling = None
        if shown != self.display:
            self._take_display(shown)

    def _take_display(self, shown: "dict[str, Any]") -> None:
        self.display = shown
        self.display_version += 1
