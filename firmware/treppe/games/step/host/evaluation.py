"""STEP BY STEP is a race: how many steps up and how many bricks lie between a ball and the top of the tower."""

from math import exp

from treppe.alphabet.image import BALL
from treppe.alphabet.image import LEVEL as HEIGHT
from treppe.games.host.shares import own_shares, shares
from treppe.games.step.rules import TOWER, State

LEVELS = ((1, 0.7, 0.0), (1, 0.15, 0.0), (20, 0.0, 0.0), (60, 0.0, 0.5), (130, 0.0, 0.7), (20000, 0.0, 0.85))
"""Simulations, error and regard of the six levels; see `treppe_host.programs.levels`.

Two players who bar each other's ways draw. So what makes a lower level weaker is that it runs its own race; and who
fears to be barred at each step builds other ways until the bricks are gone, also against one who plays at random.
"""

# What a way to the top costs, in the same unit: a step up ends a turn, a brick is one of a turn, level steps are free
# as far as one move goes. A cost stays below 255, which stands for no way.
UP = 8
BRICK = 6
LEVEL = 1
TURN = 6  # to be on turn
NARROW = 6  # to have but one way out
SECOND = 0.5  # of what the second best step up costs more than the best way, for one brick bars that: so much ...
DETOUR = 12  # ... up to this
USUAL = 70  # what a way costs at the start
UNIT = 0.11  # of cost in the logarithm of the chance
PACE = 6  # of cost that a turn works off
HASTE = 5.0  # turns by which the bricks may last longer than the best way and the game still be drawn now and then
_NO_WAY = 255
_OUT = 255
_BRICKS_HIGH = -6  # as in rules.py
_BRICKS_LOW = -5
_GONE = 360.0
_PLENTY = 60.0  # turns
_MOST_KEPT = 20_000
_kept: dict[bytes, list[bytearray]] = {}  # the ways by heights: a move of a ball does not change them


def chances(state: State, regard: float = 1.0) -> list[float]:
    """Return the players' chances by what their ways to the top cost, and by whether the bricks last so long.

    When they do not, the game is drawn, except where all others are walled in by then: they are out.
    Whoever has less `regard` for the others' ways, down to 0, races on where a careful player would bar them.
    """
    position = state.position
    cells = state.cells
    ground = position[:cells]
    for player in range(state.players):
        cell = position[cells + player]
        if cell != _OUT:
            ground[cell] -= BALL
    heights = bytes(ground)
    costs = _kept.get(heights)
    if costs is None:
        if len(_kept) > _MOST_KEPT:
            _kept.clear()
        costs = _kept[heights] = ways(heights, state.around, state.middle)
    scores = []
    nearest = _GONE
    for player in range(state.players):
        cell = position[cells + player]
        cost = _GONE
        if cell != _OUT:
            cost = _cost(position, heights, costs, state.around[cell], cell)
            if player == position[-1]:
                cost -= TURN
        nearest = min(nearest, cost)
        scores.append(-UNIT * cost)
    found = shares(scores) if regard == 1.0 else own_shares(scores, regard, -UNIT * USUAL)
    even = 1.0 / state.players
    turns = (position[_BRICKS_HIGH] << 8 | position[_BRICKS_LOW]) * even
    drawn = 1.0 / (1.0 + exp(min(turns - nearest / PACE, _PLENTY) / HASTE))
    last = _last_left(state)
    for player, chance in enumerate(found):
        share = even if last < 0 else 1.0 if player == last else 0.0
        found[player] = chance + drawn * (share - chance)
    return found


def _last_left(state: State) -> int:
    """Return the only player whom the last brick would leave in the game, were it laid now; -1 if more are left."""
    last = state.position[-1]
    for player in range(state.players):
        if player != last and not state.is_out(player) and not state.is_walled_in(player):
            return -1
    return last


def _cost(position: bytearray, heights: bytes, costs: list[bytearray], near: bytes, cell: int) -> float:
    """Return what the way to the top costs a ball, and so much more the worse its second way is."""
    height = heights[cell]
    best: float = costs[height][cell]
    above = costs[min(height + 1, 5)]
    exits = 0
    first = second = _NO_WAY
    for beside in near:
        missing = height + 1 - heights[beside]
        if missing >= 0:
            cost = above[beside] + UP + BRICK * missing
            if cost < first:
                second = first
                first = cost
            elif cost < second:
                second = cost
        if -1 <= position[beside] - height <= 1:
            exits += 1
    if exits < 2:
        best += NARROW
    return best + SECOND * max(0, min(second - costs[height][cell], DETOUR))


def ways(heights: bytes, around: tuple[bytes, ...], middle: int) -> list[bytearray]:
    """Return by height, then by cell, what the way to the top costs from this height on this cell.

    A cell that is lower than the way needs it is raised by bricks. Balls are no obstacle: they move.
    """
    cells = len(heights)
    above = bytearray(b"\xff" * cells)
    above[middle] = 0
    layers = [above]
    for height in range(4, -1, -1):
        costs = bytearray(b"\xff" * cells)
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


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    position, cells, player = after.position, after.cells, before.current_player()
    ball, built = position[cells + player], action
    level = position[ball] & HEIGHT
    if before.hand_moves(action)[0][0] != _OUT:
        is_higher = level > before.position[before.position[cells + player]] & HEIGHT
        if is_higher:
            return {"code": "why_steps", "steps": TOWER - level}
        return {"code": "why_shortens"} if cost_of(after, player) < cost_of(before, player) else None
    if built in after.around[ball] and position[built] == level + 1:
        return {"code": "why_stair"}
    if cost_of(after, player) < cost_of(before, player):
        return {"code": "why_shortens"}
    for other in range(after.players):
        cell = position[cells + other]
        is_near = other != player and cell != _OUT and built in after.around[cell]
        if is_near and position[built] == (position[cell] & HEIGHT) + 2:
            return {"code": "why_bars"}
        if other != player and cost_of(after, other) > cost_of(before, other):
            return {"code": "why_bars"}
    return None


def cost_of(state: State, player: int) -> float:
    """Return what the way to the top costs a player's ball; `_GONE` if it is out."""
    position, cells = state.position, state.cells
    cell = position[cells + player]
    if cell == _OUT:
        return _GONE
    heights = bytes([value & HEIGHT for value in position[:cells]])
    return _cost(position, heights, ways(heights, state.around, state.middle), state.around[cell], cell)
