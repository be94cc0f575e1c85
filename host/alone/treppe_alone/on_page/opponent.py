"""The three easy levels of programs, as `treppe play` has them: the same search over the same evaluation."""

import random

from treppe_host.programs.search import AGAIN, LATELY, MINIMAX, Search, choose


class Opponent:
    """Thinks a simulation at a time about the position that it was last asked for."""

    def __init__(self):
        self._search = None
        self._position = b""
        self._seen = []

    def think(self, state, level):
        """Return the notation of the chosen action, empty while there is more to think about."""
        evaluation = __import__("treppe.games." + state.NAME + ".host.evaluation", None, None, ("LEVELS",))
        simulations, error, *regard = evaluation.LEVELS[level - 1]
        if self._position != bytes(state.position):
            self._position = bytes(state.position)

            def chances(twin):
                return evaluation.chances(twin, *regard)

            guess, minimax = getattr(evaluation, "guesses", None), getattr(evaluation, "MINIMAX", MINIMAX)
            self._search = Search(state, chances, guess=guess, minimax=minimax)
            return ""
        search = self._search
        if search.simulations < simulations and not search.root.is_solved:
            search.think(1)
            return ""
        error += AGAIN * self._seen.count(self._position)
        self._seen.append(self._position)
        del self._seen[:-LATELY]
        self._position = b""
        return state.word(choose(search.thoughts(), error, _normal, state.players == 1))


def _normal():
    """Return a chance number of mean 0 and deviation 1: of twelve equal ones the sum is nearly normal."""
    return sum([random.random() for _ in range(12)]) - 6.0
