"""The search for one player: no opponent spoils his plans, so it looks for a whole line, not one good action.

Beam search: of all positions that lie so many actions ahead, those that the evaluation likes best are gone on from.
When the last of them has ended, it begins again with three times as many. An evaluation compares positions at the same
distance; at the end of the game it is exact.
"""

from treppe.games import State
from treppe_host.programs.search import ANY, Evaluation

FIRST_WIDTH = 1
WIDER = 3
MOST = 30_000  # positions of one distance that are kept
_SURE = 0.9999


class Place:
    """A position on a line, and how it was reached."""

    __slots__ = ("action", "before", "position")

    def __init__(self, position: bytes, before: "Place | None", action: int) -> None:
        """`before` is None at the root."""
        self.position = position
        self.before = before
        self.action = action


class AloneSearch:
    """As `Search`, for one player."""

    def __init__(self, state: State, evaluate: Evaluation, only: int = ANY):
        """Look at the position of `state`, which is left as it is; `only` behind this action, if one is given."""
        self.state = state.clone()
        self.evaluate = evaluate
        self.only = only
        self._start_at(bytes(state.position))

    def _start_at(self, position: bytes) -> None:
        """Find a first line from a position, so that there is something to say."""
        self.position = position
        self.simulations = 0
        self.found: dict[int, float] = {}  # by first action: what the best line behind it is worth
        self.counts: dict[int, int] = {}
        self.line: list[int] = []  # the best one
        self.worth = -1.0
        self.width = FIRST_WIDTH
        self.is_proven = False  # nothing better than `worth` can be found
        self._reset_row()
        while self.width == FIRST_WIDTH and self.worth <= _SURE:
            self.think(1)

    def _reset_row(self) -> None:
        self.row = [Place(self.position, None, -1)]
        self.next: dict[bytes, tuple[float, Place]] = {}
        self.is_cut = False  # positions were left out since

    def think(self, simulations: int) -> None:
        """Go on from so many positions, fewer when nothing can be better than what was found."""
        for _ in range(simulations):
            if self.worth > _SURE or self.width > MOST or self.is_proven:
                self.is_proven = self.is_proven or self.worth > _SURE
                return
            if not self.row:
                self._extend_row()
            if self.row:
                self._expand(self.row.pop())

    def _extend_row(self) -> None:
        """Go on to the positions one action further, or begin again with more of them."""
        ranked = sorted(self.next.items(), key=_merit)
        self.is_cut = self.is_cut or len(ranked) > self.width
        self.row = [place for _, (_, place) in ranked[-self.width :]]
        self.next = {}
        if not self.row:
            self.is_proven = not self.is_cut
            self.width *= WIDER
            self._reset_row()

    def _expand(self, place: Place) -> None:
        state = self.state
        self.simulations += 1
        state.position[:] = place.position
        for action in state.legal_actions() if place.before or self.only == ANY else [self.only]:
            state.position[:] = place.position
            state.perform(action)
            position = bytes(state.position)
            if position in self.next:
                continue
            worth = self.evaluate(state)[0]
            after = Place(position, place, action)
            if state.is_terminal():
                self._end(after, worth)
            else:
                self.next[position] = (worth, after)
        state.events.clear()

    def _end(self, place: Place, worth: float) -> None:
        """A line has ended: remember what it is worth for its first action."""
        line: list[int] = []
        while place.before:
            line.append(place.action)
            place = place.before
        line.reverse()
        first = line[0]
        self.counts[first] = self.counts.get(first, 0) + 1
        self.found[first] = max(worth, self.found.get(first, 0.0))
        if worth > self.worth:
            self.worth = worth
            self.line = line

    def thoughts(self) -> list[tuple[int, int, float]]:
        """Return the actions, the best first: (action, lines that ended behind it, what the best of them is worth)."""
        best = self.line[0] if self.line else -1
        ranked = []
        self.state.position[:] = self.position
        for action in self.state.legal_actions():
            ranked.append((self.found.get(action, 0.0), action == best, self.counts.get(action, 0), action))
        ranked.sort(reverse=True)
        return [(action, count, worth) for worth, _, count, action in ranked]

    def find(self, position: bytes) -> bool:
        """Go on from a position on the best line; tell whether it is one."""
        state = self.state
        state.position[:] = self.position
        for index, action in enumerate(self.line):
            if state.position == position:
                rest, worth, count = self.line[index:], self.worth, self.simulations
                self.only = ANY
                self._start_at(position)
                self.line, self.worth, self.simulations = rest, worth, count
                self.found[rest[0]] = worth
                return True
            state.perform(action)
        state.events.clear()
        return False


def _merit(item: tuple[bytes, tuple[float, Place]]) -> tuple[float, bytes]:
    position, (worth, _) = item
    return worth, position
