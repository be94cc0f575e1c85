"""Examples in the rules for people: a position of a game, reached by its own actions, and arrows over it.

A game's stand in its `host/examples.py`, as `EXAMPLES`: name -> Example. `rules_XX.md` shows one as `example-NAME.svg`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from treppe import games

LEGAL = "legal"
ILLEGAL = "illegal"
PLAYED = "played"  # among the last actions that led to the position


@dataclass(frozen=True, slots=True)
class Arrow:
    """An action that is drawn: as an arrow from field to field, or as a badge on the only field that it names."""

    word: str
    kind: str = LEGAL
    way: str = ""
    """The fields that the arrow passes, where they are others than those of the word; two at least."""


@dataclass(frozen=True, slots=True)
class Example:
    """What was played from the start, and what is drawn over the position."""

    played: str = ""
    arrows: tuple[Arrow, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    rings: str = ""
    """Fields with a ring, for the text to speak of."""
    part: str = ""
    """Fields around the part that is shown; empty for the whole board."""

    def state(self, name: str) -> games.State:
        """Return the position in a game; raises an error of the rules where an action was not legal."""
        state = games.start(name, dict(self.options))
        for word in self.played.split():
            state.apply_action(state.action(word))
        return state


def of(name: str) -> dict[str, Example]:
    """Return the examples of a game by their names; a game may have none."""
    place = f"treppe.games.{name}.host.examples"
    return dict(import_module(place).EXAMPLES) if find_spec(place) else {}
