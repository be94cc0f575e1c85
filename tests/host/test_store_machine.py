"""The store as a state machine: whatever boards, clocks, gaps, files and people do, records are what was played."""

import tempfile
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from game_files import import_text
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from searching import search
from treppe import games
from treppe_host.records.exchange import export
from treppe_host.records.review import verify
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.store import Store

pytestmark = pytest.mark.long

OPTIONS = {"players": 2, "size": 5, "bricks": 6, "edition": "de"}
BEGAN = 1.79e9  # the PC's clock when it all begins


@dataclass
class RecentMove:
    """A game as it was played on the board; `diagnostic` is what the store has been given of it."""

    state: games.State
    reason: str | None = None
    calls: list[dict] = field(default_factory=list)
    num_missing: int = 0
    num_perhaps_missing: int = 0
    """Events that were lost while another game was on the board, and may have been this one's."""


class StoreMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.now = BEGAN
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(time, "time", lambda: self.now)
        self.folder = tempfile.TemporaryDirectory()
        self.url = f"sqlite:///{self.folder.name}/games.db"
        self.store = Store(self.url)
        self.far = Store(f"sqlite:///{self.folder.name}/far.db")
        self.ms = 1000
        self.boot = 1
        self.journal: list[dict] = []
        self.num_stored = 0  # of the journal, or known to be missing
        self.games: dict[int, RecentMove] = {}  # by the number of their start
        self.on_board: int | None = None
        self.in_store: int | None = None
        self.comments: dict[int, list[str]] = {}
        self.is_connected = False
        self.is_changed = False

    def teardown(self) -> None:
        self.patch.undo()
        self.store.close()
        self.far.close()
        self.folder.cleanup()

    # The board.

    def write(self, kind: str, **fields: object) -> None:
        self.pass_time(500)
        self.journal.append({"e": len(self.journal) + 1, "boot": self.boot, "ms": self.ms, "k": kind, **fields})

    @property
    def game(self) -> RecentMove:
        assert self.on_board is not None
        return self.games[self.on_board]

    def is_played(self) -> bool:
        return self.on_board is not None and self.game.reason is None

    @rule(seats=st.lists(st.text(max_size=5).filter(str.isprintable), min_size=2, max_size=2))
    def begin(self, seats: list[str]) -> None:
        self.write("start", game="step", options=OPTIONS, seats=seats, firmware="0.1.0")
        self.on_board = len(self.journal)
        self.games[self.on_board] = RecentMove(games.start("step", OPTIONS))

    @precondition(is_played)
    @rule(picks=st.lists(st.integers(0, 999), min_size=1, max_size=6))
    def act(self, picks: list[int]) -> None:
        for pick in picks:
            state = self.game.state
            if state.is_terminal():
                return
            action = sorted(state.legal_actions())[pick % len(state.legal_actions())]
            self.write("action", player=state.current_player(), word=state.word(action))
            state.apply_action(action)
            if state.is_terminal():
                self.end(state.reason, list(state.winners))

    def end(self, reason: str, winners: list[int]) -> None:
        self.write("end", reason=reason, winners=winners, scores=None)
        self.game.reason = reason

    @precondition(is_played)
    @rule(winner=st.integers(0, 1))
    def resign(self, winner: int) -> None:
        self.end("resign", [winner])

    @precondition(lambda self: self.on_board is not None and self.game.state.history())
    @rule(count=st.integers(1, 3))
    def take_back(self, count: int) -> None:
        count = min(count, len(self.game.state.history()))
        for _ in range(count):
            self.game.state.undo_action()
        self.write("undo", count=count)
        self.game.reason = None

    @precondition(lambda self: self.games)
    @rule(pick=st.integers(0, 99))
    def resume(self, pick: int) -> None:
        self.on_board = sorted(self.games)[pick % len(self.games)]
        self.game.reason = None
        self.write("resume", game=self.on_board)

    @rule(kind=st.sampled_from(["pause", "hints", "fault"]))
    def say_something_else(self, kind: str) -> None:
        self.write(
            kind, **{"hints": {"player": 0, "level": "off"}, "fault": {"told": {"code": "flash_full"}}}.get(kind, {})
        )

    @rule()
    def cut_power(self) -> None:
        self.boot, self.ms, self.is_connected = self.boot + 1, 0, False
        self.now += 5

    # Time.

    @rule(milliseconds=st.integers(0, 10_000_000))
    def pass_time(self, milliseconds: int) -> None:
        self.ms += milliseconds
        self.now += milliseconds / 1000

    @rule(seconds=st.sampled_from([-3e7, -3600.0, -1.0, 3600.0, 3e7]))
    def jump(self, seconds: float) -> None:
        self.now = max(BEGAN / 2, self.now + seconds)

    # The host.

    @rule()
    def connect(self) -> None:
        hello = {"board": "b1", "surface": "square7", "firmware": "0.1.0", "boot": self.boot, "ms": self.ms}
        hello |= {"next": len(self.journal) + 1, "journal": "cafe"}
        assert self.store.connect_board(hello) == self.num_stored
        self.is_connected = True

    @precondition(lambda self: self.is_connected)
    @rule(count=st.integers(1, 30), again=st.integers(0, 3))
    def fetch(self, count: int, again: int) -> None:
        self.is_changed = True
        new = self.journal[self.num_stored : self.num_stored + count]
        self.store.add_events("b1", self.journal[max(0, self.num_stored - again) : self.num_stored] + new)
        for event in new:
            self.follow(event)
        self.num_stored += len(new)

    @precondition(lambda self: self.is_connected and self.num_stored < len(self.journal))
    @rule(count=st.integers(1, 3))
    def miss(self, count: int) -> None:
        self.is_changed = True
        last = min(self.num_stored + count, len(self.journal))
        num_missing = last - self.num_stored
        self.store.add_gap("b1", self.num_stored + 1, last)
        self.num_stored = last
        for number, game in self.games.items():
            if number == self.in_store:
                game.num_missing += num_missing
            elif game.calls:
                game.num_perhaps_missing += num_missing
        self.in_store = None

    def follow(self, event: dict) -> None:
        """Tell the model what the store has been given."""
        if event["k"] == "start":
            self.in_store = event["e"]
        elif event["k"] == "resume":
            game = self.games[event["game"]]
            if game.num_perhaps_missing and not game.num_missing:
                game.num_missing = game.num_perhaps_missing
            self.in_store = event["game"] if game.calls and not game.num_missing else None
        if self.in_store is not None:
            self.games[self.in_store].calls.append(event)

    @rule()
    def open_again(self) -> None:
        self.is_changed = True
        self.store.close()
        self.store = Store(self.url)
        self.is_connected = False

    # Files and people.

    @precondition(lambda self: self.store.has_games())
    @rule(pick=st.integers(0, 99), form=st.sampled_from(["text", "jsonl"]))
    def carry_a_game_over(self, pick: int, form: str) -> None:
        self.is_changed = True
        records = self.store.games(GameFilter())
        number = records[pick % len(records)].number
        content = export(self.store, [number], form)
        import_text(self.far, content)
        assert import_text(self.far, content) == import_text(self.store, content) == (0, 1), "it is there already"
        new = Store(f"sqlite:///{self.folder.name}/new{len(list(Path(self.folder.name).iterdir()))}.db")
        import_text(new, content)
        assert export(new, [1], form) == content
        new.close()

    @precondition(lambda self: self.far.has_games())
    @rule()
    def bring_back(self) -> None:
        self.is_changed = True
        import_text(self.store, export(self.far, [game.number for game in self.far.games()], "jsonl"))

    @precondition(lambda self: self.store.has_games())
    @rule(text=st.text(min_size=1, max_size=8).filter(lambda text: text.isprintable()))
    def comment(self, text: str) -> None:
        self.is_changed = True
        number = self.store.games()[0].number
        self.store.remark(number, "comment", {"ply": 0, "text": text})
        self.comments.setdefault(number, []).append(text)

    # What is always true.

    @invariant()
    def records_are_what_was_played(self) -> None:
        if not self.is_changed:
            return
        self.is_changed = False
        records = {game.origin: game for game in self.store.games()}
        for number, game in self.games.items():
            record = records.pop(f"b1/1/{number}", None)
            assert (record is not None) == bool(game.calls)
            if record is None:
                continue
            assert self.store.events(record.number) == game.calls
            assert verify(self.store, record.number) == ""
            assert record.num_missing == game.num_missing
            self.check_times(record.number)
        assert all("copy" in str(origin) for origin in records)
        for number, said in self.comments.items():
            kept = self.store.sheet(number).comments
            assert all(text in kept for text in said)

    def check_times(self, number: int) -> None:
        """Times never go back, and within a power-up they are the board's."""
        record, actions = self.store.game(number), self.store.actions(number)
        known = [action for action in actions if action.at is not None]
        times = [record.started_at, *(action.at for action in known), record.ended_at]
        times = [at for at in times if at is not None]
        assert times == sorted(times)
        for earlier, later in pairwise(known):
            if earlier.boot == later.boot:
                assert later.at - earlier.at == pytest.approx((later.board_ms - earlier.board_ms) / 1000, abs=1e-3)


StoreMachine.TestCase.settings = search(60, steps=40)
TestStore = StoreMachine.TestCase
