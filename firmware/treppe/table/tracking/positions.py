"""Positions as stories reach them: what should stand where, whose turn it is, which actions are legal."""

from typing import TYPE_CHECKING

from treppe.runtime import const, micropython, ptr8

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.games.state import State
    from treppe.table.types import Changes, Movements

BEYOND = const(255)  # the field of a placement that is no field: supply, box
_BALL = const(16)
_MOST = const(12)
_MOST_FOUND = const(8)
_HANDS = const(2)
_LEGAL = const(4)  # what is legal in a position takes as long as so many positions
_A_FRAME = const(4)
_JUMPED = const(11)


class Position:
    """One position: what should stand where, who is to move, and the legal `actions`.

    `firsts` and `lasts` are the fields of their first lift and last put; `silent` are those that change nothing on the
    board, `stop` the action `.` among them, None if it is not legal. They are worked out when `know` is called first.
    `wanted` are actions of the player to move that a program plays: the first of them counts as the only legal one.
    `advised` are the fields of what a program advises, the lines of `advice` say it.
    """

    firsts = lasts = b""
    stop: int | None = None
    is_known = False
    wanted: tuple[int, ...] = ()
    advised = b""
    advice: "Sequence[str]" = ()
    turn = b""  # the lamps' roles before anything is lifted, once they have been asked for

    def __init__(self, positions: "Positions", state: "State"):
        """Take the position that a state has now, which may be overwritten afterwards."""
        self._positions = positions
        self.scratch = state
        self.num_held = positions.num_held
        self.key = bytes(state.position)
        self.image = state.image()
        self.player = state.current_player()
        self.wanted = positions.wanted.get(self.key, ())
        self.actions: list[int] = []
        self.silent: list[int] = []
        self.found: dict[int, tuple[bytes, list[tuple[int, int]]]] = {}
        self._movements: dict[int, list[tuple[int, int, int]]] = {}
        self._begun: tuple[Changes, Sequence[int]] = ({}, ())

    def recall(self) -> "State":
        """Return a state that has this position, until the next call."""
        self.scratch.position[:] = self.key
        return self.scratch

    def know(self) -> "Position":
        """Work out the legal actions, once."""
        if not self.is_known:
            state = self.recall()
            self.is_known = True
            self.actions = [self.wanted[0]] if self.wanted else state.legal_actions()
            self.firsts, self.lasts = state.ends(self.actions)
            self.silent = [self.actions[move] for move in at_end(self.firsts, BEYOND) if self.lasts[move] == BEYOND]
            self.stop = state.STOP if state.STOP in self.silent else None
        return self

    def after(self, action: int) -> "Position":
        """Return the position after a legal action."""
        return self._positions.after(self, action)[0]

    def is_followed(self, action: int) -> bool:
        """Tell whether `after` has worked out this action, and what is legal then."""
        return action in self.found and self._positions.at(self.found[action][0]).is_known

    def owner(self, field: int) -> int:
        """Return whose piece should stand on a field, -1 if nobody's or none."""
        return self.recall().owner(field) if self.image[field] else -1

    def may_be_lifted(self, field: int) -> bool:
        """Tell whether a legal action begins with the piece of a field, or takes it off the board."""
        return self.scratch.PASSES or self.player < 0 or field in self.know().firsts

    def advise(self, fields: bytes, lines: list[str]) -> None:
        """Take note of what a program advises the player to move."""
        self.advised, self.advice = fields, lines

    def keep_turn(self, roles: bytearray) -> None:
        """Keep the lamps' roles before anything is lifted."""
        self.turn = bytes(roles)

    # How hands go on, for the lamps.

    def movements(self, move: int) -> list[tuple[int, int, int]]:
        """Return the movements of a move in physical order: (field, change, change of the field in the end)."""
        known = self._movements.get(move)
        if known:
            return known
        placement = self.recall().placement(self.actions[move])
        found = []
        for field, change in placement:
            if field != BEYOND:
                found.append((field, change, sum([other for place, other in placement if place == field])))
        if self.scratch.SIMPLE:  # there may be hundreds, and only the last one is asked for again
            self._movements.clear()
        self._movements[move] = found
        return found

    def moves_from(self, field: int) -> list[int]:
        """Return the moves whose first lift is on a field."""
        found: list[int] = at_end(self.know().firsts, field)
        return found

    def begun(self, changes: "Changes") -> "Sequence[int]":
        """Return the moves that can contain all the changes, in whatever order hands made them."""
        if changes != self._begun[0]:
            self._begun = (changes, self._find_begun(changes) if changes else ())
        return self._begun[1]

    def _find_begun(self, changes: "Changes") -> "Sequence[int]":
        if self.know() and self.is_way_walked(changes):
            return [0]
        if not self.scratch.SIMPLE or self.scratch.PASSES:
            return [move for move in range(len(self.actions)) if _are_part(self.movements(move), changes)]
        moves: list[int] = []
        for field in list(changes)[:1] if len(changes) <= 2 else ():
            moves = at_end(self.firsts, field) if changes[field] < 0 else []
            if changes[field] > 0 or self.scratch.CAPTURES:
                moves += at_end(self.lasts, field)
        if len(changes) == 1:  # all of these moves take as much from there, or put it
            return moves if moves and _are_part(self.movements(moves[0]), changes) else []
        moves = [move for move in moves if self.firsts[move] in changes or self.firsts[move] == BEYOND]
        moves = [move for move in moves if self.lasts[move] in changes]
        return [move for move in moves if _are_part(self.movements(move), changes)]

    def way_off(self) -> list[int]:
        """Return the fields on which a piece has to leave the board, its own first; none if no piece has to."""
        if len(self.know().actions) != 1 or self.firsts[0] == BEYOND or self.lasts[0] != BEYOND:
            return []
        return self.recall().passage(self.actions[0])

    def is_way_walked(self, changes: "Changes") -> bool:
        """Tell whether a piece that has to leave stands where its way ends, instead of beside the board."""
        way = self.way_off()
        return bool(way) and changes == {way[0]: -1, way[-1]: 1}


