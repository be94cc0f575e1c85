"""7 Steps: the points, those of the turn in progress, and what the players who are still to come will make."""

from binascii import unhexlify

from treppe.games import chance
from treppe.games.host.shares import shares
from treppe.games.seven.rules import AIDS, VICTORIES, State
from treppe.games.seven.supply import DISCS, HANDS

LEVELS = ((1, 3.0), (1, 1.3), (4, 0.0), (12, 0.0), (40, 0.0), (800, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

TURN = 9.0  # points that a turn brings
TILE = 2.5  # for each bonus tile held
POINT = 0.06  # in the logarithm of the chance; more when little is left
_DRAWN = 52
_COUNT = 53
_PATH = 54
_SIZES = 89
_NEAR = 93
_AID = 94
_VICTORY = 120
_SCORES = 146
_BAGGED = 154
_PHASE = 50
_SEED = 155
_BAG = 159
_KEEPS_AID = 3
_KEEPS_VICTORY = 4
_PILED = 4
_LAID = 5
_TILES = 26  # bytes of one sort: held, counts, pile, discard pile


def chances(state: State) -> list[float]:
    """Return the players' chances by points, tiles, and turns still to come in this round."""
    position = state.position
    players = state.players
    mover = position[-1]
    weight = POINT * (1.0 + 2.0 / (1.0 + position[_BAGGED] / 20.0))
    scores = []
    for player in range(players):
        points = 256.0 * position[_SCORES + 2 * player] + position[_SCORES + 2 * player + 1]
        if position[_AID + player]:
            points += TILE
        if position[_VICTORY + player]:
            points += TILE
        if player > mover:
            points += TURN
        scores.append(points)
    if not position[-2]:
        for index in range(position[_COUNT]):
            scores[mover] += position[position[_PATH + index]]
        if not position[_PHASE] and not position[_COUNT]:
            scores[mover] += TURN
    return shares([weight * score for score in scores])


def hide(state: State, viewer: int, generator: bytearray) -> None:
    """Deal again what a player cannot know: the other hands, the bag, and bonus tiles but his own.

    What may be there follows from the board and his own hand alone. Discs that were put into the box are among it.
    """
    position = state.position
    if not state.is_dealt:
        return
    pool = bytearray()
    own = HANDS + 7 * viewer
    for colour in range(7):
        left = DISCS - position[own + colour]
        for cell in state.cells_of[colour]:
            left -= position[cell]
        pool.extend(bytes([colour]) * left)
    chance.shuffle(generator, 0, pool, 0, len(pool))
    place = 0
    for player in range(state.players):
        if player != viewer:
            hand = HANDS + 7 * player
            position[hand : hand + 7] = bytes(7)
            for _ in range(position[_SIZES + player]):
                position[hand + pool[place]] += 1
                place += 1
    bag = bytearray(b"0" * 140)
    for index in range(position[_BAGGED]):
        bag[index] = 48 + pool[place]
        place += 1
    position[_BAG : _BAG + 70] = unhexlify(bag)
    if state.options["tiles"]:
        _hide_tiles(position, _AID, AIDS, viewer, generator)
        _hide_tiles(position, _VICTORY, VICTORIES, viewer, generator)
    position[_SEED : _SEED + 4] = generator


def _hide_tiles(position: bytearray, sort: int, kinds: tuple[int, ...], viewer: int, generator: bytearray) -> None:
    """Shuffle all tiles of one sort but those in the viewer's hand."""
    pool = bytearray([1 + kind for kind in kinds])
    seen = [position[sort + viewer]]
    if position[_PHASE] == (_KEEPS_AID if sort == _AID else _KEEPS_VICTORY):
        seen.append(position[_DRAWN])
    for tile in seen:
        if tile:
            pool.remove(tile)
    chance.shuffle(generator, 0, pool, 0, len(pool))
    for place in range(sort, sort + _TILES):
        if position[place] and place not in (sort + viewer, sort + _PILED, sort + _LAID):
            position[place] = pool.pop()


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    if after.scores is None or before.scores is None:
        return None
    points = after.scores[player] - before.scores[player]
    return {"code": "why_points", "points": points} if points > 0 else None
