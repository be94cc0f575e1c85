"""Facts about STEP BY STEP for hosts, besides its rules."""

from typing import Any

from treppe.alphabet.image import BEYOND
from treppe.games import start
from treppe.games.host import facts
from treppe.games.host.facts import player_counts
from treppe.games.host.marks import DASHED_RING, FRAME, RING, SEATS, TOWER, Mark, seats_at


class Facts(facts.Facts):
    """A tower in the middle, balls in the corners, bricks beside the board."""

    AGE = 10
    MINUTES = (15, 30)
    PLAIN_OPTIONS = ("size",)
    LESSON = facts.Lesson("a1-d3 +c3 g7-f5 +e5 d3-c3 +d3")
    DEMO = {"size": 5, "bricks": 40}
    VARIANTS = ({}, {"size": 5, "bricks": 40}, {"players": 4}, {"players": 3, "edition": "fr"})

    def supply(self, state: Any) -> dict[str, int]:
        return {"B": state.bricks}

    def goals(self, state: Any) -> list[int]:
        """The top of the tower."""
        return [state.field(state.middle)]

    def path(self, state: Any, action: int) -> list[int]:
        """A shortest way of the ball: level and down, one step up at its end alone."""
        [start], [end] = state.endpoints([action])
        if start == BEYOND:
            return []
        cells = [state.fields.index(field) for field in (start, end)]
        heights = [height & 15 for height in state.position[: state.cells]]
        came_from = {cells[0]: cells[0]}
        for cell in (queue := [cells[0]]):
            for beside in state.around[cell]:
                is_free = state.position[beside] < 16 and beside != state.middle
                if beside == cells[1] and heights[beside] <= heights[cell] + 1:
                    return [state.field(each) for each in _back(came_from, cell)][1:]
                if is_free and beside not in came_from and heights[beside] <= heights[cell]:
                    came_from[beside] = cell
                    queue.append(beside)
        return []

    def marks(self) -> list[Mark]:
        """The tower in the middle, whose the corners are, the board of 5 x 5 and its corners."""
        marks = [Mark(TOWER, (24,)), Mark(FRAME, (8, 40))]
        for size, kind in ((7, RING), (5, DASHED_RING)):
            by_players = {count: _corners(self.name, count, size) for count in player_counts(self.name)}
            for field in by_players[4]:
                marks += [Mark(kind, (field,)), Mark(SEATS, (field,), seats=seats_at(field, by_players))]
        return marks


def _back(came_from: dict[int, int], cell: int) -> list[int]:
    """Return the cells from the first one to a cell."""
    way = [cell]
    while came_from[cell] != cell:
        cell = came_from[cell]
        way.insert(0, cell)
    return way


def _corners(name: str, players: int, size: int) -> list[int]:
    """Return the fields of the balls at the start, in the order of play."""
    state = start(name, players=players, size=size)
    balls = {code[1]: field for field in range(49) for code in state.pieces(field) if code[0] == "O"}
    return [balls[str(player)] for player in range(players)]
