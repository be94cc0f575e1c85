"""The game on a table so far, position by position, for a browser that looks back."""

from collections.abc import Sequence
from typing import Any

from treppe import games
from treppe_host.html import Html
from treppe_host.records.fields import Markings
from treppe_host.records.followed_game import Turn
from treppe_host.web.board.parts import moves
from treppe_host.web.drawing.static_board import draw_stacks
from treppe_host.web.texts.en import Texts

Place = dict[str, Any]
Begin = tuple[str, dict[str, Any], Markings]
"""A game's name, options and markings."""


class GameSteps:
    """The changes from each position of a table to the next, each drawn once; another game begins anew.

    Drawing a long game takes a second: `of` is called in the one thread that draws, beside the server's other work.
    """

    def __init__(self) -> None:
        self._begin: Any = None
        self._words: list[str] = []
        self._places: list[Place] = []
        self._state: Any = None

    def of(self, begin: Begin, words: Sequence[str]) -> list[Place]:
        """Return the places of a game by the actions that stand."""
        count = len(self._words)
        if begin != self._begin or list(words[:count]) != self._words:
            self._restart(begin)
        for word in words[len(self._words) :]:
            self._add_action(word)
        return list(self._places)

    def _restart(self, begin: Begin) -> None:
        name, options, _ = self._begin = begin
        self._words, self._places = [], []
        self._standing: dict[int, tuple[str, ...]] = {}
        self._state = games.start(name, options)
        self._places = [{"fields": self._draw_changes(), "last": []}]

    def _add_action(self, word: str) -> None:
        action = self._state.action(word)
        last = list(self._state.touched(action))
        self._state.apply_action(action)
        self._words.append(word)
        self._places.append({"fields": self._draw_changes(), "last": last})

    def _draw_changes(self) -> dict[str, Html]:
        """Return the drawings of the fields on which something has changed; empty ones of those that are bare now."""
        occupied = [field for field, height in enumerate(self._state.image()) if height]
        now = {field: tuple(self._state.pieces(field)) for field in occupied}
        if not self._places:
            now |= {field: () for field in self._begin[2].goals if field not in now}
        before, self._standing = self._standing, now
        gone: dict[int, tuple[str, ...]] = dict.fromkeys(before.keys() - now.keys(), ())
        changed = {field: stack for field, stack in (now | gone).items() if before.get(field) != stack}
        drawn = draw_stacks(self._begin[2], changed)
        return {str(field): drawn.get(field, Html()) for field in changed}


def turns_of(words: Texts, begin: Begin, turns: Sequence[Turn]) -> list[Html]:
    """Return the rows of all turns of a game."""
    state = games.start(*begin[:2])
    return [moves.row(words, state, place, turn) for place, turn in enumerate(turns, 1)]
