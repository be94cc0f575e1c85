"""Checks score sheets against the rules of their games."""

from dataclasses import dataclass

from treppe import games
from treppe.play.game_record import DISCARDED

from treppe_host import words
from treppe_host.colours import COLOURS
from treppe_host.store.score_sheet import Content, Move, ScoreSheet, result_text

BY_AGREEMENT = ("resign", "agreed", "time", DISCARDED)
"""Reasons of an end that the rules do not know: players give them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first breach of the rules in a sheet: its place among the moves, counted from 1, and the reason."""

    place: int
    line: int
    reason: str


def find_fault(sheet: ScoreSheet) -> Fault | None:
    """Play a sheet by the rules; return the first fault, None if all moves and the result are right.

    >>> find_fault(ScoreSheet("step", {"size": 5}, [], [Move("a1-b1"), Move("z9-a1", line=12)])).place
    2
    """
    try:
        state = games.start(sheet.game, sheet.options)
    except games.InvalidOption as error:
        return Fault(0, sheet.line, words.reason(error))
    for place, move in enumerate(sheet.moves, 1):
        reason = _try_move(state, move)
        if reason:
            return Fault(place, move.line, reason)
    reason = _judge_result(state, sheet)
    return Fault(len(sheet.moves), sheet.line, reason) if reason else None


def final_position(sheet: ScoreSheet) -> games.State:
    """Return the position at the end of a sheet; raise ValueError with the reason if the rules forbid a move.

    >>> state = final_position(ScoreSheet("step", {"size": 5}, [], [Move("a1-b1"), Move("+a1")]))
    >>> state.current_player(), len(state.history())
    (1, 2)
    """
    state = games.start(sheet.game, sheet.options)
    for move in sheet.moves:
        reason = _try_move(state, move)
        if reason:
            raise ValueError(reason)
    return state


def result_by_rules(state: games.State) -> Content:
    """Return reason, winners and scores of a position, each None while the game goes on.

    >>> state = games.start("tor")
    >>> state.finish("deadlock")
    >>> result_by_rules(state)
    {'reason': 'deadlock', 'winners': [], 'scores': None}
    """
    if not state.is_terminal():
        return {"reason": None, "winners": None, "scores": None}
    scores = None if state.scores is None else list(state.scores)
    return {"reason": state.reason, "winners": list(state.winners), "scores": scores}


def _try_move(state: games.State, move: Move) -> str:
    """Make a move; return why it cannot be made, empty if it was made."""
    if move.undo:
        for count in range(move.undo):
            try:
                state.undo_action()
            except games.NothingToUndo:
                return f"{move.undo} actions are taken back, of {count}"
        return ""
    if state.is_terminal():
        return f"{move.word} comes after the end of the game ({state.result()})"
    player = state.current_player()
    if move.player not in (None, player):
        return f"{move.word} is by {COLOURS[move.player or 0]}, but it is {COLOURS[player]}'s turn"
    try:
        state.apply_action(state.action(move.word))
    except ValueError as error:
        return words.reason(error).partition(" (")[0]  # a position in letters is for programs
    move.player = player
    return ""


def _judge_result(state: games.State, sheet: ScoreSheet) -> str:
    stated = {"reason": sheet.reason, "winners": sheet.winners, "scores": sheet.scores}
    ruled = result_by_rules(state)
    if sheet.reason in BY_AGREEMENT and not state.is_terminal():
        winners = sheet.winners
        if winners is not None and set(winners) <= set(range(state.players)) and len(set(winners)) == len(winners):
            return ""
        return f"winners {winners} in a game of {state.players}"
    if stated != ruled:
        return f"it ended with {result_text(stated)}, by the rules with {result_text(ruled)}"
    return ""
