"""One position as the table sees it: what should stand where, and the legal actions as movements of hands."""

from typing import TYPE_CHECKING

from treppe.alphabet.image import BALL, BEYOND
from treppe.runtime import micropython, ptr8
from treppe.sensing import FAULTY, has_activity
from treppe.tracking.changes import are_part, difference, places_that_differ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.games.state import State
    from treppe.types import Bytes, Changes


def end_of(position: "Position", actions: list[int]) -> "Position":
    """Return the position after some actions."""
    for action in actions:
        position = position.after(action)
    return position


def legal_end(position: "Position", actions: list[int]) -> "Position | None":
    """Return the position after some actions if they are legal one after the other, else None."""
    for action in actions:
        if action not in position.know().actions:
            return None
        position = position.after(action)
    return position


def notations(position: "Position", actions: list[int]) -> list[str]:
    """Return the notation of some actions from a position."""
    found = []
    for action in actions:
        found.append(position.recall().word(action))
        position = position.after(action)
    return found


class Position:
    """One position: what should stand where, who is to move, and the legal actions.

    Moves are legal actions that change the board, by their number in `actions`; `silent` are those that do not, `stop`
    the action `.` among them, None if it is not legal. They are worked out when `know` is called first. `leftover`
    holds what the rules have removed by themselves and hands have not yet: field -> by how much it may differ.
    `wanted` are actions of the player to move that a program plays: the first of them counts as the only legal one.
    `advised` are the fields of what a program advises, the lines of `advice` say it; `warned` are those on which it
    warns of the piece from the field `warned_from`, or from BEYOND. `turn` are the lamps' roles before anything is
    lifted, once they have been asked for, until the position is forgotten.
    """

    # Until the legal actions are worked out.
    actions: "Sequence[int]" = ()
    silent: "Sequence[int]" = ()
    firsts = lasts = b""
    stop: int | None = None
    wanted: tuple[int, ...] = ()
    advised = warned = b""
    warned_from = BEYOND
    advice: "Sequence[str]" = ()
    turn = b""
    _is_known = False
    _next: "tuple[int, Position] | None" = None

    def __init__(self, scratch: "State", leftover: "Changes | None" = None):
        """Take the position that `scratch` has now; `scratch` is a state of the same game that may be overwritten."""
        self.scratch = scratch
        self.key = bytes(scratch.position)
        self.image = scratch.image()
        self.player = scratch.current_player()
        self.leftover = leftover or {}

    def recall(self) -> "State":
        """Return the scratch state, set to this position."""
        self.scratch.position[:] = self.key
        return self.scratch

    def is_followed(self, action: int) -> bool:
        """Tell whether `after` has worked out this action."""
        return self._next is not None and self._next[0] == action

    def after(self, action: int) -> "Position":
        """Return the position after a legal action."""
        if self._next and self._next[0] == action:
            return self._next[1]
        state = self.recall()
        state.events = []
        hand_moves = state.hand_moves(action)
        state.perform(action)
        position = Position(state, dict(self.leftover))
        position.wanted = self.wanted[1:]
        if state.events:
            self._leave_over(position, hand_moves)
        self._next = (action, position)
        return position

    def _leave_over(self, position: "Position", hand_moves: "Sequence[tuple[int, int]]") -> None:
        """Note where an action has changed more than the hands that did it."""
        done = bytearray(self.image)
        for field, change in hand_moves:
            if field != BEYOND:
                done[field] += change
        for field in places_that_differ(done, position.image):
            position.leftover[field] = done[field] - position.image[field]

    def know(self) -> "Position":
        """Work out the legal actions, once."""
        if self._is_known:
            return self
        self._is_known = True
        state = self.recall()
        # Movements, as far as they have been asked for: that happens again and again.
        self.cached_movements: dict[int, list[tuple[int, int, int]]] = {}
        actions = [self.wanted[0]] if self.wanted else state.legal_actions()
        self.actions = actions
        self.firsts, self.lasts = state.endpoints(actions)
        self.silent = [actions[move] for move in _places(self.firsts, self.lasts, BEYOND, BEYOND)]
        if state.STOP in self.silent:
            self.stop = state.STOP
        return self

    def is_only_asked(self) -> bool:
        """Tell whether the player to move has nothing to do on the board, but something to choose."""
        return len(self.know().silent) == len(self.actions) > 0

    def forget(self) -> None:
        """Give the legal actions' memory back; they can be worked out again."""
        self._is_known = False
        self._next = self.stop = None
        self.cached_movements = {}
        self.actions = self.silent = ()
        self.firsts = self.lasts = self.turn = b""

    def want(self, actions: tuple[int, ...]) -> None:
        """Let these actions, one after the other, be the only legal ones; any again, if there are none."""
        self.forget()
        self.wanted = actions

    def advise(self, fields: bytes, lines: list[str]) -> None:
        """Take note of what a program advises the player to move."""
        self.advised, self.advice = fields, lines

    def warn(self, origin: int, fields: bytes) -> None:
        """Take note where a program warns the player to move of putting the piece from a field, or from BEYOND."""
        self.warned_from, self.warned = origin, fields

    def keep_turn(self, roles: bytearray) -> None:
        """Keep the lamps' roles before anything is lifted, until the position is forgotten."""
        self.turn = bytes(roles)

    def movements(self, move: int) -> list[tuple[int, int, int]]:
        """Return the movements of a move in physical order: (field, change, change of the field in the end)."""
        cached = self.cached_movements.get(move)
        if cached:
            return cached
        state = self.recall()
        hand_moves = state.hand_moves(self.actions[move])
        if not state.CAPTURES or len(hand_moves) == 2:
            found = [(field, change, change) for field, change in hand_moves if field != BEYOND]
        else:
            found = []
            for field, change in hand_moves:
                if field != BEYOND:
                    found.append((field, change, sum([other for place, other in hand_moves if place == field])))
        if state.SIMPLE:  # there may be hundreds, and only the last one is asked for again
            self.cached_movements.clear()
        self.cached_movements[move] = found
        return found

    def differences(self, image: "Bytes", activity: "Bytes") -> "Changes":
        """Return how the board differs from this position, but for what the rules have left over."""
        changes = difference(image, self.image, activity)
        if self.leftover:
            for field, change in self.leftover.items():
                if changes.get(field) == change:
                    del changes[field]
        return changes

    def standing(self, image: "Bytes", fields: "Sequence[int]") -> bytearray:
        """Return an image in which these fields have all that stands there in this position."""
        found = bytearray(image)
        for field in fields:
            found[field] = max(found[field], self.image[field])
        return found

    def lifted_by(self, player: int, changes: "Changes") -> list[int]:
        """Return the fields among the changes from which pieces of a player have gone."""
        state = self.recall()
        return [field for field, change in changes.items() if change < 0 and state.owner(field) == player]

    def moves_from(self, field: int) -> list[int]:
        """Return the moves whose first lift is on a field."""
        firsts = self.know().firsts
        return _places(firsts, firsts, field, field)

    def moves_between(self, start: int, end: int) -> list[int]:
        """Return the moves whose first lift is on one field, and whose last put on another."""
        lasts = self.know().lasts
        return _places(self.firsts, lasts, start, end)

    def near(self, changes: "Changes", counts: bytearray | None = None) -> list[int]:
        """Return the moves that may have to do with one of the changes; `counts` as for `begun`."""
        return _at_least(counts or self.count(changes), 1)

    def count(self, changes: "Changes") -> bytearray:
        """Return with how many of the changes each move may have to do, a byte a move."""
        firsts, lasts = self.know().firsts, self.lasts
        counts = bytearray(len(firsts))
        passing = self.scratch.PASSES and self.scratch.count_passing
        for field, change in changes.items():
            _count_ends(field, change < 0, firsts, lasts, counts)
            if passing and change < 0:
                passing(field, firsts, lasts, counts)
        return counts

    def takes(self, move: int) -> bool:
        """Tell whether a move of a simple game captures."""
        last = self.lasts[move]
        return self.scratch.CAPTURES and last != BEYOND and self.image[last] != 0

    def completed(self, begun: list[int], changes: "Changes", activity: "Bytes") -> list[int]:
        """Return, without asking for movements, the moves that may be finished, if sensors see only the changes."""
        if not begun or has_activity(activity, FAULTY, FAULTY):
            return begun
        firsts, lasts, captures = self.firsts, self.lasts, self.scratch.CAPTURES
        if len(changes) == 1 and not captures:
            [(field, change)] = changes.items()
            if change < 0:  # it is still in a hand, or leaves the board
                return _places(firsts, lasts, field, BEYOND)
        found: list[int] = []
        for move in begun:
            first, last = firsts[move], lasts[move]
            is_lifted = first in changes or first == BEYOND
            if is_lifted and (last in changes or last == BEYOND or (captures and self.image[last])):
                found.append(move)
        return found

    def begun(self, changes: "Changes", counts: bytearray | None = None) -> list[int]:
        """Return the moves that can contain all the changes, in whatever order hands made them.

        `counts` are those of `count`, where they are known.
        """
        if self.scratch.SIMPLE:
            return self._begun_simply(changes)
        begun = _at_least(counts or self.count(changes), len(changes))
        if self.scratch.PASSES:  # on reeds, where a piece more or less is all that can change
            return begun
        cached = self.cached_movements
        return [move for move in begun if are_part(cached.get(move) or self.movements(move), changes)]

    def _begun_simply(self, changes: "Changes") -> list[int]:
        """Return the moves of one piece, from field to field, that can contain all the changes."""
        if len(changes) == 1:
            [(field, change)] = changes.items()
            moves = self.moves_from(field) if change < 0 else []
            if change > 0 or self.scratch.CAPTURES:
                lasts = self.know().lasts
                moves += _places(lasts, lasts, field, field)
            is_last_piece = self.image[field] == -change and change in (-1, -BALL)
            return moves if is_last_piece or (moves and are_part(self.movements(moves[0]), changes)) else []
        if len(changes) > 2:
            return []
        one, other = changes
        moves = self.moves_between(one, other) if changes[one] < 0 else []
        if changes[other] < 0:
            moves += self.moves_between(other, one)
        begun = [move for move in moves if are_part(self.movements(move), changes)]
        return [0] if not begun and self.is_way_walked(changes) else begun

    def way_off(self) -> list[int]:
        """Return the fields on which a piece has to leave the board, its own first; none if no piece has to."""
        if len(self.know().actions) != 1 or self.firsts[0] == BEYOND or self.lasts[0] != BEYOND:
            return []
        return self.recall().passage(self.actions[0])

    def is_way_walked(self, changes: "Changes") -> bool:
        """Tell whether a piece that has to leave stands where its way ends, instead of beside the board."""
        way = self.way_off()
        return bool(way) and changes == {way[0]: -1, way[-1]: 1}


