"""Weltreich: pieces, thrones, and commanders who are near their crowns."""

from treppe.games.host.shares import shares
from treppe.games.weltreich.rules import State

LEVELS = ((1, 3.0), (1, 1.7), (1, 1.0), (1, 0.35), (100, 0.0), (2500, 0.0))
"""Simulations and error of the six levels; see `treppe_host.programs.levels`."""

PIECES = (0.0, 0.3, 0.3, 6.0)  # by kind: rider, archer, commander
THRONE = (0.0, 0.1, 0.4, 1.2, 3.0)  # by the number of thrones held
GUARD = (-1.5, -0.2, 0.0)  # for the enemies that could capture on the own crown's throne: none, one, more
THREATENED = 1.2  # less for a commander who could be captured by the next to move
_REACH = (0, 1 << 3, 1 << 4, 1 << 2 | 1 << 5)
_OWNERS = 144


def chances(state: State) -> list[float]:
    """Return the players' chances by what they have, and by what is about to happen."""
    position = state.position
    players = state.players
    owners = position[_OWNERS : _OWNERS + 4]
    scores = [0.0] * players
    commanders = bytearray(b"\xff\xff\xff\xff")
    for cell in range(144):
        piece = position[cell]
        if piece:
            owner = owners[piece >> 2]
            scores[owner] += PIECES[piece & 3]
            if piece & 3 == 3 and owner == piece >> 2:
                commanders[owner] = cell
    held = bytearray(4)
    for throne in state.thrones:
        piece = position[throne]
        if piece:
            held[owners[piece >> 2]] += 1
    teams = state.teams
    mover = position[-1]
    for player in range(players):
        cell = commanders[player]
        if cell == 255:
            scores[player] -= 8.0
            continue
        scores[player] += THRONE[held[player] + (held[(player + 2) % 4] if teams else 0)]
        crown = state.crowns[player]
        near = cell % 12 == crown % 12 or cell // 12 == crown // 12
        guards = _attackers(position, owners, crown, player, teams)
        if near:
            scores[player] -= GUARD[min(guards, 2)] if player != mover else 2 * GUARD[min(guards, 2)]
        elif not guards:
            scores[player] += 0.3
        if player != mover and _attackers(position, owners, cell, player, teams):
            scores[player] -= THREATENED
    if teams:
        scores = [scores[0] + scores[2], scores[1] + scores[3], scores[0] + scores[2], scores[1] + scores[3]]
    return shares(scores)


def _attackers(position: bytearray, owners: bytearray, target: int, player: int, teams: bool) -> int:
    """Count the enemy pieces that could capture on a cell in one move."""
    count = 0
    row = target - target % 12
    for index in range(24):
        cell = row + index if index < 12 else target % 12 + (index - 12) * 12
        piece = position[cell]
        if piece:
            owner = owners[piece >> 2]
            if owner != player and not (teams and owner == (player + 2) % 4):
                distance = abs(cell - target) if index < 12 else abs(cell - target) // 12
                if _REACH[piece & 3] >> distance & 1:
                    count += 1
    return count


def why(before: State, action: int, after: State) -> dict[str, object] | None:
    """Return why the action is good, as a code; None if this does not tell."""
    player = before.current_player()
    taken = sum(before.image()) - sum(after.image())
    if taken > 0:
        return {"code": "why_takes", "pieces": taken}
    held, held_before = (sum(state.owner(throne) == player for throne in state.thrones) for state in (after, before))
    return {"code": "why_throne", "held": held} if held > held_before else None
