"""The session: what hands do is understood, then recorded, asked about, or led back. It acts, all others only read."""

from typing import TYPE_CHECKING

from treppe.runtime import const
from treppe.sensing import FAULTY, QUIET, SETTLING, TOUCHED, UNSURE, has_activity
from treppe.table.guide import following
from treppe.table.guide.guidance import BACK, CLEAR
from treppe.table.show import complaints, marks
from treppe.table.stages import Stages
from treppe.table.state import AT_ONCE, SOON, Situation
from treppe.table.tracking import costs
from treppe.table.tracking.search import common, ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.tracking.decide import Decision
    from treppe.table.tracking.stories import Story
    from treppe.table.types import Changes, Job, Journal, Offer, Sensing, Settings, Surface, Told

_WRONG_MS = const(400)  # a piece that slides on has left a field by then
_RESTING_MS = const(2500)  # a hand that rests on pieces, or bears a part of their weight, has let go by then
AWAY_MS = const(3000)
"""A piece that stays away for so long is named: perhaps it stands where no sensor feels it."""
LEAD_MS = const(5000)
"""What is wrong for so long is put right piece by piece, and nothing counts meanwhile."""
_HELD_MS = const(15_000)  # so long other players hold what they have lifted; then a sensor may be blind instead
_MOST_HELD = const(2)  # fields that are empty because their pieces are in hands
_DISTURBED_MS = const(2000)
_DISTURBED = const(5)  # more fields than two moves and a piece beside them: no hand has changed so much by mistake
_ABSENT = const(3)  # during so many recorded actions a player does not hold a piece
_ELSEWHERE_MS = const(1000)  # a hand that stays so long on another piece has nothing to do with what was played


