"""The session: what hands do is understood, then recorded, asked about, or led back. The one writer of TableState."""

from treppe.runtime import const, let_go
from treppe.sensing import FAULTY, QUIET, UNSURE, has_activity
from treppe.table import texts
from treppe.table.course import Course
from treppe.table.guide.guidance import BACK, CLEAR
from treppe.table.hands import understand
from treppe.table.hands.corrections import explain_from_before
from treppe.table.hands.explain import explain
from treppe.table.hands.verdict import (
    ASK,
    ASK_FIELD,
    ASK_WHICH,
    COMPLAIN,
    LEAD,
    NOTHING,
    RECORD,
    REMIND,
    Verdict,
    has_reply_begun,
)
from treppe.table.job import go_on
from treppe.table.show import marks
from treppe.table.situation import Situation
from treppe.table.state import TableState

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.types import Job, Journal, Sensing, Surface, Told

_REED_WAIT_MS = const(50)  # a reed that has closed has been closed for 150 ms already
_ELSEWHERE_MS = const(1000)  # a hand that stays so long on another piece has nothing to do with what was played
_STUCK_MS = const(10_000)  # nobody does what the lamps ask for
_AT_REST_MS = const(1000)  # after the power has come, until what stands on the board is known
_GOES_ON_MS = const(3000)  # longer than hands that follow the lamps pause between two movements
_PATIENCE_MS = const(3000)  # so long END waits for hands that still move
SOON = const(1)
AT_ONCE = const(2)


