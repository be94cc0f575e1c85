"""The session: what hands do is understood, then recorded, asked about, or led back. It acts, all others only read."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.table.guide import following
from treppe.table.guide.guidance import CLEAR
from treppe.table.hands import earlier, understand
from treppe.table.hands.look_further import ask_rules, look_further
from treppe.table.hands.understand import AWAY_MS, LEAD_MS
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
)
from treppe.table.show import complaints, marks
from treppe.table.stages import Stages
from treppe.table.state import AT_ONCE, SOON, Situation

if TYPE_CHECKING:
    from treppe.table.types import Changes, Job, Journal, Offer, Sensing, Settings, Surface, Told

_ELSEWHERE_MS = const(1000)  # a hand that stays so long on another piece has nothing to do with what was played


class Session(Stages):
    """Understands what hands did, and does what that asks for."""

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        super().__init__(surface, sensing, journal, settings, has_display)
        self._is_unsure = False

    def find_out(self) -> "Job":
        """Find out what the board shows, and light the lamps."""
        is_led = self.stage == "guide"
        if is_led:
            yield self._follow()
        elif self.stage == "play" or (self.stage == "over" and self.course.state.is_terminal()):
            # A game that people have ended themselves stays as it is.
            if not has_activity(self.evidence.activity, UNSURE, UNSURE) or not (yield self._ask_rules()):
                yield self._understand()
            self.see_whether_end_may_count()
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

    def _ask_rules(self) -> "Job":
        """Decide unsure fields in doubt by the rules, or ask where they leave more than one way; False: not so."""
        evidence, sensing = self.evidence, self.sensing
        unsure = [field for field, activity in enumerate(evidence.activity) if activity == UNSURE]
        open_values = {field: sensing.open_values(field) for field in unsure}
        if has_activity(evidence.activity, TOUCHED, SETTLING) or not all(open_values.values()):
            return False

        ways = yield ask_rules(evidence, open_values)
        if len(ways) == 1:
            for field, value in ways[0][0].items():
                sensing.assume(field, value)  # what that means is found out with the next frame
        elif ways:
            offers = [(0, known.actions) for _, known in ways]
            self._accept(Verdict(ways[0][1], 0, offers, 0, ASK))
        return bool(ways)

    def _accept(self, verdict: Verdict) -> None:
        """Let a verdict be the situation; what was asked before, and is asked still, keeps its choice."""
        before, known = self.situation, verdict.explanation
        is_wrong = before.is_wrong and (known is None or known.has_extra_lifts)
        self.situation = situation = Situation(verdict, is_wrong)
        if is_wrong:
            situation.refused = before.refused
        elif verdict.then == LEAD:  # the board has not yet said that it is wrong
            situation.wait_ms = min(situation.wait_ms, AWAY_MS)
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

    def on_quiet(self) -> None:
        """Begin to do what the situation says, now that the board has been quiet for so long."""
        self.situation.wait_ms = 0
        if self.stage == "guide" and self.guidance.reason != CLEAR:
            self._hear_silence()
        else:
            self.job = [self._carry_out(self.situation)]

    def _carry_out(self, situation: "Situation") -> "Job":
        """Do what the situation says; what takes long to find out is looked at first."""
        verdict, evidence = situation.verdict, self.evidence
        then = verdict.then
        known: Any = verdict.explanation
        if then == NOTHING or not self._may_act(situation):
            return
        if then in (ASK_WHICH, COMPLAIN, LEAD) or (then == RECORD and evidence.unanswered):
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
            self.name_missing(known.unexplained or evidence.changes())
            situation.refused = self._why_refused()
            if verdict.offers or known.has_extra_lifts:
                situation.verdict = Verdict(
                    known, verdict.back, verdict.offers, LEAD_MS, ASK if verdict.offers else LEAD
                )
                situation.wait_ms = LEAD_MS
            self.show_and_tell()
        elif then == ASK_FIELD:
            self.guidance.doubt(min(known.unexplained))
            self.show_and_tell()

    def _may_act(self, situation: "Situation") -> bool:
        """Tell whether what the situation says may be done though a hand is still at the board; wait if it may be."""
        evidence, verdict = self.evidence, situation.verdict
        if (
            verdict.then == COMPLAIN
            or not evidence.is_busy()
            or evidence.has_reply_begun(verdict.explanation, verdict.back)
        ):
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
        if not is_wrong and verdict.wait_ms > AWAY_MS:
            verdict = Verdict(known, verdict.back, (), AWAY_MS, REMIND)
        self.situation = Situation(verdict, is_wrong)
        if is_wrong:
            self.evidence.note_complaint()
            self.guidance.find_way_back({})
            self.situation.refused = self._why_refused()
        self.is_to_show = True
        self.tell(SOON)

    def name_missing(self, changes: "Changes") -> None:
        """Let the display name the fields whose pieces are away, by these changes."""
        self.situation.away = [field for field in sorted(changes) if changes[field] < 0]

    def _why_refused(self) -> "Told":
        return complaints.why_refused(self.evidence)

    def propose(self, offers: "list[Offer]", choice: int = 0, has_no_more: bool = False) -> None:
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
        others: list[Offer] = []
        is_last = situation.choice + 1 == len(situation.offers)
        if is_last:
            others, self.evidence.recent = yield earlier.look(self.evidence, situation.offers)
        offers = situation.offers + others
        self.propose(offers, (situation.choice + 1) % len(offers), is_last and not others)

    def record(self, actions: list[int], back: int, how: str) -> None:
        """Record actions, after taking back the last `back` ones; `how` it came to that goes into the trace."""
        evidence, course = self.evidence, self.course
        seen = evidence.note_record(actions, back, how)
        if how == "seen" and not back:
            self._note_felt()
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
        self.peek = 0
        evidence.settle(keeps_order=True)
        if course.ending:
            self.finish()
        elif self.guidance.left_over():
            self.lead(CLEAR)
        else:
            self.stage = "play"
            course.confirm()
            evidence.keep_open_changes()
            was_asked, self.situation = bool(self.situation.offers), Situation()
            self.tell(AT_ONCE if was_asked else SOON)
            self.job = [self.find_out()]

    def _note_felt(self) -> None:
        """Note what the sensors felt of the action that is about to be recorded, unless people were asked or led."""
        evidence, known = self.evidence, self.situation.explanation
        if known and not (known.unexplained or evidence.wrong_stamp or evidence.unanswered):
            evidence.note_felt(self.journal.next_number, self.sensing.felt(evidence.changes()))

    def _play(self, action: int, how: str, seen: str) -> None:
        evidence, position = self.evidence, self.evidence.position
        placement = position.recall().placement(action)
        self.last_fields = [field for field, _ in placement if field < len(evidence.image)]
        is_tacit = how == "seen" and action == position.scratch.STOP
        self.course.play(action, seen)
        self.start_clock()
        evidence.accept(action, how in ("OK", "chosen"), is_tacit)
        evidence.turn_over(self.course.state)

    # While the board is led.

    def _follow(self) -> "Job":
        """The board has changed while it is led: go on, or to the next stage when it is right."""
        verdict = yield following.follow(self.evidence, self.guidance, bool(self.faults))
        if verdict:
            refused, self.situation = self.situation.refused, Situation(verdict)
            self.situation.refused = refused
            return
        self.enter("over" if self.course.ending else "play")
        self.evidence.position.leftover.clear()
        self.course.confirm()
        yield self._understand()

    def _hear_silence(self) -> None:
        """While the board is led nothing has changed for long: people need help, or the sensors have settled."""
        if self.guidance.remembered:
            self.guidance.recall()
            self.look()
        elif self.situation.explanation:
            self.enter("play", keeps_order=True)
            self.job = [self.find_out()]
            self.tell()
        else:
            self.guidance.suspect()
            self.show_and_tell()