class Session(Stages):
    """Understands what hands did, and does what that asks for."""

    def __init__(
        self, surface: "Surface", sensing: "Sensing", journal: "Journal", settings: "Settings", has_display: bool
    ):
        super().__init__(surface, sensing, journal, settings, has_display)
        self._is_unsure = False
        self._denied: Changes = {}  # how the board differed when people have last said no

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
        """Understand what hands did since the position that counts, and do what that asks for."""
        evidence, tracker = self.evidence, self.evidence.tracker
        yield tracker.work(evidence.story_ms)
        decision = tracker.decide(evidence.story_ms)
        if decision.best.is_disturbed() and not (evidence.changes() or evidence.is_busy()):
            evidence.start_stories()  # hands have put right what no story tells of
            decision = evidence.tracker.decide(evidence.story_ms)
        tracker = evidence.tracker
        if decision.record != tracker.recorded and self._may_record(decision):
            same = common(decision.record, tracker.recorded)
            self.record(list(decision.record[same:]), len(tracker.recorded) - same, "seen")
            return
        situation = yield self._see(decision)
        self._accept(situation)
        if self.course.marks is None:
            self.course.mark((yield marks.find(self.course.state, evidence.position)))

    def _may_record(self, decision: "Decision") -> bool:
        """Tell whether hands that are still at the board have nothing to do with what is to be recorded."""
        evidence, best = self.evidence, decision.best
        player = best.position.player
        for field, change in best.unexplained().items():
            if change < 0 and player != best.mover and best.position.owner(field) == player:
                return True  # the next player has begun
        if not evidence.is_busy():
            return evidence.quiet_ms() >= evidence.settled_ms
        if evidence.quiet_ms() < _ELSEWHERE_MS or has_activity(evidence.activity, UNSURE, UNSURE):
            return False
        return all([evidence.activity[field] in (QUIET, FAULTY) for field in evidence.changes()])

    def _see(self, decision: "Decision") -> "Job":
        """Work out the situation by what the stories tell: the cheapest one in which all is legal, or has begun so."""
        evidence, recorded = self.evidence, self.evidence.tracker.recorded
        situation = first = yield self._tell(decision.best)
        cheapest = decision.told[0][0]
        for cost, story in decision.told[1:]:
            if situation.is_legal() or cost >= cheapest + costs.OTHERWISE:
                break
            if len(recorded) - common(story.actions, recorded) <= 1:  # nobody corrects more with one hand
                situation = yield self._tell(story)
        if not situation.is_legal():
            situation = first
        if not evidence.is_busy():
            for actions in decision.offers:
                same = common(actions, recorded)
                situation.offers.append((len(recorded) - same, list(actions[same:])))
            is_blind = has_activity(evidence.activity, FAULTY, FAULTY)
            is_denied = situation.unexplained == self._denied
            if is_blind and not (situation.offers or is_denied) and evidence.quiet_ms() >= costs.ASKED_MS:
                situation.offers = self._unseen_actions(situation)
        if decision.is_open or decision.record != recorded:
            times_ms: tuple[int, ...] = (costs.QUIET_MS, costs.ASKED_MS)
            if len(decision.told) > 1 or decision.record != recorded:
                times_ms = costs.WEIGHED_MS + (evidence.settled_ms, _ELSEWHERE_MS)
            situation.wait_ms = self._next_ms(times_ms)
        return situation

    def _tell(self, story: "Story") -> "Job":
        """Work out the situation by one story."""
        evidence, recorded = self.evidence, self.evidence.tracker.recorded
        situation = Situation()
        same = common(story.actions, recorded)
        situation.actions, situation.back = story.actions[same:], len(recorded) - same
        is_recorded = not (situation.actions or situation.back)
        situation.position = position = evidence.position if is_recorded else story.position
        changes = story.unexplained()
        situation.unexplained = {field: changes[field] for field in changes if evidence.activity[field] != FAULTY}
        situation.begun = position
        if not position.is_known:
            yield
        situation.open = position.begun(situation.unexplained)
        stop = position.know().stop
        if situation.unexplained and not situation.open and stop is not None:
            yield
            after = position.after(stop)
            yield
            situation.open = after.begun(situation.unexplained)
            if situation.open:
                situation.begun = after
        return situation

    def _unseen_actions(self, situation: Situation) -> "list[Offer]":
        """Return the actions of which all has been felt but what broken sensors do not feel."""
        changes, activity, position = situation.unexplained, self.evidence.activity, situation.begun
        offers: list[Offer] = []
        for move in situation.open if position is situation.position and not situation.back else ():
            movements = position.movements(move)
            is_whole = all([changes.get(at, 0) == net or activity[at] == FAULTY for at, _, net in movements])
            if is_whole and any([activity[at] == FAULTY for at, _, _ in movements]):
                offers.append((0, list(situation.actions) + [position.actions[move]]))
        return offers

    def _next_ms(self, times_ms: "Sequence[int]") -> int:
        """Return the first of some quiet times that is still to come, 0 if there is none."""
        quiet_ms, next_ms = self.evidence.quiet_ms(), 0
        for time_ms in times_ms:
            if time_ms > quiet_ms and (not next_ms or time_ms < next_ms):
                next_ms = time_ms
        return next_ms

    def _accept(self, situation: Situation) -> None:
        """Let a situation be the one that counts; what was asked before, and is asked still, keeps its choice."""
        before, is_only_asked = self.situation, False
        if situation.is_at_rest():
            self.evidence.come_to_rest()
            self._denied = {}
        if not situation.offers:
            is_same = situation.unexplained == before.unexplained and situation.actions == before.actions
            if before.is_menu and is_same:
                situation.offers, situation.is_menu = before.offers, True
                situation.has_no_more = before.has_no_more
            elif self.is_only_asked(situation):
                position, is_only_asked = self.evidence.position, True
                situation.offers = [(0, [action]) for action in position.silent if action != position.stop]
        if situation.offers == before.offers:
            situation.choice = before.choice
        self.situation = situation
        if (is_only_asked or not situation.offers) and self.stage == "play" and situation.unexplained:
            self._complain(before)
        if self.situation is not situation:  # the board is led
            return
        shown, shown_before = [(each.is_wrong, each.offers, each.choice, each.away) for each in (situation, before)]
        if shown != shown_before:
            self.tell()

    def _complain(self, before: Situation) -> None:
        """Name what is away, say that what the board shows is not possible, or lead it back: in this order."""
        evidence, situation = self.evidence, self.situation
        unexplained, quiet_ms = situation.unexplained, evidence.quiet_ms()
        is_put = max(unexplained.values()) > 0
        is_legal = situation.is_legal()
        situation.wrong_fields = before.wrong_fields
        is_absent = all([evidence.absent.get(field, 0) >= _ABSENT for field in unexplained])
        if is_absent and quiet_ms >= evidence.settled_ms and not evidence.is_busy():
            self.guidance.doubt(min(unexplained))
            self.show_and_tell()
        wrong_ms = _RESTING_MS if self._may_be_hand() else _WRONG_MS
        lead_ms = self._lead_ms(is_put)
        is_turned = all([field in evidence.to_turn for field in unexplained])
        if not (is_legal or is_turned or self._has_extra_lift()) and (before.is_wrong or quiet_ms >= wrong_ms):
            situation.is_wrong = True
            situation.refused = before.refused if before.is_wrong else self._why_refused()
            if not before.is_wrong:
                situation.wrong_fields = list(unexplained)
                self.guidance.find_way_back({})
                self.is_to_show = True
        if quiet_ms >= AWAY_MS and not evidence.is_busy():
            self.name_missing(evidence.changes())
            situation.refused = situation.refused or self._why_refused()
        is_left = all([field in situation.wrong_fields for field in unexplained])  # what the board has complained of
        must_lead = not is_legal or situation.lacks_lift() or is_left
        if must_lead and lead_ms <= quiet_ms and not evidence.is_busy():
            self.lead_back()
            return
        times_ms = (wrong_ms, AWAY_MS, lead_ms) if must_lead else (AWAY_MS,)
        next_ms = self._next_ms(times_ms)
        if next_ms and (not situation.wait_ms or next_ms < situation.wait_ms):
            situation.wait_ms = next_ms

    def _has_extra_lift(self) -> bool:
        """Tell whether all is legal but for one piece that is in the air."""
        situation, unexplained = self.situation, self.situation.unexplained
        for field, change in unexplained.items() if len(unexplained) > 1 else ():
            others = {other: unexplained[other] for other in unexplained if other != field}
            if change < 0 and situation.begun.begun(others):
                return True
        return False

    def _lead_ms(self, is_put: bool) -> int:
        """Return after how much quiet time the board is led back."""
        unexplained, position = self.situation.unexplained, self.evidence.position
        if not is_put and len(unexplained) <= _MOST_HELD:
            image = self.evidence.image
            if all([not image[field] and position.owner(field) != position.player for field in unexplained]):
                return _HELD_MS
        num_most = _DISTURBED
        if position.scratch.PASSES:  # one move takes many away
            num_most += sum([change < 0 for change in unexplained.values()])
        return _DISTURBED_MS if len(unexplained) > num_most else LEAD_MS

    def _may_be_hand(self) -> bool:
        """Tell whether a hand that presses on a piece, or bears a part of its weight, may make all the difference."""
        evidence = self.evidence
        changes, image, stood = evidence.changes(), evidence.image, evidence.position.image
        if max(list(changes.values()) + [-1]) < 0 and self.is_only_asked(self.situation):
            return True  # the player has only to answer
        # A piece that was lifted elsewhere is more likely to stand there than a hand to press as much.
        moved = changes.values()
        return evidence.has_weights and any([image[at] and stood[at] and -changes[at] not in moved for at in changes])

    def on_quiet(self) -> None:
        """Understand the board anew, now that it has been quiet for so long."""
        self.situation.wait_ms = 0
        if self.stage == "guide" and self.guidance.reason != CLEAR:
            self._hear_silence()
        else:
            self.job = [self.find_out()]

    def _ask_rules(self) -> "Job":
        """Decide unsure fields in doubt by the rules, or ask where they leave more than one way; False: not so."""
        evidence, sensing, tracker = self.evidence, self.sensing, self.evidence.tracker
        unsure = [field for field, activity in enumerate(evidence.activity) if activity == UNSURE]
        open_values = {field: sensing.open_values(field) for field in unsure}
        if has_activity(evidence.activity, TOUCHED, SETTLING) or not all(open_values.values()):
            return False

        yield tracker.work(evidence.story_ms)
        ways = yield tracker.weigh(evidence.image, open_values, evidence.story_ms)
        if len(ways) == 1:
            for field, value in ways[0][0].items():
                sensing.assume(field, value)  # what that means is found out with the next frame
        elif ways:
            situation = Situation()
            situation.position = situation.begun = evidence.position
            situation.offers = [(0, list(actions)) for _, actions in ways]
            self._accept(situation)
        return bool(ways)

    def name_missing(self, changes: "Changes") -> None:
        """Let the display name the fields whose pieces are away, by these changes."""
        self.situation.away = [field for field in sorted(changes) if changes[field] < 0]

    def _why_refused(self) -> "Told":
        return complaints.why_refused(self.evidence)

    def propose(self, offers: "list[Offer]", choice: int = 0, has_no_more: bool = False) -> None:
        """Ask about offers, see Situation; ask nothing if there are none."""
        situation = self.situation
        situation.offers = offers
        situation.choice = choice
        situation.has_no_more = has_no_more
        situation.is_menu = True
        self.show_and_tell()

    def look_for_more_offers(self) -> None:
        """Propose the next offer; behind the last one look for other stories than those."""
        situation = self.situation
        offers, next_choice = situation.offers, situation.choice + 1
        others = [] if next_choice < len(offers) else self._other_stories(offers)
        has_no_more = next_choice == len(offers) and not others
        offers = offers + others
        self.propose(offers, next_choice % len(offers), has_no_more)

    def _other_stories(self, offers: "list[Offer]") -> "list[Offer]":
        """Return what else may have been played, the likeliest first."""
        tracker, recorded = self.evidence.tracker, self.evidence.tracker.recorded
        others: list[Offer] = []
        for _, story in ranked(tracker.stories, self.evidence.story_ms):
            same = common(story.actions, recorded)
            offer = (len(recorded) - same, list(story.actions[same:]))
            if offer[1] and offer not in offers + others:
                others.append(offer)
        return others

    def deny(self) -> None:
        """People deny what was asked: name a piece that is in the air; a board that differs by more is led back."""
        evidence, tracker = self.evidence, self.evidence.tracker
        tracker.refuse(evidence.story_ms)
        changes = self._denied = evidence.changes()
        if len(changes) > 1 or any([change > 0 for change in changes.values()]):
            self.lead(BACK)
            return
        self.situation = Situation()
        self.situation.position = self.situation.begun = evidence.position
        self.name_missing(changes)
        self.show_and_tell()
        self.job = [self.find_out()]

    def end_turn(self) -> None:
        """END was pressed, with the board at rest: the stories tell what that means."""
        self.evidence.tracker.press_end(self.evidence.story_ms)
        self.job = [self.find_out()]

    def record(self, actions: list[int], back: int, how: str) -> None:
        """Record actions, after taking back the last `back` ones; `how` it came to that goes into the trace."""
        evidence, course = self.evidence, self.course
        seen = evidence.note_record(actions, back, how)
        if how == "seen" and not back:
            self._note_felt()
        if how != "seen":
            evidence.say(actions, back)
        if back:
            course.undo(back, seen)
            evidence.take_back(back)
            seen = ""
        for action in actions:
            self._play(action, seen)
            seen = ""
        if self.faults:
            self.guidance.keep_up(self.sensing)
        self.notice = ""
        self.is_advice_asked = False
        self.peek = 0
        evidence.settle()
        if course.ending:
            self.finish()
        elif self.guidance.left_over():
            self.lead(CLEAR)
        else:
            self.stage = "play"
            course.confirm()
            evidence.note_absent()
            was_asked, self.situation = bool(self.situation.offers), Situation()
            self.tell(AT_ONCE if was_asked else SOON)
            self.job = [self.find_out()]

    def _note_felt(self) -> None:
        """Note what the sensors felt of the action that is about to be recorded, unless people were asked or led."""
        evidence, situation = self.evidence, self.situation
        if not (situation.is_wrong or situation.offers or evidence.tracker.stories[0].unexplained()):
            evidence.note_felt(self.journal.next_number, self.sensing.felt(evidence.changes()))

    def _play(self, action: int, seen: str) -> None:
        evidence, position = self.evidence, self.evidence.position
        placement = position.recall().placement(action)
        self.last_fields = [field for field, _ in placement if field < len(evidence.image)]
        self.course.play(action, seen)
        self.start_clock()
        evidence.accept(action, self.course.state)

    # While the board is led.

    def _follow(self) -> "Job":
        """The board has changed while it is led: go on, or to the next stage when it is right."""
        evidence, guidance = self.evidence, self.guidance
        if guidance.reason == CLEAR or guidance.may_go_on:
            tracker = evidence.tracker
            yield tracker.work(evidence.story_ms)
            decision = tracker.decide(evidence.story_ms)
            is_quiet = evidence.quiet_ms() >= (following.GOES_ON_MS if guidance.may_go_on else evidence.settled_ms)
            goes_on = decision.record != tracker.recorded or (guidance.may_go_on and bool(decision.offers))
            if goes_on and decision.best.is_clean() and not evidence.is_busy() and is_quiet:
                self.enter("play")
                yield self._understand()
                return
        is_led_blindly = guidance.reason != CLEAR and not guidance.may_go_on
        wait_ms = following.follow(evidence, guidance, bool(self.faults))
        refused, self.situation = self.situation.refused, Situation()
        self.situation.refused = refused
        if wait_ms >= 0:
            self.situation.wait_ms = wait_ms
            return
        self.enter("over" if self.course.ending else "play")
        if is_led_blindly:
            wanted = evidence.position.wanted
            evidence.start_stories()
            evidence.want(wanted)
        self.course.confirm()
        yield self._understand()

    def _hear_silence(self) -> None:
        """While the board is led nothing has changed for long: people need help, or the sensors have settled."""
        if self.guidance.remembered:
            self.guidance.recall()
            self.look()
        elif self.evidence.quiet_ms() < following.STUCK_MS:
            self.job = [self.find_out()]
        else:
            self.guidance.suspect()
            self.show_and_tell()
