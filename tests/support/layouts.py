"""Positions of all games laid out by hand, as scripts write them: `T0 a1, C1 a4 b6, turn 1`; on both runtimes."""

from treppe import games
from treppe.alphabet.image import BALL, LEVEL
from treppe.games import hexes, square
from treppe.games.seven.supply import AID, HANDS, NEAR, SIZES, VICTORY

_WHITES, _CARDS = 144, 155  # places in a position of Cubes
_ROOM_FOR_ALL = ["supply"] + ["3"] * 4 + ["5"] * 4  # of Tor: triangles of the four players, then their squares


def lay_out(state, groups):
    """Change the position of a state as the groups of a script say, each of them split into words."""
    _LAYOUTS[state.NAME](state, groups)


def arranged(name, text, **options):
    """Return a game that begins with such a position."""
    state = games.start(name, **options)
    lay_out(state, [group.split() for group in text.split(",")])
    return state


def _put(state, shapes, groups):
    """Clear the board and put pieces on it, given as `T0 c8 d8` a group; `shapes` is the game's table.

    `S0 all` stands everywhere, and `empty e5` is free again. `turn 1` is who is to move; `supply 3 3 5 5` is what lies
    beside the board, as the position has it behind its cells.
    """
    for cell in range(144):
        state.position[cell] = 0
    state.position[-1] = 0
    for code, *names in groups:
        if code == "turn":
            state.position[-1] = int(names[0])
        elif code == "supply":
            state.position[144 : 144 + len(names)] = bytes(map(int, names))
        else:
            piece = 0 if code == "empty" else int(code[1]) * 4 + shapes.index(code[0])
            for cell in range(144) if names == ["all"] else [square.parse_cell(name, 12, 12) for name in names]:
                state.position[cell] = piece


def _step(state, groups):
    """Build towers, `2 d5`, and put balls elsewhere, `O1 e5`; `build` and `turn 1` say who must do what."""
    position = state.position
    cells = [state.cell_name(cell) for cell in range(state.cells)]
    for what, *names in groups:
        if what == "build":
            position[-4] = 1
        elif what == "turn":
            position[-1] = int(names[0])
        elif what[0] == "O":
            place = state.cells + int(what[1])
            position[position[place]] &= LEVEL
            position[place] = cells.index(names[0])
        else:
            for name in names:
                position[cells.index(name)] = int(what)
    for player in range(state.players):
        position[position[state.cells + player]] |= BALL


def _aufstellen(state, groups):
    """Put pieces on the empty board, and leave none in the supplies."""
    state.position[16:22] = bytes(6)
    centres = [state.cell_name(cell) for cell in range(16)]
    for piece, *names in groups:
        for name in names:
            state.position[centres.index(name)] = 1 + "STC".index(piece[0]) + 3 * int(piece[1])


def _blockade(state, groups):
    """Put guards beside the kings, and look up the ways afresh."""
    kings = bytes(state.position[:144])
    _put(state, "?G", [["supply", "0", "0"]] + groups)
    for cell in range(144):
        state.position[cell] |= kings[cell]
    state.position[146] = bool(state.way(0))


def _wetteifern(state, groups):
    """Clear the board and put pieces on it: `R a1 d4`."""
    state.position[:144] = bytes(144)
    for colour, *names in groups:
        for name in names:
            state.position[square.parse_cell(name, 12, 12)] = games.load("wetteifern").COLOURS.index(colour)


def _cubes(state, groups):
    """Put white stones, `white e5`, and stones of players, `2a e5`, on the board; give cards, `cards 0 F1 L2`."""
    begun = games.start("cubes", **state.options)
    while begun.position[_WHITES]:
        begun.apply_action(begun.legal_actions()[0])
    position = state.position
    position[:] = begun.position
    for row in range(1, 11):
        position[row * 12 + 1 : row * 12 + 11] = bytes(10)
    for what, *names in groups:
        if what == "cards":
            kinds = [card[0] for card in games.load("cubes").CARDS]
            start = _CARDS + 5 * int(names[0])
            position[start : start + 5] = bytes(sorted([kinds.index(card) for card in names[1:]]))
            continue
        fields = [int(name[1:]) * 12 + ord(name[0]) - 96 for name in names]
        if what == "white":
            for field in fields:
                position[field] = 16
        else:
            player = "abcd".index(what[1])
            start = state.parking[player][int(what[0])]
            position[fields[0]] = 32 * (player + 1) + position[start]
            position[start] = 17
    state.turn_stones()
    state.begin_turn(0)


def _seven(state, groups):
    """Build towers, `3 c4`, and say what player 0 holds: tiles by their kinds, `aid 2`, and dealt discs, `hand 0036`.

    `bag 1` is how many discs are left in the bag, `near` that it has run out; `red 0` is how many red may draw, and
    `red aid` an aid that he holds in the open game.
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
        elif names == ["aid"]:
            position[AID + 1] = state.draw_tile(AID)
        elif what == "red":
            position[SIZES + 1] = int(names[0])
        else:
            position[NEAR] = 1


_LAYOUTS = {
    "aufstellen": _aufstellen,
    "blockade": _blockade,
    "cubes": _cubes,
    "seven": _seven,
    "sprung": lambda state, groups: _put(state, "?ST", groups),
    "step": _step,
    "tor": lambda state, groups: _put(state, "?CTS", [_ROOM_FOR_ALL] + groups),
    "weltreich": lambda state, groups: _put(state, ".TSC", groups),
    "wetteifern": _wetteifern,
}
