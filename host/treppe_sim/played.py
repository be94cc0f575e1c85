"""The actions of a game that were not taken back, from a board's events."""

from collections.abc import Iterable
from typing import Any

from treppe.fold import Fold


class Played(Fold):
    """The actions of the game that was begun last, as events and as words."""

    def __init__(self, events: Iterable[dict[str, Any]] = ()) -> None:
        self.actions: list[dict[str, Any]] = []
        for event in events:
            self.follow(event)

    @property
    def words(self) -> list[str]:
        """The actions in the game's notation."""
        return [event["word"] for event in self.actions]

    def begin(self, event: dict[str, Any]) -> None:
        """See Fold."""
        self.actions = []

    def act(self, event: dict[str, Any]) -> None:
        """See Fold."""
        self.actions.append(event)

    def take_back(self, event: dict[str, Any]) -> None:
        """See Fold."""
        del self.actions[len(self.actions) - event["count"] :]
