"""The session: what hands do is recorded, asked about, or guided back. It acts, all others only read."""

from typing import TYPE_CHECKING, Any

from treppe import texts
from treppe.job import step
from treppe.play.messages import AT_ONCE, SOON, Messages
from treppe.play.pending import EarlyEnd, Pending
from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.sensing.kinds import kind_of
from treppe.tracking import following, known_pieces, marks, refusals, understand
from treppe.tracking.guidance import BACK, CLEAR, Guidance
from treppe.tracking.look_further import ask_rules, find_more_offers, look_further
from treppe.tracking.observed import ObservedBoard
from treppe.tracking.proposals import rank
from treppe.tracking.understand import AWAY_MS, LEAD_MS
from treppe.tracking.verdict import ASK, ASK_FIELD, ASK_WHICH, COMPLAIN, LEAD, NOTHING, RECORD, REMIND, Verdict

if TYPE_CHECKING:
    from treppe.play.game_record import GameRecord
    from treppe.types import Alternative, Changes, Diagnostic, Job, Journal, Sensing, Settings, Surface

_ELSEWHERE_MS = const(1000)  # a hand that stays so long on another piece has nothing to do with what was played
# Until the fifth frame, where one of them was late, too; a reed that has closed has been closed for 150 ms already.
_REED_WAIT_MS = const(41)


