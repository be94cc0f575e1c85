"""What programs, lessons and puzzles show in place of whose turn it is; an action as a picture and names of fields."""

from treppe.alphabet.image import BEYOND

from treppe_host.html import Html, html
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web import assets, texts
from treppe_host.web.board.seen import Seen
from treppe_host.web.connections.coach import Coach
from treppe_host.web.connections.program import ProgramPlayer
from treppe_host.web.connections.puzzler import MISSED, OPEN, Puzzler
from treppe_host.web.drawing.arrows import movement
from treppe_host.web.drawing.sprites import use_piece
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts


def turn(seen: Seen) -> Html:
    """Return a program's action or state in words; empty if no program is to move, or people play for it.

    Its hand stays hidden.
    """
    words, game, program = seen.words, seen.game, seen.programs.prompting
    if not game.state or not program.is_to_move or program.failure:
        return Html()
    say = words.COMPANY
    name = texts.player_name(words, game.seats, game.state.current_player())
    if not program.wish and not program.is_thinking:
        return html("<strong>{}</strong>", words.TO_MOVE.format(name))
    if not program.wish:
        return html('<strong class="pondering">{}</strong>', say["thinking"].format(name))
    by_hand = say["by_hand" if isinstance(program, ProgramPlayer) else "for_other"]
    return html(
        "<strong>{}</strong>{}<span>{}</span>",
        say["wants"].format(name),
        wish_of(seen, program.wish.word),
        say["itself"] if seen.simulated else by_hand,
    )


def wish_of(seen: Seen, word: str) -> Html:
    """Return an action as a picture of its piece and the names of its fields."""
    words, state, names = seen.words, seen.game.state, seen.game.names
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
    fields = " → ".join(way) if start != BEYOND else f"→ {way[0]}"
    picture = use_piece(code, seen.projection)
    return assets.part("board_parts", "wish", picture, fields, texts.piece_name(words, code), taken)


def puzzle(words: Texts, puzzler: Puzzler, to_do: str) -> Html:
    """Return the puzzle that is on the board, what may be done, and whether it is solved."""
    posed, say = puzzler.puzzle, words.PUZZLE
    assert posed
    standing, played = puzzler.standing()
    played_text = saying.all_in_words(words, posed.state, [played]) if played else ""
    task = say["task"].format(words.PLAYERS[posed.player])
    text = task if standing == OPEN else saying.sentence(say[standing].format(played_text))
    below = {OPEN: f"{say['why']} {to_do}", MISSED: task}.get(standing, "")
    return assets.part("board_parts", "puzzle", say, standing, text, below, posed)


def lesson_card(words: Texts, game: FollowedGame, coach: Coach) -> Html:
    """Return the card in place of whose turn it is."""
    goal, *steps = texts.game_words(words, game.name).coach
    say, (step, count) = words.LESSON, coach.step
    if coach.is_done:
        return html("<strong>{}</strong><span>{} {}</span>", say["done"], say["so"], goal)
    intro = html("<em>{}</em> ", goal) if step == 1 else Html()
    headline = say["at"].format(step, count)
    return html("<strong>{}</strong><span>{}{}</span>", headline, intro, steps[step - 1])
