"""The place of events for their writer: a journal of a board, and the game reached in it."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class JournalPlace:
    """Stands in for a board's row, which knows only the present journal; the attributes have the row's names."""

    id: str
    journal: int
    game_id: int | None
    boot: int
    started_at: float | None

    def at_game(self, game: int | None) -> "JournalPlace":
        """Return the same place in another game, or in none."""
        return replace(self, game_id=game)
