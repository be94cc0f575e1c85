"""Which search a position needs."""

import importlib
from functools import partial
from typing import Any

from treppe.games import State
from treppe_host.programs import playouts
from treppe_host.programs.alone import AloneSearch
from treppe_host.programs.search import ANY, MINIMAX, Search
from treppe_host.programs.unseen import UnseenSearch

AnySearch = Search | AloneSearch | UnseenSearch


def start_search(state: State, seed: int, only: int = ANY, regard: float = 1.0) -> AnySearch:
    """Return a new search of a position, `only` behind one of its actions if that is given.

    `seed`, 1 to 2**32 - 1, decides what is chance in it; `regard` is that of a level, see levels.py.
    """
    evaluation = evaluation_of(state.NAME)
    chances = evaluation.chances if regard == 1.0 else partial(evaluation.chances, regard=regard)
    if state.players == 1:
        return AloneSearch(state, chances, only)
    if hasattr(evaluation, "hide"):
        return UnseenSearch(state, chances, evaluation.hide, seed, only)
    guess, minimax = getattr(evaluation, "guesses", None), getattr(evaluation, "MINIMAX", MINIMAX)
    return Search(state, chances, only, guess=guess, minimax=minimax)


def evaluation_of(game: str) -> Any:
    """Return the module that judges positions of a game: `chances(state)`, and `hide` where hands are hidden."""
    name = f"treppe.games.{game}.host.evaluation"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.rpartition(".")[0]):
            raise
        return playouts
