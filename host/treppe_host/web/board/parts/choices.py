"""Questions with their answers, and actions that move no piece, as buttons below the card."""

from collections.abc import Mapping, Sequence
from typing import Any

from treppe import games
from treppe.games.host import facts

from treppe_host.html import Html, html, joined
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.phase import is_of_another, phase_of
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show what those who are to move may choose, unless hands carry out an action of others."""
    return {"html": {"choices": _choices(seen) if seen.may_act and not seen.programs.prompting.wish else ""}}


def _choices(seen: Seen) -> Html:
    words, game, connection, rival = seen.words, seen.game, seen.connection, seen.programs.rival
    asked = rival.question(words.LANGUAGE) if rival else Html()
    if asked:
        return asked
    if seen.programs.coach.is_teaching:
        shown = assets.part("board_parts", "lesson_choices", words.LESSON, game.name, seen.programs.coach.is_done)
        return shown + choices(words, game, seen.display) if connection.only else shown
    if game.is_paused and connection.is_connected:
        return html('<button class="primary" data-emit="resume" id="resume">{}</button>', words.GO_ON_PAUSED)
    if game.is_over:
        return assets.part("board_parts", "after_the_end", words, connection.key)
    if seen.is_others:
        return doubt(words, game, connection.display)
    if not (seen.simulated and seen.is_ideal):
        return choices(words, game, connection.display)
    table = seen.simulated.table
    if table.offers:
        return offers(words, game, table.offers)
    chosen = choices(words, game, seen.display)
    if not table.may_scatter or rival:
        return chosen
    return chosen + html('<button data-emit="scatter" id="scatter">{}</button>', words.AT_TABLE["scatter"])


def doubt(words: Texts, game: FollowedGame, display: Mapping[str, Any]) -> Html:
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


def choices(words: Texts, game: FollowedGame, display: Mapping[str, Any]) -> Html:
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
        text = words.ASKED["confirm"].format(saying.all_in_words(words, game.state, proposed))
        if display.get("instead"):
            text += " " + words.INSTEAD.format(", ".join(display["instead"]))
        parts.append(_question(text, answers))
    if display.get("clock_stands") and not (proposed or is_of_another(game, display)):
        parts.append(_button("OK", words.START_CLOCK, "primary", "start-clock"))
    if display.get("no_more"):
        parts.append(html("<span>{}</span>", texts.board_says(words, "no more")))
    parts += [_word_button(words, game.state, word, word in proposed) for word in silent]
    if not asked and game.may_end():
        parts.append(_button("END", words.MAY_END[game.may_end()], "", "end-turn"))
    return joined(parts)


def _question(asked: str, answers: Html) -> Html:
    return html('<p class="asked">{}</p>{}', asked, answers)


def _button(answer: str, text: str, kind: str = "", name: str = "") -> Html:
    return html(
        '<button class="{}" id="{}" data-choose="{}">{}</button>', kind, name or f"answer-{answer}", answer, text
    )


def _word_button(words: Texts, state: games.State, word: str, is_proposed: bool) -> Html:
    """Return a button for an action that moves no piece, in the colour of the key OK if that would take it."""
    text = saying.sentence(saying.in_words(words, state, state.action(word)))
    if is_proposed:
        return _button(word, text, "word primary", "choice-ok")
    return html('<button class="word" data-choose="{}">{}</button>', word, text)
