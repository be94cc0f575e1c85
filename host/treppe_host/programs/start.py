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
DEEP = 1000
"""A search of at least so many simulations knows who wins an opening, where the game keeps that."""


def start_search(state: State, seed: int, only: int = ANY, regard: float = 1.0, simulations: int = 0) -> AnySearch:
    """Return a new search of a position, `only` behind one of its actions if that is given.

    `seed`, 1 to 2**32 - 1, decides what is chance in it; `regard` is that of a level, see levels.py; so many
    `simulations` are to follow, but for an opening whose outcome is kept: there nothing is left to be found.
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


def _part_of(game: str, part: str) -> Any:
    """Return a module of a game's host folder by its name; None if the game has none."""
    name = f"treppe.games.{game}.host.{part}"
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in (name, name.rpartition(".")[0]):
            raise
        return None
