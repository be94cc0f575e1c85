"""Positions as stories reach them: what should stand where, whose turn it is, which actions are legal."""

from typing import TYPE_CHECKING

from treppe.runtime import const, micropython, ptr8

if TYPE_CHECKING:
    from treppe.games.state import State

BEYOND = const(255)  # the field of a placement that is no field: supply, box
_BALL = const(16)
_MOST = const(24)
_HANDS = const(2)
_JUMPED = const(11)


class Position:
    """One position. `firsts` and `lasts` are the ends of its legal `actions`, `silent` those without movements."""

    def __init__(self, state: "State"):
        """Take the position that a state has now, which may be overwritten afterwards."""
        self.key = bytes(state.position)
        self.image = state.image()
        self.player = state.current_player()
        self.actions: list[int] = []
        self.firsts = self.lasts = b""
        self.silent: list[int] = []
        self.is_known = False
        self.found: dict[int, tuple[Position, list[tuple[int, int]]]] = {}


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
            position = Position(self.scratch)
            if len(self._kept) >= _MOST:
                self._kept.clear()
            self._kept[key] = position
        return position

    def know(self, position: Position) -> Position:
        """Work out a position's legal actions, once."""
        if not position.is_known:
            state = self.recall(position)
            position.is_known = True
            position.actions = state.legal_actions()
            position.firsts, position.lasts = state.ends(position.actions)
            position.silent = between(position.firsts, position.lasts, BEYOND, BEYOND)
        return position

    def recall(self, position: Position) -> "State":
        """Return a state that has this position, until the next call."""
        self.scratch.position[:] = position.key
        return self.scratch

    def after(self, position: Position, action: int) -> "tuple[Position, list[tuple[int, int]]]":
        """Return the position after a legal action, and what the rules have changed beside it: (field, unit)."""
        found = position.found.get(action)
        if found is None:
            state = self.recall(position)
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
            found = position.found[action] = (after, left)
        return found

    def steps(self, position: Position, action: int) -> "list[tuple[int, int]]":
        """Return what hands do for an action on the board, piece by piece: (field, unit)."""
        steps: list[tuple[int, int]] = []
        for field, change in self.recall(position).placement(action):
            if field != BEYOND:
                steps += [(field, unit) for unit in units(change)]
        return steps

    def owner(self, position: Position, field: int) -> int:
        """Return whose piece should stand on a field, -1 if nobody's or none."""
        return self.recall(position).owner(field) if position.image[field] else -1


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
def between(firsts, lasts, first: int, last: int):  # type: ignore[no-untyped-def]
    """Return the moves, by their ends, whose first lift and whose last put are on these fields."""
    found: list[int] = []
    add = found.append
    lifted = ptr8(firsts)
    put = ptr8(lasts)
    for move in range(int(len(firsts))):  # noqa: RUF046 - viper needs the type
        if lifted[move] == first and put[move] == last:
            add(move)
    return found
