"""Months of use in virtual time: games, power cuts, hosts that come seldom, summer time, other surfaces and languages.

Journal, table and link are the firmware's, the client is the host's; flash, cable and clocks are simulated. Whatever
the journal has taken must be in the host's store once, as it was; the board must never fail, and keep no more in memory
at the end than in the first days.
"""

import gc
import sys
from datetime import datetime
from random import Random
from typing import Any

from fakes_link import ListStore, MemoryStorage, PipeConsole, PowerCut
from scripted_frames import ScriptedSensing
from treppe import games, surfaces
from treppe.games import catalogue
from treppe.link.journal import Journal
from treppe.link.limits import UNFINISHED
from treppe.link.link import Link
from treppe.play import CommandError
from treppe.table import open_table
from treppe_host.link.client import Client

BEGIN_S = datetime(2026, 10, 20, 9, 0, 0).timestamp()
"""Some days before summer time ends."""
CLOCK = 0x3FFFFFFF
FLASH_BYTES = 1_400_000
DAY_S = 86_400
_MOST_ACTIONS = 30
_LONGEST_VISIT_S = 600
_GAME_BYTES = 8192  # the last game's, which stays in memory until the next one
_MISSED = 1.4  # some games end before the power goes
_SURFACES = ("reed12", "square7", "hex49")
_HELLO = {"firmware": "0.1.0", "board": "e6614103e7452d2f", "complaints": []}


class NotingJournal(Journal):
    """It notes what it has said to be on the flash, with the day that it was."""

    def __init__(self, storage: MemoryStorage, noted: dict[int, dict[str, Any]], identity: str) -> None:
        super().__init__(storage, identity)
        self.noted = noted
        self.today = ""

    def append(self, event: dict[str, Any]) -> int:
        number = int(super().append(event))
        assert number not in self.noted, "a number is given once"
        self.noted[number] = {**event, "today": self.today}
        return number


