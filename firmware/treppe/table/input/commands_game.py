"""Commands about the present game; see commands.py."""

from typing import TYPE_CHECKING

from treppe.codes import told
from treppe.table import CommandError
from treppe.table.course import Course
from treppe.table.guide.guidance import SETUP
from treppe.table.hands.position import BEYOND
from treppe.table.input import answers
from treppe.table.show.wording import piece_name, place, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.table.console import Console
    from treppe.table.session import Session
    from treppe.table.types import Told


def choose(table: "Console", fields: dict) -> None:
    """Play an action that hands cannot show, or answer a question, by its word."""
    word = fields.get("word", "")
    if table.session.stage != "play" or not answers.choose(table.session, word):
        raise CommandError({"code": "no_choice", "word": word})


def want(table: "Console", fields: dict) -> None:
    """Let hands play the actions of `words` for the player to move, as a program wants, and nothing else."""
    course = _running_course_of(table)
    words = fields.get("words", ())
    actions, players = _read(course, words)
    for word, player in zip(words, players):
        if player != players[0]:
            raise CommandError({"code": "other_turn", "word": word})
    table.session.want(tuple(actions))


def play(table: "Console", fields: dict) -> None:
    """Record the actions of `words` without hands; the lamps lead the board to the position after them.

    `laid`: whoever sends this lays the pieces himself, so the board need not fear that equal ones are exchanged.
    """
    course, session = _running_course_of(table), table.session
    standing = {} if fields.get("laid") else session.guidance.standing()
    for action in _read(course, fields.get("words", ()))[0]:
        course.play(action)
    if course.ending:
        session.evidence.begin(course.state)
        session.finish()
    else:
        session.lead(SETUP, standing)


def _read(course: Course, words: "Sequence[str]") -> "tuple[list[int], list[int]]":
    """Return the actions of some words, and their players; raise CommandError."""
    twin = course.state.clone()
    actions: list[int] = []
    players: list[int] = []
    for word in words:
        players.append(twin.current_player())
        try:
            actions.append(twin.action(word))
        except ValueError as error:
            raise CommandError(told(error))
        twin.apply_action(actions[-1])
    return actions, players


def advise(table: "Console", fields: dict) -> None:
    """Show the player to move a program's advice: the action `word`, or only its piece if `kind` is "piece".

    `why` is one of the codes that tell why.
    """
    state = _running_course_of(table).state
    session, word, kind = table.session, fields.get("word", ""), fields.get("kind", "")
    try:
        action = state.action(word)
    except ValueError as error:
        raise CommandError(told(error))
    first = state.ends([action])[0][0]
    if kind == "piece" and first != BEYOND:
        session.advise(word, kind, bytes([first]), _advice(session, place(table.view, first)))
    elif kind == "piece" and state.placement(action):
        twin = state.clone()
        twin.perform(action)
        piece = piece_name(session.texts, twin.pieces(state.ends([action])[1][0])[-1])
        session.advise(word, kind, b"", _advice(session, piece))
    else:
        advised, why = bytes([field for field, _ in state.placement(action) if field != BEYOND]), fields.get("why")
        session.advise(word, kind, advised, _advice(session, word) + _why(session, why or {}), why)


def _advice(session: "Session", what: str) -> "list[str]":
    return wrap(session.texts["advice"] + " " + what)


def _why(session: "Session", why: "Told") -> "list[str]":
    """Say why something is advised, as far as the display has words for it."""
    code = str(why.get("code"))
    text = session.texts.get(code) if code.startswith("why_") else None
    if not text:
        return []
    for name, value in why.items():
        text = text.replace("{" + name + "}", str(value))
    return wrap(text)


def undo(table: "Console", fields: dict) -> None:
    """Take back `count` actions (one without it), or the last `turn`; the lamps lead the board back.

    `laid` is that of `play`.
    """
    course = _course_of(table)
    count = _turn_length(course) if fields.get("turn") else fields.get("count", 1)
    played = course.num_undoable()
    if not isinstance(count, int) or not 1 <= count <= played:
        raise CommandError({"code": "too_many_back", "count": count, "played": played})
    table.change_later(table.session.take_back(_with_answers(course, count), bool(fields.get("laid"))))


def _with_answers(course: "Course", count: int) -> int:
    """Return how many actions to take back until a person is to move, past those of the board's programs."""
    twin = course.state.clone()
    num_actions = count + len(twin.history()) - course.num_undoable()
    for _ in range(num_actions):
        twin.undo_action()
    more = 0
    while num_actions and course.levels[twin.position[-1]]:
        if not twin.history():
            return count
        twin.undo_action()
        more += 1
    return count + more


def _turn_length(game: "Course") -> int:
    """Return how many actions the last turn has: those of one player in a row, and the end."""
    twin = game.state.clone()
    is_ended = game.num_undoable() > len(twin.history())
    count = 0
    player = -1
    while twin.history():
        twin.undo_action()
        if count and twin.current_player() != player:
            break
        player = twin.current_player()
        count += 1
    return count + is_ended


def resign(table: "Console", fields: dict) -> None:
    """Let `player` give up (without it the player to move); with `ask` after people have confirmed it by buttons."""
    game = _running_course_of(table)
    player = fields.get("player", game.state.current_player())
    if player not in range(game.state.players) or game.state.is_out(player):
        raise CommandError({"code": "no_player", "player": player, "players": game.state.players})
    if fields.get("ask"):
        table.confirm_by_buttons("resign", {"player": player})
        return
    table.session.resign(player)


def draw(table: "Console", fields: dict) -> None:
    """End the game in an agreed draw; with `ask` after people have confirmed it by buttons."""
    game = _running_course_of(table)
    if fields.get("ask"):
        table.confirm_by_buttons("draw", {})
        return
    game.draw()
    table.session.finish()


def pause(table: "Console", fields: dict) -> None:
    """Lay the game aside."""
    _running_course_of(table).pause()
    table.session.close()


def hints(table: "Console", fields: dict) -> None:
    """Set the hints of `player` (without it of all players): `level` is "legal", "off" or "advice"."""
    game, level = _course_of(table), fields.get("level")
    player = fields.get("player")
    if level not in ("legal", "off", "advice"):
        raise CommandError({"code": "no_level", "level": level})
    if player is not None and player not in range(game.state.players):
        raise CommandError({"code": "no_player", "player": player, "players": game.state.players})
    for seat in range(game.state.players) if player is None else (player,):
        game.set_hints(seat, level)
    table.session.messages.renew_lamps()


def _course_of(table: "Console") -> Course:
    if not table.session.course:
        raise CommandError({"code": "nothing_played"})
    course: Course = table.session.course
    return course


def _running_course_of(table: "Console") -> Course:
    course = _course_of(table)
    if course.ending:
        raise CommandError({"code": "nothing_played"})
    return course
