"""Cubes: how many actions each player still needs until all his five stones are active."""

from treppe.games import chance
from treppe.games.cubes.cards import CARDS
from treppe.games.cubes.rules import AROUND, State
from treppe.games.host.shares import shares

LEVELS = ((1, 3.0), (1, 2.0), (1, 1.4), (1, 0.8), (10, 0.0), (1500, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

# Of score in the logarithm of the chance. A lead is soon lost again in this game; were the leader taken to have as good
# as won, an error would hide from a low level which action wins.
UNIT = 0.4
NEED = (0.55, 0.25, 0.1, 0.0)  # for a stone in the supply, by how far the best free square's count is off
OFF = (1.0, 0.35, 0.15, 0.05)  # for a stone on the board, by how far its count is off
TURN = 0.4
ALMOST = 1.0  # for the fourth active stone, and again for each more
_WHITE = 16
_IN_PLAY = 32
_DEPENDS = 151
_UNPLACED = 144
_HANDS = 155
_CHANCE = 175
_PILE = 181
_CARDS = bytes([kind for kind, card in enumerate(CARDS) for _ in range(card[1])])


def chances(state: State) -> list[float]:
    """Return the players' chances by their active stones and by those that could soon be active."""
    position = state.position
    players = state.players
    if position[_UNPLACED]:
        return [1.0 / players] * players
    stones = []
    for field in range(13, 131):
        if position[field] == _WHITE or position[field] >= _IN_PLAY:
            stones.append(field)
    scores = []
    for player in range(players):
        colour = position[_DEPENDS + player] + 1
        counts = bytearray(144)
        missing = 0b1111100
        score = 0.0
        active = 0
        for field in stones:
            if position[field] == _WHITE or position[field] >> 5 == colour:
                for step in AROUND:
                    counts[field + step] += 1
        for field in stones:
            stone = position[field]
            if stone >> 5 == player + 1:
                number = stone & 7
                missing ^= 1 << number
                off = abs(counts[field] - number)
                if off == 0:
                    active += 1
                score += OFF[min(off, 3)]
        if missing:
            nearest = bytearray(b"\x03" * 7)
            for field in range(13, 131):
                if not position[field]:
                    count = counts[field]
                    for number in range(2, 7):
                        off = abs(count - number)
                        if off < nearest[number]:
                            nearest[number] = off
            for number in range(2, 7):
                if missing >> number & 1:
                    score += NEED[nearest[number]]
        if active > 3:
            score += ALMOST * (active - 3)
        if player == position[-1]:
            score += TURN
        scores.append(UNIT * score)
    return shares(scores)


def hide(state: State, viewer: int, generator: bytearray) -> None:
    """Deal again what a player cannot know: the other hands, and the order of the deck.

    Which cards were laid down is taken for unknown as well.
    """
    position = state.position
    if not state.is_dealt:
        return
    chance.shuffle(generator, 0, bytearray(8), 0, 8)
    position[_CHANCE : _CHANCE + 4] = generator
    if position[_UNPLACED]:
        return  # nothing is dealt yet
    pool = bytearray(_CARDS)
    for kind in state.hand(viewer):
        pool.remove(kind)
    chance.shuffle(generator, 0, pool, 0, len(pool))
    place = 0
    for player in range(state.players):
        if player != viewer:
            first = _HANDS + 5 * player
            position[first : first + 5] = bytes(sorted(pool[place : place + 5]))
            place += 5
    position[_PILE : _PILE + len(pool) - place] = pool[place:]


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    active, active_before = (_active(state, player) for state in (after, before))
    return {"code": "why_active", "stones": active} if active > active_before else None


def _active(state: State, player: int) -> int:
    """Return how many of a player's stones on the board lie active side up."""
    fields = [field for field, value in enumerate(state.image()) if value and state.field_name(field)]
    return sum(state.owner(field) == player and state.pieces(field)[-1].endswith("a") for field in fields)
