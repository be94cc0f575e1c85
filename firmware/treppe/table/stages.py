"""The stages of the table (idle, led, play, over), and the job that finds out what the board means at each of them."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.table import texts
from treppe.table.course import Course
from treppe.table.guide import known_pieces
from treppe.table.guide.guidance import BACK, CLEAR
from treppe.table.job import go_on
from treppe.table.state import Situation, TableState

if TYPE_CHECKING:
    from treppe.table.types import Job, Journal, Sensing, Settings, Surface

_PATIENCE_MS = const(3000)  # so long END waits for hands that still move
# Until the fifth frame, where one of them was late, too; a reed that has closed has been closed for 150 ms already.
_REED_WAIT_MS = const(41)


class Stages(TableState):
    """Leads from stage to stage, and begins to think whenever the board has changed.

    `job` works out what is not yet known, a piece a frame (see job.py): `find_out`, which the session has, or what the
    session does next. Commands and buttons wait until `job` is None. `course_version` counts the games that were
    opened, ended or laid aside.
    """

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        super().__init__(surface, sensing, journal, settings, has_display)
        self.job: list[Job] | None = None
        self.course_version = 0
        self._is_late = False  # a field was touched since the job began
        self._end_ms = -1  # when END was pressed too early, -1 if it does not wait
        self.is_end_due = False  # END waited until the board was understood: it counts now
        self.apply_settings()

    def apply_settings(self) -> None:
        """Let the settings take effect."""
        self.language = self.settings.get("language", "en")
        self.texts = texts.load(self.language)
        if self.course:
            self.texts.use(self.language, self.course.name)
        self.evidence.settled_ms = self.settings.get("wait_ms", 250) if self.evidence.has_weights else _REED_WAIT_MS

    def find_out(self) -> "Job":
        """Find out what the board shows, and what to do about it."""
        raise NotImplementedError

    # Frames.

    def has_news(self) -> bool:
        """Tell whether sensing sees something else than before. Allocates nothing."""
        return self.evidence.image != self.sensing.image or self.evidence.activity != self.sensing.activity

    def look(self) -> None:
        """Something has changed: begin to find out what it means now."""
        evidence = self.evidence
        is_same = evidence.image == self.sensing.image
        has_only_begun = evidence.observe(self.sensing.image, self.sensing.activity)
        self.num_looks += 1
        if has_only_begun and self.stage == "play":
            known = self.situation.explanation
            if known and not (known.unexplained or self.job):
                self.is_to_show = True
            return
        self._is_late = is_same and self.job is not None
        if self._is_late:
            return  # a hand that only passes by does not keep the board from thinking to the end
        self.look_again()

    def look_again(self) -> None:
        """Begin to find out what the board means, whether it has changed or not."""
        self.situation.wait_ms = 0
        self.job = None
        self.guidance.drop_settled_doubts()
        job = [self.find_out()]
        # The first lamps of the way back come without a pause.
        if self.stage != "guide" or go_on(job):
            self.job = job

    def is_due(self) -> bool:
        """Tell whether the board has been quiet for as long as the situation wants. Allocates nothing."""
        wait_ms = self.situation.wait_ms
        return wait_ms > 0 and self.evidence.quiet_ms() >= wait_ms

    def think(self) -> None:
        """Go on with the job."""
        job: list[Job] = self.job  # type: ignore[assignment]
        self.job = None  # it may begin another one, or fail
        if go_on(job):
            self.job = job
        elif self._is_late and not self.job:
            self._is_late = False
            self.job = [self.find_out()]

    def drop_wait(self) -> None:
        """The journal refused: nothing more happens by itself until hands go on."""
        self.situation.wait_ms = 0

    # From stage to stage.

    def opening(self, course: Course, reason: str, remembered: dict[int, str]) -> "Job":
        """Take up a game: first the board has to show its position; `reason` is SETUP or BACK, see Guidance.

        `remembered` are pieces that may stand there instead, though they look the same: field -> code.
        """
        self.texts.use(self.language, course.name)
        yield
        known, was_right = self.guidance.standing(), self._shows_position()
        self.course = course
        self.course_version += 1
        self.notice = ""
        self.guidance.remembered = remembered
        self.evidence.begin(course.state)
        if not was_right and self._shows_position():
            known = {}  # people have laid it out already, with the right pieces
        self.lead(reason, known)
        self.sensing.expect(self.evidence.position.image)

    def _shows_position(self) -> bool:
        return self.course is not None and not self.evidence.changes()

    def lead_back(self) -> None:
        """Lead hands back that did what is not possible; they may as well go on, to what is."""
        refused = self.situation.refused
        self.lead(BACK, may_go_on=True)
        self.situation.refused = refused  # it is said on

    def lead(self, reason: str, known: dict[int, str] | None = None, may_go_on: bool = False) -> None:
        """Lead the board to the position that counts, for a reason, see Guidance.

        `known` is what Guidance.standing has said before the position was another one.
        """
        if reason != CLEAR:
            recent = self.evidence.recent if may_go_on else []
            self.evidence.begin(self.course.state)
            self.evidence.recent = recent  # hands may go on by correcting the last action, too
            self.last_fields = []
        self.enter("guide", keeps_order=may_go_on)
        self.guidance.begin(reason, known or {}, may_go_on)
        self.look()
        self.tell()

    def finish(self) -> None:
        """The game is over: show who has won."""
        self.course_version += 1
        self.enter("over")
        self.show_and_tell()

    def close(self) -> None:
        """Lay the game aside; it stays in the journal."""
        self.course = None  # type: ignore[assignment]
        self.course_version += 1
        self.guidance.doubts = []
        self.evidence.end()
        self.enter("idle")
        self.show_and_tell()

    def enter(self, stage: str, keeps_order: bool = False) -> None:
        """Go to another stage, and forget how the board came to be so.

        `keeps_order`: the order in which fields changed still counts.
        """
        self.stage = stage
        self.is_advice_asked = False
        self.peek = 0
        self.situation = Situation()
        self.job = None
        self.guidance.end()
        self.evidence.is_over = stage == "over"
        self.evidence.settle(keeps_order)

    def take_back(self, count: int, is_laid: bool = False) -> "Job":
        """Take back the last actions; return the job that leads the board back. `is_laid`: no piece can be mistaken."""
        lying, known = ({}, {}) if is_laid else (known_pieces.sides_up(self.evidence), self.guidance.standing())
        self.course.undo(count)
        return self._leading_back(lying, known)

    def _leading_back(self, lying: dict[int, str], known: dict[int, str]) -> "Job":
        """Lead the board back after actions were taken back; before that stones lay so, and these pieces stood."""
        yield
        evidence = self.evidence
        self.lead(BACK, known)
        evidence.ask_to_turn(known_pieces.lying_wrong(evidence, lying))
        self.is_to_show = True

    def start_clock(self) -> bool:
        """Let the clock run; True if there is one that has stood until now."""
        clock = self.course.clock
        if not clock or clock.is_running:
            return False
        clock.start()
        self.tell()
        return True

    def resign(self, player: int, why: str = "resign") -> None:
        """Let a player give up, or lose by time: the game ends, or goes on without him, and what he held goes back."""
        known = self.guidance.standing()
        self.course.resign(player, why)
        if self.course.ending:
            self.finish()
        else:
            self.lead(BACK, known)

    def want(self, actions: tuple[int, ...]) -> None:
        """Let hands play these actions for the player to move, one after the other, and nothing else in his turn.

        Without actions people choose themselves, also where a host's program has the turn.
        """
        self.freed_key = b"" if actions else self.evidence.position.key
        self.evidence.want(actions)
        if self.stage == "play":
            self.situation = Situation()
            self.job = [self.find_out()]
        self.show_and_tell()

    def note_host(self, is_there: bool) -> None:
        """Take whether a host listens: its programs choose only while one does. Allocates nothing without a change."""
        if self.has_host != is_there:
            self.has_host = is_there
            if self.stage == "play":
                self.look_again()
            self.show_and_tell()

    def settle_doubt(self, is_there: bool) -> None:
        """Take people's answer about the first field in doubt."""
        self.guidance.settle_doubt(self.sensing, is_there)
        self.look()
        self.show_and_tell()

    def note_faults(self) -> None:
        """Sensing has other faults than before: ask about the fields that have just turned faulty."""
        self.faults = list(self.sensing.faults)
        if self.course:
            self.guidance.note_faulty(self.sensing.activity)

    # END while hands still move.

    def keep_end(self) -> None:
        """END was pressed while hands still move: it counts when the board is at rest, if that is soon."""
        if self._end_ms < 0:
            self._end_ms = self.evidence.now_ms

    def see_whether_end_may_count(self) -> None:
        """The board is understood: END need not wait any more, unless hands still move."""
        self.is_end_due = self._end_ms >= 0 and not self.evidence.is_busy()

    def take_end(self) -> bool:
        """Tell whether an END that had to wait may count now."""
        self.is_end_due = False
        if self.evidence.since(self._end_ms) >= _PATIENCE_MS:
            self.drop_end()
        return self._end_ms >= 0

    def drop_end(self) -> None:
        """END has been answered."""
        self._end_ms = -1