class Session:
    """The game at the table: understands what hands did, and does what that asks for.

    `stage`: "idle"; "guide": the board has to become as the position says, see `guidance`; "play"; "over".
    `game_record` is the game and its record, None while idle; `observed` what sensors and record show; `pending` what
    is waited for;
    `guidance` knows which piece goes where next while the board is led, or is wrong; `messages` is what people
    read, and `early_end` an END that waits. `record_version` counts the games that were opened, ended or laid
    aside. Advice was asked last in the position `advice_key`. `has_host`: one listens; in the position `freed_key` its
    program leaves the turn to people.

    `job` works out what is not yet known, a piece a frame (see job.py): what the board means, or what is done next.
    Commands and buttons wait until it is None.

    Settings: `wait_ms` (250), quiet time after which an action on towers counts; `hints` ("off", "legal", "advice",
    "warning"); `language` ("en" or "de").
    """

    def __init__(self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings"):
        self.surface = surface
        self.sensing: Any = sensing
        self.journal = journal
        self.settings = settings
        self.language = "en"
        self.texts: texts.Texts = None  # type: ignore[assignment]  # until the settings are applied
        self.observed = ObservedBoard(surface.FIELDS, kind_of(surface).HAS_WEIGHTS)
        self.pending = Pending()
        self.game_record: GameRecord = None  # type: ignore[assignment]  # while idle only
        self.record_version = 0
        self.stage = "idle"
        self.guidance = Guidance(surface, self.observed)
        self.messages = Messages()
        self.early_end = EarlyEnd(self.observed)
        self.advice_key = b""
        self.has_host = False
        self.freed_key = b""
        self.job: list[Job] | None = None
        self._is_late = False  # a field was touched since the job began
        self._unsure: list[int] = []
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
        self.language = self.settings.get("language", "en")
        self.texts = texts.load(self.language)
        if self.game_record:
            self.texts.use(self.language, self.game_record.name)
        self.observed.settled_ms = self.settings.get("wait_ms", 250) if self.observed.has_weights else _REED_WAIT_MS

    def is_left_to_program(self, player: int) -> bool:
        """Tell whether a program chooses for a player: the board's own, or a host's that has not freed the turn."""
        if player < 0:  # the game is over
            return False
        if self.game_record.levels[player]:
            return True
        is_hosts = self.has_host and not self.game_record.is_person(player)
        return is_hosts and self.observed.position.key != self.freed_key

    def is_only_asked(self) -> bool:
        """Tell whether the player to move has nothing to do on the board, but something to choose."""
        if self.stage != "play" or self.pending.verdict.undo_count:
            return False
        position = self.observed.position
        return not self.is_left_to_program(position.player) and position.is_only_asked()

    # Frames.

    def inputs_changed(self) -> bool:
        """Tell whether sensing sees something else than before. Allocates nothing."""
        return self.observed.image != self.sensing.image or self.observed.activity != self.sensing.activity

    def take_image(self) -> None:
        """Something has changed: begin to find out what it means now."""
        observed = self.observed
        is_same = observed.image == self.sensing.image
        has_only_begun = observed.observe(self.sensing.image, self.sensing.activity)
        self.messages.num_changes += 1
        if has_only_begun and self.stage == "play":
            hypothesis = self.pending.verdict.hypothesis
            if hypothesis and not (hypothesis.unexplained or self.job):
                self.messages.renew_lamps()
            return
        self._is_late = is_same and self.job is not None
        if self._is_late:
            return  # a hand that only passes by does not keep the board from thinking to the end
        self.evaluate_again()

    def evaluate_again(self) -> None:
        """Begin to find out what the board means, whether it has changed or not."""
        self.pending.wait_ms = 0
        self.job = None
        self.guidance.drop_settled_doubts()
        job = [self._evaluate_board()]
        # The first lamps of the way back come without a pause.
        if self.stage != "guide" or step(job):
            self.job = job

    def is_due(self) -> bool:
        """Tell whether the board has been quiet for as long as is waited for. Allocates nothing."""
        wait_ms = self.pending.wait_ms
        return wait_ms > 0 and self.observed.quiet_ms() >= wait_ms

    def think_on(self) -> None:
        job: list[Job] = self.job  # type: ignore[assignment]
        self.job = None  # it may begin another one, or fail
        if step(job):
            self.job = job
        elif self._is_late and not self.job:
            self._is_late = False
            self.job = [self._evaluate_board()]

    def drop_wait(self) -> None:
        """The journal refused: nothing more happens by itself until hands go on."""
        self.pending.wait_ms = 0

    # What the board means.

    def _evaluate_board(self) -> "Job":
        """Find out what the board shows, and light the lamps."""
        is_led = self.stage == "guide"
        work_out = self._when_changed.get(self.stage)
        if work_out:
            yield work_out()
        self.messages.renew_lamps()
        unsure = self._unsure_fields()
        if is_led or self.pending.is_wrong or unsure != self._unsure:
            self._unsure = unsure
            self.messages.renew_display(SOON)

    def _unsure_fields(self) -> list[int]:
        activity = self.observed.activity
        if not has_activity(activity, UNSURE, UNSURE):
            return []
        return [field for field, is_what in enumerate(activity) if is_what == UNSURE]

    def _look_at_hands(self) -> "Job":
        """Understand what hands have done; fields that no sensor is sure of are decided by the rules."""
        if not has_activity(self.observed.activity, UNSURE, UNSURE) or not (yield self._ask_rules()):
            yield self._understand()
        self.early_end.note_understood()

    def _look_at_end(self) -> "Job":
        """Understand hands that put the last action right; a game that people have ended themselves stays as it is."""
        if self.game_record.state.is_terminal():
            yield self._look_at_hands()

    def _understand(self) -> "Job":
        """Understand what hands did since the position that counts."""
        self.observed.note_lifts()
        verdict = yield understand.understand(self.observed)
        yield rank(self.observed, verdict.alternatives)
        self._accept(verdict)
        if self.game_record.marks is None:
            self.game_record.mark((yield marks.find_marks(self.game_record.state, self.observed.position)))

    def _ask_rules(self) -> "Job":
        """Decide unsure fields in doubt by the rules, or ask where they leave more than one way; False: not so."""
        observed, sensing = self.observed, self.sensing
        unsure = self._unsure_fields()
        open_values = {field: sensing.open_values(field) for field in unsure}
        if has_activity(observed.activity, TOUCHED, SETTLING) or not all(open_values.values()):
            return False

        ways = yield ask_rules(observed, open_values)
        if len(ways) == 1:
            for field, value in ways[0][0].items():
                sensing.assume(field, value)  # what that means is found out with the next frame
        elif ways:
            alternatives = [(0, hypothesis.actions) for _, hypothesis in ways]
            self._accept(Verdict(ways[0][1], 0, alternatives, 0, ASK))
        return bool(ways)

    def _accept(self, verdict: Verdict) -> None:
        """Let a verdict count; what was asked before, and is asked still, keeps its choice."""
        before, hypothesis = self.pending, verdict.hypothesis
        is_wrong = before.is_wrong and (hypothesis is None or hypothesis.has_extra_lifts)
        self.pending = pending = Pending(verdict, is_wrong)
        if is_wrong:
            pending.refused = before.refused
        elif verdict.next_act == LEAD:  # the board has not yet said that it is wrong
            pending.wait_ms = min(pending.wait_ms, AWAY_MS)
        self.observed.weigh(
            [(verdict.undo_count, hypothesis.actions)] + verdict.alternatives if hypothesis else verdict.alternatives
        )
        if verdict.is_at_rest():
            self.observed.come_to_rest()
        if verdict.next_act == ASK and not verdict.wait_ms:
            pending.alternatives = verdict.alternatives
        elif self.is_only_asked():
            position = self.observed.position
            pending.alternatives = [(0, [action]) for action in position.silent if action != position.stop]
        if pending.alternatives == before.alternatives:
            pending.choice = before.choice
        else:
            self.observed.unanswered = pending.alternatives or self.observed.unanswered
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
        pending, observed = self.pending, self.observed
        found = verdict = pending.verdict
        if verdict.next_act == NOTHING or not self._may_act(pending):
            return
        if verdict.next_act in (ASK_WHICH, COMPLAIN, LEAD) or (verdict.next_act == RECORD and observed.unanswered):
            found, observed.recent = yield look_further(observed, verdict)
            yield rank(observed, found.alternatives)
        act = self._acts.get(ASK if found.next_act == ASK else verdict.next_act)
        if act:
            act(found)

    def _may_act(self, pending: Pending) -> bool:
        """Tell whether the verdict may be carried out though a hand is still at the board; wait if it may be."""
        observed, verdict = self.observed, pending.verdict
        if (
            verdict.next_act == COMPLAIN
            or not observed.is_busy()
            or observed.has_reply_begun(verdict.hypothesis, verdict.undo_count)
        ):
            return True
        if verdict.next_act != RECORD or has_activity(observed.activity, UNSURE, UNSURE):
            return False
        if observed.quiet_ms() < _ELSEWHERE_MS:
            pending.wait_ms = _ELSEWHERE_MS
            return False
        return all([observed.activity[field] in (QUIET, FAULTY) for field in observed.changes()])

    def _record_seen(self, verdict: Verdict) -> None:
        """Record what hands have done."""
        hypothesis: Any = verdict.hypothesis
        self.record(hypothesis.actions, verdict.undo_count, "seen")

    def _ask(self, verdict: Verdict) -> None:
        """Ask what hands have done."""
        self.pending.is_wrong = False
        self.propose(verdict.alternatives)

    def _ask_field(self, verdict: Verdict) -> None:
        """Ask whether a piece stands on the first field that is not explained."""
        hypothesis: Any = verdict.hypothesis
        self.guidance.doubt(min(hypothesis.unexplained))
        self.messages.renew()

    def _complain(self, verdict: Verdict) -> None:
        """Say that what the board shows is not possible, unless something is only in the air."""
        hypothesis = verdict.hypothesis
        is_wrong = not (hypothesis and all([change < 0 for change in hypothesis.unexplained.values()]))
        if not is_wrong and verdict.wait_ms > AWAY_MS:
            verdict = Verdict(hypothesis, verdict.undo_count, (), AWAY_MS, REMIND)
        self.pending = Pending(verdict, is_wrong)
        if is_wrong:
            self.observed.note_diagnostic()
            self.guidance.find_way_back({})
            self.pending.refused = refusals.why_refused(self.observed, hypothesis)
        self.messages.renew_lamps()
        self.messages.renew_display(SOON)

    def _lead_back(self, _verdict: Verdict) -> None:
        """Lead hands back that did what is not possible; they may as well go on, to what is."""
        refused = self.pending.refused
        self.lead(BACK, may_go_on=True)
        self.pending.refused = refused  # it is said on

    def _remind(self, verdict: Verdict) -> None:
        """Name the pieces that are away; ask, or guide back, if they stay away."""
        hypothesis: Any = verdict.hypothesis
        pending = self.pending
        self.name_missing(hypothesis.unexplained or self.observed.changes())
        if verdict.felt >= 0:
            pending.away.append(verdict.felt)
        pending.refused = refusals.why_refused(self.observed)
        if verdict.alternatives or hypothesis.has_extra_lifts:
            next_act = ASK if verdict.alternatives else LEAD
            pending.verdict = Verdict(hypothesis, verdict.undo_count, verdict.alternatives, LEAD_MS, next_act)
            pending.wait_ms = LEAD_MS
        self.messages.renew()

    def name_missing(self, changes: "Changes") -> None:
        """Let the display name the fields whose pieces are away, by these changes."""
        self.pending.away = [field for field in sorted(changes) if changes[field] < 0]

    def propose(self, alternatives: "list[Alternative]", choice: int = 0, has_no_more: bool = False) -> None:
        """Ask about offers, see Verdict; ask nothing if there are none."""
        pending = self.pending
        pending.alternatives = alternatives
        pending.choice = choice
        pending.has_no_more = has_no_more
        self.messages.renew()

    def look_for_more_offers(self) -> None:
        """Propose the next offer; behind the last one look further back, for others than those."""
        self.job = [self._propose_next()]

    def _propose_next(self) -> "Job":
        pending = self.pending
        others: list[Alternative] = []
        is_last = pending.choice + 1 == len(pending.alternatives)
        if is_last and not self.is_only_asked():
            others, self.observed.recent = yield find_more_offers(self.observed, pending.alternatives)
            yield rank(self.observed, others)
        alternatives = pending.alternatives + others
        self.propose(alternatives, (pending.choice + 1) % len(alternatives), is_last and not others)

    # Records.

    def record(self, actions: list[int], undo_count: int, how: str) -> None:
        """Record actions, after taking back the last `undo_count` ones; `how` it came to that goes into the trace."""
        observed, game_record = self.observed, self.game_record
        seen = observed.note_record(actions, undo_count, how)
        if how == "seen" and not undo_count:
            self._note_felt()
        while undo_count and actions and observed.recent[-undo_count].action == actions[0]:
            undo_count -= 1
            actions = actions[1:]
        if undo_count:
            game_record.undo(undo_count, seen)
            observed.take_back(undo_count)
            seen = ""
        for action in actions:
            self._play(action, how, seen)
            seen = ""
        if self.messages.faults:
            self.guidance.keep_up(self.sensing)
        self.messages.notice = ""
        self.messages.peek = 0
        self.messages.is_advice_asked = False
        observed.settle(keeps_order=True)
        if game_record.ending:
            self.finish()
        elif self.guidance.left_over():
            self.lead(CLEAR)
        else:
            self.stage = "play"
            self.sensing.expect(b"")
            game_record.confirm()
            observed.keep_open_changes()
            was_asked, self.pending = bool(self.pending.alternatives), Pending()
            self.messages.renew_display(AT_ONCE if was_asked else SOON)
            self.job = [self._evaluate_board()]

    def _note_felt(self) -> None:
        """Note what the sensors felt of the action that is about to be recorded, unless people were asked or led."""
        observed, hypothesis = self.observed, self.pending.verdict.hypothesis
        if hypothesis and not (hypothesis.unexplained or observed.wrong_stamp or observed.unanswered):
            observed.note_felt(self.journal.next_number, self.sensing.felt(observed.changes()))

    def _play(self, action: int, how: str, seen: str) -> None:
        observed, position = self.observed, self.observed.position
        hand_moves = position.recall().hand_moves(action)
        self.observed.last_fields = [field for field, _ in hand_moves if field < len(observed.image)]
        is_tacit = how == "seen" and action == position.scratch.STOP
        self.game_record.record_action(action, seen)
        self.start_clock()
        observed.accept(action, how in ("OK", "chosen"), is_tacit)
        observed.turn_over(self.game_record.state)

    def take_back(self, count: int, is_laid: bool = False) -> "Job":
        """Take back the last actions; return the job that leads the board back. `is_laid`: no piece can be mistaken."""
        lying, hypothesis = ({}, {}) if is_laid else (known_pieces.sides_up(self.observed), self.guidance.standing())
        self.game_record.undo(count)
        return self._leading_back(lying, hypothesis)

    def _leading_back(self, lying: dict[int, str], hypothesis: dict[int, str]) -> "Job":
        """Lead the board back after actions were taken back; before that stones lay so, and these pieces stood."""
        yield
        observed = self.observed
        self.lead(BACK, hypothesis)
        observed.ask_to_turn(known_pieces.lying_wrong(observed, lying))
        self.messages.renew_lamps()

    def resign(self, player: int, why: str = "resign") -> None:
        """Let a player give up, or lose by time: the game ends, or goes on without him, and what he held goes back."""
        hypothesis = self.guidance.standing()
        self.game_record.resign(player, why)
        if self.game_record.ending:
            self.finish()
        else:
            self.lead(BACK, hypothesis)

    def start_clock(self) -> bool:
        """Let the clock run; True if there is one that has stood until now."""
        clock = self.game_record.clock
        if not clock or clock.is_running:
            return False
        clock.start()
        self.messages.renew_display()
        return True

    # From stage to stage.

    def opening(self, game_record: "GameRecord", reason: str, remembered: dict[int, str]) -> "Job":
        """Take up a game: first the board has to show its position; `reason` is SETUP or BACK, see Guidance.

        `remembered` are pieces that may stand there instead, though they look the same: field -> code.
        """
        self.texts.use(self.language, game_record.name)
        yield
        hypothesis, was_right = self.guidance.standing(), self._shows_position()
        self.game_record = game_record
        self.record_version += 1
        self.messages.notice = ""
        self.guidance.remembered = remembered
        self.observed.begin(game_record.state)
        if not was_right and self._shows_position():
            hypothesis = {}  # people have laid it out already, with the right pieces
        self.lead(reason, hypothesis)

    def _shows_position(self) -> bool:
        return self.game_record is not None and not self.observed.changes()

    def lead(self, reason: str, hypothesis: dict[int, str] | None = None, may_go_on: bool = False) -> None:
        """Lead the board to the position that counts, for a reason, see Guidance.

        `hypothesis` is what Guidance.standing has said before the position was another one.
        """
        if reason != CLEAR:
            recent = self.observed.recent if may_go_on else []
            self.observed.begin(self.game_record.state)
            self.observed.recent = recent  # hands may go on by correcting the last action, too
            self.observed.last_fields = []
            self.sensing.expect(self.observed.position.image)
        wrong_stamp = self.observed.wrong_stamp if may_go_on else 0
        self.enter("guide", keeps_order=may_go_on)
        self.observed.wrong_stamp = wrong_stamp
        self.guidance.begin(reason, hypothesis or {}, may_go_on)
        self.take_image()
        self.messages.renew_display()

    def finish(self) -> None:
        """The game is over: show who has won."""
        self.record_version += 1
        self.enter("over")
        self.messages.renew()

    def close(self) -> None:
        """Lay the game aside; it stays in the journal."""
        self.game_record = None  # type: ignore[assignment]
        self.record_version += 1
        self.guidance.doubts = []
        self.observed.end()
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
        self.guidance.end_guidance()
        self.observed.is_over = stage == "over"
        self.observed.settle(keeps_order)

    # While the board is led.

    def _follow(self) -> "Job":
        """The board has changed while it is led: go on, or to the next stage when it is right."""
        verdict = yield following.follow_board(self.observed, self.guidance, bool(self.messages.faults))
        if verdict:
            refused, self.pending = self.pending.refused, Pending(verdict)
            self.pending.refused = refused
            return
        self.enter("over" if self.game_record.ending else "play")
        self.observed.position.leftover.clear()
        self.game_record.confirm()
        yield self._understand()

    def _hear_silence(self) -> None:
        """While the board is led nothing has changed for long: people need help, or the sensors have settled."""
        if self.guidance.remembered:
            self.guidance.recall()
            self.take_image()
        elif self.pending.verdict.hypothesis:
            self.enter("play", keeps_order=True)
            self.job = [self._evaluate_board()]
            self.messages.renew_display()
        else:
            self.guidance.suspect()
            self.messages.renew()

    # What programs, hosts and sensors say.

    def want(self, actions: tuple[int, ...]) -> None:
        """Let hands play these actions for the player to move, one after the other, and nothing else in his turn.

        Without actions people choose themselves, also where a host's program has the turn.
        """
        self.freed_key = b"" if actions else self.observed.position.key
        self.observed.want(actions)
        if self.stage == "play":
            self.pending = Pending()
            self.job = [self._evaluate_board()]
        self.messages.renew()

    def note_host(self, is_there: bool) -> None:
        """Take whether a host listens: its programs choose only while one does. Allocates nothing without a change."""
        if self.has_host != is_there:
            self.has_host = is_there
            if self.stage == "play":
                self.evaluate_again()
            self.messages.renew()

    def ask_for_advice(self) -> None:
        """Ask a host what it would do, or not any more."""
        self.messages.is_advice_asked = self.stage == "play" and not self.messages.is_advice_asked
        if self.messages.is_advice_asked:
            self.advice_key = self.observed.position.key
        self.messages.renew()

    def advise(self, word: str, kind: str, fields: bytes, lines: list[str], why: "Diagnostic | None" = None) -> None:
        """Record what a program advises, and show it, with some lines, until something else counts."""
        self.game_record.advise(word, kind, why)
        self.observed.position.advise(fields, lines)
        self.messages.is_advice_asked = False
        self.messages.renew()

    def warn(self, origin: int, fields: bytes) -> None:
        """Show where the piece from a field, or from BEYOND, would cost the player to move much."""
        self.observed.position.warn(origin, fields)
        self.messages.renew_lamps()

    def leave_stones(self) -> None:
        """Ask no longer to turn stones over."""
        self.observed.ask_to_turn([])
        self.messages.renew_lamps()

    def settle_doubt(self, is_there: bool) -> None:
        """Take people's answer about the first field in doubt."""
        self.guidance.settle_doubt(self.sensing, is_there)
        self.take_image()
        self.messages.renew()

    def note_faults(self) -> None:
        """Sensing has other faults than before: ask about the fields that have just turned faulty."""
        self.messages.faults = list(self.sensing.faults)
        if self.game_record:
            self.guidance.note_faulty(self.sensing.activity)
