"""Advice for who is to move: what a program would do, and why."""

from treppe.alphabet.image import BEYOND
from treppe.games import State

from treppe_host.html import Html, html
from treppe_host.programs.process import HandsUnknown
from treppe_host.programs.reasons import SURE
from treppe_host.web import texts
from treppe_host.web.board.programs import wish_of
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.connections.adviser import ACTION, Advice
from treppe_host.web.drawing.arrows import movement
from treppe_host.web.drawing.sprites import use_piece
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason, render


def show(seen: Seen) -> Content:
    """Show the advice that was given, and a button that asks for it; not while the other board is to move."""
    rival = seen.programs.rival
    is_asked = seen.is_play and not seen.programs.coach.is_teaching and not (rival and rival.is_to_move)
    return {"html": {"advice": _advice(seen) if seen.may_act and is_asked else ""}}


def _advice(seen: Seen) -> Html:
    adviser, say = seen.programs.adviser, seen.words.COMPANY
    given = adviser.advice
    if not seen.game.state or not adviser.may_advise():
        return Html()
    if isinstance(adviser.failure, HandsUnknown):
        return html("<span>{}</span>", say["hidden"])
    shown = _show_thoughts(seen, given) if given else Html()
    if adviser.failure:
        shown += html("<span>{}</span>", reason(adviser.failure, seen.words.LANGUAGE))
    if given and given.kind == ACTION:
        return shown
    asking = say["thinking_about_it"] if adviser.is_thinking else say["more" if given else "hint"]
    is_resting = " disabled" if adviser.is_thinking else ""
    return shown + html('<button data-emit="advise" id="advise"{}>{}</button>', is_resting, asking)


def _show_thoughts(seen: Seen, given: Advice) -> Html:
    words, state = seen.words, seen.game.state
    assert state
    word = given.thoughts.word
    action = state.action(word)
    if not state.hand_moves(action):
        meaning = saying.sentence(saying.in_words(words, state, action))
        return html('<div class="wanted"><b>{}</b><span>{}</span></div>', meaning, _why(words, state, given))
    start, _, code = movement(state, action)
    if given.kind == ACTION:
        then = html("<span>{}</span>", _then(words, state, given)) if _expected(given) else Html()
        return wish_of(seen, word) + then + html("<span>{}</span>", _why(words, state, given))
    place = seen.game.names[start] if start != BEYOND else ""
    piece = texts.piece_name(words, code)
    return html(
        '<div class="wanted"><i>{}</i><b>{}</b><span>{}</span></div>', use_piece(code, seen.projection), place, piece
    )


def _expected(given: Advice) -> tuple[str, ...]:
    """Return the notations that are expected to follow the advised action."""
    return (given.then,) if given.then else given.thoughts.line[1:]


def _then(words: Texts, state: State, given: Advice) -> str:
    """Return the actions that are expected then, in words."""
    after, actions = state.clone(), []
    after.apply_action(after.action(given.thoughts.word))
    for word in _expected(given):
        action = after.action(word)
        actions.append(saying.in_words(words, after, action))
        after.apply_action(action)
    return str(words.COMPANY["then"].format(", ".join(actions)))


def _why(words: Texts, state: State, given: Advice) -> str:
    """Return in words why the search takes an action for the best, and its chance to win where others play."""
    say, thoughts = words.COMPANY, given.thoughts.best
    best = thoughts[0].chance
    if best < 1 - SURE:
        return str(say["loses"])
    is_stated = given.why and given.why["code"] not in ("why_costs", "why_alike")  # the numbers below say that
    sentences = [render(given.why, words.LANGUAGE)] if given.why and is_stated else []
    others = [thought.chance for thought in thoughts[1:]]
    if state.players > 1 and best <= SURE and others and max(others) >= 1 - SURE:
        chance, next_best = round(100 * best), round(100 * min(best, max(others)))
        sentences.append(say["chance" if next_best < chance else "alike"].format(chance, next_best))
    return " ".join(sentences)
