"""The session: what hands do is understood, then recorded, asked about, or led back. It acts, all others only read."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.sensing.kinds import kind_of
from treppe.table import marks, texts
from treppe.table.guide import following, known_pieces, refusals
from treppe.table.guide.guidance import BACK, CLEAR, Guidance
from treppe.table.hands import understand
from treppe.table.hands.evidence import Evidence
from treppe.table.hands.look_further import ask_rules, find_more_offers, look_further
from treppe.table.hands.understand import AWAY_MS, LEAD_MS
from treppe.table.hands.verdict import ASK, ASK_FIELD, ASK_WHICH, COMPLAIN, LEAD, NOTHING, RECORD, REMIND, Verdict
from treppe.table.job import go_on
from treppe.table.messages import AT_ONCE, SOON, Messages
from treppe.table.pending import EarlyEnd, Pending

if TYPE_CHECKING:
    from treppe.table.course import Course
    from treppe.table.types import Changes, Job, Journal, Offer, Sensing, Settings, Surface, Told

_ELSEWHERE_MS = const(1000)  # a hand that stays so long on another piece has nothing to do with what was played
# Until the fifth frame, where one of them was late, too; a reed that has closed has been closed for 150 ms already.
_REED_WAIT_MS = const(41)


class Session:
    """The game at the table: understands what hands did, and does what that asks for.

    `stage`: "idle"; "guide": the board has to become as the position says, see `guidance`; "play"; "over". `course` is
    the game and its record, None while idle; `evidence` what sensors and record tell; `pending` what is waited for;
    `guidance` knows which piece goes where next while the board is led, or is wrong; `messages` is what people are
    told, and `early_end` an END that waits. `course_version` counts the games that were opened, ended or laid aside.
    Advice was asked last in the position `advice_key`. `has_host`: one listens; in the position `freed_key` its
    program leaves the turn to people.

    `job` works out what is not yet known, a piece a frame (see job.py): what the board means, or what is done next.
    Commands and buttons wait until it is None.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("off", "legal", "advice");
    `language` ("en" or "de").
    """

    def __init__(self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings"):
        self.surface = surface
        self.sensing: Any = sensing
        self.journal = journal
        self.settings = settings
        self.language = "en"
        self.texts: texts.Texts = None  # type: ignore[assignment]  # until the settings are applied
        self.evidence = Evidence(surface.FIELDS, kind_of(surface).HAS_WEIGHTS)
        self.pending = Pending()
        self.course: Course = None  # type: ignore[assignment]  # while idle only
        self.course_version = 0
        self.stage = "idle"
        self.guidance = Guidance(surface, self.evidence)
        self.messages = Messages()
        self.early_end = EarlyEnd(self.evidence)
        self.advice_key = b""
        self.has_host = False
        self.freed_key = b""
        self.job: list[Job] | None = None
        self._is_late = False  # a field was touched since the job began
        self._is_unsure = False
        # What is worked out at each stage when the board has changed; at the others it means nothing.
        self._when_changed = {"guide": self._follow, "play": self._look_at_hands, "over": self._look_at_end}
        # What is done once the board has been quiet for long enough, by the verdict.
        self._acts = {
            RECORD: self._record_seen,
            ASK: self._ask,
            ASK_FIELD: self._ask_field,
            COMPLAIN: self._complain,
            LEAD: self._lead_back,
            REMIND: self._remind,
        }
        self.apply_settings()

    def apply_settings(self) -> None:
        """Let the settings take effect."""
        self.language = self.settings.get("language", "en")
        self.texts = texts.load(self.language)
        if self.course:
            self.texts.use(self.language, self.course.name)
        self.evidence.settled_ms = self.settings.get("wait_ms", 250) if self.evidence.has_weights else _REED_WAIT_MS

    def is_left_to_program(self, player: int) -> bool:
        """Tell whether a program chooses for a player: the board's own, or a host's that has not freed the turn."""
        if player < 0:  # the game is over
            return False
        if self.course.levels[player]:
            return True
        is_hosts = self.has_host and not self.course.is_person(player)
        return is_hosts and self.evidence.position.key != self.freed_key

    def is_only_asked(self) -> bool:
        """Tell whether the player to move has nothing to do on the board, but something to choose."""
        if self.stage != "play" or self.pending.verdict.back:
            return False
        position = self.evidence.position
        if self.is_left_to_program(position.player):
            return False
        return len(position.know().silent) == len(position.actions) > 0

    # Frames.

    def has_news(self) -> bool:
        """Tell whether sensing sees something else than before. Allocates nothing."""
        return self.evidence.image != self.sensing.image or self.evidence.activity != self.sensing.activity

    def look(self) -> None:
        """Something has changed: begin to find out what it means now."""
        evidence = self.evidence
        is_same = evidence.image == self.sensing.image
        has_only_begun = evidence.observe(self.sensing.image, self.sensing.activity)
        self.messages.num_changes += 1
        if has_only_begun and self.stage == "play":
            known = self.pending.verdict.explanation
            if known and not (known.unexplained or self.job):
                self.messages.renew_lamps()
            return
        self._is_late = is_same and self.job is not None
        if self._is_late:
            return  # a hand that only passes by does not keep the board from thinking to the end
        self.look_again()

    def look_again(self) -> None:
        """Begin to find out what the board means, whether it has changed or not."""
        self.pending.wait_ms = 0
        self.job = None
        self.guidance.drop_settled_doubts()
        job = [self._find_out()]
        # The first lamps of the way back come without a pause.
        if self.stage != "guide" or go_on(job):
            self.job = job

    def is_due(self) -> bool:
        """Tell whether the board has been quiet for as long as is waited for. Allocates nothing."""
        wait_ms = self.pending.wait_ms
        return wait_ms > 0 and self.evidence.quiet_ms() >= wait_ms

    def think(self) -> None:
        """Go on with the job."""
        job: list[Job] = self.job  # type: ignore[assignment]
        self.job = None  # it may begin another one, or fail
        if go_on(job):
            self.job = job
        elif self._is_late and not self.job:
            self._is_late = False
            self.job = [self._find_out()]

    def drop_wait(self) -> None:
        """The journal refused: nothing more happens by itself until hands go on."""
        self.pending.wait_ms = 0

    # What the board means.

    def _find_out(self) -> "Job":
        """Find out what the board shows, and light the lamps."""
        is_led = self.stage == "guide"
        work_out = self._when_changed.get(self.stage)
        if work_out:
            yield work_out()
        self.messages.renew_lamps()
        is_unsure = has_activity(self.evidence.activity, UNSURE, UNSURE)
        if is_led or self.pending.is_wrong or is_unsure != self._is_unsure:
            self._is_unsure = is_unsure
            self.messages.renew_display(SOON)

    def _look_at_hands(self) -> "Job":
        """Understand what hands have done; fields that no sensor is sure of are decided by the rules."""
        if not has_activity(self.evidence.activity, UNSURE, UNSURE) or not (yield self._ask_rules()):
            yield self._understand()
        self.early_end.note_understood()

    def _look_at_end(self) -> "Job":
        """Understand hands that put the last action right; a game that people have ended themselves stays as it is."""
        if self.course.state.is_terminal():
            yield self._look_at_hands()

    def _understand(self) -> "Job":
        """Understand what hands did since the position that counts."""
        self.evidence.note_lifts()
        self._accept((yield understand.understand(self.evidence)))
        if self.course.marks is None:
            self.course.mark((yield marks.find_marks(self.course.state, self.evidence.position)))

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
        """Let a verdict count; what was asked before, and is asked still, keeps its choice."""
        before, known = self.pending, verdict.explanation
        is_wrong = before.is_wrong and (known is None or known.has_extra_lifts)
        self.pending = pending = Pending(verdict, is_wrong)
        if is_wrong:
            pending.refused = before.refused
        elif verdict.then == LEAD:  # the board has not yet said that it is wrong
            pending.wait_ms = min(pending.wait_ms, AWAY_MS)
        self.evidence.weigh([(verdict.back, known.actions)] + verdict.offers if known else verdict.offers)
        if verdict.is_at_rest():
            self.evidence.come_to_rest()
        if verdict.then == ASK and not verdict.wait_ms:
            pending.offers = verdict.offers
        elif self.is_only_asked():
            position = self.evidence.position
            pending.offers = [(0, [action]) for action in position.silent if action != position.stop]
        if pending.offers == before.offers:
            pending.choice = before.choice
        else:
            self.evidence.unanswered = pending.offers or self.evidence.unanswered
        if pending.shown() != before.shown():
            self.messages.renew_display(SOON)

    # What is done about it, once the board has been quiet for long enough.

    def on_quiet(self) -> None:
        """Do what is pending: its time has come."""
        self.pending.wait_ms = 0
        if self.stage == "guide" and self.guidance.reason != CLEAR:
            self._hear_silence()
        else:
            self.job = [self._act()]

    def _act(self) -> "Job":
        """Do what the verdict says; what takes long to find out is looked at first."""
        pending, evidence = self.pending, self.evidence
        found = verdict = pending.verdict
        if verdict.then == NOTHING or not self._may_act(pending):
            return
        if verdict.then in (ASK_WHICH, COMPLAIN, LEAD) or (verdict.then == RECORD and evidence.unanswered):
            found, evidence.recent = yield look_further(evidence, verdict)
        act = self._acts.get(ASK if found.then == ASK else verdict.then)
        if act:
            act(found)

    def _may_act(self, pending: Pending) -> bool:
        """Tell whether the verdict may be carried out though a hand is still at the board; wait if it may be."""
        evidence, verdict = self.evidence, pending.verdict
        if (
            verdict.then == COMPLAIN
            or not evidence.is_busy()
            or evidence.has_reply_begun(verdict.explanation, verdict.back)
        ):
            return True
        if verdict.then != RECORD or has_activity(evidence.activity, UNSURE, UNSURE):
            return False
        if evidence.quiet_ms() < _ELSEWHERE_MS:
            pending.wait_ms = _ELSEWHERE_MS
            return False
        return all([evidence.activity[field] in (QUIET, FAULTY) for field in evidence.changes()])

    def _record_seen(self, verdict: Verdict) -> None:
        """Record what hands have done."""
        known: Any = verdict.explanation
        self.record(known.actions, verdict.back, "seen")

    def _ask(self, verdict: Verdict) -> None:
        """Ask what hands have done."""
        self.pending.is_wrong = False
        self.propose(verdict.offers)

    def _ask_field(self, verdict: Verdict) -> None:
        """Ask whether a piece stands on the first field that is not explained."""
        known: Any = verdict.explanation
        self.guidance.doubt(min(known.unexplained))
        self.messages.renew()

    def _complain(self, verdict: Verdict) -> None:
        """Say that what the board shows is not possible, unless something is only in the air."""
        known = verdict.explanation
        is_wrong = not (known and all([change < 0 for change in known.unexplained.values()]))
        if not is_wrong and verdict.wait_ms > AWAY_MS:
            verdict = Verdict(known, verdict.back, (), AWAY_MS, REMIND)
        self.pending = Pending(verdict, is_wrong)
        if is_wrong:
            self.evidence.note_complaint()
            self.guidance.find_way_back({})
            self.pending.refused = refusals.why_refused(self.evidence)
        self.messages.renew_lamps()
        self.messages.renew_display(SOON)

    def _lead_back(self, _verdict: Verdict) -> None:
        """Lead hands back that did what is not possible; they may as well go on, to what is."""
        refused = self.pending.refused
        self.lead(BACK, may_go_on=True)
        self.pending.refused = refused  # it is said on

    def _remind(self, verdict: Verdict) -> None:
        """Name the pieces that are away; ask, or lead back, if they stay away."""
        known: Any = verdict.explanation
        pending = self.pending
        self.name_missing(known.unexplained or self.evidence.changes())
        if verdict.felt >= 0:
            pending.away.append(verdict.felt)
        pending.refused = refusals.why_refused(self.evidence)
        if verdict.offers or known.has_extra_lifts:
            then = ASK if verdict.offers else LEAD
            pending.verdict = Verdict(known, verdict.back, verdict.offers, LEAD_MS, then)
            pending.wait_ms = LEAD_MS
        self.messages.renew()

    def name_missing(self, changes: "Changes") -> None:
        """Let the display name the fields whose pieces are away, by these changes."""
        self.pending.away = [field for field in sorted(changes) if changes[field] < 0]

    def propose(self, offers: "list[Offer]", choice: int = 0, has_no_more: bool = False) -> None:
        """Ask about offers, see Verdict; ask nothing if there are none."""
        pending = self.pending
        pending.offers = offers
        pending.choice = choice
        pending.has_no_more = has_no_more
        self.messages.renew()

    def look_for_more_offers(self) -> None:
        """Propose the next offer; behind the last one look further back, for others than those."""
        self.job = [self._propose_next()]

    def _propose_next(self) -> "Job":
        pending = self.pending
        others: list[Offer] = []
        is_last = pending.choice + 1 == len(pending.offers)
        if is_last:
            others, self.evidence.recent = yield find_more_offers(self.evidence, pending.offers)
        offers = pending.offers + others
        self.propose(offers, (pending.choice + 1) % len(offers), is_last and not others)

    # Records.

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
        if self.messages.faults:
            self.guidance.keep_up(self.sensing)
        self.messages.notice = ""
        self.messages.peek = 0
        self.messages.is_advice_asked = False
        evidence.settle(keeps_order=True)
        if course.ending:
            self.finish()
        elif self.guidance.left_over():
            self.lead(CLEAR)
        else:
            self.stage = "play"
            course.confirm()
            evidence.keep_open_changes()
            was_asked, self.pending = bool(self.pending.offers), Pending()
            self.messages.renew_display(AT_ONCE if was_asked else SOON)
            self.job = [self._find_out()]

    def _note_felt(self) -> None:
        """Note what the sensors felt of the action that is about to be recorded, unless people were asked or led."""
        evidence, known = self.evidence, self.pending.verdict.explanation
        if known and not (known.unexplained or evidence.wrong_stamp or evidence.unanswered):
            evidence.note_felt(self.journal.next_number, self.sensing.felt(evidence.changes()))

    def _play(self, action: int, how: str, seen: str) -> None:
        evidence, position = self.evidence, self.evidence.position
        placement = position.recall().placement(action)
        self.evidence.last_fields = [field for field, _ in placement if field < len(evidence.image)]
        is_tacit = how == "seen" and action == position.scratch.STOP
        self.course.play(action, seen)
        self.start_clock()
        evidence.accept(action, how in ("OK", "chosen"), is_tacit)
        evidence.turn_over(self.course.state)

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
        self.messages.renew_lamps()

    def resign(self, player: int, why: str = "resign") -> None:
        """Let a player give up, or lose by time: the game ends, or goes on without him, and what he held goes back."""
        known = self.guidance.standing()
        self.course.resign(player, why)
        if self.course.ending:
            self.finish()
        else:
            self.lead(BACK, known)

    def start_clock(self) -> bool:
        """Let the clock run; True if there is one that has stood until now."""
        clock = self.course.clock
        if not clock or clock.is_running:
            return False
        clock.start()
        self.messages.renew_display()
        return True

    # From stage to stage.

    def opening(self, course: "Course", reason: str, remembered: dict[int, str]) -> "Job":
        """Take up a game: first the board has to show its position; `reason` is SETUP or BACK, see Guidance.

        `remembered` are pieces that may stand there instead, though they look the same: field -> code.
        """
        self.texts.use(self.language, course.name)
        yield
        known, was_right = self.guidance.standing(), self._shows_position()
        self.course = course
        self.course_version += 1
        self.messages.notice = ""
        self.guidance.remembered = remembered
        self.evidence.begin(course.state)
        if not was_right and self._shows_position():
            known = {}  # people have laid it out already, with the right pieces
        self.lead(reason, known)
        self.sensing.expect(self.evidence.position.image)

    def _shows_position(self) -> bool:
        return self.course is not None and not self.evidence.changes()

    def lead(self, reason: str, known: dict[int, str] | None = None, may_go_on: bool = False) -> None:
        """Lead the board to the position that counts, for a reason, see Guidance.

        `known` is what Guidance.standing has said before the position was another one.
        """
        if reason != CLEAR:
            recent = self.evidence.recent if may_go_on else []
            self.evidence.begin(self.course.state)
            self.evidence.recent = recent  # hands may go on by correcting the last action, too
            self.evidence.last_fields = []
        self.enter("guide", keeps_order=may_go_on)
        self.guidance.begin(reason, known or {}, may_go_on)
        self.look()
        self.messages.renew_display()

    def finish(self) -> None:
        """The game is over: show who has won."""
        self.course_version += 1
        self.enter("over")
        self.messages.renew()

    def close(self) -> None:
        """Lay the game aside; it stays in the journal."""
        self.course = None  # type: ignore[assignment]
        self.course_version += 1
        self.guidance.doubts = []
        self.evidence.end()
        self.enter("idle")
        self.messages.renew()

    def enter(self, stage: str, keeps_order: bool = False) -> None:
        """Go to another stage, and forget how the board came to be so.

        `keeps_order`: the order in which fields changed still counts.
        """
        self.stage = stage
        self.messages.is_advice_asked = False
        self.messages.peek = 0
        self.pending = Pending()
        self.job = None
        self.guidance.end()
        self.evidence.is_over = stage == "over"
        self.evidence.settle(keeps_order)

    # While the board is led.

    def _follow(self) -> "Job":
        """The board has changed while it is led: go on, or to the next stage when it is right."""
        verdict = yield following.follow(self.evidence, self.guidance, bool(self.messages.faults))
        if verdict:
            refused, self.pending = self.pending.refused, Pending(verdict)
            self.pending.refused = refused
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
        elif self.pending.verdict.explanation:
            self.enter("play", keeps_order=True)
            self.job = [self._find_out()]
            self.messages.renew_display()
        else:
            self.guidance.suspect()
            self.messages.renew()

    # What programs, hosts and sensors say.

    def want(self, actions: tuple[int, ...]) -> None:
        """Let hands play these actions for the player to move, one after the other, and nothing else in his turn.

        Without actions people choose themselves, also where a host's program has the turn.
        """
        self.freed_key = b"" if actions else self.evidence.position.key
        self.evidence.want(actions)
        if self.stage == "play":
            self.pending = Pending()
            self.job = [self._find_out()]
        self.messages.renew()

    def note_host(self, is_there: bool) -> None:
        """Take whether a host listens: its programs choose only while one does. Allocates nothing without a change."""
        if self.has_host != is_there:
            self.has_host = is_there
            if self.stage == "play":
                self.look_again()
            self.messages.renew()

    def ask_for_advice(self) -> None:
        """Ask a host what it would do, or not any more."""
        self.messages.is_advice_asked = self.stage == "play" and not self.messages.is_advice_asked
        if self.messages.is_advice_asked:
            self.advice_key = self.evidence.position.key
        self.messages.renew()

    def advise(self, word: str, kind: str, fields: bytes, lines: list[str], why: "Told | None" = None) -> None:
        """Record what a program advises, and show it, with some lines, until something else counts."""
        self.course.advise(word, kind, why)
        self.evidence.advise(fields, lines)
        self.messages.is_advice_asked = False
        self.messages.renew()

    def leave_stones(self) -> None:
        """Ask no longer to turn stones over."""
        self.evidence.ask_to_turn([])
        self.messages.renew_lamps()

    def settle_doubt(self, is_there: bool) -> None:
        """Take people's answer about the first field in doubt."""
        self.guidance.settle_doubt(self.sensing, is_there)
        self.look()
        self.messages.renew()

    def note_faults(self) -> None:
        """Sensing has other faults than before: ask about the fields that have just turned faulty."""
        self.messages.faults = list(self.sensing.faults)
        if self.course:
            self.guidance.note_faulty(self.sensing.activity)
