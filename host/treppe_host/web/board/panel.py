"""The panel beside the board, in the page's language: turn, questions, display, clocks, the step of a lesson."""

from collections.abc import Sequence
from typing import Any

from treppe import games
from treppe.alphabet import roles as lamps
from treppe.games import catalogue
from treppe.games.host import facts

from treppe_host.html import Html, html, joined
from treppe_host.link.diagnostics import render_part
from treppe_host.link.protocol import CAME_FROM, TARGETS
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.board import task as task_of
from treppe_host.web.connections.coach import Coach
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts

_TURN = chr(lamps.TURN)
_REASONS = ("setup", "back", "clear", "wrong", "leave")  # reasons for which the display leads the board back


def turn(
    words: Texts,
    game: FollowedGame,
    display: dict[str, Any],
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


def learning(words: Texts, display: dict[str, Any]) -> list[str]:
    """Return the number of learned fields of a board of towers that still learns its cells."""
    learned = display.get("learning")
    return [words.LEARNING.format(*learned)] if learned and len(learned) == 2 else []


def idle(words: Texts) -> str:
    """Return the line for spectators while there is no game."""
    return _card(words.PHASES["idle"], "")


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


def task(words: Texts, game: FollowedGame, is_lit: bool) -> str:
    """Return what the player to move may do, as a sentence; see task.py."""
    ended = game.may_end()
    is_end_alone = bool(ended) and game.state is not None and len(game.state.legal_actions()) == 1
    return task_of.task(words, game.due_pieces(), game.movable_pieces(), ended, is_end_alone, is_lit)


def _stones_to_turn(words: Texts, game: FollowedGame, roles: str) -> list[str]:
    """Return the stones that lie wrong side up, of all players, and how they should lie."""
    assert game.state
    turned = [field for field, role in enumerate(roles[: len(game.names)]) if role == _TURN]
    stones = [(game.names[field], game.state.pieces(field)) for field in turned]
    named = [f"{name}: {texts.piece_name(words, pieces[-1])}" for name, pieces in stones if pieces]
    return [words.STONES_TO_TURN.format(", ".join(named))] if named else []


def _way_back(words: Texts, game: FollowedGame, phase: str, display: dict[str, Any]) -> str:
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


def is_menu(display: dict[str, Any]) -> bool:
    """Return whether the display shows the board's menu."""
    return bool(display.get("menu"))


def phase_of(game: FollowedGame, display: dict[str, Any]) -> str:
    """Return the board's phase. A new game is in setup, even while the display shows the game before it."""
    return "setup" if game.state and is_of_another(game, display) else str(display.get("phase", "idle"))


def is_of_another(game: FollowedGame, display: dict[str, Any]) -> bool:
    """Return whether the display still shows the game before."""
    return bool(display.get("game") != game.name or (not game.words and display.get("last")))


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
    players = list(zip(words.PLAYERS, scores, strict=False))
    return html(
        '<table class="scores" aria-label="{}"><tr>{}</tr><tr>{}</tr></table>',
        words.GAMES["score"],
        joined(
            html('<th class="player{}" scope="col"><i class="dot"></i>{}</th>', place, colour)
            for place, (colour, _) in enumerate(players)
        ),
        joined(html("<td>{}</td>", score) for _, score in players),
    )


def whose(game: FollowedGame, display: dict[str, Any]) -> str:
    """Return the colour of the turn: a player's number, `wrong`, `setup`, or nothing."""
    if game.state is None or game.is_paused:
        return ""
    if phase_of(game, display) in ("wrong", "setup"):
        return phase_of(game, display)
    if game.is_over:
        winners = game.winners
        return str(winners[0]) if len(winners) == 1 else "draw"
    return str(game.state.current_player()) if game.state.players > 1 else "alone"


def doubt(words: Texts, game: FollowedGame, display: dict[str, Any]) -> Html:
    """Return the board's question whether a piece stands on a field, with two answers; empty without one."""
    if not display.get("doubt") or is_of_another(game, display):
        return Html()
    count = (display.get("question") or {}).get("count", 1)
    there = "all there" if count > 1 else "there"
    answers = _button("OK", words.ANSWERS[there], "primary") + _button("END", words.ANSWERS[f"not {there}"])
    return _question(words.ASKED[there].format(display["doubt"], count), answers)


def offers(words: Texts, game: FollowedGame, offered: Sequence[str]) -> Html:
    """Return the actions that a click may mean, as buttons."""
    assert game.state
    return joined(_word_button(words, game.state, word, False) for word in offered)


def choices(words: Texts, game: FollowedGame, display: dict[str, Any]) -> Html:
    """Return the board's question with two answers, and the actions that move no piece, as buttons."""
    if in_doubt := doubt(words, game, display):
        return in_doubt
    asked = display.get("question") or {}
    if phase_of(game, display) in ("setup", "wrong") or not game.state:
        return Html()
    proposed = display.get("choice") or []
    gives = facts.of(game.name).gives
    silent = [word for word in game.silent_words() if not gives(word)]
    parts = []
    if proposed and proposed[-1] not in silent:
        # By its word: by now the board may ask another question.
        answers = _button(" ".join(proposed), words.ANSWERS["yes"], "primary", "choice-ok")
        is_only = asked.get("code") == "confirm"
        answers += _button("END" if is_only else "MENU", words.ANSWERS["no" if is_only else "other"], "", "choice-next")
        said = words.ASKED["confirm"].format(saying.all_in_words(words, game.state, proposed))
        if display.get("instead"):
            said += " " + words.INSTEAD.format(", ".join(display["instead"]))
        parts.append(_question(said, answers))
    if display.get("clock_stands") and not (proposed or is_of_another(game, display)):
        parts.append(_button("OK", words.START_CLOCK, "primary", "start-clock"))
    if display.get("no_more"):
        parts.append(html("<span>{}</span>", texts.board_says(words, "no more")))
    parts += [_word_button(words, game.state, word, word in proposed) for word in silent]
    if not asked and game.may_end():
        parts.append(_button("END", words.MAY_END[game.may_end()], "", "end-turn"))
    return joined(parts)


def after_the_end(words: Texts, key: str) -> Html:
    """Return the buttons after a game: play again, look at it, keep or share it."""
    return html(
        '<button class="primary" data-once="again" id="again">{again}</button><div class="links">'
        '<a href="~/games/last/{key}" id="look-again">{look}</a>'
        '<a href="~/games/last/{key}/text" download id="save-game">{save}</a>'
        '<button data-share="~/games/last/{key}/html" data-shared="{copied}" id="share">{share}</button></div>',
        again=words.AGAIN,
        key=key,
        look=words.LOOK_AGAIN,
        save=words.SAVE_GAME,
        share=words.SHARE,
        copied=words.COPIED,
    )


def _question(asked: str, answers: Html) -> Html:
    return html('<p class="asked">{}</p>{}', asked, answers)


def _button(answer: str, text: str, kind: str = "", name: str = "") -> Html:
    return html(
        '<button class="{}" id="{}" data-choose="{}">{}</button>', kind, name or f"answer-{answer}", answer, text
    )


def _word_button(words: Texts, state: games.State, word: str, is_proposed: bool) -> Html:
    """Return a button for an action that moves no piece, in the colour of the key OK if that would take it."""
    said = saying.sentence(saying.in_words(words, state, state.action(word)))
    if is_proposed:
        return _button(word, said, "word primary", "choice-ok")
    return html('<button class="word" data-choose="{}">{}</button>', word, said)


def little_display(display: dict[str, Any]) -> Html:
    """Return the lines of the board's own display."""
    return joined(html("<div>{}</div>", line or "\u00a0") for line in display.get("lines") or [""])


def clock_faces(words: Texts, game: FollowedGame, display: dict[str, Any], others_s: Sequence[int] = ()) -> Html:
    """Return each player's time; that of the player to move as the board's display tells it, second by second.

    `others_s` are the times of a game whose clock the board does not keep.
    """
    if not game.state or not (game.left_ms or others_s):
        return Html()
    player = -1 if game.is_over else game.state.current_player()
    is_running = not display.get("clock_stands")
    left_s = [(left_ms + 999) // 1000 for left_ms in game.left_ms]
    if others_s:
        left_s, is_running = list(others_s), True
    elif player >= 0:
        left_s[player] = display.get("left_s", left_s[player])
    return joined(
        html(
            '<div class="clock player{}{}"><span class="dot"></span><span>{}</span><b>{}</b></div>',
            place,
            " runs" if place == player and is_running else "",
            texts.name_of(words, game.seats, place),
            face,
        )
        for place, face in enumerate(map(_face, left_s))
    )


def _face(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


def lesson_card(words: Texts, game: FollowedGame, coach: Coach) -> Html:
    """Return the card in place of whose turn it is."""
    goal, *steps = texts.game_words(words, game.name).coach
    say, (step, count) = words.LESSON, coach.step
    if coach.is_done:
        return html("<strong>{}</strong><span>{} {}</span>", say["done"], say["so"], goal)
    intro = html("<em>{}</em> ", goal) if step == 1 else Html()
    headline = say["at"].format(step, count)
    return html("<strong>{}</strong><span>{}{}</span>", headline, intro, steps[step - 1])


def lesson_choices(words: Texts, game: FollowedGame, coach: Coach) -> Html:
    """Return the buttons of a lesson: leave it; after it play the game, or have it again."""
    say = words.LESSON
    if not coach.is_done:
        return html('<button data-emit="skip" id="skip-lesson">{}</button>', say["skip"])
    return html(
        '<button class="primary" data-open="new-game" id="play-learned">{}</button>'
        '<button data-learn="{}" id="learn-again">{}</button>',
        say["play"],
        game.name,
        say["again"],
    )
