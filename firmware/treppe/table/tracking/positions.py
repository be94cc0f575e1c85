"""Positions as stories reach them: what should stand where, whose turn it is, which actions are legal."""

from typing import TYPE_CHECKING

from treppe.runtime import const, micropython, ptr8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.games.state import State

BEYOND = const(255)  # the field of a placement that is no field: supply, box
_BALL = const(16)
_MOST = const(32)
_MOST_FOUND = const(8)
_HANDS = const(2)
_JUMPED = const(11)


class Position:
    """One position: what should stand where, who is to move, and the legal `actions`.

    `firsts` and `lasts` are the fields of their first lift and last put; `silent` are those that change nothing on the
    board, `stop` the action `.` among them, None if it is not legal. They are worked out when `know` is called first.
    """

    firsts = lasts = b""
    stop: int | None = None
    is_known = False

    def __init__(self, positions: "Positions", state: "State"):
        """Take the position that a state has now, which may be overwritten afterwards."""
        self.scratch = state
        self.num_held = positions.num_held
        self.key = bytes(state.position)
        self.image = state.image()
        self.player = state.current_player()
        self.actions: list[int] = []
        self.silent: list[int] = []
        self.found: dict[int, tuple[Position, list[tuple[int, int]]]] = {}

    def recall(self) -> "State":
        """Return a state that has this position, until the next call."""
        self.scratch.position[:] = self.key
        return self.scratch

    def know(self) -> "Position":
        """Work out the legal actions, once."""
        if not self.is_known:
            state = self.recall()
            self.is_known = True
            self.actions = state.legal_actions()
            self.firsts, self.lasts = state.ends(self.actions)
            self.silent = [self.actions[move] for move in at_end(self.firsts, BEYOND) if self.lasts[move] == BEYOND]
            self.stop = state.STOP if state.STOP in self.silent else None
        return self

    def owner(self, field: int) -> int:
        """Return whose piece should stand on a field, -1 if nobody's or none."""
        return self.recall().owner(field) if self.image[field] else -1

    def may_be_lifted(self, field: int) -> bool:
        """Tell whether a legal action begins with the piece of a field, or takes it off the board."""
        return self.scratch.PASSES or self.player < 0 or field in self.know().firsts


class Positions:
    """The positions of a game, by their bytes. The last few are kept; what has been forgotten is worked out again.

    `num_held` pieces may well be in the air at once.
    """

    def __init__(self, state: "State"):
        """Take a state of the game, which stays untouched."""
        self.scratch = type(state)(state.options)
        self.num_held = _JUMPED if state.PASSES else _HANDS  # who jumps over many pieces takes them off meanwhile
        self._kept: dict[bytes, Position] = {}

    def at(self, key: bytes) -> Position:
        """Return a position by its bytes."""
        position = self._kept.get(key)
        if position is None:
            self.scratch.position[:] = key
            position = Position(self, self.scratch)
            if len(self._kept) >= _MOST:
                self._kept.clear()
            self._kept[key] = position
        return position

    def after(self, position: Position, action: int) -> "tuple[Position, list[tuple[int, int]]]":
        """Return the position after a legal action, and what the rules have changed beside it: (field, unit)."""
        found = position.found.get(action)
        if found is None:
            state = position.recall()
            done = bytearray(position.image)
            for field, change in state.placement(action):
                if field != BEYOND:
                    done[field] = done[field] + change & 255
            state.events = []
            state.perform(action)
            after = self.at(bytes(state.position))
            left: list[tuple[int, int]] = []
            if done != after.image:
                for field in range(len(done)):
                    left += [(field, unit) for unit in units(done[field] - after.image[field])]
            if len(position.found) >= _MOST_FOUND:
                position.found = {}
            found = position.found[action] = (after, left)
        return found

    def follow(self, position: Position, actions: "Sequence[int]") -> Position:
        """Return the position after some actions."""
        for action in actions:
            position = self.after(position, action)[0]
        return position

    def steps(self, position: Position, action: int) -> "list[tuple[int, int]]":
        """Return what hands do for an action on the board, piece by piece: (field, unit)."""
        steps: list[tuple[int, int]] = []
        for field, change in position.recall().placement(action):
            if field != BEYOND:
                steps += [(field, unit) for unit in units(change)]
        return steps


def units(change: int) -> list[int]:
    """Return a change of a field's value piece by piece: a ball weighs 16, all else 1."""
    found: list[int] = []
    sign = 1 if change > 0 else -1
    rest = abs(change)
    if rest >= _BALL - 7:  # a ball may come as a brick goes
        found.append(sign * _BALL)
        rest -= _BALL
        if rest < 0:
            sign, rest = -sign, -rest
    found += [sign] * rest
    return found


@micropython.viper  # there may be hundreds of moves
def at_end(ends, field: int):  # type: ignore[no-untyped-def]
    """Return the moves that have a field at this end."""
    found: list[int] = []
    add = found.append
    end = ptr8(ends)
    for move in range(int(len(ends))):  # noqa: RUF046 - viper needs the type
        if end[move] == field:
            add(move)
    return found


def of_ends(ends: bytes, fields: "set[int]") -> list[int]:
    """Return the moves that have one of some fields at this end."""
    moves: list[int] = []
    for field in fields:
        moves += at_end(ends, field)
    return moves
