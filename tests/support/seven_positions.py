"""Positions of 7 Steps for tests of its discs and of its tiles, on both runtimes."""

from rules_checks import legal_words
from treppe import games
from treppe.games import hexes
from treppe.games.seven.supply import AID, HANDS, SIZES, VICTORY


def arranged(towers, aid=None, victory=None, hand=None, **options):
    """A game with towers (heights by cell name); player 0 holds tiles (their kinds) and, if dealt, these colours."""
    state = games.start("seven", **options)
    position = state.position
    for name, height in towers.items():
        cell = hexes.parse_cell(name)
        position[cell] = height
        if not state.is_dealt:
            position[HANDS + state.colours[cell]] -= height
    for sort, kind in ((AID, aid), (VICTORY, victory)):
        if kind is not None:
            tile = state.draw_tile(sort)
            position[sort] = 1 + kind if state.is_dealt else tile
    if hand is not None:
        position[HANDS : HANDS + 7] = bytes([hand.count(str(colour)) for colour in range(7)])
        position[SIZES] = len(hand)
    return state


def words(state, start):
    return [word for word in legal_words(state).split() if word.startswith(start)]


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
