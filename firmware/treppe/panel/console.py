"""The console of a board: what buttons and commands act on. Lamps and display go out; the session plays the game."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet import roles
from treppe.alphabet.buttons import OK
from treppe.alphabet.codes import diagnostic_of_command
from treppe.job import step
from treppe.panel import display, lamps
from treppe.panel.view import View
from treppe.panel.warnings import Warnings
from treppe.play.messages import AT_ONCE
from treppe.play.program import Program
from treppe.play.session import Session
from treppe.runtime import const
from treppe.sensing.kinds import kind_of

if TYPE_CHECKING:
    from treppe.panel.task import Task
    from treppe.types import Diagnostic, Job, Journal, Sensing, Settings, Surface

_OK_AGAIN_MS = const(400)


class Console:
    """Lamps, display, menu and tasks of one board, and the session behind them; table.py gives it frames.

    `roles` holds the role of each field (see roles.py), `display` what a display shows (see display.py);
    `roles_version` and `display_version` count their changes. `session` is the game, `view` what is shown of it; `menu`
    is None while it is closed; `task` takes the place of a game, `examining` is a self-test beside it, the last one
    was over at `tested_ms`; `program` plays the board's own seats. `to_confirm` is a command, and its fields, that
    people have to confirm by buttons.

    Handed in: `keep_setting(name, value)` keeps a setting for the next start, and raises ValueError if its value
    is not allowed. `random_below(count)` draws lots. `open_memory()` returns the surface's own (storing.py);
    `look_at_parts() -> list` tests what is not sensing's, see sensing/self_test.py.
    """

    keep_setting: "Any" = None
    random_below: "Any" = None
    open_memory: "Any" = None
    look_at_parts: "Any" = list

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        self.session = Session(surface, sensing, journal, settings)
        self.view = View(self.session, has_display)
        self.warnings = Warnings(self.session, self.view)
        self.menu: Task | None = None
        self.task: Task | None = None
        self.examining: Task | None = None
        self.program: Program | None = None
        self.tested_ms = 0
        self.to_confirm: tuple = ()
        self.dark = bytes([roles.OFF] * surface.FIELDS)
        self.roles = bytearray(self.dark)
        self.display: dict = {}
        self.roles_version = self.display_version = 0
        self._next_roles = bytearray(self.dark)
        self._change: list = []  # leads to another position, a piece a frame
        self._telling: list | None = None  # works out a new display, a piece a frame
        self._told_changes = self._record_version = 0
        self._answered_ms = -1  # when OK answered something, and nothing else was pressed since

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
            step(self._change)
        except Exception as error:  # what a command has left to later frames must not end the board either
            self._change = []
            self.warnings.refuse_for_now(diagnostic_of_command(self.session.journal, "", error))

    # Tasks and the menu take lamps, buttons and display from the game.

    def begin_task(self, task: "Task | None") -> None:
        """Begin a task while there is no game: it has the frames, buttons, lamps and lines."""
        self.session.close()
        self.task = task
        self.session.messages.drop_notice()

    def end_task(self, notice: str, diagnostic: "Diagnostic") -> None:
        """End the task: `notice` and `diagnostic` say how, in words and as a code."""
        self.task = None
        self.session.take_image()
        self.session.messages.say(notice, diagnostic)

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
        self.tested_ms = self.session.observed.now_ms

    def refuse_once(self, reason: "Diagnostic") -> None:
        """Say why a button does nothing, until the display shows something else; nothing without a reason."""
        if reason:
            self.warnings.refuse(reason)
            self.refresh()
            self.session.messages.drop_notice()

    def note_answer(self) -> None:
        """Take note that people have just answered by OK."""
        self._answered_ms = self.session.observed.now_ms

    def repeats_answer(self, presses: int) -> bool:
        """Tell whether people press OK again before they can have read what is asked next; another button ends that."""
        if not presses & OK:
            self._answered_ms = -1
        return self._answered_ms >= 0 and self.session.observed.since(self._answered_ms) < _OK_AGAIN_MS

    def close_menu(self) -> None:
        if self.menu:
            self.menu = None
            self.session.messages.renew()

    def lacks_calibration(self) -> bool:
        """Tell whether this is a board that needs a calibration and has never had one."""
        session = self.session
        return kind_of(session.surface).IS_CALIBRATED and self.open_memory is not None and not session.sensing.serial

    def change_setting(self, name: str, value: "Any") -> None:
        """Change a setting, at once and for later starts; raise ValueError if the value is not allowed."""
        if self.keep_setting:
            self.keep_setting(name, value)
        self.session.settings[name] = value
        self.session.apply_settings()
        if self.session.messages.faults:
            self.warnings.name_fault()
        self.session.messages.renew()

    # Lamps and display.

    def refresh(self) -> None:
        """Bring lamps and display up to date, as far as the session has asked for it."""
        session = self.session
        if self._record_version != session.record_version:
            self._record_version = session.record_version
            self.close_menu()
            self._seat_program()
        if session.messages.lamps_dirty:
            session.messages.lamps_dirty = False
            self._show()
        while session.messages.display_dirty == AT_ONCE:
            self._tell_on()

    def _seat_program(self) -> None:
        """Load the board's program for a game that it plays in, let it go after that."""
        game_record = self.session.game_record
        if self.program and self.program.game_record is game_record:
            return
        self.program = None
        if game_record and any(game_record.levels):
            self.program = Program(self.session, self.random_below)

    def _show(self) -> None:
        out = self._next_roles
        out[:] = self.dark
        if self.task:
            self.task.show(out)
        elif self.menu:
            self.menu.show(out)
        else:
            shown = lamps.show(out, self.view, self.dark)
            if shown == lamps.TOO_EARLY:
                return
            if shown == lamps.PART:  # the rest comes with the next frame
                self.session.messages.renew_lamps()
        if out != self.roles:
            self.roles[:] = out
            self.roles_version += 1

    def _tell_on(self) -> None:
        """Go on composing the display; start again if something has changed meanwhile."""
        if not self._telling or self._told_changes != self.session.messages.num_changes:
            self._told_changes = self.session.messages.num_changes
            self._telling = [self._tell()]
        step(self._telling)

    def _tell(self) -> "Job":
        shown = yield display.compose(self.view, self.roles, self.task, self.menu)
        self.session.messages.display_dirty = 0
        self._telling = None
        if shown != self.display:
            self._take_display(shown)

    def _take_display(self, shown: "dict[str, Any]") -> None:
        self.display = shown
        self.display_version += 1
