"""Chooses the sound of a moment; what is played stands here for the board's piezo and for the page."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from treppe.panel.view import View

# Hertz (0: silence) and milliseconds of each tone; a piezo is loudest from 2000 to 4000 Hz.
FIGURES = {
    "put": ((2700, 40),),
    "turn": ((2300, 60), (3100, 100)),
    "ask": ((3100, 50), (0, 70), (3100, 50)),
    "wrong": ((2000, 140), (0, 60), (2000, 200)),
    "win": ((2000, 90), (2500, 90), (3000, 90), (0, 40), (4000, 300)),
}


class Sounds:
    """Listens to a table: an action counts (`put`), the next player's turn begins (`turn`), something is asked
    (`ask`) or complained of (`wrong`), the game is over (`win`).
    """

    def __init__(self, view: "View"):
        self._view = view
        self._stage = view.stage
        self._was_wrong = view.pending.is_wrong
        self._player = self._player_now()
        self._num_records = view.observed.trace.version
        self._was_asked = False

    def due(self) -> str:
        """Return the sound of the last events since the last call, empty if there were none. Allocates nothing."""
        view = self._view
        stage, player, is_wrong = view.stage, self._player_now(), view.pending.is_wrong
        num_records = view.observed.trace.version
        is_asked = stage == "play" and len(view.pending.alternatives) > 0
        sound = ""
        if stage == "over" and self._stage != "over":
            sound = "win"
        elif is_wrong and not self._was_wrong:
            sound = "wrong"
        elif is_asked and not self._was_asked:
            sound = "ask"
        elif player >= 0 and player != self._player:
            sound = "turn"
        elif num_records != self._num_records:
            sound = "put"
        # One by one: a tuple of four would be allocated.
        self._stage, self._player = stage, player
        self._was_wrong, self._was_asked = is_wrong, is_asked
        self._num_records = num_records
        return sound

    def _player_now(self) -> int:
        view = self._view
        return view.observed.position.player if view.stage == "play" else -1