@micropython.viper  # there may be hundreds of moves
def _places(firsts, lasts, first: int, last: int):  # type: ignore[no-untyped-def]
    """Return the moves, by their ends, whose first lift and whose last put are on these fields."""
    found: list[int] = []
    add = found.append
    lifted = ptr8(firsts)
    put = ptr8(lasts)
    for move in range(int(len(firsts))):  # noqa: RUF046 - viper needs the type
        if lifted[move] == first and put[move] == last:
            add(move)
    return found


@micropython.viper
def _count_ends(field: int, is_lift: int, firsts, lasts, counts: ptr8):  # type: ignore[no-untyped-def]
    """Add one to the count of each move that puts something on a field, or lifts something there."""
    lifted = ptr8(firsts)
    put = ptr8(lasts)
    for move in range(int(len(firsts))):  # noqa: RUF046 - viper needs the type
        if put[move] == field or (is_lift and lifted[move] == field):
            counts[move] = counts[move] + 1


@micropython.viper
def _at_least(counts, least: int):  # type: ignore[no-untyped-def]
    """Return the moves whose count is so large."""
    found: list[int] = []
    count = ptr8(counts)
    for move in range(int(len(counts))):  # noqa: RUF046 - viper needs the type
        if count[move] >= least:
            found.append(move)
    return found
