"""Analysis of a game: each player's chance over it, and the worst actions with a better one each."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple
from zlib import crc32

from treppe.games import State
from treppe_host.programs.process import Limits, Thinker, Thinkers, Thought
from treppe_host.programs.reasons import SURE
from treppe_host.programs.search import judge
from treppe_host.programs.start import can_prove, evaluation_of, openings_of

_LOOK = Limits(simulations=6000, seconds=0.3, is_work=True)  # at each position
_CLOSER = Limits(simulations=20_000, seconds=1.0, is_work=True)  # before a suspected mistake, and behind it
_PROOF = replace(_CLOSER, seconds=4.0, is_proof=True)  # the same where the game can prove who wins
AT_ONCE = Limits(simulations=20_000, seconds=0.8)  # while somebody waits for a verdict
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
    """What an analysis has found of the game with these actions; `chances` has a row for each position, in order.

    `best` has the best action at each position, empty at the end, and by how much it is better than the next one.
    """

    checksum: int
    chances: list[list[float]] = field(default_factory=list)
    best: list[tuple[str, float]] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    def content(self) -> dict[str, Any]:
        return asdict(self)


def begin(game: Sequence[Moment]) -> Analysis:
    """Return an analysis of a game in which nothing is found yet."""
    return Analysis(crc32(" ".join(moment.word for moment in game).encode()))


def read_analysis(content: dict[str, Any], game: Sequence[Moment]) -> Analysis | None:
    """Return an analysis from its JSON; None if it is of another game, or of one that was corrected since."""
    if content.get("checksum") != begin(game).checksum:
        return None
    best = [(word, gap) for word, gap in content["best"]]
    return Analysis(content["checksum"], content["chances"], best, [Mistake(**each) for each in content["mistakes"]])


def pieces_left(game: str, found: Analysis) -> tuple[int, int] | None:
    """Return how many pieces one who played alone has left, and how few were possible; None in other games."""
    count = getattr(evaluation_of(game), "pieces_left", None)
    return (count(found.chances[-1][0]), count(found.chances[0][0])) if count and found.chances else None


def has_open_chances(game: str) -> bool:
    """Return whether chances of a game are often unknown, and then given as equal."""
    return hasattr(evaluation_of(game), "OPEN")


def go_on(analysis: Analysis, game: Sequence[Moment], thinkers: Thinkers) -> None:
    """Look at the next positions, one for each thinker. Blocks; raises as Thinker.think."""
    first = len(analysis.chances)
    places = range(first, min(len(game), first + len(thinkers)))
    looks = thinkers.each(lambda thinker, place: _judge_position(thinker, game[place].state), places)
    chances = analysis.chances[-1:] + [look.chances for look in looks]
    best = analysis.best[-1:] + [(look.word, look.gap) for look in looks]
    played = range(max(0, first - 1), places.stop - 1)
    suspects = [
        (place, chances[row][game[place].state.current_player()])
        for row, place in enumerate(played)
        if _is_suspect(game[place], chances[row], chances[row + 1], best[row][0])
    ]
    mistakes = thinkers.each(lambda thinker, each: _mistake(thinker, game[each[0]], each[1], each[0] + 1), suspects)
    analysis.chances += [look.chances for look in looks]
    analysis.best += [(look.word, look.gap) for look in looks]
    analysis.mistakes += [mistake for mistake in mistakes if mistake]


class _Look(NamedTuple):
    """What a position looks like: each player's chance, the best action, and by how much it is better than the next."""

    chances: list[float]
    word: str
    gap: float


def _judge_position(thinker: Thinker, state: State) -> _Look:
    chances = [round(chance, 4) for chance in judge(state.clone(), evaluation_of(state.NAME).chances)]
    if state.is_terminal():
        return _Look(chances, "", 0.0)
    best = thinker.think(state, _LOOK).best
    openings = openings_of(state)
    chance = _calibrated(state, best[0].chance)
    chances = openings.chances(state) if openings else _with_chance(chances, state.current_player(), chance)
    return _Look(chances, best[0].word, round(_gap(best), 4))


def _calibrated(state: State, chance: float) -> float:
    """Return how often players win from positions that a search gives this chance."""
    power: float = getattr(evaluation_of(state.NAME), "SHARPER", 1.0)
    won, lost = chance**power, (1 - chance) ** power
    shown: float = won / (won + lost)
    return shown


def _gap(best: Sequence[Thought]) -> float:
    """Return by how much the best action is better than the next."""
    return max(0.0, best[0].chance - max((thought.chance for thought in best[1:]), default=0.0))


def _with_chance(chances: Sequence[float], player: int, chance: float) -> list[float]:
    """Give a player his chance, and the others what is left of one, in the proportions that they have."""
    rest = sum(chances) - chances[player]
    share = [(1 - chance) * (each / rest if rest else 1 / max(1, len(chances) - 1)) for each in chances]
    share[player] = chance
    return [round(each, 4) for each in share]


def _is_suspect(moment: Moment, before: Sequence[float], after: Sequence[float], best: str) -> bool:
    """Tell whether an action, which was not the best, has cost its player some of his chance at first sight."""
    player = moment.state.current_player()
    if can_prove(moment.state):
        return moment.word != "" and before[player] > 1 - SURE and after[player] < SURE
    return moment.word not in ("", best) and before[player] - after[player] >= _SUSPECT


def _mistake(thinker: Thinker, moment: Moment, before: float, place: int) -> Mistake | None:
    """Judge an action by what its player could have had, `before` at first sight, and what it left him.

    Most suspects are none as soon as the search looks behind them, so that comes before any closer look. Where the game
    can prove who wins, both sides must be proven.
    """
    player, is_proof = moment.state.current_player(), can_prove(moment.state)
    if not is_proof and before - chance_after(thinker, moment.state, moment.word, _LOOK) < _SUSPECT:
        return None
    limits, least = (_PROOF, SURE) if is_proof else (_CLOSER, MISTAKE)
    best = thinker.think(moment.state, limits).best
    if moment.word == best[0].word or best[0].chance < least:
        return None
    loss = best[0].chance - chance_after(thinker, moment.state, moment.word, limits)
    is_only = _gap(best) >= MISTAKE
    return Mistake(place, player, moment.word, best[0].word, round(loss, 4), is_only) if loss >= least else None


def chance_after(thinker: Thinker, state: State, word: str, limits: Limits = _CLOSER) -> float:
    """Return the chance of the player to move after he has played an action, by a closer look. Blocks."""
    return thinker.think(state, replace(limits, only=word)).best[0].chance
