"""A game as a sheet of paper would have it: who played what, in which order, and how it ended."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from treppe import games
from treppe.fold import Fold

Content = dict[str, Any]

COLOURS = ("blue", "red", "yellow", "green")
BY_AGREEMENT = ("resign", "agreed", "time")
"""Reasons of an end that the rules do not know of."""


@dataclass(slots=True)
class Move:
    """An action (`word`), or a take-back of the last `undo` ones. `line` is where a file has it."""

    word: str = ""
    undo: int = 0
    player: int | None = None
    thinking_ms: int | None = None
    at: float | None = None
    comments: list[str] = field(default_factory=list)
    line: int = 0


@dataclass(slots=True)
class Sheet:
    """A whole game. `reason` is None while it goes on; `started_at` is in seconds since 1970; `comments` are of all."""

    game: str
    options: Content
    seats: list[Any]
    moves: list[Move] = field(default_factory=list)
    reason: str | None = None
    winners: list[int] | None = None
    scores: list[int] | None = None
    event: str | None = None
    site: str | None = None
    round: str | None = None
    started_at: float | None = None
    firmware: str = ""
    board: str = ""
    origin: str | None = None
    comments: list[str] = field(default_factory=list)
    line: int = 0

    @property
    def actions(self) -> list[Move]:
        """The moves without the take-backs: a ply is a place in this list, from 1 on."""
        return [move for move in self.moves if not move.undo]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a sheet that the rules do not allow: its place among the moves (from 1 on), and why."""

    place: int
    line: int
    reason: str


def find_fault(sheet: Sheet) -> Fault | None:
    """Play a sheet by the rules; return the first difference, None if it is a right game with a right result."""
    try:
        state = games.start(sheet.game, **sheet.options)
    except games.InvalidOption as error:
        return Fault(0, sheet.line, str(error))
    for place, move in enumerate(sheet.moves, 1):
        reason = _play(state, move)
        if reason:
            return Fault(place, move.line, reason)
    reason = _judge_result(state, sheet)
    return Fault(len(sheet.moves), sheet.line, reason) if reason else None


def play(sheet: Sheet) -> games.State:
    """Return the position at the end of a sheet; raise ValueError with the rules' reason if it is no right game."""
    state = games.start(sheet.game, **sheet.options)
    for move in sheet.moves:
        reason = _play(state, move)
        if reason:
            raise ValueError(reason)
    return state


def result_by_rules(state: games.State) -> Content:
    """Return reason, winners and scores of a position, each None while the game goes on."""
    if not state.is_terminal():
        return {"reason": None, "winners": None, "scores": None}
    scores = None if state.scores is None else list(state.scores)
    return {"reason": state.reason, "winners": list(state.winners), "scores": scores}


def _play(state: games.State, move: Move) -> str:
    """Make a move; return why it cannot be made."""
    if move.undo:
        if move.undo > len(state.history()):
            return f"{move.undo} actions are taken back, of {len(state.history())}"
        for _ in range(move.undo):
            state.undo_action()
        return ""
    if state.is_terminal():
        return f"{move.word} comes after the end of the game ({state.result()})"
    player = state.current_player()
    if move.player not in (None, player):
        return f"{move.word} is by {COLOURS[move.player or 0]}, but it is {COLOURS[player]}'s turn"
    try:
        state.apply_action(state.action(move.word))
    except ValueError as error:
        return str(error)
    move.player = player
    return ""


def _judge_result(state: games.State, sheet: Sheet) -> str:
    said = {"reason": sheet.reason, "winners": sheet.winners, "scores": sheet.scores}
    ruled = result_by_rules(state)
    if sheet.reason in BY_AGREEMENT and not state.is_terminal():
        seats = range(state.players)
        if all(winner in seats for winner in sheet.winners or ()):
            return ""
        return f"winners {sheet.winners} in a game of {state.players}"
    if said != ruled:
        return f"it ended with {result_text(said)}, by the rules with {result_text(ruled)}"
    return ""


def result_text(result: Content) -> str:
    """Return a result as one line: `*` while the game goes on, else as the engine says it."""
    if result["reason"] is None:
        return "*"
    winners = ",".join(map(str, result["winners"] or ()))
    scores = "" if result["scores"] is None else " scores=" + ",".join(map(str, result["scores"]))
    return f"{result['reason']} winners={winners}{scores}"


def standing_words(moves: Iterable[Move]) -> list[str]:
    """Return the words that were not taken back."""
    words: list[str] = []
    for move in moves:
        if move.undo:
            del words[-move.undo :]
        else:
            words.append(move.word)
    return words


def sheet_of_events(events: Sequence[Content]) -> Sheet:
    """Return the sheet that a board's events of one game tell of, from its `start` on."""
    told = _ToldSheet()
    for event in events:
        told.follow(event)
    return told.sheet


class _ToldSheet(Fold):
    sheet: Sheet

    def begin(self, event: Content) -> None:
        self.sheet = Sheet(event["game"], event["options"], event["seats"], firmware=event["firmware"])

    def act(self, event: Content) -> None:
        self.sheet.moves.append(Move(event["word"], player=event["player"]))

    def take_back(self, event: Content) -> None:
        self.sheet.moves.append(Move(undo=event["count"]))

    def reopen(self) -> None:
        self.sheet.reason = self.sheet.winners = self.sheet.scores = None

    def end(self, event: Content) -> None:
        self.sheet.reason, self.sheet.winners, self.sheet.scores = event["reason"], event["winners"], event["scores"]
