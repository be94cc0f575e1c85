"""Positions of 7 Steps for tests of its discs and of its tiles, on both runtimes."""

from treppe import games
from treppe.games import hexes
from treppe.games.seven.supply import AID, HANDS, NEAR, SIZES, VICTORY


def arranged(groups, **options):
    """Return a game that is laid out as in `3 c4, aid 2`."""
    state = games.start("seven", **options)
    lay(state, [group.split() for group in groups.split(",") if group])
    return state


def lay(state, groups):
    """Lay out towers, `3 c4`, and what player 0 holds: tiles by their kinds, `aid 2`, and dealt discs, `hand 0036`.

    `bag 1` is how many discs are left in the bag, `near` that it has run out, and `red 0` how many red may draw.
    """
    position = state.position
    for what, *names in groups:
        if what.isdigit():
            for cell in [hexes.parse_cell(name) for name in names]:
                position[cell] = int(what)
                if not state.is_dealt:
                    position[HANDS + state.colours[cell]] -= int(what)
        elif what in ("aid", "victory"):
            sort = AID if what == "aid" else VICTORY
            tile = state.draw_tile(sort)
            position[sort] = 1 + int(names[0]) if state.is_dealt else tile
        elif what == "hand":
            hand = "".join(names)
            position[HANDS : HANDS + 7] = bytes([hand.count(str(colour)) for colour in range(7)])
            position[SIZES] = len(hand)
        elif what == "bag":
            state.draw(0, 140 - 7 * state.players - int(names[0]))
            position[SIZES] = 7
        elif what == "red":
            position[SIZES + 1] = int(names[0])
        else:
            position[NEAR] = 1


def bag(state):
    """The discs in the bag, counted colour by colour: what is in no hand and not on the board."""
    image = state.image()
    count = [20] * 7
    for cell in range(49):
        count[state.colours[cell]] -= image[cell]
    for player in range(state.players):
        for colour in state.hand(player):
            count[colour] -= 1
    return [colour for colour in range(7) for _ in range(count[colour])]
