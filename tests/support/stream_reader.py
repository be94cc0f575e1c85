"""The table as a reader of event streams: it takes what was sensed, and people answer what it asks."""

from __future__ import annotations

import time
from typing import Any

from treppe import surfaces
from treppe.sensing import QUIET
from treppe.table.table import open_table
from treppe_sim.hands import Hands
from treppe_sim.hands.guided import LED
from treppe_sim.journal_in_memory import Flash, RecordingJournal
from treppe_sim.world import BUTTONS

FRAME_MS = 10


class Reader:
    """The table with its session, buttons and display, reading a stream.

    `now_ms` is its own clock: it stands still in the stream while people answer. `cost_ns` is the processor's time;
    `recorded_ms` when the record last became another one; `corrections` counts how often it has taken something back by
    itself.
    """

    def __init__(self, state: Any, image: bytes, begun_ms: int) -> None:
        self.now_ms = self.recorded_ms = begun_ms
        self.late_ms = self.cost_ns = self.corrections = self._undone = 0
        self._last = b""
        self.sensing = _Replayed(image)
        self.journal = RecordingJournal(Flash())
        self.table = open_table(surfaces.load(state.surface), self.sensing, self.journal, {})
        self.session = self.table.session
        self.world = _Buttons()
        self.hands = Hands(self, lambda: self.table.display)  # type: ignore[arg-type]  # they only press buttons
        self.table.command("new", {"game": state.NAME, "options": state.options, "seats": []})
        self.wait_until(begun_ms + 500)
        self.late_ms = 500

    def read(self, sensed: list[Any], until_ms: int) -> None:
        """Take what was sensed until then."""
        began = time.perf_counter_ns()
        for at_ms, changes in sensed:
            self.wait_until(at_ms + self.late_ms - FRAME_MS)
            self.take(at_ms + self.late_ms, changes)
        self.wait_until(until_ms + self.late_ms)
        self.cost_ns += time.perf_counter_ns() - began

    def note_record(self) -> None:
        """Note when the record changes."""
        if self.position != self._last:
            self._last, self.recorded_ms = self.position, self.now_ms

    @property
    def position(self) -> bytes:
        return bytes(self.session.course.state.position)

    def take(self, at_ms: int, changes: dict[int, tuple[int, int]]) -> None:
        for place, (value, activity) in changes.items():
            self.sensing.image[place], self.sensing.activity[place] = value, activity
        self.sensing.serial += 1
        self._tick(at_ms)

    def wait_until(self, at_ms: int) -> None:
        for _ in range(3):
            if self.now_ms + FRAME_MS <= at_ms:
                self._tick(self.now_ms + FRAME_MS)
        while self.now_ms + FRAME_MS <= at_ms:
            wait_ms = self.session.pending.wait_ms
            due_ms = self.now_ms + wait_ms - self.session.evidence.quiet_ms() if wait_ms else at_ms
            self._tick(max(self.now_ms + FRAME_MS, min(due_ms, at_ms) // FRAME_MS * FRAME_MS))

    def _tick(self, at_ms: int) -> None:
        self.now_ms = self.journal.now_ms = at_ms
        self.table.tick(at_ms, self.world.pop_presses())
        while self.session.job:
            self.table.tick(at_ms)
        self.note_record()
        undone = sum(event["k"] == "undo" for event in self.journal.events)
        self.corrections, self._undone = self.corrections + (undone > self._undone), undone

    def run_ms(self, duration_ms: float) -> None:
        self.late_ms += round(duration_ms)
        self.wait_until(self.now_ms + round(duration_ms))

    def run_until(self, is_reached: Any, limit_ms: float) -> bool:
        until_ms = self.now_ms + limit_ms
        while not is_reached() and self.now_ms < until_ms:
            self.run_ms(50)
        return bool(is_reached())

    def asked(self) -> bool:
        return bool(self.table.display.get("choice") or self.table.display.get("doubt"))

    def is_led(self) -> bool:
        return self.table.display["phase"] in LED or bool(self.session.pending.away)

    def answer(self, positions: list[bytes]) -> None:
        self.hands.choose(lambda choice: self._leads_to(choice, positions))
        self.run_ms(300)

    def _leads_to(self, choice: list[str], positions: list[bytes]) -> bool:
        state = self.session.course.state.clone()
        for _ in self.table.display["instead"]:
            state.undo_action()
        for word in choice:
            state.apply_action(state.action(word))
        return bytes(state.position) in positions

    def say(self, word: str, positions: list[bytes]) -> None:
        self.hands.choose(lambda choice: self._leads_to(choice, positions), ends=word == ".")
        self.run_ms(300)

    def reset(self, state: Any, image: bytes) -> None:
        session = self.session
        session.course.state.position[:] = state.position
        self.sensing.image[:] = image
        session.evidence.begin(session.course.state)
        session.course.ending = None
        session.enter("play")
        session.look()
        self.run_ms(500)


class _Buttons:
    """The buttons of a board, pressed and let go at once."""

    def __init__(self) -> None:
        self._presses = 0

    def press(self, button: str) -> None:
        self._presses |= 1 << BUTTONS.index(button)

    def release(self, button: str) -> None:
        pass

    def pop_presses(self) -> int:
        presses, self._presses = self._presses, 0
        return presses


class _Replayed:
    """Sensing as it was recorded."""

    def __init__(self, image: bytes) -> None:
        self.image = bytearray(image)
        self.activity = bytearray(len(image))
        self.faults: list[dict[str, Any]] = []
        self.serial = 0
        self.num_known = len(image)

    def use(self, kind: str = "") -> None:
        pass

    def expect(self, image: bytes) -> None:
        pass

    def may_be(self, field: int, value: int) -> bool:
        return value == self.image[field]

    def assume(self, field: int, value: int) -> None:
        self.image[field], self.activity[field] = value, QUIET

    def open_values(self, field: int) -> bytes:
        return b""

    def felt(self, fields: Any) -> bytes:
        return b""

    def record(self, *arguments: Any) -> bytes:
        return b""
