"""What the table makes of an event stream, held against what hands have meant."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from event_streams import BUTTONS, Stream
from family import CALM, CROWD, Family
from guided_hands import LED
from other_hands import HELD_OUT, SECOND, habits_of
from scripted_frames import ScriptedFrames
from treppe.sensing import QUIET, UNSURE
from treppe_sim.bench_board import FRAME_MS, BenchBoard
from treppe_sim.hands import Hands


class Reader:
    """The table with its session, buttons and display, reading a stream.

    The stream stands still while people answer: from then on all of it comes `late_ms` later. `cost_ns` is the
    processor's time.
    """

    def __init__(self, state: Any, image: bytes, begun_ms: int) -> None:
        self.cost_ns = 0
        self.late_ms = 500
        self.shown: set[int] = set()
        """Fields that were lifted and put back, until those that made the stream are sure of them, too."""
        self.source = ScriptedFrames(state.surface, image, begun_ms)
        self.board = BenchBoard(self.source)
        self.hands = Hands(self.board, lambda: self.board.display)
        self.board.table.command("new", {"game": state.NAME, "options": state.options, "seats": []})
        self.board.run_ms(500)

    def read(self, sensed: list[Any], until_ms: int) -> None:
        """Take what was sensed until then."""
        began = time.perf_counter_ns()
        for at_ms, changes in sensed:
            self._run_until(at_ms - FRAME_MS)
            for place, (value, activity) in changes.items():
                if place == BUTTONS:
                    self.source.world.buttons = value
                elif place not in self.shown or activity == QUIET:
                    self.shown.discard(place)
                    self.source.find_piece(place, value, activity)
        self._run_until(until_ms)
        self.cost_ns += time.perf_counter_ns() - began

    def _run_until(self, at_ms: int) -> None:
        """Let time pass up to a time of the stream."""
        self.board.run_ms(at_ms + self.late_ms - self.board.now_ms)

    @property
    def position(self) -> bytes:
        return bytes(self.board.session.game_record.state.position)

    @property
    def recorded_ms(self) -> int:
        """When the record last became another one."""
        return [event["ms"] for event in self.board.events if event["k"] in ("start", "action", "undo")][-1]

    @property
    def corrections(self) -> int:
        """How often it has taken something back by itself."""
        return len({event["ms"] for event in self.board.events if event["k"] == "undo"})

    def asked(self) -> bool:
        return bool(self.board.display.get("choice") or self.board.display.get("doubt"))

    def proposes(self, positions: list[bytes]) -> bool:
        """Tell whether the first proposal is right."""
        choice = self.board.display.get("choice")
        return bool(choice) and self._leads_to(choice, positions)

    def is_led(self) -> bool:
        return self.board.display["phase"] in LED or bool(self.board.session.pending.away)

    def answer(self, positions: list[bytes], last_word: str = "") -> None:
        """Answer what is asked, or choose what no movement shows, while the stream stands still."""
        before_ms = self.board.now_ms
        self.hands.choose(lambda choice: self._leads_to(choice, positions), ends_turn=last_word == ".")
        self.board.run_ms(300)
        self.late_ms += self.board.now_ms - before_ms

    def _leads_to(self, choice: list[str], positions: list[bytes]) -> bool:
        state = self.board.session.game_record.state.clone()
        for _ in self.board.display["instead"]:
            state.undo_action()
        for word in choice:
            state.apply_action(state.action(word))
        return bytes(state.position) in positions

    def show_again(self, image: bytes) -> None:
        """Lift and put back what stands on fields that the board names, while the stream stands still."""
        before_ms = self.board.now_ms
        for place in [place for place, activity in enumerate(self.board.sensing.activity) if activity == UNSURE]:
            self.source.find_piece(place, image[place])
            self.shown.add(place)
        self.board.run_ms(1000)
        self.late_ms += self.board.now_ms - before_ms

    def reset(self, state: Any, image: bytes) -> None:
        session = self.board.session
        session.game_record.state = state.clone()
        self.board.sensing.image[:] = image
        session.observed.begin(session.game_record.state)
        session.game_record.ending = None
        session.guidance.doubts = []
        session.enter("play")
        session.take_image()
        session.messages.renew()
        self.board.run_ms(500)
        self.late_ms += 500


HANDS = {
    "bench": None,
    "second": habits_of(SECOND),
    "third": habits_of(HELD_OUT),
    "calm": lambda board, seed: Family(board, seed, CALM),
    "crowd": lambda board, seed: Family(board, seed, CROWD),
}


@dataclass
class Tally:
    """What came of some games."""

    counts: Counter = field(default_factory=Counter)
    delays_ms: list[int] = field(default_factory=list)
    cost_ns: int = 0
    notes: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.counts += other.counts
        self.delays_ms += other.delays_ms
        self.cost_ns += other.cost_ns
        self.notes += other.notes


def judge(stream: Stream) -> Tally:
    """Let the table read a stream; return what came of it."""
    tally = Tally()
    reader = Reader(stream.start, stream.image, stream.begun_ms)
    state = stream.start.clone()
    meant = {bytes(state.position)}
    image = bytearray(stream.image)
    is_held = is_false = False  # an ignored question waits
    for turn in stream.turns:
        before = reader.position
        reader.board.session.messages.diagnostic = {}
        reader.read(turn.sensed, turn.done_ms)
        for _, changes in turn.sensed + turn.cleared:
            for place, (value, _) in changes.items():
                if place != BUTTONS and place not in reader.shown:
                    image[place] = value
        meant.update(turn.positions)
        is_refused = reader.board.session.messages.diagnostic.get("code") in ("hands_on", "turn_over")
        if is_refused and turn.notations[-1] == "." and not turn.said and reader.position == turn.positions[-2]:
            tally.counts["again"] += 1  # people read that END does not count, and press it again
            reader.answer([turn.positions[-1]], ".")
        if turn.said and not is_held:
            reader.answer(turn.positions, turn.said)
        target = turn.positions[-1]
        kind = "right"
        for word in turn.notations:
            state.apply_action(state.action(word))
        if reader.position != target and UNSURE in reader.board.sensing.activity:
            tally.counts["doubted"] += 1
            reader.show_again(state.image())
        if reader.position != target and reader.asked():
            kind = "chosen" if turn.is_choice else "asked"
            tally.counts["first"] += kind == "asked" and reader.proposes(turn.positions)
            if turn.is_ignored:
                is_held = True
            else:
                reader.answer([target] if is_held else turn.positions)
                reader.board.run_ms(500)
                is_held = is_held and reader.position != target
        is_false = reader.position not in meant
        if not turn.notations:
            tally.counts.update(relaid=1, false=is_false)
            is_held = True  # what was put back at once may as well have been taken back
            break
        if reader.position != target and (is_false or not is_held):
            kind = "led" if reader.is_led() and not is_false else "silent"
        elif reader.position == target:
            is_held = False
            tally.counts["needless"] += kind == "right" and (reader.is_led() or bool(reader.board.display.get("doubt")))
            if kind == "right" and not turn.said:
                tally.delays_ms.append(reader.recorded_ms - reader.late_ms - turn.off_ms)
        tally.counts[kind] += 1
        tally.counts["false"] += is_false
        tally.counts["actions"] += len(turn.notations)
        reader.read(turn.cleared, turn.cleared_ms)
        if kind in ("silent", "led"):
            reported = "" if reader.position == before else " recorded"
            tally.notes.append(
                f"{stream.label} at {len(state.history())}: {kind}{' false' * is_false}{reported} {turn.notations}"
            )
            if not state.is_terminal():
                reader.reset(state, bytes(image))
            is_held = False
    is_right = not is_false and (reader.position == bytes(state.position) or is_held)
    tally.counts.update(games=1, ends=is_right, events=sum(len(turn.sensed) for turn in stream.turns))
    tally.counts["corrected"] += reader.corrections
    tally.cost_ns = reader.cost_ns
    return tally
