"""A program's action on the page, in words and as an arrow, for hands to carry out."""

from types import ModuleType

from treppe.alphabet.image import BEYOND
from treppe.games import State

from treppe_host.html import Html, html, joined
from treppe_host.programs.process import HandsUnknown
from treppe_host.programs.reasons import SURE
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import texts
from treppe_host.web.board import hand, panel
from treppe_host.web.connections.adviser import ACTION, Advice, Adviser
from treppe_host.web.connections.board_programs import BoardPrograms
from treppe_host.web.connections.coach import Coach
from treppe_host.web.connections.program import ProgramPlayer
from treppe_host.web.connections.puzzler import FOUND, MISSED, OPEN, Puzzler
from treppe_host.web.connections.rival import Rival
from treppe_host.web.drawing.arrows import draw_action, movement
from treppe_host.web.drawing.projections import Projection
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts
from treppe_host.words import reason, render


def turn(words: Texts, game: FollowedGame, program: ProgramPlayer | Rival | Coach, is_simulated: bool) -> Html:
    """Return a program's action or state in words; empty if no program is to move, or people play for it.

    Its hand stays hidden.
    """
    if not game.state or not program.is_to_move or program.failure:
        return Html()
    say = words.COMPANY
    name = texts.player_name(words, game.seats, game.state.current_player())
    if not program.wish and not program.is_thinking:
        return html("<strong>{}</strong>", words.TO_MOVE.format(name))
    if not program.wish:
        return html('<strong class="pondering">{}</strong>', say["thinking"].format(name))
    return html(
        "<strong>{}</strong>{}<span>{}</span>",
        say["wants"].format(name),
        _wish(words, game, program.wish.word),
        say["itself"] if is_simulated else say["by_hand" if isinstance(program, ProgramPlayer) else "for_other"],
    )


def _wish(words: Texts, game: FollowedGame, word: str) -> Html:
    """Return an action as a picture of its piece and the names of its fields."""
    state, names = game.state, game.names
    assert state
    action = state.action(word)
    start, end, code = movement(state, action)
    way = [names[field] for field in (start, end) if field != BEYOND]
    if end == BEYOND:
        way.append(words.COMPANY["away"])
    taken = [
        words.COMPANY["captured"].format(texts.piece_name(words, state.pieces(field)[-1]), names[field])
        for field, change in state.hand_moves(action)
        if change < 0 and field not in (start, BEYOND) and state.pieces(field)
    ]
    return html(
        '<div class="wanted"><i>{}</i><b>{}</b><span>{}</span>{}</div>',
        hand.drawing(code),
        " → ".join(way) if start != BEYOND else f"→ {way[0]}",
        texts.piece_name(words, code),
        joined(html("<span>{}</span>", text) for text in taken),
    )


def puzzle(words: Texts, game: FollowedGame, puzzler: Puzzler) -> Html:
    """Return the puzzle that is on the board, what may be done, and whether it is solved; empty if there is none."""
    posed, say = puzzler.puzzle, words.PUZZLE
    if not posed:
        return Html()
    standing, played = puzzler.standing()
    said = saying.all_in_words(words, posed.state, [played]) if played else ""
    task = say["task"].format(words.PLAYERS[posed.player])
    text = task if standing == OPEN else saying.sentence(say[standing].format(said))
    return html(
        '<strong class="puzzle {}">{}</strong><span>{}</span>'
        '<span class="puzzle-place"><a href="~/games/puzzles">{}</a> · <a href="~/games/{}">{}</a></span>'
        '<span class="links"><button data-once="next_puzzle" id="next-puzzle"{}>{}</button></span>',
        standing,
        text,
        {OPEN: f"{say['why']} {panel.task(words, game, True)}", MISSED: task}.get(standing, ""),
        say["place"].format(posed.place, posed.count) if posed.place else say["title"],
        posed.source,
        say["source"].format(posed.source),
        html(' class="primary"') if standing == FOUND else "",
        say["next"],
    )


def advice(words: Texts, game: FollowedGame, adviser: Adviser) -> Html:
    """Return the advice that was given, and a button that asks for it, or for more."""
    say, given = words.COMPANY, adviser.advice
    if not game.state or not adviser.may_advise():
        return Html()
    if isinstance(adviser.failure, HandsUnknown):
        return html("<span>{}</span>", say["hidden"])
    shown = _show_thoughts(words, game, given) if given else Html()
    if adviser.failure:
        shown += html("<span>{}</span>", reason(adviser.failure, words.LANGUAGE))
    if given and given.kind == ACTION:
        return shown
    asking = say["thinking_about_it"] if adviser.is_thinking else say["more" if given else "hint"]
    button = html('<button data-emit="advise" id="advise" {}>{}</button>', _disabled(adviser.is_thinking), asking)
    return shown + button


def _disabled(is_disabled: bool) -> str:
    return "disabled" if is_disabled else ""


def _show_thoughts(words: Texts, game: FollowedGame, given: Advice) -> Html:
    state = game.state
    assert state
    word = given.thoughts.word
    action = state.action(word)
    if not state.hand_moves(action):
        meaning = saying.sentence(saying.in_words(words, state, action))
        return html('<div class="wanted"><b>{}</b><span>{}</span></div>', meaning, _why(words, state, given))
    start, _, code = movement(state, action)
    if given.kind == ACTION:
        then = html("<span>{}</span>", _then(words, state, given)) if _expected(given) else Html()
        return _wish(words, game, word) + then + html("<span>{}</span>", _why(words, state, given))
    place = game.names[start] if start != BEYOND else ""
    piece = texts.piece_name(words, code)
    return html('<div class="wanted"><i>{}</i><b>{}</b><span>{}</span></div>', hand.drawing(code), place, piece)


def _expected(given: Advice) -> tuple[str, ...]:
    """Return the words that are expected to follow the advised action."""
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
    is_said = given.why and given.why["code"] not in ("why_costs", "why_alike")  # the numbers below say that
    sentences = [render(given.why, words.LANGUAGE)] if given.why and is_said else []
    others = [thought.chance for thought in thoughts[1:]]
    if state.players > 1 and best <= SURE and others and max(others) >= 1 - SURE:
        chance, next_best = round(100 * best), round(100 * min(best, max(others)))
        sentences.append(say["chance" if next_best < chance else "alike"].format(chance, next_best))
    return " ".join(sentences)


def arrow(
    surface: ModuleType, game: FollowedGame, among: BoardPrograms, projection: Projection, is_advised: bool
) -> Html:
    """Return an arrow over the board for a program's action or, to whom it is given, advice; empty without one."""
    given = among.adviser.advice if is_advised else None
    word, kind = (given.thoughts.word, "advice") if given and given.kind == ACTION else ("", "")
    if among.prompting.wish:
        word, kind = among.prompting.wish.word, "wanting"
    if not game.state or not word:
        return Html()
    drawn = draw_action(surface, game.state, word, projection, kind)
    if kind == "advice" and given and given.then:
        after = game.state.clone()
        after.apply_action(after.action(word))
        drawn += draw_action(surface, after, given.then, projection, kind)
    return drawn
