"""Which search a position needs."""

import importlib
from collections.abc import Callable
from functools import partial
from typing import Any

from treppe.games import State
from treppe_host.programs import playouts
from treppe_host.programs.alone import AloneSearch
from treppe_host.programs.search import ANY, MINIMAX, Evaluation, Node, Search
from treppe_host.programs.unseen import UnseenSearch

AnySearch = Search | AloneSearch | UnseenSearch
DEEP = 1000
"""A search of at least so many simulations knows who wins an opening, where the game keeps that."""


class ProvingSearch(Search):
    """A search in whose tree the game itself proves who wins, where it can."""

    def __init__(self, state: State, chances: Evaluation, only: int, prove: Callable[[State], int]) -> None:
        """As Search; `prove` returns 1 if the player to move wins, -1 if he loses, 0 if it is open."""
        self.prove = prove
        super().__init__(state, chances, only)

    def _make_node(self, position: bytes) -> Node:
        node: Node = super()._make_node(position)
        if self.nodes > 1 and not node.is_solved:  # of the root an action is asked for
            self.state.position[:] = position
            if result := self.prove(self.state):
                node.is_solved = True
                node.values = node.backed = [float((player == node.player) == (result > 0)) for player in range(2)]
        return node


def start_search(
    state: State, seed: int, only: int = ANY, regard: float = 1.0, simulations: int = 0, is_proof: bool = False
) -> AnySearch:
    """Return a new search of a position, `only` behind one of its actions if that is given.

    `seed`, 1 to 2**32 - 1, decides what is chance in it; `regard` is that of a level, see levels.py; so many
    `simulations` are to follow, but for an opening whose outcome is kept: there nothing is left to be found. With
    `is_proof` who wins is proven where the game can.
    """
    evaluation = evaluation_of(state.NAME)
    chances = evaluation.chances if regard == 1.0 else partial(evaluation.chances, regard=regard)
    if state.players == 1:
        return AloneSearch(state, chances, only)
    if hasattr(evaluation, "hide"):
        return UnseenSearch(state, chances, evaluation.hide, seed, only)
    if simulations >= DEEP and (openings := openings_of(state, 1)):
        search = Search(state, openings.chances, only)
        search.root.is_solved = True
        return search
    if is_proof and (proof := _part_of(state.NAME, "proof")):
        return ProvingSearch(state, chances, only, proof.prove)
    guess, minimax = getattr(evaluation, "guesses", None), getattr(evaluation, "MINIMAX", MINIMAX)
    return Search(state, chances, only, guess=guess, minimax=minimax)


def evaluation_of(game: str) -> Any:
    """Return the module that judges positions of a game: `chances(state)`, and `hide` where hands are hidden."""
    return _part_of(game, "evaluation") or playouts


def openings_of(state: State, actions: int = 0) -> Any:
    """Return the game's module of solved openings; None if a state is none of them.

    With `actions`, all positions that follow within so many must be solved as well.
    """
    openings = _part_of(state.NAME, "openings")
    return openings if openings and openings.keeps(state, actions) else None


def can_prove(state: State) -> bool:
    """Return whether a game can prove who wins a position that is no solved opening."""
    return _part_of(state.NAME, "proof") is not None and not openings_of(state, 1)


def _part_of(game: str, part: str) -> Any:
    """Return a module of a game's host folder by its name; None if the game has none."""
    name = f"treppe.games.{game}.host.{part}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.rpartition(".")[0]):
            raise
        return None