class Session(TableState):
    """A game at the table, and the hands that play it.

    `tick` takes what sensing has seen. `job` works out what is not yet known, a piece a frame (see job.py); whoever
    asks something waits until it is None. `is_to_show` and `to_tell` (0, SOON, AT_ONCE) ask for new lamps and a new
    display, `num_looks` counts what ends a display that is being worked out, and
    `course_version` the games that were taken up, ended or laid aside.
    """

    def __init__(self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: dict, has_display: bool):
        super().__init__(surface, sensing, journal, settings, has_display)
        self.job: list | None = None
        self.is_to_show = True
        self.to_tell = AT_ONCE
        self.num_looks = 0
        self.course_version = 0
        self._end_ms = -1  # when END was pressed too early, -1 if it does not wait
        self.is_end_due = False  # END has waited for what has just been understood
        self._is_late = False  # a field was touched since the job began
        self._is_unsure = False
        self.apply_settings()

    def apply_settings(self) -> None:
        """Let the settings take effect."""
        self.language = self.settings.get("language", "en")
        self.texts = texts.load(self.language)
        if self.course:
            self.texts.use(self.language, self.course.name)
        self.evidence.settled_ms = self.settings.get("wait_ms", 250) if self.evidence.has_weights else _REED_WAIT_MS

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
        self.job = [self._find_out()]
        if self.stage == "guide":
            self.think()  # who has begun to lead is told at once what is to be done

    def is_due(self) -> bool:
        """Tell whether the board has been quiet for as long as the situation wants. Allocates nothing."""
        wait_ms = self.situation.wait_ms
        return wait_ms > 0 and self.evidence.quiet_ms() >= wait_ms

    def on_quiet(self) -> None:
        """Begin to do what the situation says, now that the board has been quiet for so long."""
        self.situation.wait_ms = 0
        if self.stage == "guide" and self.guidance.reason != CLEAR:
            self._hear_silence()
        else:
            self.job = [self._carry_out(self.situation)]

    def think(self) -> None:
        """Go on with the job."""
        job: list = self.job  # type: ignore[assignment]
        self.job = None  # it may begin another one, or fail
        if go_on(job):
            self.job = job
        elif self._is_late and not self.job:
            self._is_late = False
            self.job = [self._find_out()]

    def _find_out(self) -> "Job":
        """Find out what the board shows, and light the lamps."""
        is_led = self.stage == "guide"
        if is_led:
            yield self._follow()
        elif self.stage in ("play", "over"):
            yield self._understand()
            self.is_end_due = self._end_ms >= 0 and not self.evidence.is_busy()
        self.is_to_show = True
        is_unsure = has_activity(self.evidence.activity, UNSURE, UNSURE)
        if is_led or self.situation.is_wrong or is_unsure != self._is_unsure:
            self._is_unsure = is_unsure
            self.tell(SOON)

    def _understand(self) -> "Job":
        """Understand what hands did since the position that counts."""
        self.evidence.note_lifts()
        self._accept((yield understand.understand(self.evidence)))
        if self.course.marks is None:
            self.course.mark((yield marks.find(self.course.state, self.evidence.position)))

    def _accept(self, verdict: Verdict) -> None:
        """Let a verdict be the situation; what was asked before, and is asked still, keeps its choice."""
        before, known = self.situation, verdict.explanation
        is_wrong = before.is_wrong and (known is None or known.has_extra_lifts)
        self.situation = situation = Situation(verdict, is_wrong)
        if verdict.is_at_rest():
            self.evidence.come_to_rest()
        if verdict.then == ASK and not verdict.wait_ms:
            situation.offers = verdict.offers
        elif self.is_only_asked():
            position = self.evidence.position
            situation.offers = [(0, [action]) for action in position.silent if action != position.stop]
        if situation.offers == before.offers:
            situation.choice = before.choice
        else:
            self.evidence.unanswered = situation.offers or self.evidence.unanswered
        shown, shown_before = [(each.is_wrong, each.offers, each.choice, each.away) for each in (situation, before)]
        if shown != shown_before:
            self.tell(SOON)

    # What the situation asks for.

    def _carry_out(self, situation: "Situation") -> "Job":
        """Do what the situation says; what takes long to find out is looked at first."""
        verdict, evidence = situation.verdict, self.evidence
        then = verdict.then
        known: Any = verdict.explanation
        if then == NOTHING or not self._may_act(situation):
            return
        if then in (ASK_WHICH, COMPLAIN, LEAD) or (then == RECORD and evidence.unanswered):
            from treppe.table.hands.look_further import look_further

            let_go("treppe.table.hands.look_further")
            let_go("treppe.table.hands.earlier")
            verdict, recent = yield look_further(evidence, verdict)
            evidence.recent = recent
        if verdict.then == ASK:
            situation.is_wrong = False
            self.propose(verdict.offers)
        elif then == COMPLAIN:
            self._complain(verdict)
        elif then == RECORD:
            self.record(known.actions, situation.back, "seen")
        elif then == LEAD:
            self.lead_back()
        elif then == REMIND:
            situation.away = sorted(known.unexplained or evidence.changes())
            self.tell()
        elif then == ASK_FIELD:
            self.guidance.doubt(min(known.unexplained))
            self.show_and_tell()

    def _may_act(self, situation: "Situation") -> bool:
        """Tell whether what the situation says may be done though a hand is still at the board; wait if it may be."""
        evidence, verdict = self.evidence, situation.verdict
        if verdict.then == COMPLAIN or not evidence.is_busy() or has_reply_begun(evidence, verdict):
            return True
        if verdict.then != RECORD or has_activity(evidence.activity, UNSURE, UNSURE):
            return False
        if evidence.quiet_ms() < _ELSEWHERE_MS:
            situation.wait_ms = _ELSEWHERE_MS
            return False
        return all([evidence.activity[field] in (QUIET, FAULTY) for field in evidence.changes()])

    def _complain(self, verdict: "Verdict") -> None:
        """Say that what the board shows is not possible, unless something is only in the air."""
        known = verdict.explanation
        is_wrong = not (known and all([change < 0 for change in known.unexplained.values()]))
        self.situation = Situation(verdict, is_wrong)
        if is_wrong:
            self.evidence.note_complaint()
            self.guidance.find_way_back({})
        self.is_to_show = True
        self.tell(SOON)

    def propose(self, offers: list, choice: int = 0, has_no_more: bool = False) -> None:
        """Ask about offers, see Verdict; ask nothing if there are none."""
        situation = self.situation
        situation.offers = offers
        situation.choice = choice
        situation.has_no_more = has_no_more
        self.show_and_tell()

    def look_for_more_offers(self) -> None:
        """Propose the next offer; behind the last one look further back, for others than those."""
        self.job = [self._propose_next()]

    def _propose_next(self) -> "Job":
        situation = self.situation
        others: list = []
        is_last = situation.choice + 1 == len(situation.offers)
        if is_last:
            from treppe.table.hands import earlier

            let_go("treppe.table.hands.earlier")
            others, self.evidence.recent = yield earlier.look(self.evidence, situation.offers)
        offers = situation.offers + others
        self.propose(offers, (situation.choice + 1) % len(offers), is_last and not others)

    def record(self, actions: list[int], back: int, how: str) -> None:
        """Record actions, after taking back the last `back` ones; `how` it came to that goes into the trace."""
        evidence, course = self.evidence, self.course
        seen = evidence.note_record(actions, back, how)
        while back and actions and evidence.recent[-back].action == actions[0]:
            back -= 1
            actions = actions[1:]
        if back:
            course.undo(back, seen)
            evidence.take_back(back)
            seen = ""
        for action in actions:
            self._play(action, how, seen)
            seen = ""
        if self.faults:
            self.guidance.keep_up(self.sensing)
        self.notice = ""
        self.is_advice_asked = False
        evidence.wrong_stamp = 0
        evidence.wrong_fields = []
        evidence.unanswered = []
        if course.ending:
            self.finish()
        elif self.guidance.left_over():
            self.lead(CLEAR)
        else:
            self.stage = "play"
            course.confirm()
            evidence.keep_open_changes()
            self.situation = Situation()
            self.tell(SOON)
            self.job = [self._find_out()]

    def _play(self, action: int, how: str, seen: str) -> None:
        evidence, position = self.evidence, self.evidence.position
        placement = position.recall().placement(action)
        self.last_fields = [field for field, _ in placement if field < len(evidence.image)]
        is_tacit = how == "seen" and action == position.scratch.STOP
        self.course.play(action, seen)
        played = evidence.accept(action)
        played.is_said = how in ("OK", "chosen")
        played.is_tacit = is_tacit
        evidence.turn_over(self.course.state)

    # From stage to stage.

    def open_game(self, course: Course, reason: str, remembered: dict[int, str]) -> None:
        """Take up a game: first the board has to show its position; `reason` is SETUP or BACK, see Guidance.

        `remembered` are pieces that may stand there instead, though they look the same: field -> code.
        """
        known, was_right = self.guidance.standing(), self._shows_position()
        self.course = course
        self.course_version += 1
        self.texts.use(self.language, course.name)
        self.notice = ""
        self.guidance.remembered = remembered
        self.evidence.begin(course.state)
        if not was_right and self._shows_position():
            known = {}  # somebody has laid it out already, and knows which pieces he has taken
        self.lead(reason, known)
        self.sensing.expect(self.evidence.position.image)

    def _shows_position(self) -> bool:
        return self.course is not None and not self.evidence.changes()

    def lead_back(self) -> None:
        """Lead hands back that did what is not possible; they may as well go on, to what is."""
        self.lead(BACK, may_go_on=True)

    def lead(self, reason: str, known: dict[int, str] | None = None, may_go_on: bool = False) -> None:
        """Lead the board to the position that counts, for a reason, see Guidance.

        `known` is what Guidance.standing has said before the position was another one.
        """
        if reason != CLEAR:
            recent = self.evidence.recent if may_go_on else []
            self.evidence.begin(self.course.state)
            self.evidence.recent = recent  # hands may go on by correcting the last action, too
            self.last_fields = []
        self._enter("guide", keeps_order=may_go_on)
        self.guidance.begin(reason, known or {}, may_go_on)
        self.look()
        self.tell()

    def finish(self) -> None:
        """The game is over: show who has won."""
        self.course_version += 1
        self._enter("over")
        self.show_and_tell()

    def close(self) -> None:
        """Lay the game aside; it stays in the journal."""
        self.course = None  # type: ignore[assignment]
        self.course_version += 1
        self.guidance.doubts = []
        self.evidence.end()
        self._enter("idle")
        self.show_and_tell()

    def _enter(self, stage: str, keeps_order: bool = False) -> None:
        """Go to another stage, and forget what led here, perhaps but for the order in which fields changed."""
        self.stage = stage
        self.is_advice_asked = False
        self.situation = Situation()
        self.job = None
        self.guidance.end()
        self.evidence.is_over = stage == "over"
        self.evidence.settle(keeps_order)

    def take_back(self, count: int) -> None:
        """Take back the last actions, and lead the board back."""
        from treppe.table.guide import known_pieces

        evidence = self.evidence
        lying, known = known_pieces.sides_up(evidence), self.guidance.standing()
        self.course.undo(count)
        self.lead(BACK, known)
        evidence.ask_to_turn(known_pieces.lying_wrong(evidence, lying))
        self.is_to_show = True

    def want(self, actions: tuple) -> None:
        """Let hands play these actions for the player to move, one after the other, and nothing else in his turn."""
        self.evidence.want(actions)
        if self.stage == "play":
            self.situation = Situation()
            self.job = [self._find_out()]
        self.show_and_tell()

    def ask_for_advice(self) -> None:
        """Ask a host what it would do, or not any more."""
        self.is_advice_asked = self.stage == "play" and not self.is_advice_asked
        self.show_and_tell()

    def advise(self, word: str, kind: str, fields: bytes, said: str) -> None:
        """Record what a program advises, and show it until something else counts."""
        self.course.advise(word, kind)
        self.evidence.advise(fields, said)
        self.is_advice_asked = False
        self.show_and_tell()

    # While the board is led.

    def _follow(self) -> "Job":
        """The board has changed while it is led: go on, or to the next stage when it is right."""
        evidence, guidance = self.evidence, self.guidance
        is_clearing = guidance.reason == CLEAR
        if evidence.to_turn:  # a stone that is still to be put is named with the side that has to be up
            expected = evidence.position.image
            evidence.ask_to_turn([field for field in evidence.to_turn if evidence.image[field] == expected[field]])
        if is_clearing and guidance.left_over():
            self.situation = Situation((yield understand.understand_clearing(evidence)))
        elif self._is_right() or (is_clearing and not guidance.must_fill()):
            self._enter("over" if self.course.ending else "play")
            evidence.position.leftover.clear()
            self.course.confirm()
            yield self._understand()
        elif not is_clearing:
            known = (yield self._explain_going_on()) if guidance.may_go_on else None
            wait_ms = _AT_REST_MS if guidance.remembered else _GOES_ON_MS if known else _STUCK_MS
            self.situation = Situation(Verdict(known, wait_ms=wait_ms))

    def _explain_going_on(self) -> "Job":
        """Explain the board by actions that it shows, though it should be led back; None if it shows none.

        Something may be in the air. Where several actions explain the board people are asked.
        """
        evidence = self.evidence
        if evidence.is_busy():
            return None
        known = yield explain(evidence, evidence.position)
        if known is None:
            known, _ = yield explain_from_before(evidence)
        is_shown = known and (known.actions or known.choices) and not known.has_extra_lifts
        return known if is_shown and all([change < 0 for change in known.unexplained.values()]) else None

    def _is_right(self) -> bool:
        """Tell whether the board is as it should be, also where people have said what no sensor sees."""
        if self.faults and not self.evidence.changes() and self.guidance.has_contradiction():
            return False
        return self.guidance.is_right()

    def _hear_silence(self) -> None:
        """While the board is led nothing has changed for long: people need help, or the sensors have settled."""
        if self.guidance.remembered:
            self.guidance.recall()
            self.look()
        elif self.situation.explanation:
            self._enter("play", keeps_order=True)
            self.job = [self._find_out()]
            self.tell()
        else:
            self.guidance.suspect()
            self.show_and_tell()

    # What people say.

    def settle_doubt(self, is_there: bool) -> None:
        """Somebody has looked at the first field in doubt: take his word for what stands there."""
        self.guidance.settle_doubt(self.sensing, is_there)
        self.look()
        self.show_and_tell()

    def note_faults(self) -> None:
        """Sensing has other faults than before: ask about the fields that have just turned faulty."""
        self.faults = list(self.sensing.faults)
        if self.course:
            self.guidance.note_faulty(self.sensing.activity)

    def keep_end(self) -> None:
        """END was pressed while hands still move: it counts when the board is at rest, if that is soon."""
        if self._end_ms < 0:
            self._end_ms = self.evidence.now_ms

    def take_end(self) -> bool:
        """Tell whether an END that had to wait may count now."""
        self.is_end_due = False
        if self.evidence.since(self._end_ms) >= _PATIENCE_MS:
            self.drop_end()
        return self._end_ms >= 0

    def drop_end(self) -> None:
        """END has been answered."""
        self._end_ms = -1

    def leave_stones(self) -> None:
        """Ask no longer to turn stones over."""
        self.evidence.ask_to_turn([])
        self.is_to_show = True

    def say(self, notice: str, told: "Told") -> None:
        """Let the display say something in place of all else: a code, in words; nothing, if they are empty."""
        self.notice = notice
        self.told = told
        self.show_and_tell()

    def drop_notice(self) -> None:
        """The notice goes with whatever is said next."""
        self.notice = ""

    def drop_wait(self) -> None:
        """The journal refused: nothing more happens by itself until hands go on."""
        self.situation.wait_ms = 0

    def take_tests(self, results: "list[tuple[str, Told]]") -> None:
        """Keep what a self-test has found: (state, told), see sensing/self_test.py."""
        self.tests = results

    # Lamps and display.

    def tell(self, when: int = AT_ONCE) -> None:
        """Ask for a new display."""
        self.to_tell = max(self.to_tell, when)
        self.num_looks += 1

    def show(self) -> None:
        """Ask for new lamps."""
        self.is_to_show = True

    def show_and_tell(self) -> None:
        """Ask for new lamps and a new display."""
        self.is_to_show = True
        self.tell()
