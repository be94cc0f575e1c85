"""What a simulated board's sensing says frame by frame while people's hands play a game, to be played back."""

from typing import Any

from table_games import Game
from treppe_sim.hands import RATES

_QUIET_MS = 3000  # kept after each change: by then all that waits for quiet has happened


def record(name: str, seed: int) -> dict[str, Any]:
    """Play a game; return `name`, `options` and `frames`: (ms, presses, changes), each (field, value, activity)."""
    game = Game(name, seed, RATES)
    session, sensing = game.board.session, game.board.sensing
    tick = session.tick
    frames: list[tuple[int, int, list[tuple[int, int, int]]]] = []
    shown = [(-1, -1)] * game.board.surface.FIELDS
    last_ms = 0

    def watched(now_ms: int, presses: int = 0) -> None:
        nonlocal last_ms
        read = list(zip(sensing.image, sensing.activity, strict=True))
        changes = [(field, *read[field]) for field in range(len(read)) if read[field] != shown[field]]
        shown[:] = read
        if changes or presses:
            last_ms = now_ms
        if now_ms - last_ms < _QUIET_MS:
            frames.append((now_ms, presses, changes))
        tick(now_ms, presses)

    session.tick = watched
    game.play()
    return {"name": name, "options": game.state.options, "frames": frames}