class Positions:
    """The positions of a game, by their bytes. The last few are kept; what has been forgotten is worked out again.

    `num_held` pieces may well be in the air at once. `has_weights`: fields weigh what stands on them, hands too.
    """

    def __init__(self, state: "State", has_weights: bool = True):
        """Take a state of the game, which stays untouched."""
        self.has_weights = has_weights
        self.scratch = type(state)(state.options)
        self.num_held = _JUMPED if state.PASSES else _HANDS  # who jumps over many pieces takes them off meanwhile
        self.wanted: dict[bytes, tuple[int, ...]] = {}  # by the position: what a program plays there, and then
        self._kept: dict[bytes, Position] = {}
        self.touched: dict[int, int] = {}  # when fields have felt something, and not changed: field -> ms
        self.pinned: list[Position] = []  # kept as long as stories are there
        self._effort = 0  # since work has paused: in positions

    def want(self, position: Position, actions: "tuple[int, ...]") -> Position:
        """Let these actions, one after the other, be the only legal ones; any again, if there are none."""
        self.wanted = {}
        self.pinned = []
        self._kept.clear()
        first = self.at(position.key)
        after = first
        for number, action in enumerate(actions):
            self.wanted[after.key] = after.wanted = actions[number:]
            after = self.after(after, action)[0]
        return first

    def has_worked(self, is_known: bool = True) -> bool:
        """Tell whether so much has been worked out, what is legal included unless `is_known`, that a frame is over."""
        if not is_known:
            self._effort += _LEGAL
        if self._effort < _A_FRAME:
            return False
        self._effort = 0
        return True

    def at(self, key: bytes) -> Position:
        """Return a position by its bytes."""
        position = self._kept.get(key)
        if position is None:
            self._effort += 1
            self.scratch.position[:] = key
            position = Position(self, self.scratch)
            if len(self._kept) >= _MOST:
                self._kept = {pinned.key: pinned for pinned in self.pinned}
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
            position.found[action] = (after.key, left)
            return after, left
        return self.at(found[0]), found[1]

    def steps(self, position: Position, action: int) -> "list[tuple[int, int]]":
        """Return what hands do for an action on the board, piece by piece: (field, unit)."""
        steps: list[tuple[int, int]] = []
        for field, change in position.recall().placement(action):
            if field != BEYOND:
                steps += [(field, unit) for unit in units(change)]
        return steps


def words(position: Position, actions: "Sequence[int]") -> list[str]:
    """Return the notation of some actions from a position."""
    found = []
    for action in actions:
        found.append(position.recall().word(action))
        position = position.after(action)
    return found


def end_of(position: Position, actions: "Sequence[int]") -> Position:
    """Return the position after some actions."""
    for action in actions:
        position = position.after(action)
    return position


@micropython.native
def _are_part(movements: "Movements", changes: "Changes") -> bool:
    """Tell whether all the changes are done with some of the movements, or a part of them."""
    matches = 0
    for field, wanted, net in movements:
        change = changes.get(field)
        if change and (change in (wanted, net) or 0 < change < wanted < _BALL or 0 > change > wanted > -_BALL):
            matches += 1
    return matches == len(changes)


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
