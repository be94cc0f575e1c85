"""The course of a session: what hands did becomes actions; lamps and display say what is expected."""

from treppe.runtime import const, is_loaded, let_go
from treppe.sensing import TOUCHED, UNSURE, has_activity
from treppe.table import play, stages, texts
from treppe.table.course import Course
from treppe.table.guide import guidance
from treppe.table.hands.corrections import Played
from treppe.table.hands.explain import Explanation
from treppe.table.hands.images import difference
from treppe.table.hands.position import View
from treppe.table.hands.trace import Trace
from treppe.table.job import go_on
from treppe.table.show import display, lamps, roles

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from treppe.table.tasks.task import Task

_THINKING_MS = const(500)  # who waits longer is told why
_REED_WAIT_MS = const(50)  # a reed that has closed has been closed for 150 ms already
_WRAP = const(0x3FFFFFFF)  # milliseconds wrap here on a Pico


class Session:
    """One board and its players.

    `roles` holds the role of each field (see roles.py), `display` what a display shows: `phase` (idle; setup: the board
    has to become as the lamps say; play; wrong; over; calibrate), `game`, `player` (-1: nobody's turn), `players`,
    `winners`, `last` (word of the last action), `events` (of that action), `lines`, and `head`: after how many of them
    it is said what to put where; `menu`: whether that is open; `no_more`: whether MENU has found nothing else;
    `thinking`, while a thought lasts; during a task also `progress`, done and in all, and its `question`.
    `roles_version` and `display_version` count their changes. `trace.message` says of what was recorded last why it
    was, `trace.version` counts.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("legal" or "off");
    `language` ("en" or "de"). `keep_setting(name, value)` keeps one for the next start, and raises ValueError if the
    value is not allowed. `random_below(count)` draws lots. `open_memory()` returns the surface's own (storing.py);
    `look_at_parts() -> list` tests what is not sensing's, see sensing/self_test.py. `sag_mv` is set from outside: what
    is left of a supply that sags, so that the lamps are dimmed, 0 while it is good.

    For this package: `stage` is "idle", "guide" (the board has to become as `view` says, for the reason `guide`),
    "play", "over" or that of a `task`, which then has the place of a game; `course` the game and its record; `view` the
    position that counts; `explanation` what hands have done since, from `back` actions before it; None if nothing legal
    did it; `thought` finds out what is not yet known, a piece a frame (see job.py), else it is None. `stamps` tell
    in which order fields have changed since the board was last at rest; `offers` are how many actions to take back and
    which to play instead, of which OK takes the one with the number `choice`; `to_turn` the fields of stones that lie
    wrong side up.
    """

    def __init__(
        self,
        surface,
        sensing,
        journal,
        settings: dict,
        keep_setting=None,
        random_below=None,
        open_memory=None,
        look_at_parts=list,
    ):
        self.surface = surface
        self.sensing = sensing
        self.journal = journal
        self.settings = settings
        self.keep_setting = keep_setting
        self.random_below = random_below
        self.open_memory = open_memory
        self.has_display = True  # without one, lamps show choices that have no place on the board
        self.menu = None  # while it is closed
        self.task: Task | None = None
        self.look_at_parts = look_at_parts
        self.examining: Task | None = None  # while there is no self-test
        self.tests: list[tuple[str, str, str]] = []
        self.tested_ms = 0
        self.faults: list[str] = []
        self.fault = ""  # what the display says of the last one
        self.sag_mv = self.shown_sag_mv = 0
        self.has_sagged = False
        self.course: Course = None  # type: ignore[assignment]  # while idle only
        self.apply_settings()
        self.image = bytearray(surface.FIELDS)
        self.activity = bytearray(surface.FIELDS)
        self.stamps = bytearray(surface.FIELDS)
        self._presses = 0  # of buttons, not yet answered
        self._is_late = False  # a field was touched since the thought began
        self._compared: View | None = None  # the position to which `_differences` belong
        self._differences: dict = {}
        self._next_roles = bytearray(surface.FIELDS)
        self.dark = bytes([roles.OFF] * surface.FIELDS)
        self.roles = bytearray(self.dark)
        self.roles_version = self.display_version = 0
        self.display: dict = {}
        self.trace = Trace()
        self.now_ms = self._changed_ms = 0
        self.due_ms = 0  # after so much quiet something happens, 0: nothing
        self.thought: list | None = None
        self._thinking_ms = 0
        self.rewritable: list[Played] = []
        self.ended_ms = self.end_due_ms = 0  # when END was pressed too early, and for how long that counts
        self._is_unsure = False
        self._told: tuple = ()
        self.is_to_tell = False  # the display has to change
        self._telling: list | None = None  # works out how, a piece a frame; what changes meanwhile ends it
        self.recovery = None
        self.doubts: list[int] = []  # fields that are asked about, see doubts.py
        self.remembered: dict = {}  # pieces that may still stand where they did before the power went: field -> code
        self.last_fields: list[int] = []  # that the last action has touched
        self.offers: list[tuple[int, list[int]]] = []
        self.has_no_more = False  # MENU has looked for others in vain
        self.unanswered: list[tuple[int, list[int]]] = []  # what was asked last while the board went on
        self.to_turn: list[int] = []
        self.opening: tuple = ()  # a game that is to be taken up, and how, see `_open`
        self.view: View = None  # type: ignore[assignment]  # likewise
        self.explanation: Explanation | None = None
        self.stage = "idle"
        self.guide = self.notice = ""
        self.back = self.choice = 0
        self.is_wrong = False
        self.wrong_stamp = 0  # what has begun with this stamp or later has begun after a complaint, 0 without one
        self.tell()
        try:
            if journal.open_number:
                self.do_seldom("input.commands_start", "take_up", journal.open_number)
                self._open()
        except OSError as error:
            self.notice = self.complain("said", str(error))
        self.tell()

    def tick(self, now_ms: int, presses: int = 0):
        """Look at the sensing and at presses of buttons (see buttons.py); call it with every frame.

        Allocates nothing while nothing changes.
        """
        elapsed_ms = (now_ms - self.now_ms) & _WRAP
        self.now_ms = now_ms
        try:
            self._presses |= presses
            if self._presses and not self.thought:  # else what they answer may be changing
                presses, self._presses = self._presses, 0
                self._telling = None
                self.do_seldom("input.buttons", "press", presses)
            if self.sag_mv != self.shown_sag_mv:
                self.complain("report_supply")
            if self.examining:
                self.examining.tick()
            if self.task:
                self.task.tick()
            else:
                self._tick()
            if self.thought:
                self._think()
            if self.thought or self._thinking_ms:
                self._tell_thinking(elapsed_ms)
            if self.course and self.course.clock:
                self.course.clock.tick(self, elapsed_ms)
        except OSError as error:
            # The journal refused: nothing that it has not taken has happened.
            self.due_ms = 0
            self.notice = self.complain("said", str(error))
            self.tell()

    def _tick(self):
        sensing = self.sensing
        if self.faults != sensing.faults:
            self.complain("report_faults")
        is_new = self.image != sensing.image or self.activity != sensing.activity
        if is_new:
            self.look()
        if is_new or self.thought:
            return
        if self.is_to_tell:
            self._go_on_telling()
        elif self.due_ms and self.since(self._changed_ms) >= self.due_ms:
            self.due_ms = 0
            if self.stage == "guide" and self.guide != "clear":
                guidance.ripen(self)
            else:
                self.thought = [play.ripen(self)]

    def apply_settings(self):
        """Let the settings take effect."""
        settings = self.settings
        self.language = settings.get("language", "en")
        self.texts = texts.load(self.language)
        if self.course:
            self.texts.use(self.language, self.course.name)
        if self.faults:
            self.complain("name_fault")
        self.wait_ms = settings.get("wait_ms", 250) if self.surface.SENSOR == "cell" else _REED_WAIT_MS

    def shows_hints(self, player: int) -> bool:
        """Tell whether lamps show a player what is legal: by his own level, else by the setting."""
        return self.course.hint_levels.get(player, self.settings.get("hints", "legal")) != "off"

    def command(self, name: str, fields: dict) -> dict:
        """Carry out a host's command (see commands.py); return its answer, raise CommandError."""
        from treppe.table.input import commands  # and from here, for it goes deep

        let_go("treppe.table.input.commands")
        while self.thought:
            self._think()
        self._telling = None
        answer = commands.carry_out(self, name, fields)
        self._open()
        return answer

    def _open(self):
        """Take up the game that a command has begun, now that the command itself takes no room any more."""
        if self.opening:
            opening, self.opening = self.opening, ()
            stages.open_game(self, *opening)

    # Stages.

    def look(self):
        """Something has changed: begin to find out what it means now."""
        is_same = self.image == self.sensing.image
        has_only_begun = play.stamp(self)
        self.image[:] = self.sensing.image
        self.activity[:] = self.sensing.activity
        self._compared = self._telling = None
        self._changed_ms = self.now_ms
        if has_only_begun and self.stage == "play":
            if self.explanation and not (self.explanation.rest or self.thought):
                self.show()
            return
        self._is_late = is_same and self.thought is not None
        if self._is_late:
            return  # a hand that only passes by does not keep the board from thinking to the end
        self.due_ms = 0
        self.thought = None
        if self.doubts:
            self.doubt("drop_settled")
        self.thought = [self.find_out()]
        if self.stage == "guide":
            self._think()  # who has begun to lead is told at once what is to be done

    def find_out(self):
        """Find out what the board shows, and light the lamps. A generator, see job.py."""
        is_led = self.stage == "guide"
        if is_led:
            yield guidance.follow(self)
        elif self.stage in ("play", "over"):
            yield play.interpret(self)
            if self.end_due_ms and not self.is_busy():
                self.do_seldom("input.answers", "stop_at_last")
        self.show()
        is_unsure = has_activity(self.activity, UNSURE, UNSURE)
        if is_led or self.is_wrong or is_unsure != self._is_unsure:
            self._is_unsure = is_unsure
            self.is_to_tell = True

    def _think(self):
        """Go on with the thought."""
        thought: list = self.thought  # type: ignore[assignment]
        self.thought = None  # it may begin another one, or fail
        if go_on(thought):
            self.thought = thought
        elif self._is_late and not self.thought:
            self._is_late = False
            self.thought = [self.find_out()]

    def _tell_thinking(self, elapsed_ms):
        """Say on the display that the board thinks, once that has lasted for a while, until it is done."""
        before_ms = self._thinking_ms
        self._thinking_ms = before_ms + elapsed_ms if self.thought else 0
        if before_ms < _THINKING_MS <= self._thinking_ms:
            self.complain("tell_thinking")
        elif before_ms >= _THINKING_MS and not self.thought:
            self.is_to_tell = True

    def differences(self) -> dict:
        """Return what is wrong on the board, seen from the position that counts: field -> change.

        It is asked for some times with each change, and worked out once.
        """
        if self._compared is not self.view:
            self._compared = self.view
            self._differences = difference(self.image, self.view.image, self.activity)
        return self._differences

    def doubt(self, what: str, *details):
        """Carry out a function of doubts.py, and return its result."""
        return self.do_seldom("guide.doubts", what, *details)

    def complain(self, what: str, *details):
        """Carry out a function of complaints.py, and return its result."""
        return self.do_seldom("complaints", what, *details)

    def do_seldom(self, room: str, what: str, *details):
        """Carry out a function of a room of this package that need not be loaded, and return its result."""
        room = "treppe.table." + room
        is_kept = is_loaded(room)
        function = getattr(__import__(room, None, None, (what,)), what)
        if not is_kept:
            let_go(room)
        return function(self, *details)

    def is_busy(self) -> bool:
        """Tell whether something moves, or has not been understood, somewhere."""
        return has_activity(self.activity, TOUCHED, UNSURE)

    def quiet_ms(self) -> int:
        """Return for how many milliseconds nothing has changed."""
        return self.since(self._changed_ms)

    def since(self, then_ms: int) -> int:
        """Return the milliseconds since then."""
        return (self.now_ms - then_ms) & _WRAP

    # Lamps and display.

    def show(self):
        """Bring the lamps up to date."""
        out = self._next_roles
        if self.task:
            self.task.show(out)
        elif not (self.menu.light(out) if self.menu else lamps.show(out, self)):
            return
        if out != self.roles:
            self.roles[:] = out
            self.roles_version += 1

    def tell_if_asked(self):
        """Bring the display up to date, once nothing changes, if something else is asked or complained of."""
        if self._told != (self.is_wrong, self.offers, self.choice):
            self.is_to_tell = True

    def tell(self):
        """Bring the display up to date at once."""
        self._telling = None
        self.is_to_tell = True
        while self.is_to_tell:
            self._go_on_telling()

    def _go_on_telling(self):
        telling = self._telling = self._telling or [self._tell()]
        go_on(telling)

    def _tell(self):
        self._told = (self.is_wrong, self.offers, self.choice)
        shown = yield display.display(self)
        self.is_to_tell = False
        self._telling = None
        if shown != self.display:
            self.display = shown
            self.display_version += 1
