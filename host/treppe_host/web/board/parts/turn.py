"""The card that says whose turn it is, what is to be done, or how the game has ended."""

from collections.abc import Mapping, Sequence
from typing import Any

from treppe.alphabet import roles as lamps
from treppe.games import catalogue

from treppe_host.html import Html, html
from treppe_host.link.diagnostics import render_part
from treppe_host.link.role_sets import CAME_FROM, TARGETS
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board import programs
from treppe_host.web.board import task as task_of
from treppe_host.web.board.phase import is_menu, is_of_another, phase_of
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.texts.en import Texts

_TURN = chr(lamps.TURN)
_REASONS = ("setup", "back", "clear", "wrong", "leave")  # reasons for which the display leads the board back


def show(seen: Seen) -> Content:
    """Show a lesson's card, a program's, a puzzle's, or that of the game."""
    words, game, coach = seen.words, seen.game, seen.programs.coach
    card = ""
    if game.state is None and not seen.may_touch:
        card = _card(words.PHASES["idle"], "")
    elif coach.is_teaching and not coach.is_to_move and (seen.is_play or coach.is_done):
        card = programs.lesson_card(words, game, coach)
    elif seen.is_play:
        card = programs.turn(seen)
    is_solved = game.state is not None and game.state.is_terminal()  # not where people have ended it
    if not card and seen.programs.puzzler.puzzle and ((seen.is_play and not game.is_over) or is_solved):
        card = programs.puzzle(words, seen.programs.puzzler, task(words, game, True))
    is_held = seen.is_ideal and bool(seen.connection.hand)
    card = card or turn(words, game, seen.display, seen.seat.roles, seen.connection.hints, is_held)
    return {"html": {"turn": card}}


def turn(
    words: Texts,
    game: FollowedGame,
    display: Mapping[str, Any],
    roles: str = "",
    hints: Sequence[str] = (),
    is_held: bool = False,
) -> str:
    """Return whose turn it is, or how the game ended.

    `roles` are the lamps' roles, `hints` the players' levels; `is_held`: ideal hands hold a piece, whatever lamps show.
    """
    phase = phase_of(game, display)
    if game.state is None:
        return _card(words.PHASES["idle"], words.CHOOSE)
    if game.is_over:
        return _ending(words, game)
    if game.is_paused:
        return _card(words.PAUSED, catalogue.title(game.name))
    if phase in ("setup", "wrong"):
        return _way_back(words, game, phase, display)
    if is_menu(display):
        return _card(_headline(words, game), words.MENU_OPEN)
    thinking = [texts.board_says(words, "thinking")] if display.get("thinking") else []
    player = game.state.current_player()
    is_lit = not (player < len(hints) and hints[player] == "off")
    is_held = is_held or (CAME_FROM in roles and not TARGETS.isdisjoint(roles))
    parts = [_to_do(words, game, display.get("says") or {}, is_held, is_lit), *_notes(words, game.state)]
    parts += _stones_to_turn(words, game, roles) + thinking + learning(words, display)
    below = " · ".join(part for part in parts if part).replace(". · ", ". ")
    return _card(_headline(words, game), below) + _points(words, game.state.scores or ())


def learning(words: Texts, display: Mapping[str, Any]) -> list[str]:
    """Return the number of learned fields of a board of towers that still learns its cells."""
    learned = display.get("learning")
    return [words.LEARNING.format(*learned)] if learned and len(learned) == 2 else []


def _headline(words: Texts, game: FollowedGame) -> str:
    """Return whose turn it is; nothing where one plays alone."""
    assert game.state
    if game.state.players == 1:
        return words.ALONE
    return words.TO_MOVE.format(texts.player_name(words, game.seats, game.state.current_player()))


def _to_do(words: Texts, game: FollowedGame, says: dict[str, Any], is_held: bool, is_lit: bool) -> str:
    """Return what is to be done as a sentence: by the game, which the headline is of, too; else what the board says."""
    if says.get("code", "move") not in ("move", "put"):
        return texts.own_text(words, game.name, says["code"]) or render_part(says, words.LANGUAGE)
    if is_held:
        return words.PUT_IT
    return task(words, game, is_lit)


