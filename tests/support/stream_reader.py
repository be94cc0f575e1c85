"""The table as a reader of event streams: it takes what was sensed, and people answer what it asks."""

from __future__ import annotations

import time
from typing import Any

from treppe_sim.bench_board import FRAME_MS, BenchBoard, ScriptedFrames
from treppe_sim.hands import Hands
from treppe_sim.hands.guided import LED


class Reader:
    """The table with its session, buttons and display, reading a stream.

    The stream stands still while people answer: from then on all of it comes `late_ms` later. `cost_ns` is the
    processor's time.
    """

    def __init__(self, state: Any, image: bytes, begun_ms: int) -> None:
        self.cost_ns = 0
        self.late_ms = 500
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
                self.source.find(place, value, activity)
        self._run_until(until_ms)
        self.cost_ns += time.perf_counter_ns() - began

    def _run_until(self, at_ms: int) -> None:
        """Let time pass up to a time of the stream."""
        self.board.run_ms(at_ms + self.late_ms - self.board.now_ms)

    @property
    def position(self) -> bytes:
        return bytes(self.board.session.course.state.position)

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

    def is_led(self) -> bool:
        return self.board.display["phase"] in LED or bool(self.board.session.pending.away)

    def answer(self, positions: list[bytes], last_word: str = "") -> None:
        """Answer what is asked, or choose what no movement shows, while the stream stands still."""
        before_ms = self.board.now_ms
        self.hands.choose(lambda choice: self._leads_to(choice, positions), ends=last_word == ".")
        self.board.run_ms(300)
        self.late_ms += self.board.now_ms - before_ms

    def _leads_to(self, choice: list[str], positions: list[bytes]) -> bool:
        state = self.board.session.course.state.clone()
        for _ in self.board.display["instead"]:
            state.undo_action()
        for word in choice:
            state.apply_action(state.action(word))
        return bytes(state.position) in positions

    def reset(self, state: Any, image: bytes) -> None:
        session = self.board.session
        session.course.state = state.clone()
        self.board.sensing.image[:] = image
        session.evidence.begin(session.course.state)
        session.course.ending = None
        session.guidance.doubts = []
        session.enter("play")
        session.look()
        session.messages.renew()
        self.board.run_ms(500)
        self.late_ms += 500
