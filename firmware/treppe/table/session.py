"""The course of a session: what hands did becomes actions; lamps and display say what is expected."""

from treppe.runtime import const
from treppe.sensing import TOUCHED, UNSURE, has_activity
from treppe.table import buttons, commands, hints, lines, roles
from treppe.table.course import Course
from treppe.table.explain import Explanation, View, difference, explain, view_of

_REED_WAIT_MS = const(50)  # a reed that has closed has been closed for 150 ms already
_WRONG_MS = const(400)  # a piece that slides on has left a field by then
_REWRITE_MS = const(1000)
_WRAP = const(0x3FFFFFFF)  # milliseconds wrap here on a Pico


class Session:
    """One board and its players.

    `roles` holds the role of each field (see roles.py), `display` what a display shows: `phase` (idle; setup: the board
    has to become as the lamps say; play; wrong; over), `game`, `player` (-1: nobody's turn), `players`, `winners`,
    `last` (word of the last action), `events` (of that action) and `lines`. `roles_version` and `display_version` count
    their changes.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("legal" or "off");
    `language` ("en" or "de").

    For this package: `stage` is "idle", "guide" (the board has to become as `view` says, for the reason `guide`),
    "play" or "over"; `course` the game and its record; `view` the position that counts; `explanation` what hands have
    done since, from `back` actions before it; None if nothing legal did it.
    """

    def __init__(self, surface, sensing, journal, settings: dict):
        self.surface = surface
        self.sensing = sensing
        self.journal = journal
        self.texts = lines.texts(settings.get("language", "en"))
        self.has_hints = settings.get("hints", "legal") != "off"
        self._wait_ms = settings.get("wait_ms", 250) if surface.SENSOR == "cell" else _REED_WAIT_MS
        self.image = bytearray(surface.FIELDS)
        self.activity = bytearray(surface.FIELDS)
        self._evidence = bytearray(surface.FIELDS)
        self._next_roles = bytearray(surface.FIELDS)
        self.dark = bytes([roles.OFF] * surface.FIELDS)
        self.roles = bytearray(self.dark)
        self.roles_version = self.display_version = 0
        self.display: dict = {}
        self._now_ms = self._changed_ms = 0
        self._due_ms = 0  # after so much quiet something happens, 0: nothing
        # Last actions, which the same hand may still change: (view before the action, player, when).
        self._rewritable: list[tuple] = []
        self._is_unsure = self._is_asking = False
        self.course: Course = None  # type: ignore[assignment]  # while idle only
        self.view: View = None  # type: ignore[assignment]  # likewise
        self.explanation: Explanation | None = None
        self.stage = "idle"
        self.guide = self.notice = ""
        self.back = self.choice = 0
        self.is_wrong = False
        self.faults: list[str] = []
        self.tell()
        try:
            if journal.open_number:
                commands.take_up(self, journal.open_number, is_asked=False)
        except OSError as error:
            self.notice = str(error)
        self.tell()

    def tick(self, now_ms: int, presses: int = 0):
        """Look at the sensing and at presses of buttons (see buttons.py); call it with every frame.

        Allocates nothing while nothing changes.
        """
        self._now_ms = now_ms
        try:
            if presses:
                buttons.press(self, presses)
            self._tick()
        except OSError as error:
            # The journal refused: nothing that it has not taken has happened.
            self._due_ms = 0
            self.notice = str(error)
            self.tell()

    def _tick(self):
        sensing = self.sensing
        if self.image != sensing.image or self.activity != sensing.activity:
            self.look()
        elif self._due_ms and self._since(self._changed_ms) >= self._due_ms:
            self._due_ms = 0
            self._ripen()
        if self.faults != sensing.faults:
            self._report_faults()

    def command(self, name: str, fields: dict) -> dict:
        """Carry out a host's command (see commands.py); return its answer, raise CommandError."""
        return commands.carry_out(self, name, fields)

    # Stages.

    def open(self, game, guide: str):
        """Take up a game: first the board has to show its position."""
        self.course = game
        if hasattr(self.sensing, "use"):
            self.sensing.use("discs" if self.surface.NAME == "hex49" else "bricks")
        self.notice = ""
        self.lead(guide)

    def lead(self, guide: str):
        """Lead the board to the position that counts; `guide` names the reason: setup, back, clear."""
        self.view = view_of(self.course.state)
        self._rewritable.clear()
        self.guide = guide
        self.stage = "guide"
        self._settle_down()
        self.look()
        self.tell()

    def finish(self):
        """The game is over: show who has won."""
        self.stage = "over"
        self._settle_down()
        self.show()
        self.tell()

    def close(self):
        """Lay the game aside; it stays in the journal."""
        self.course = None  # type: ignore[assignment]
        self.stage = "idle"
        self._settle_down()
        self.show()
        self.tell()

    def look(self):
        """Something has changed: what does it mean now?"""
        self.image[:] = self.sensing.image
        self.activity[:] = self.sensing.activity
        self._changed_ms = self._now_ms
        self._due_ms = 0
        if self.stage == "guide":
            self._follow_guide()
        elif self.stage == "play" or (self.stage == "over" and (self.back or self._may_rewrite())):
            self._interpret()
        self.show()
        is_unsure = has_activity(self.activity, UNSURE, UNSURE)
        if is_unsure != self._is_unsure:
            self._is_unsure = is_unsure
            self.tell()

    def _follow_guide(self):
        if not self.differences() and not self._is_busy():
            self._settle_down()
            self.stage = "over" if self.course.ending else "play"
            self.explanation = Explanation([], self.view, {})
        self.tell()

    def _interpret(self):
        """Explain the board from the position, else as a change of mind about the last actions."""
        for field in self.differences():
            self._evidence[field] = 1
        known = self._explain(self.view) if self.stage == "play" else None
        back = 0
        while known is None and back < len(self._rewritable):
            back += 1
            known = self._explain(self._rewritable[-back][0])
        if known and not back and (known.rest or known.actions) and not self._may_rewrite():
            self._rewritable.clear()
        self.explanation = known
        self.back = back if known else 0
        self.choice = 0
        if known is None:
            self._due_ms = 0 if self.stage == "over" or self.is_wrong else _WRONG_MS
        elif (known.actions or back) and not (back and known.rest):
            self._due_ms = self._wait_ms
        was_asking, self._is_asking = self._is_asking, bool(known and (known.choices or known.unproved))
        if self.is_wrong or was_asking or self._is_asking:
            self.is_wrong = self.is_wrong and known is None
            self.tell()

    def _explain(self, view):
        return explain(view, self.image, self.activity, self._evidence)

    def _may_rewrite(self):
        """Tell whether the last actions are still provisional now that another hand may be at work."""
        if not self._rewritable:
            return False
        _, player, when_ms = self._rewritable[-1]
        return player == self.view.player or self._since(when_ms) < _REWRITE_MS

    def _ripen(self):
        """It has been quiet for as long as was due: commit, or complain."""
        if self.explanation is None:
            self.is_wrong = True
            self.show()
            self.tell()
        elif not self._is_busy():
            self.commit(self.explanation.actions, self.explanation.rest)

    def commit(self, actions: list[int], rest: dict):
        """Record the actions, after taking back those that they replace; `rest` is the beginning of the next one."""
        game = self.course
        if self.back:
            game.undo(self.back)
            self.view = self._rewritable[-self.back][0]
            del self._rewritable[-self.back :]
        for action in actions:
            self._play(action)
        self.notice = ""
        if game.ending:
            self.finish()
        elif self.differences() and not rest:
            self.lead("clear")
        else:
            self.stage = "play"
            self._settle_down()
            self._interpret()
            self.show()
            self.tell()

    def _play(self, action):
        before = self.view
        self.course.play(action)
        if self._rewritable and self._rewritable[-1][1] != before.player:
            self._rewritable.clear()
        self._rewritable.append((before, before.player, self._now_ms))
        self.view = before.after(action)

    def _settle_down(self):
        """Forget what led here."""
        self.explanation = None
        self.back = self._due_ms = 0
        self.is_wrong = False
        self._evidence[:] = bytes(len(self._evidence))

    def differences(self) -> dict:
        """Return what is wrong on the board, seen from the position that counts: field -> change."""
        return difference(self.image, self.view.image, self.activity)

    def _is_busy(self):
        return has_activity(self.activity, TOUCHED, UNSURE)

    def _since(self, then_ms):
        return (self._now_ms - then_ms) & _WRAP

    # Lamps and display.

    def show(self):
        """Bring the lamps up to date."""
        out = self._next_roles
        if hints.show(out, self) and out != self.roles:
            self.roles[:] = out
            self.roles_version += 1

    def tell(self):
        """Bring the display up to date."""
        display = lines.display(self)
        if display != self.display:
            self.display = display
            self.display_version += 1

    def _report_faults(self):
        known, self.faults = self.faults, list(self.sensing.faults)
        self.tell()
        for fault in self.faults:
            if fault not in known:
                self.journal.append({"k": "fault", "text": fault})
