"""Analysis of a game: each player's chance over it, and the worst actions with a better one each."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any
from zlib import crc32

from treppe.games import State
from treppe_host.company.process import Limits, Thinker
from treppe_host.company.search import judge
from treppe_host.company.start import evaluation_of

_LOOK = Limits(simulations=1500, seconds=0.4)  # at each position
_CLOSER = Limits(simulations=4000, seconds=1.0)  # at what a suspected mistake leads to, and at the position before it
_SUSPECT = 0.08
MISTAKE = 0.15
"""So much of his chance to win a player loses at least by a mistake,"""
BLUNDER = 0.3
"""and by a blunder."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position of the game, and the action that was played there; empty at its end, and where it was taken back."""

    state: State
    word: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """An action that lost `loss` of its player's chance; `place` counts the game's moves from 1.

    `better` is an action that would have kept it; `is_only` tells that no other one would have.
    """

    place: int
    player: int
    word: str
    better: str
    loss: float
    is_only: bool


@dataclass
class Analysis:
    """What has been found so far of the game with these words; `chances` has a row for each position, in order.

    `best` has the best action at each position, empty at the end, and by how much it is better than the next one.
    """

    words: int
    chances: list[list[float]] = field(default_factory=list)
    best: list[tuple[str, float]] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    def content(self) -> dict[str, Any]:
        """Return the analysis as JSON."""
        return asdict(self)


def begin(game: Sequence[Moment]) -> Analysis:
    """Return an analysis of a game in which nothing is found yet."""
    return Analysis(crc32(" ".join(moment.word for moment in game).encode()))


def read(content: dict[str, Any], game: Sequence[Moment]) -> Analysis | None:
    """Return an analysis from its JSON; None if it is of another game, or of one that was corrected since."""
    if content["words"] != begin(game).words:
        return None
    best = [(word, gap) for word, gap in content["best"]]
    return Analysis(content["words"], content["chances"], best, [Mistake(**each) for each in content["mistakes"]])


def go_on(analysis: Analysis, game: Sequence[Moment], thinker: Thinker, most: int) -> None:
    """Look at so many positions that were not yet looked at. Blocks; raises as Thinker.think."""
    for place in range(len(analysis.chances), min(len(game), len(analysis.chances) + most)):
        chances, best, gap = _look(thinker, game[place].state, _LOOK)
        if place:
            mistake = _mistake(analysis, game, chances, thinker)
            if mistake:
                analysis.mistakes.append(mistake)
        analysis.best.append((best, gap))
        analysis.chances.append(chances)


def _look(thinker: Thinker, state: State, limits: Limits) -> tuple[list[float], str, float]:
    """Return each player's chance, the best action, and by how much it is better than the next one."""
    chances = [round(chance, 4) for chance in judge(state.clone(), evaluation_of(state.NAME).chances)]
    if state.is_terminal():
        return chances, "", 0.0
    best = thinker.think(state, limits).best
    player = state.current_player()
    gap = max(0.0, best[0].chance - max((thought.chance for thought in best[1:]), default=0.0))
    return _with_chance(chances, player, best[0].chance), best[0].word, round(gap, 4)


def _with_chance(chances: Sequence[float], player: int, chance: float) -> list[float]:
    """Give a player his chance, and the others what is left of one, in the proportions that they have."""
    rest = sum(chances) - chances[player]
    share = [(1 - chance) * (each / rest if rest else 1 / max(1, len(chances) - 1)) for each in chances]
    share[player] = chance
    return [round(each, 4) for each in share]


def _mistake(analysis: Analysis, game: Sequence[Moment], after: Sequence[float], thinker: Thinker) -> Mistake | None:
    """Judge the last action that was looked at: what its player could have had, and what he has after it."""
    place = len(analysis.chances)
    state, word = game[place - 1].state, game[place - 1].word
    if word in ("", analysis.best[-1][0]):
        return None
    player = state.current_player()
    if analysis.chances[-1][player] - after[player] < _SUSPECT:
        return None
    kept, better, gap = _look(thinker, state, _CLOSER)
    loss = kept[player] - chance_after(thinker, state, word)
    if word == better or loss < MISTAKE:
        return None
    return Mistake(place, player, word, better, round(loss, 4), gap >= MISTAKE)


def chance_after(thinker: Thinker, state: State, word: str) -> float:
    """Return the chance of the player to move after he has played an action, by a closer look. Blocks."""
    return _look(thinker, _after(state, word), _CLOSER)[0][state.current_player()]


def _after(state: State, word: str) -> State:
    after = state.clone()
    after.apply_action(after.action(word))
    return after
