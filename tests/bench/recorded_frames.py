"""What a simulated board's sensing says frame by frame while people's hands play a game, to be played back."""

import json
from typing import TextIO

from table_games import Game
from treppe_sim.hands import RATES

_QUIET_MS = 3000  # kept after each change: by then all that waits for quiet has happened


def record(name: str, seed: int, file: TextIO) -> None:
    """Play a game; write a line with its name and options, then one for each frame as JSON.

    A frame is (ms, presses, changes), a change (field, value, activity).
    """
    game = Game(name, seed, RATES)
    table, sensing = game.board.table, game.board.sensing
    tick = table.tick
    print(json.dumps({"name": name, "options": game.state.options}), file=file)
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
            print(json.dumps((now_ms, presses, changes)), file=file)
        tick(now_ms, presses)

    table.tick = watched
    game.play()
    file.flush()
