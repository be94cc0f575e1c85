"""Facts about a game for hosts, besides its rules; each game has its own in `host/facts.py` of its folder.

No board loads anything from a folder named `host`.
"""

from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from treppe.games import load, start
from treppe.games.host.marks import Mark
from treppe.games.host.printed import Printed


class Lesson(NamedTuple):
    """The first steps of a game: its options, the actions before, and those of the lesson, of all players.

    The learner is who plays the first of `notations`; what the page says at each of his is `COACH` in `words_en.toml`.
    """

    notations: str
    before: str = ""
    options: Mapping[str, Any] = MappingProxyType({})


class Facts:
    """The facts of one game; a game's own class `Facts` extends it with what is otherwise than here."""

    AGE = 0
    """Years that players should have; 0 where the original does not say."""
    MINUTES = (0, 0)
    """How long a game takes, at least and at most. Of the originals only that of STEP BY STEP tells age and minutes."""
    PLAIN_OPTIONS: tuple[str, ...] = ()
    """Options of a new game that everybody understands; all others are for those who know the game."""
    KEPT: tuple[str, ...] = ()
    """Groups of printed things that stay with who has them: he never gives them on."""
    LESSON = Lesson("")
    """How somebody learns the game; without words nobody does."""
    DEMO: dict[str, Any] = {}
    """Options of the game that `treppe demo` plays."""
    DEMO_SEED = 1
    """The seed with which simulated hands come to an end early: who draws lots may need hundreds of actions."""
    VARIANTS: tuple[dict[str, Any], ...] = ({},)
    """Options with which games are played in tests: together they show all that a table has to understand."""

    def __init__(self, name: str) -> None:
        """Take the name of the game."""
        self.name = name

    def supply(self, state: Any) -> dict[str, int]:
        """Return how many pieces wait beside the board at the start of a game, by their codes."""
        return {}

    def material(self, state: Any) -> dict[str, int]:
        """Return all pieces of a game, from the position at its start: kind and colour -> how many.

        Numbered stones of a player are one kind, as are the two sides of a stone.
        """
        counts = Counter(self.supply(state))
        for field in range(len(state.image())):
            counts.update(code[0] + code[2] if code[0] == "N" else code for code in state.pieces(field))
        return dict(counts)

    def largest_material(self) -> dict[str, int]:
        """Return what a box needs: of each piece as many as the game of any number of players has."""
        largest: Counter[str] = Counter()
        for players in player_counts(self.name):
            largest |= Counter(self.material(start(self.name, players=players)))
        return dict(largest)

    def printed(self, players: int) -> list[Printed]:
        """Return what so many players have besides pieces: cards, tiles, screens."""
        return []

    def all_printed(self) -> list[Printed]:
        """Return what a box needs of it: enough for any number of players."""
        return self.printed(max(player_counts(self.name)))

    def held(self, state: Any, player: int) -> list[str]:
        """Return what a player holds where others do not see it: codes of pieces, or of `printed` things, sorted.

        Empty where it lies beside the board, and nobody but the player knows it.
        """
        return []

    def scattered(self, state: Any) -> int:
        """Return how many of the next actions bring pieces that people may as well put by chance, all in one go."""
        return 0

    def word_of(self, state: Any, chosen: list[str]) -> str:
        """Return the notation of the action by which the player to move gives some of what he holds, or nothing."""
        return ""

    def gives(self, word: str) -> bool:
        """Tell whether an action, by its word, is one of those that `word_of` returns."""
        return False

    def goals(self, state: Any) -> list[int]:
        """Return the fields that a star marks, for somebody wants to get there."""
        return []

    def homes(self, state: Any) -> dict[int, int]:
        """Return the fields in a player's colour, for he alone wants to get there: field -> player."""
        return {}

    def colours(self, state: Any) -> bytes:
        """Return for which colour of discs each field is, by its number in `palette.DISCS`; empty where for any."""
        return b""

    def ways(self, state: Any) -> list[list[int]]:
        """Return the ways that are drawn over the board, field by field."""
        return []

    def path(self, state: Any, action: int) -> list[int]:
        """Return the fields between the endpoints of an action that its piece passes, where it does not go straight."""
        return []

    def marks(self) -> list[Mark]:
        """Return what is printed on the plate for this game."""
        return []


def of(name: str) -> Facts:
    """Return the facts of a game; raise `InvalidOption` for a name that is no game."""
    load(name)
    facts: Facts = import_module(f"treppe.games.{name}.host.facts").Facts(name)
    return facts


def player_counts(name: str) -> tuple[int, ...]:
    """Return how many players a game may have."""
    counts: tuple[int, ...] = next(allowed for option, allowed, _ in load(name).OPTIONS if option == "players")
    return counts
