"""Which sound a moment deserves; the board knows what each sounds like."""


class Sounds:
    """Listens to a session: `put` (an action counts), `turn` (the next player), `wrong`, `win` (the game is over)."""

    def __init__(self, session):
        self._session = session
        self._stage = session.stage
        self._was_wrong = session.is_wrong
        self._player = self._player_now()
        self._num_records = session.trace.version

    def due(self) -> str:
        """Return the sound of what has happened since the last call, empty if nothing has. Allocates nothing."""
        session = self._session
        stage, player, is_wrong = session.stage, self._player_now(), session.is_wrong
        num_records = session.trace.version
        sound = ""
        if stage == "over" and self._stage != "over":
            sound = "win"
        elif is_wrong and not self._was_wrong:
            sound = "wrong"
        elif player >= 0 and player != self._player:
            sound = "turn"
        elif num_records != self._num_records:
            sound = "put"
        # One by one: a tuple of four would be allocated.
        self._stage, self._player = stage, player
        self._was_wrong, self._num_records = is_wrong, num_records
        return sound

    def _player_now(self):
        return self._session.view.player if self._session.stage == "play" else -1
