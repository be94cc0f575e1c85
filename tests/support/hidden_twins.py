"""Pairs of positions that differ only in what the player to move cannot know."""

import random
from binascii import hexlify, unhexlify

from treppe import games

# Where 7 Steps and Cubes keep what is hidden, written here a second time so that the search does not test itself.
SEVEN_HANDS, SEVEN_SIZES, SEVEN_BAGGED, SEVEN_SEED, SEVEN_BAG = 61, 89, 154, 155, 159
SEVEN_TILES = {94: 3, 120: 4}  # where a sort of bonus tiles begins, and the phase in which one of them is in the hand
CUBES_UNPLACED, CUBES_HANDS, CUBES_SEED, CUBES_DECK, CUBES_PILE = 144, 155, 175, 179, 181


def positions(name: str, seed: int):
    """Yield positions of a random game in which somebody has to choose."""
    chance = random.Random(seed)
    options = {"players": chance.choice((2, 3, 4)), "seed": chance.randrange(1, 2**32)}
    if name == "seven":
        options["side"] = chance.choice(("plain", "mixed"))
    state = games.start(name, **options)
    skipped = chance.randrange(26, 90)
    for index in range(200):
        actions = sorted(state.legal_actions())
        if not actions:
            return
        if index >= skipped and len(actions) > 1:
            yield state
        state.apply_action(chance.choice(actions))


def twin(state, chance: random.Random):
    """Return a state that looks the same to the player to move: other hands, other order of what is to be drawn."""
    other = state.clone()
    (_deal_seven if state.NAME == "seven" else _deal_cubes)(other.position, state, chance)
    return other


def _deal_seven(position, state, chance):
    viewer = position[-1]
    others = [player for player in range(state.players) if player != viewer]
    discs = list(hexlify(position[SEVEN_BAG : SEVEN_BAG + 70]))[: position[SEVEN_BAGGED]]
    for player in others:
        for colour in range(7):
            discs += [48 + colour] * position[SEVEN_HANDS + 7 * player + colour]
    chance.shuffle(discs)
    for player in others:
        hand = SEVEN_HANDS + 7 * player
        position[hand : hand + 7] = bytes(7)
        for _ in range(position[SEVEN_SIZES + player]):
            position[hand + discs.pop() - 48] += 1
    position[SEVEN_BAG : SEVEN_BAG + 70] = unhexlify(bytes(discs).ljust(140, b"0"))
    position[SEVEN_SEED : SEVEN_SEED + 4] = bytes(chance.randrange(1, 256) for _ in range(4))
    for start in SEVEN_TILES:
        places = [start + player for player in others] + list(range(start + 6, start + 16))
        held = [place for place in places if position[place]]
        tiles = [position[place] for place in held]
        chance.shuffle(tiles)
        for place, tile in zip(held, tiles):
            position[place] = tile


def _deal_cubes(position, state, chance):
    position[CUBES_SEED : CUBES_SEED + 4] = bytes(chance.randrange(1, 256) for _ in range(4))
    if position[CUBES_UNPLACED]:
        return
    others = [player for player in range(state.players) if player != position[-1]]
    end = CUBES_PILE + position[CUBES_DECK]
    cards = list(position[CUBES_PILE:end])
    for player in others:
        cards += position[CUBES_HANDS + 5 * player : CUBES_HANDS + 5 * player + 5]
    chance.shuffle(cards)
    for player in others:
        hand = CUBES_HANDS + 5 * player
        position[hand : hand + 5] = bytes(sorted(cards[-5:]))
        del cards[-5:]
    position[CUBES_PILE:end] = bytes(cards)
