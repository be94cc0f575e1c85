"""The evaluation for a game that has none of its own: one game from here on, played at random."""

from zlib import crc32

from treppe.games import State

LONGEST = 200  # actions; a game that lasts longer counts as a draw


def chances(state: State) -> list[float]:
    """Return 1 for whoever wins a random game that goes on from here, the same one each time; half of it shared."""
    position = state.position
    before = bytes(position)
    dice = crc32(before)
    for _ in range(LONGEST):
        actions = state.legal_actions()
        if not actions:
            break
        dice = (dice * 1103515245 + 12345) & 0x3FFFFFFF
        state.perform(actions[(dice >> 8) % len(actions)])
    winners = state.winners
    position[:] = before
    share = 0.5 / state.players
    if not winners:
        return [2 * share] * state.players
    return [share + (0.5 / len(winners) if player in winners else 0.0) for player in range(state.players)]
