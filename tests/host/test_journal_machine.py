"""The journal as a state machine: whatever is appended, fetched, cut off and damaged, it keeps its promises."""

from typing import Any

import pytest
from fakes_link import MemoryStorage, PowerCut
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from searching import search
from treppe.link.journal import Journal, JournalDamaged, JournalFull
from treppe.link.line import is_intact

pytestmark = pytest.mark.long

Event = dict[str, Any]
STAMPS = ("e", "boot", "ms", "laid", "day")
PLAIN = ("action", "undo", "pause", "hints", "fault")


def content(event: Event) -> Event:
    return {name: value for name, value in event.items() if name not in STAMPS}


class JournalMachine(RuleBasedStateMachine):
    """A journal on a small flash. `written` has what was appended, by number; `games` their events by game."""

    @initialize()
    def switch_on(self) -> None:
        self.storage = MemoryStorage(90_000)
        self.written: dict[int, Event] = {}
        self.games: dict[int, list[int]] = {}
        self.over: set[int] = set()
        self.current = 0
        self.acknowledged = 0
        self.damaged: set[int] = set()
        self.power_up()

    def power_up(self) -> None:
        self.storage.power_up()
        self.journal = Journal(self.storage, "a1b2")

    # What a board does.

    def append(self, event: Event) -> None:
        number = self.journal.next_number
        assert number not in self.written and number > max(self.written, default=0), "no number is given twice"
        try:
            assert self.journal.append(event) == self.journal.next_number - 1 >= number
            is_written = True
        except JournalFull as error:
            assert error.args[0]["code"] == "journal_full"
            is_written = False
        except PowerCut:
            self.power_up()
            is_written = None
        # The journal says by events of its own what it drops, also where that does not make room enough.
        found = [(each["e"], content(each)) for each in self.journal.read_from(number)]
        reported = [each for _, each in found]
        if reported and reported[-1] == event and is_written is not False:
            reported.pop()
        else:
            assert not is_written
        assert all(each["k"] == "dropped" for each in reported)
        for each_number, each in found:
            self.note(each_number, each)

    def note(self, number: int, event: Event) -> None:
        kind = event["k"]
        self.written[number] = event
        if kind == "start":
            self.current = number
            self.games[number] = []
        elif kind == "resume":
            self.current = event["game"]
        if self.current:
            self.games[self.current].append(number)
            if kind == "end":
                self.over.add(self.current)
            elif kind in ("action", "undo", "resume"):
                self.over.discard(self.current)

    @rule(size=some.integers(0, 20))
    def start(self, size: int) -> None:
        self.append({"k": "start", "game": "step", "seats": ["x" * size]})

    @rule(kind=some.sampled_from(PLAIN), size=some.integers(0, 99))
    def go_on(self, kind: str, size: int) -> None:
        self.append({"k": kind, "word": "x" * size})

    @rule(count=some.integers(1, 20))
    def go_on_for_long(self, count: int) -> None:
        for _ in range(count):
            self.append({"k": "action", "word": "x" * 1900})

    @rule()
    def end(self) -> None:
        self.append({"k": "end", "reason": "goal"})

    @precondition(lambda self: self.journal.unfinished)
    @rule(data=some.data())
    def resume(self, data: some.DataObject) -> None:
        game = data.draw(some.sampled_from(self.journal.unfinished))
        self.append({"k": "resume", "game": game})

    # What happens to it.

    @rule()
    def restart(self) -> None:
        before = self.journal.next_number, self.journal.unfinished
        self.power_up()
        assert self.damaged or (self.journal.next_number, self.journal.unfinished) == before

    @rule(cut_in=some.integers(0, 3), done=some.integers(0, 2))
    def cut_power_soon(self, cut_in: int, done: int) -> None:
        self.storage.cut_in, self.storage.done = cut_in, done

    @rule(back=some.integers(0, 60))
    def fetch(self, back: int) -> None:
        number = max(0, self.journal.next_number - 1 - back)
        try:
            self.journal.acknowledge(number)
        except PowerCut:
            self.power_up()
        if number > self.acknowledged:
            self.acknowledged = number

    # What holds at any time.

    @invariant()
    def what_was_written_is_read_in_order(self) -> None:
        found = {event["e"]: content(event) for event in self.journal.read_from(0)}
        assert list(found) == sorted(found)
        for number, event in found.items():
            assert event == self.written[number]
        lacking = [number for number in self.written if number not in found and number not in self.damaged]
        assert all(number <= self.acknowledged for number in lacking), "only what a host has makes room"
        if not self.damaged:
            assert self.journal.next_number == max(self.written, default=0) + 1

    @invariant()
    def the_flash_is_never_filled(self) -> None:
        assert self.storage.free() > 8192 - 2048

    @invariant()
    def games_that_can_go_on_are_whole(self) -> None:
        for game in self.journal.unfinished:
            try:
                numbers = [event["e"] for event in self.journal.read_game(game)]
            except JournalDamaged:
                assert self.damaged or game not in self.journal.files, "taken back after its end, when it had made room"
            else:
                assert numbers == self.games[game]
        for head in self.journal.heads():
            assert head["k"] == "start" and head["e"] in self.journal.unfinished
        if not self.damaged:
            is_open = bool(self.current) and self.current not in self.over
            assert self.journal.open_number == (self.current if is_open else 0)
            waiting = self.games.keys() - self.over
            assert waiting >= {*self.journal.unfinished}
            if len(waiting) <= 16 and len(list(self.journal.read_from(0))) == len(self.written):
                assert waiting == {*self.journal.unfinished}, "what is there can go on"


class DamagedJournalMachine(JournalMachine):
    """The same on a flash whose bytes change: each costs its own line, a newline also the next one."""

    @precondition(lambda self: self.storage.files)
    @rule(data=some.data(), bit=some.integers(0, 7))
    def change_a_byte(self, data: some.DataObject, bit: int) -> None:
        names = sorted(name for name, old in self.storage.files.items() if old and name.endswith(".log"))
        if not names:
            return
        name = data.draw(some.sampled_from(names) | some.just(names[-1]))
        old = self.storage.files[name]
        last = old.rfind(b"\n")
        if last < 0 or not is_intact(old[:last].rsplit(b"\n", 1)[-1]):
            return  # a damaged end could have been torn by a power cut before anybody knew its number
        ends = (0, last), (0, min(last, 9)), (max(0, last - 9), last)
        place = data.draw(some.sampled_from(ends).flatmap(lambda each: some.integers(*each)))
        self.storage.files[name] = old[:place] + bytes([old[place] ^ 1 << bit]) + old[place + 1 :]
        before = {event["e"] for event in self.journal.read_from(0)}
        self.power_up()
        lost = {number for number in self.written if number >= self.journal.oldest_number} - {
            event["e"] for event in self.journal.read_from(0)
        }
        assert len(before & lost) <= 2, "a line, or two without their newline"
        self.damaged |= lost | {0}

    @invariant()
    def no_game_is_taken_for_another(self) -> None:
        assert self.journal.open_number in (0, self.current)


TestJournal = JournalMachine.TestCase
TestJournal.settings = search(100, 30)
TestDamagedJournal = DamagedJournalMachine.TestCase
TestDamagedJournal.settings = search(100, 30)