def _stones_to_turn(words: Texts, game: FollowedGame, roles: str) -> list[str]:
    """Return the stones that lie wrong side up, of all players, and how they should lie."""
    assert game.state
    turned = [field for field, role in enumerate(roles[: len(game.names)]) if role == _TURN]
    stones = [(game.names[field], game.state.pieces(field)) for field in turned]
    named = [f"{name}: {texts.piece_name(words, pieces[-1])}" for name, pieces in stones if pieces]
    return [words.STONES_TO_TURN.format(", ".join(named))] if named else []


def _way_back(words: Texts, game: FollowedGame, phase: str, display: Mapping[str, Any]) -> str:
    """Return what is wrong with the board, or its question, and what to do."""
    says = display.get("says")
    if is_of_another(game, display) or not says:
        return _card(words.PHASES.get(phase, ""), words.PUT_BACK)
    what = texts.own_text(words, game.name, says["code"]) or render_part(says, words.LANGUAGE)
    if says["code"] not in _REASONS:
        return _card(what, "")
    if says["code"] == "wrong":
        what = words.PHASES["wrong"]
    if display.get("refused"):
        what = texts.refusal(words, game.name, display["refused"])
    steps = [_describe_step(words, step) for step in display.get("steps", ())]
    return _card(what, " · ".join(steps) or words.PUT_BACK)


def _card(headline: str, below: str) -> Html:
    return html("<strong>{}</strong><span>{}</span>", headline, below)


def _describe_step(words: Texts, step: dict[str, Any]) -> str:
    """Return a step of the way back: `d4: take off`, `d4: blue ball`, `d4: 5 × brick`."""
    if step["do"] == "take":
        return f"{step['field']}: {texts.board_says(words, 'surplus')}"
    if step.get("count", 1) > 1:
        return f"{step['field']}: {step['count']} \N{MULTIPLICATION SIGN} {_piece(words, step.get('piece', ''))}"
    return f"{step['field']}: {_piece(words, step.get('piece', ''))}"


def _piece(words: Texts, code: str) -> str:
    """Return the name of a piece that a board wants; an unknown code unchanged."""
    if not code:
        return texts.board_says(words, "missing")
    try:
        return texts.piece_name(words, code)
    except (KeyError, IndexError, ValueError):
        return code


def _notes(words: Texts, state: Any) -> list[str]:
    """Facts that players would have in front of them: pieces left, whom they depend on."""
    lines = [_left(words, state.scores)] if state.players == 1 and state.scores else []
    notes = texts.game_words(words, state.NAME).notes
    for key, player, value in state.notes():
        if key != "cards":  # for the eyes of one
            lines.append(notes[key].format(value, player=words.PLAYERS[player] if player >= 0 else ""))
    return lines


def _ending(words: Texts, game: FollowedGame) -> str:
    assert game.state
    ending = game.ending or {}
    winners = game.winners
    reason = texts.reason(words, game.name, game.reason)
    scores = ending.get("scores") or game.state.scores or ()
    if game.state.players == 1 and scores:  # without an opponent the remaining points tell how good the game was
        return _card(_left(words, scores), reason)
    return _card(texts.outcome(words, winners, game.seats, game.reason), reason) + _points(words, scores)


def _left(words: Texts, scores: Sequence[int]) -> str:
    """Return the remaining points of one who plays alone."""
    return f"{texts.board_says(words, 'left')} {scores[0]}"


def _points(words: Texts, scores: Sequence[int]) -> Html:
    """Return the points of each player as a small table; empty where nobody counts any, or one plays alone."""
    if len(scores) < 2:
        return Html()
    return assets.part("board_parts", "points", words.GAMES["score"], list(zip(words.PLAYERS, scores, strict=False)))


def task(words: Texts, game: FollowedGame, is_lit: bool) -> str:
    """Return what the player to move may do, as a sentence; see task.py."""
    ended = game.may_end()
    is_end_alone = bool(ended) and game.state is not None and len(game.state.legal_actions()) == 1
    return task_of.task(words, game.due_pieces(), game.movable_pieces(), ended, is_end_alone, is_lit)
