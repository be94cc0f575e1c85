"""Commands that begin a game, or go on with one; see commands.py."""

from typing import TYPE_CHECKING, Any

from treppe import games
from treppe.alphabet.codes import diagnostic_of
from treppe.alphabet.events import END, RESUME
from treppe.play import CommandError
from treppe.play.game_record import DISCARDED
from treppe.play.opening import begin, replay
from treppe.tracking.guidance import BACK, SETUP

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.panel.console import Console
    from treppe.play.game_record import GameRecord
    from treppe.play.session import Session
    from treppe.types import Diagnostic, Job


def new(table: "Console", fields: dict) -> None:
    """Start a game; the lamps lead the set-up.

    `clock`: minutes, increment_s (see clock.py), for a game without one nothing. `starter`: who of `seats` (whoever has
    no name there is called by his number) plays the first colour, as an index or "random"; the others follow in turn.
    Who had hints of his own in the game before keeps them.
    """
    session = table.session
    name = fields.get("game", "")
    options = fields.get("options") or {}
    state = games.start(name, games.fitted(name, session.surface.NAME, options))
    if state.surface != session.surface.NAME:
        raise CommandError(_wrong_surface(state))
    _use_pieces(session)
    starter, seats = fields.get("starter"), (fields.get("seats") or [])[: state.players]
    if starter is not None:
        seats = _seat(table, [_called(seats, player) for player in range(state.players)], starter)
    levels = _levels_by_name(session.game_record) if session.game_record else {}
    game = begin(session.journal, state, seats, fields.get("clock"), starter == "random")
    for player in range(state.players):
        if _called(seats, player) in levels:
            game.set_hints(player, levels[_called(seats, player)])
    table.change_later(session.opening(game, SETUP, {}))


def _called(seats: list[str], player: int) -> str:
    """Return a player's name, else his number."""
    return seats[player] if player < len(seats) and seats[player] else str(player + 1)


def _levels_by_name(game: "GameRecord") -> "dict[str, str]":
    return {_called(game.seats, player): level for player, level in game.hint_levels.items()}


def _use_pieces(session: "Session") -> None:
    """Let sensing use the weights of the surface's pieces; raise CommandError if it cannot tell them apart."""
    try:
        session.sensing.use()
    except ValueError as error:
        raise CommandError(diagnostic_of(error))


def _seat(table: "Console", seats: list[str], starter: "Any") -> list[str]:
    if starter == "random" and table.random_below:
        starter = table.random_below(len(seats))
    if starter not in range(len(seats)):
        raise CommandError({"code": "no_starter", "starter": starter, "players": len(seats)})
    return seats[starter:] + seats[:starter]


def resume(table: "Console", fields: dict) -> None:
    """Resume the unfinished game `game` (see `unfinished`), without it the last one."""
    take_up(table, _unfinished_number(table, fields), is_asked=True)


def _unfinished_number(table: "Console", fields: dict) -> "Any":
    """Return the number of an unfinished game, without `game` of the last one; raise CommandError if there is none."""
    unfinished = table.session.journal.unfinished
    number = fields.get("game")
    if number is None:
        number = unfinished[-1] if unfinished else 0
    if number not in unfinished:
        raise CommandError(
            {"code": "no_unfinished", "game": number, "known": list(unfinished)}
            if unfinished
            else {"code": "none_unfinished"}
        )
    return number


def unfinished(table: "Console", fields: dict) -> dict:
    """Return the games that can be resumed, by their numbers, the last one at the end."""
    return {"games": table.session.journal.list_unfinished()}


def discard(table: "Console", fields: dict) -> None:
    """End the unfinished game `game` for good, without it the one that is being played; it has no winner."""
    session, journal = table.session, table.session.journal
    if fields.get("game") is None and (not session.game_record or session.game_record.ending):
        raise CommandError({"code": "nothing_played"})
    number = _unfinished_number(table, fields)
    if number != journal.open_number:
        journal.append({"k": RESUME, "game": number})
    journal.append({"k": END, "reason": DISCARDED, "winners": [], "scores": None})
    session.close()


def take_up(table: "Console", number: int, is_asked: bool = False) -> None:
    """Open a game of the journal; the lamps lead the board to its position. A paused game only if it `is_asked` for."""
    table.change_later(_taking_up(table, number, is_asked))


def _taking_up(table: "Console", number: int, is_asked: bool) -> "Job":
    """Play a game of the journal again, an event at a time, and open it."""
    session, journal = table.session, table.session.journal
    game: Any = None
    try:
        for game_record in replay(journal, journal.read_game(number)):
            game = game_record
            yield
        _use_pieces(session)
    except (ValueError, MemoryError) as error:
        table.warnings.refuse({"code": "game_broken", "why": diagnostic_of(error)})
        return
    if game.state.surface != session.surface.NAME:
        table.warnings.refuse(_wrong_surface(game.state))
    elif is_asked or not game.is_paused:
        if not game.ending:
            journal.append({"k": RESUME, "game": number})
        # Another game is open: its pieces are known.
        before = _standing(game.before_undoing()[0]) if game.undone and not session.game_record else {}
        yield session.opening(game, BACK, before)


def _standing(state: "State") -> "dict[int, str]":
    """Return the codes of the pieces on top: field -> code."""
    image = state.image()
    return {field: state.pieces(field)[-1] for field in range(len(image)) if image[field]}


def _wrong_surface(state: "State") -> "Diagnostic":
    """Return the code for a game whose options need another surface."""
    if not state.surface:
        return {"code": "no_surface", "title": state.TITLE}
    return {"code": "other_surface", "title": state.TITLE, "surface": state.surface}
