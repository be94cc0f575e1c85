"""The actions of a game that were not taken back, from a board's events."""

from collections.abc import Iterable
from typing import Any

from treppe.fold import Fold


class Played(Fold):
    """The words of the game that was begun last."""

    def __init__(self, events: Iterable[dict[str, Any]] = ()) -> None:
        self.words: list[str] = []
        for event in events:
            self.follow(event)

    def begin(self, event: dict[str, Any]) -> None:
        """See Fold."""
        self.words = []

    def act(self, event: dict[str, Any]) -> None:
        """See Fold."""
        self.words.append(event["word"])

    def take_back(self, event: dict[str, Any]) -> None:
        """See Fold."""
        del self.words[len(self.words) - event["count"] :]
