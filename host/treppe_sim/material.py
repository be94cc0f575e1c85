"""The material of a game at its start: the pieces on the board, and those beside it."""

from collections import Counter
from typing import Any

from treppe import games
from treppe.games.host import facts


def start_stacks(state: Any) -> list[list[str]]:
    """Return what stands on each surface field in a position, the bottom first: what `World.arrange` takes.

    >>> stacks = start_stacks(games.start("step", players=2))
    >>> {field: stack for field, stack in enumerate(stacks) if stack}
    {0: ['O0'], 24: ['B', 'B', 'B', 'B', 'B'], 48: ['O1']}
    """
    return [list(state.pieces(field)) for field in range(len(state.image()))]


def start_supply(state: Any) -> dict[str, int]:
    """Return the pieces that wait beside the board at the start of a game, by their code.

    >>> start_supply(games.start("step", players=2))
    {'B': 49}
    """
    return facts.of(state.NAME).supply(state)


def supply_beside(state: Any) -> dict[str, int]:
    """Return the pieces that lie beside the board in any position: those of the start that are not on the board."""
    start = games.start(state.NAME, state.options)
    at_first = start_supply(start)
    supply = Counter(at_first)
    for stack in start_stacks(start):
        supply.update(stack)
    for stack in start_stacks(state):
        supply.subtract(stack)
    # Stones of two sides are turned over, and never leave the board.
    stays = "N" if state.TWO_SIDED else ""
    return {code: count for code, count in supply.items() if code in at_first or (count > 0 and code[0] != stays)}
