"""STEP BY STEP is a race: how many steps up and how many bricks lie between a ball and the top of the tower."""

from treppe.games.host.shares import shares
from treppe.games.step.rules import State

LEVELS = ((1, 5.0), (8, 0.0), (60, 0.0), (400, 0.0), (3000, 0.0), (20000, 0.0))
"""Simulations and error of the six levels; see `treppe_host.company.levels`."""

# What a way to the top costs, in the same unit: a step up ends a turn, a brick is one of a turn, level steps are free
# as far as one move goes. A cost stays below 255, which stands for no way.
UP = 8
BRICK = 6
LEVEL = 1
TURN = 6  # to be on turn
NARROW = 6  # to have but one way out
UNIT = 0.11  # of cost in the logarithm of the chance
_NO_WAY = 255
_BALL = 16
_OUT = 255
_WITHOUT_BALL = bytes([value & 15 for value in range(256)])
_MOST_KEPT = 20_000
_kept: dict[bytes, list[bytearray]] = {}  # the ways by heights: a move of a ball does not change them


def chances(state: State) -> list[float]:
    """Return the players' chances by what their ways to the top cost."""
    position = state.position
    cells = state.cells
    heights = bytes(position[:cells].translate(_WITHOUT_BALL))
    costs = _kept.get(heights)
    if costs is None:
        if len(_kept) > _MOST_KEPT:
            _kept.clear()
        costs = _kept[heights] = ways(heights, state.around, state.middle)
    scores = []
    for player in range(state.players):
        cell = position[cells + player]
        if cell == _OUT:
            scores.append(-40.0)
            continue
        height = heights[cell]
        layer = costs[height]
        cost = layer[cell]
        exits = 0
        near = state.around[cell]
        for beside in near:
            if -1 <= position[beside] - height <= 1:
                exits += 1
        if exits < 2:
            cost += NARROW
        if player == position[-1]:
            cost -= TURN
        scores.append(-UNIT * cost)
    return shares(scores)


def ways(heights: bytes, around: tuple[bytes, ...], middle: int) -> list[bytearray]:
    """Return by height, then by cell, what the way to the top costs from this height on this cell.

    A cell that is lower than the way needs it is raised by bricks. Balls are no obstacle: they move.
    """
    cells = len(heights)
    above = bytearray(b"\xff") * cells
    above[middle] = 0
    layers = [above]
    for height in range(4, -1, -1):
        costs = bytearray(b"\xff") * cells
        _step_up(costs, above, heights, around, cells, height)
        _spread(costs, heights, around, cells, height)
        layers.append(costs)
        above = costs
    layers.reverse()
    for height in range(1, 5):
        _step_down(layers[height], layers[height - 1], heights, around, cells, height)
    return layers


def _step_up(
    costs: bytearray, above: bytearray, heights: bytes, around: tuple[bytes, ...], cells: int, height: int
) -> None:
    """Write what it costs to go on one level higher, on a neighbour that may have to be raised to it."""
    for cell in range(cells):
        if heights[cell] <= height:
            best = _NO_WAY
            near = around[cell]
            for beside in near:
                missing = height + 1 - heights[beside]
                if missing >= 0:
                    cost = above[beside] + UP + BRICK * missing
                    if cost < best:
                        best = cost
            costs[cell] = best


def _spread(costs: bytearray, heights: bytes, around: tuple[bytes, ...], cells: int, height: int) -> None:
    """Spread costs over level steps, from both ends of the board in turn until nothing changes."""
    is_changed = True
    is_back = False
    while is_changed:
        is_changed = False
        for index in range(cells):
            cell = cells - 1 - index if is_back else index
            if heights[cell] <= height:
                best = costs[cell]
                near = around[cell]
                for beside in near:
                    missing = height - heights[beside]
                    if missing >= 0:
                        cost = costs[beside] + LEVEL + BRICK * missing
                        if cost < best:
                            best = cost
                if best < costs[cell]:
                    costs[cell] = best
                    is_changed = True
        is_back = not is_back


def _step_down(
    costs: bytearray, below: bytearray, heights: bytes, around: tuple[bytes, ...], cells: int, height: int
) -> None:
    """Take over what the cells one level lower can do."""
    for cell in range(cells):
        near = around[cell]
        for beside in near:
            if heights[beside] == height - 1 and below[beside] + LEVEL < costs[cell]:
                costs[cell] = below[beside] + LEVEL