class Soak:
    """One board, its flash and its host, for months."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.now_s = 0.0
        self.storage = MemoryStorage(FLASH_BYTES)
        self.noted: dict[int, dict[str, Any]] = {}
        self.settings: dict[str, Any] = {}
        self.store = ListStore()
        self.counts = dict.fromkeys(("games", "cuts", "full", "visits", "refused"), 0)
        self.sizes: list[int] = []
        self.surface = surfaces.load(_SURFACES[0])
        self.power_up()

    # The board.

    def power_up(self) -> None:
        """Switch on, after a power cut, too."""
        self.storage.power_up()
        self.journal = NotingJournal(self.storage, self.noted, "9be1c04d")
        assert self.journal.next_number > max(self.noted, default=0), "what was on the flash is there"
        self.sensing = ScriptedSensing(self.surface)
        self.table = open_table(
            self.surface, self.sensing, self.journal, self.settings, self.settings.__setitem__, self.random.randrange
        )
        self.console = PipeConsole()
        self._begun_s = self.now_s
        hello = _HELLO | {"surface": self.surface.NAME}
        self.link = Link(
            self.console, self.journal, hello, self.table.begin_command, lambda: not self.table.is_changing
        )
        self.link.stream("display", lambda: self.table.display_version, lambda: self.table.display)

    def tick(self, elapsed_s: float = 0.01) -> None:
        """Let a frame pass."""
        self.now_s += elapsed_s
        self.journal.today = str(datetime.fromtimestamp(BEGIN_S + self.now_s).date())
        now_ms = int((self.now_s - self._begun_s) * 1000) & CLOCK
        self.link.listen(now_ms)
        self.link.obey()
        self.table.tick(now_ms, 0)
        self.link.talk()

    def settle(self, frames: int = 40) -> None:
        """Let the board show its position, and everything be understood."""
        for _ in range(frames):
            position = self.table.session.observed.position
            if position:
                self.sensing.image[:] = position.image
            self.tick()

    def wait(self, elapsed_s: float) -> None:
        """Let hours pass in a few frames."""
        for _ in range(8):
            self.tick(elapsed_s / 8)

    # People.

    def play(self, is_cut: bool) -> None:
        """Begin a game or take one up, play some of it, then end it or leave it; perhaps the power goes."""
        self.counts["games"] += 1
        if is_cut:
            self.storage.cut_in = self.random.randrange(40)
            self.storage.done = self.random.randrange(3)
        try:
            self._play()
        except PowerCut:
            self.counts["cuts"] += 1
            self.power_up()
            self.settle()
        self.storage.cut_in = -1

    def _play(self) -> None:
        names = [name for name in catalogue.names() if games.start(name).surface == self.surface.NAME]
        unfinished = self.journal.unfinished
        if unfinished and self.random.random() < 0.2:
            self._command("resume", {"game": self.random.choice(unfinished)})
        else:
            if len(unfinished) == UNFINISHED:  # no more fit: people give an old one up
                self._command("discard", {"game": self.random.choice(unfinished)})
                self.settle()
            if not self._command("new", {"game": self.random.choice(names), "seats": ["Ann", "Ben"]}):
                return
        self.settle()
        if not self.table.session.game_record or self.table.session.game_record.ending:
            return
        for words in self._words():
            self._command("play", {"words": words})
            self.settle()
            if self.random.random() < 0.1:
                self._command("set", {"name": "language", "value": self.random.choice(("de", "en"))})
        if self.random.random() < 0.3:
            self._command("undo", {"count": 1})
            self.settle()
        ending = self.random.choice(("resign", "draw", "pause", "discard", ""))
        if ending and self.table.session.game_record and not self.table.session.game_record.ending:
            self._command(ending, {})
        self.settle(10)

    def _words(self) -> list[list[str]]:
        """Return random actions that go on from the game's position, in two pieces."""
        state = self.table.session.game_record.state.clone()
        words: list[str] = []
        while len(words) < _MOST_ACTIONS and not state.is_terminal():
            action = self.random.choice(state.legal_actions())
            words.append(state.notation(action))
            state.apply_action(action)
        cut = self.random.randrange(len(words) + 1)
        return [piece for piece in (words[:cut], words[cut:]) if piece]

    def _command(self, name: str, fields: dict[str, Any]) -> bool:
        while self.table.is_changing:  # as the link does
            self.tick()
        try:
            self.table.command(name, fields)
        except CommandError as error:
            self.counts["full" if error.args[0].get("code") == "journal_full" else "refused"] += 1
            return False
        return True

    def change_surface(self) -> None:
        """Plug another surface in: the board starts anew."""
        self.surface = surfaces.load(self.random.choice(_SURFACES))
        self.power_up()
        self.settle()

    # The host.

    def visit(self) -> None:
        """Let a host come, fetch what there is, and go."""
        self.counts["visits"] += 1
        client = Client(self.store, streams=["display"], wall_time=self._wall_time)
        end_s = self.now_s + _LONGEST_VISIT_S
        while self.now_s < end_s:
            client.feed(self.console.take(), self.now_s)
            self.console.incoming += client.take_output()
            self.tick(0.05)
            if client.hello and self.journal.acknowledged == self.journal.next_number - 1:
                break
        assert client.hello and self.journal.acknowledged == self.journal.next_number - 1, "the host has all of it"

    def _wall_time(self) -> datetime:
        return datetime.fromtimestamp(BEGIN_S + self.now_s)

    # What must hold.

    def check(self) -> list[str]:
        """Return what is wrong with what the host has stored, or with what the board keeps in memory."""
        stored = {event["e"]: event for event in self.store.events}
        wrong = [f"event {number} is not stored" for number in self.noted if number not in stored]
        for number, noted in self.noted.items():
            reported = stored.get(number, {})
            differs = [key for key in noted if key not in ("today", "laid") and reported.get(key) != noted[key]]
            wrong += [f"event {number} differs in {differs}"] if differs and reported else []
            if noted["k"] == "start" and reported.get("day", noted["today"]) != noted["today"]:
                wrong.append(f"game {number} of {noted['today']} has the day {reported['day']}")
        if self.sizes[-1] > self.sizes[0] + _GAME_BYTES:
            wrong.append(f"the board keeps {self.sizes[-1]} bytes, at first {self.sizes[0]}")
        return wrong

    def measure(self) -> None:
        """Note how much the board keeps in memory while nobody plays."""
        if self.table.session.game_record:
            self._command("discard", {})
            self.settle()
        without = (self.noted, self.storage, self.console)
        self.sizes.append(_size_of([self.link, self.table, self.journal], *without))


def _size_of(roots: list[Any], *without: Any) -> int:
    """Return the bytes of all that can be reached from some objects, modules and classes apart."""
    seen = {id(each) for each in without}
    todo, total = list(roots), 0
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type) or type(thing).__name__ in ("module", "function", "frame"):
            continue
        seen.add(id(thing))
        total += sys.getsizeof(thing)
        todo += gc.get_referents(thing)
    return total


def soak(days: int, games_in_all: int, cuts: int, seed: int) -> Soak:
    """Let months pass, and return the board.

    In the first third of the days the power goes so often, and surfaces change; then the board stays on. A host comes
    each day, in the last third once a week.
    """
    board = Soak(seed)
    weekly_from, cut_until = days * 2 // 3, days // 3
    often, seldom = 10, 1
    shares = [often if day < weekly_from else seldom for day in range(days)]
    num_games = [round(games_in_all * share / sum(shares)) for share in shares]
    for day in range(days):
        if day < cut_until and day % 4 == 3:
            board.change_surface()
        for _ in range(num_games[day]):
            is_cut = day < cut_until and board.random.random() < _MISSED * cuts / sum(num_games[:cut_until])
            board.play(is_cut)
            board.wait(board.random.uniform(30, 400))
        begins_s = (day + 1) * DAY_S + board.random.uniform(-20_000, 20_000)
        board.wait(max(1.0, begins_s - board.now_s))
        if day < weekly_from or day % 7 == 0:
            board.visit()
        if day in (cut_until, days - 1):
            board.measure()
    board.visit()
    known = board.journal.acknowledged
    board.power_up()
    assert board.journal.acknowledged > known - 200, "what the host has is noted game by game"
    return board
