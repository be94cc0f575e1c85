"""Analyses of stored games: each is kept with its game, whole or as far as it has come."""

from collections.abc import Sequence

from treppe import games
from treppe_host.programs import analysis
from treppe_host.programs.analysis import Analysis, Mistake, Moment
from treppe_host.store.rows import RemarkRecord
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.store import Store

_KIND = "analysis"
AUTHOR = "Treppe"


def moments_of(sheet: ScoreSheet) -> list[Moment]:
    """Return a game's positions, from its start on, with what was played there; up to the first breach of the rules.

    That a player has left the game is nothing to be judged.
    """
    state = games.start(sheet.game, sheet.options)
    found: list[Moment] = []
    for move in sheet.moves:
        before = state.clone()
        try:
            move.play(state)
        except ValueError:
            state = before
            break
        found.append(Moment(before, "" if before.leaving(move.word) else move.word))
    return [*found, Moment(state)]


def find_analysis(store: Store, number: int, game: list[Moment]) -> Analysis | None:
    """Return the analysis of a game, as far as it has come; None if there is none of it as it stands now."""
    kept = [remark.content for remark in store.remarks(number) if remark.kind == _KIND]
    return analysis.read_analysis(kept[-1], game) if kept else None


def mistakes_in(kept: Sequence[RemarkRecord]) -> list[Mistake]:
    """Return the mistakes that the last analysis among a game's remarks has found, none where there is none."""
    found = [remark.content["mistakes"] for remark in kept if remark.kind == _KIND]
    return [Mistake(**each) for each in found[-1]] if found else []


def keep(store: Store, number: int, found: Analysis) -> None:
    """Keep an analysis with its game."""
    store.remark(number, _KIND, found.content(), AUTHOR)
