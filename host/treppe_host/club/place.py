"""A board as its events are written: with the journal that they are of, and the game that it stands at there."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Place:
    """Stands in for a board's row, which tells of its present journal only; the names are those of the row."""

    id: str
    journal: int
    game_id: int | None
    boot: int
    started_at: float | None

    def at_game(self, game: int | None) -> "Place":
        """Return the place at which another game is played, or none."""
        return replace(self, game_id=game)
