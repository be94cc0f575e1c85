"""Stand-ins for a board and a thinking process, for tests of programs that play and advise at a board."""

import asyncio
import threading

from treppe_host.errors import CommandRefused
from treppe_host.programs.process import ThinkerGone, Thought, Thoughts
from treppe_host.records.followed_game import FollowedGame


class Changes:
    """Watchers that are called at once."""

    def __init__(self):
        self.watchers = []

    def tell(self):
        for watcher in self.watchers:
            watcher()


class Board:
    """A connection to a board that records what it is asked; its time passes quickly."""

    settled_s = 0.0
    is_connected = True
    board = "b1"

    simulated = hands = None  # people have real hands there

    def __init__(self, *seats, game="step", **options):
        self.changes = Changes()
        self.asked = []
        self.display = {"game": game, "phase": "play"}
        self.game = FollowedGame()
        self._start = {"k": "start", "game": game, "options": options, "seats": list(seats)}
        self._games = 0
        self._follow_start()

    def _follow_start(self):
        self._games += 1
        self.game.follow({**self._start, "e": self._games})

    def begin(self):
        """Begin the game anew."""
        self._follow_start()
        self.changes.tell()

    async def command(self, do, **fields):
        self.asked.append((do, fields))
        if do == "want" and fields["words"] == ["refused"]:
            raise CommandRefused({"code": "busy"})

    def ask(self, do, **fields):
        self.asked.append((do, fields))

    async def pass_time(self, seconds):
        await asyncio.sleep(0)

    def play(self, *words):
        for word in words:
            self.game.follow({"k": "action", "player": 0, "word": word})
        self.changes.tell()

    def end(self, reason, winners):
        self.game.follow({"k": "end", "reason": reason, "winners": winners, "scores": None})
        self.display = {"game": self.display["game"], "phase": "over"}
        self.changes.tell()

    def undo(self, count):
        self.game.follow({"k": "undo", "count": count})
        self.changes.tell()


class Mind:
    """In place of the thinking process: plays the first legal action in the order of the alphabet."""

    def __init__(self, falls=0):
        self.falls = falls
        self.wakes = 0
        self.asked = []

    def wake(self):
        self.wakes += 1

    def think(self, state, limits, report=None):
        self.asked.append((bytes(state.position), limits))
        if len(self.asked) <= self.falls:
            raise ThinkerGone("fallen")
        word = min(state.word(action) for action in state.legal_actions())
        return Thoughts(word, 1, (Thought(word, 1, 0.5),))

    def stop(self):
        pass

    def close(self):
        pass


class SlowMind(Mind):
    """Thinks until somebody stops it."""

    def __init__(self):
        super().__init__()
        self.has_begun, self.is_stopped = threading.Event(), threading.Event()

    def think(self, state, limits, report=None):
        self.is_stopped.clear()  # it is stopped before each thought, too
        self.has_begun.set()
        self.is_stopped.wait()
        return super().think(state, limits, report)

    def stop(self):
        self.is_stopped.set()
