"""What people lay out before a game: the pieces on the board, and those beside it."""

from collections import Counter
from typing import Any

from treppe import games

_WHITE_STONES = {2: 30, 3: 28, 4: 26}


def start_stacks(state: Any) -> list[list[str]]:
    """Return what stands on each surface field in a position, the bottom first."""
    return [list(state.pieces(field)) for field in range(len(state.image()))]


def start_supply(state: Any) -> dict[str, int]:
    """Return the pieces that wait beside the board at the start of a game."""
    players = range(state.players)
    if state.NAME == "step":
        return {"B": state.bricks}
    if state.NAME == "seven":
        return {f"D{colour}": 20 for colour in range(7)}
    if state.NAME == "blockade":
        return {f"S{player}": 6 for player in players}
    if state.NAME == "aufstellen":
        return {f"{shape}{player}": count for player in players for shape, count in (("S", 2), ("T", 2), ("C", 1))}
    if state.NAME == "tor":
        return {f"{shape}{player}": count for player in players for shape, count in (("T", 3), ("S", 5))}
    if state.NAME == "cubes":
        return {"W": _WHITE_STONES[state.players]}
    return {}


def supply_beside(state: Any) -> dict[str, int]:
    """Return the pieces that lie beside the board in any position: what there was at the start and stands nowhere."""
    start = games.start(state.NAME, **state.options)
    at_first = start_supply(start)
    supply = Counter(at_first)
    for stack in start_stacks(start):
        supply.update(stack)
    for stack in start_stacks(state):
        supply.subtract(stack)
    # Numbered stones are turned over, and never leave the board.
    return {code: count for code, count in supply.items() if code in at_first or (count > 0 and code[0] != "N")}
