"""What hands do to play an action, and to put a board right."""

from dataclasses import dataclass
from typing import Protocol

from treppe.alphabet.image import BALL, BEYOND

from treppe_sim.world import World

# "lift" from a field, "put" on one; "take" from the supply, "give" to it; "turn" a stone over in the hand; "hover"
# over a field, or touch what stands there, and "leave" it; "nudge" what stands there out of its place, and push it to
# the "centre"; "slip": push it so far beside the centre; "bear": bear a part of its weight, or rest on it; "press" a
# button; "knock" against the table.
ACTS = ("lift", "put", "take", "give", "turn", "hover", "leave", "nudge", "centre", "slip", "bear", "press", "knock")


class State(Protocol):
    """What hands need to know of a game."""

    def apply_action(self, action: int) -> None:
        """Play an action."""

    def clone(self) -> "State":
        """Return a copy."""

    def hand_moves(self, action: int) -> list[tuple[int, int]]:
        """Return (field, change) in physical order."""

    def pieces(self, field: int) -> list[str]:
        """Return what stands on a field."""


@dataclass(frozen=True)
class Movement:
    """What a hand does: `act` is one of `ACTS`; `hand` tells hands apart, each has its own pieces.

    `rest_ms`: so long it stays on a piece that it has put, or bears or presses with `force_g`, below 0 where it bears a
    part of the weight; or knocks with that speed, in mm/ms. `code` is also the button that it presses.
    """

    act: str
    field: int = BEYOND
    code: str = ""
    num_pieces: int = 1
    hand: int = 0
    rest_ms: float = 0.0
    force_g: float = 0.0
    off_mm: float = 0.0


def script(state: State, action: int) -> list[Movement]:
    """Return the movements of hands that make an action, in physical order.

    >>> from treppe import games
    >>> state = games.start("aufstellen")
    >>> [(each.act, each.code) for each in script(state, state.action("+e8"))]
    [('take', 'S0'), ('put', '')]
    """
    movements: list[Movement] = []
    hand_moves = state.hand_moves(action)
    for index, (field, change) in enumerate(hand_moves):
        if field != BEYOND:
            count = 1 if abs(change) == BALL else abs(change)
            movements.append(Movement("lift" if change < 0 else "put", field, num_pieces=count))
        elif change > 0:
            movements.append(Movement("give"))
        else:
            target = next(place for place, _ in hand_moves[index + 1 :] if place != BEYOND)
            after = state.clone()
            after.apply_action(action)
            movements.append(Movement("take", code=after.pieces(target)[-1]))
    return movements


def carry_out(world: World, movement: Movement) -> None:
    """Do a movement of pieces in a world at once; raises ImpossibleAct.

    >>> from treppe import surfaces
    >>> world = World(surfaces.load("reed12"))
    >>> carry_out(world, Movement("lift", 5))
    Traceback (most recent call last):
        ...
    treppe_sim.world.ImpossibleAct: not 1 pieces stand on f1
    """
    if movement.act == "lift":
        world.lift(movement.field, movement.num_pieces)
    elif movement.act == "put":
        world.put(movement.field, movement.num_pieces)
    elif movement.act == "take":
        world.take(movement.code)
    elif movement.act == "turn":
        world.turn()
    else:
        world.give()


def repairs(state: State, world: World) -> list[Movement]:
    """Return the movements that make the board what the game says; what is too much goes into the supply.

    >>> from treppe import games, surfaces
    >>> from treppe_sim.material import start_stacks
    >>> state, world = games.start("step"), World(surfaces.load("square7"))
    >>> world.arrange(start_stacks(state), {})
    >>> world.lift(0)
    'O0'
    >>> [(each.act, each.code) for each in repairs(state, world)]
    [('take', 'O0'), ('put', '')]
    """
    taken_off: list[Movement] = []
    put_on: list[Movement] = []
    for field, stack in enumerate(world.stacks):
        wanted = state.pieces(field)
        if stack == wanted:
            continue
        if [code[:-1] for code in stack] == [code[:-1] for code in wanted] and stack[-1][-1] in "ai":
            put_on += [Movement("lift", field), Movement("turn"), Movement("put", field)]
            continue
        same = 0
        while same < min(len(stack), len(wanted)) and stack[same] == wanted[same]:
            same += 1
        taken_off += [Movement("lift", field), Movement("give")] * (len(stack) - same)
        for code in wanted[same:]:
            put_on += [Movement("take", code=code), Movement("put", field)]
    return taken_off + put_on
