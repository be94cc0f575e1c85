"""The board's own programs: they play in a game whose seats they have, and hands do what they want.

A program looks one action ahead, or two, and judges what stands then, in pieces of some
milliseconds (see job.py); what it wants goes the same way as what a host's program wants, see Session.want.
"""

from typing import TYPE_CHECKING, Any

from treppe.job import step
from treppe.runtime import const

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.play.session import Session
    from treppe.tracking.position import Position
    from treppe.types import Job

_FEW = const(4)  # actions that level 1 looks at
_MANY = const(48)  # and level 2
_KEPT = const(6)  # of the actions, after which level 2 looks at the next one
_REPLIES = const(24)  # of these
_MOST_PIECES = const(1000)  # after so many pieces of thought the program plays the best action so far
_WON = const(10_000)
_LOTS = const(4)  # what is as good, or nearly, is chosen by lot
_SETTLED_MS = const(1300)  # so long the hand that has played may move its piece on; a program answers what stands then


class Program:
    """Plays the seats of one game that its `game_record` gives to the board (`Course.levels`)."""

    def __init__(self, session: "Session", random_below: "Any"):
        """Sit down at the session's game; `random_below(count)` draws lots."""
        self.game_record = session.game_record
        self._session = session
        self._look_ahead = LookAhead(session.game_record.state, random_below or _first)
        self._key = b""

    @property
    def is_thinking(self) -> bool:
        """Tell whether it still looks for an action; then it waits for hands."""
        return not self._look_ahead.is_done

    def think(self) -> bool:
        """Think for some milliseconds; False if there is nothing to think about."""
        look_ahead = self._look_ahead
        if look_ahead.is_done or self._session.job:
            return False
        look_ahead.think()
        return True

    def tick(self) -> None:
        """Look whose turn it is, and say what is wanted once that is known. Allocates nothing while hands move."""
        session = self._session
        if session.stage != "play" or session.job:
            return
        position, look_ahead = session.observed.position, self._look_ahead
        if position.key != self._key:
            self._key = position.key
            look_ahead.drop()
            if self.game_record.levels[position.player] and not position.wanted:
                look_ahead.begin(position.key, self.game_record.levels[position.player])
        elif position.wanted:
            self._confirm(position)
        elif look_ahead.is_done and look_ahead.action >= 0 and self._is_quiet():
            self._want(position)

    def _is_quiet(self) -> bool:
        """Tell whether hands have done what they began."""
        observed, pending = self._session.observed, self._session.pending
        if observed.quiet_ms() < _SETTLED_MS or observed.is_busy():
            return False
        return not (pending.wait_ms or pending.is_wrong or pending.verdict.undo_count or pending.alternatives)

    def _want(self, position: "Position") -> None:
        action = self._look_ahead.action
        if position.recall().hand_moves(action):
            self._session.want((action,))
        else:
            self._session.record([action], 0, "chosen")

    def _confirm(self, position: "Position") -> None:
        """Where the board asks whether hands have done what is wanted, say so."""
        pending = self._session.pending
        if pending.alternatives and self.game_record.levels[position.player]:
            undo_count, actions = pending.alternatives[pending.choice]
            if not undo_count and len(actions) == 1 and actions[0] == position.wanted[0]:
                self._session.record(actions, 0, "chosen")


def _first(_count: int) -> int:
    return 0


class LookAhead:
    """Finds an action for the player to move.

    `action` is the best one so far, -1 while there is none; `is_done`: nothing is thought about.
    """

    def __init__(self, state: "State", random_below: "Any"):
        """Take a state of the game, which stays untouched, and what draws a number from 0 to count - 1."""
        self._judge = __import__("treppe.games." + state.NAME + ".judge", None, None, ("judge",)).judge
        self._scratch = type(state)(state.options)
        self._random_below = random_below
        self._step = 2 if state.options.get("teams") else state.players  # partners sit two seats apart
        self._thought: list = []
        self._pieces_left = 0
        self._player = 0
        self.action = -1

    @property
    def is_done(self) -> bool:
        """Tell whether nothing is thought about."""
        return not self._thought

    def begin(self, key: bytes, level: int) -> None:
        """Think about a position, given as its bytes; level 1 sees a few actions, level 2 the answers to the best."""
        self.action = -1
        self._pieces_left = _MOST_PIECES
        self._thought = [self._choose(key, level)]

    def drop(self) -> None:
        self.action = -1
        self._thought = []

    def think(self) -> None:
        self._pieces_left -= 1
        step(self._thought)

    def _choose(self, key: bytes, level: int) -> "Job":
        scratch = self._scratch
        scratch.position[:] = key
        self._player = scratch.position[-1]
        actions = yield self._some(_FEW if level == 1 else _MANY)
        found = []
        best = -2 * _WON * _LOTS
        for action in actions:
            value = yield self._try(key, action)
            value = value * _LOTS + self._random_below(_LOTS)
            found.append((value, action))
            if value > best:
                best, self.action = value, action
            if self._pieces_left < 0:
                return
        if level == 1:
            return
        found.sort(reverse=True)
        yield
        best = -2 * _WON * _LOTS
        for _, action in found[:_KEPT]:
            value = yield self._look_on(key, action)
            if self._pieces_left < 0:
                return
            if value > best:
                best, self.action = value, action

    def _some(self, most: int) -> "Job":
        """Return the legal actions in any order, at most so many."""
        actions = self._scratch.legal_actions()
        yield
        for last in range(len(actions) - 1, 0, -1):
            place = self._random_below(last + 1)
            actions[last], actions[place] = actions[place], actions[last]
        yield
        return actions[:most]

    def _try(self, key: bytes, action: int) -> "Job":
        """Return what an action from a position is worth."""
        scratch = self._scratch
        scratch.position[:] = key
        scratch.events.clear()
        scratch.perform(action)
        yield
        return (yield self._value())

    def _value(self) -> "Job":
        """Return by how many points the player stands better than the best of the others."""
        position = self._scratch.position
        if position[-2]:
            winners = position[-3]
            return (_WON if winners >> self._player & 1 else -_WON) if winners else 0
        points = yield self._judge(self._scratch)
        others = [points[other] for other in range(len(points)) if (other - self._player) % self._step]
        return points[self._player] - max(others)

    def _look_on(self, key: bytes, action: int) -> "Job":
        """Return what an action is worth after the best next one: the player's own, or that of another, who answers."""
        scratch, lots = self._scratch, self._random_below(_LOTS)
        value = yield self._try(key, action)
        if scratch.is_terminal():
            return value * _LOTS + lots
        after = bytes(scratch.position)
        is_own = not (after[-1] - self._player) % self._step
        worth = -2 * _WON if is_own else 2 * _WON
        for reply in (yield self._some(_REPLIES)):
            value = yield self._try(after, reply)
            worth = max(worth, value) if is_own else min(worth, value)
        return worth * _LOTS + lots
