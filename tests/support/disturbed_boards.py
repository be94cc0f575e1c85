"""Boards that were disturbed at random, and the fewest movements that put them right."""

from __future__ import annotations

from collections import Counter
from random import Random

from treppe import games

MOST_DISTURBED = 12
_HIGHEST = {"square7": 7, "hex49": 7, "reed12": 1}
_HIGHEST_WITH_BALL = 5

Stacks = list[list[str]]


def codes_of(state: games.State) -> list[str]:
    """Return every kind of piece that a game may have."""
    players = range(state.players)
    if state.NAME == "step":
        return ["B", *(f"O{player}" for player in players)]
    if state.NAME == "seven":
        return [f"D{colour}" for colour in range(7)]
    if state.NAME == "cubes":
        return ["W", *(f"N{number}{player}{side}" for player in players for number in range(2, 7) for side in "ai")]
    if state.NAME == "wetteifern":
        return [f"P{colour}" for colour in range(4)]
    return [f"{shape}{player}" for player in players for shape in "STC"]


def disturb(state: games.State, wanted: Stacks, random: Random) -> tuple[Stacks, Counter[str]]:
    """Return a position with 1 to 12 pieces moved, removed or added, or with towers knocked over.

    Whatever was changed can be seen by sensors: nothing stands as high as before and is something else. Also returns
    what has gone into the box (or come from it, below 0).
    """
    while True:
        stacks = [list(stack) for stack in wanted]
        box: Counter[str] = Counter()
        for _ in range(random.randint(1, MOST_DISTURBED)):
            random.choice((_move, _move, _move, _remove, _add, _topple, _rob))(state, random, stacks, box)
        if stacks != wanted and all(_is_visible(*pair) for pair in zip(stacks, wanted, strict=True)):
            return stacks, box


def _move(state: games.State, random: Random, stacks: Stacks, box: Counter[str]) -> None:
    start = _anywhere(random, stacks)
    end = _place_for(state, random, stacks, stacks[start][-1:] or [""])
    if start != end and stacks[start] and end >= 0:
        stacks[end].append(stacks[start].pop())


def _remove(state: games.State, random: Random, stacks: Stacks, box: Counter[str]) -> None:
    place = _anywhere(random, stacks)
    if stacks[place]:
        box[stacks[place].pop()] += 1


def _add(state: games.State, random: Random, stacks: Stacks, box: Counter[str]) -> None:
    code = random.choice(codes_of(state))
    place = _place_for(state, random, stacks, [code])
    if place >= 0:
        stacks[place].append(code)
        box[code] -= 1


def _topple(state: games.State, random: Random, stacks: Stacks, box: Counter[str]) -> None:
    """Knock a whole tower over: its pieces come to lie on other fields, or beside the board."""
    place = _anywhere(random, stacks)
    fallen, stacks[place] = stacks[place], []
    for code in fallen:
        end = _place_for(state, random, stacks, [code])
        if end in (-1, place) or random.random() < 0.3:
            box[code] += 1
        else:
            stacks[end].append(code)


def _rob(state: games.State, random: Random, stacks: Stacks, box: Counter[str]) -> None:
    """Take a brick away from under a ball, or push one under it."""
    balls = [place for place, stack in enumerate(stacks) if len(stack) > 1 and stack[-1][0] == "O"]
    if balls:
        place = random.choice(balls)
        if random.random() < 0.5:
            box[stacks[place].pop(0)] += 1
        elif len(stacks[place]) <= _HIGHEST_WITH_BALL:
            stacks[place].insert(0, "B")
            box["B"] -= 1


def _anywhere(random: Random, stacks: Stacks) -> int:
    full = [place for place, stack in enumerate(stacks) if stack]
    return random.choice(full or [0])


def _place_for(state: games.State, random: Random, stacks: Stacks, codes: list[str]) -> int:
    """Return a field on which a piece may lie, -1 if chance finds none."""
    highest = _HIGHEST_WITH_BALL if codes[0][:1] == "O" else _HIGHEST[state.surface] - 1
    for _ in range(50):
        place = random.randrange(len(stacks))
        if len(stacks[place]) <= highest and stacks[place][-1:] != ["O"] and "O" not in "".join(stacks[place]):
            return place
    return -1


def _is_visible(stack: list[str], wanted: list[str]) -> bool:
    """Tell whether a stack stands as it should, or sensors can tell what to take off or to put on."""
    if stack == wanted:
        return True
    bricks, wanted_bricks = ([code for code in each if code[0] != "O"] for each in (stack, wanted))
    balls, wanted_balls = ([code for code in each if code[0] == "O"] for each in (stack, wanted))
    if len(bricks) == len(wanted_bricks) and len(balls) == len(wanted_balls):
        return False
    return bricks[: len(wanted_bricks)] == wanted_bricks[: len(bricks)] and (not balls or balls == stack[-1:])


def fewest_movements(wanted: Stacks, stacks: Stacks) -> int:
    """Return the fewest movements that are possible: a movement takes one piece and lays it down."""
    missing: Counter[str] = Counter()
    surplus: Counter[str] = Counter()
    own: Counter[str] = Counter()
    for pair in zip(stacks, wanted, strict=True):
        stack, right = ([code.rstrip("ai") for code in each] for each in pair)  # stones are turned over besides
        same = 0
        while same < min(len(stack), len(right)) and stack[same] == right[same]:
            same += 1
        missing.update(right[same:])
        surplus.update(stack[same:])
        if stack[same:] and right[same:] and stack[-1] == right[-1]:  # a ball that bricks come or go from under
            own[right[-1]] += 1
    total = 0
    for code in missing | surplus:
        # Each piece goes from here to there at once, but for the only one of its kind that leaves and comes back.
        has_to_wait = missing[code] == surplus[code] == own[code] == 1
        total += max(missing[code], surplus[code]) + has_to_wait
    return total
