"""Commands about the game that is played; see commands.py."""

from treppe.runtime import let_go
from treppe.table import CommandError
from treppe.table.course import Course
from treppe.table.table import Table


def choose(table: Table, fields: dict) -> None:
    """Play an action that no hand can show, or answer what is asked, by its word."""
    from treppe.table.input import answers

    let_go("treppe.table.input.answers")
    word = fields.get("word", "")
    if table.session.stage != "play" or not answers.choose(table.session, word):
        raise CommandError(f"cannot choose {word!r} now")


def undo(table: Table, fields: dict) -> None:
    """Take back `count` actions, one if it is not said, or the last `turn`; the lamps lead the board back."""
    course = _course_of(table)
    count = _turn_length(course) if fields.get("turn") else fields.get("count", 1)
    played = course.num_undoable()
    if not isinstance(count, int) or not 1 <= count <= played:
        raise CommandError(f"cannot take back {count!r} actions: {played} have been played")
    table.session.take_back(count)


def _turn_length(game: "Course") -> int:
    """Return how much there is to take back of the last turn: the actions of one player in a row, and the end."""
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


def resign(table: Table, fields: dict) -> None:
    """Let a player, if not said the one to move, give up; with `ask` once the players have confirmed it by buttons."""
    game = _running_course_of(table)
    player = fields.get("player", game.state.current_player())
    if player not in range(game.state.players):
        raise CommandError(f"no player {player!r} in this game of {game.state.players}")
    if fields.get("ask"):
        table.confirm_by_buttons("resign", {"player": player})
        return
    game.resign(player)
    table.session.finish()


def draw(table: Table, fields: dict) -> None:
    """End the game in a draw that the players have agreed on; with `ask` once they have confirmed it by buttons."""
    game = _running_course_of(table)
    if fields.get("ask"):
        table.confirm_by_buttons("draw", {})
        return
    game.draw()
    table.session.finish()


def pause(table: Table, fields: dict) -> None:
    """Lay the game aside."""
    _running_course_of(table).pause()
    table.session.close()


def hints(table: Table, fields: dict) -> None:
    """Show a `player`, or all if none is said, what is legal, or not: `level` is "legal" or "off"."""
    game, level = _course_of(table), fields.get("level")
    player = fields.get("player")
    if level not in ("legal", "off"):
        raise CommandError(f"no level of hints {level!r}; there are legal, off")
    if player is not None and player not in range(game.state.players):
        raise CommandError(f"no player {player!r} in this game of {game.state.players}")
    for seat in range(game.state.players) if player is None else (player,):
        game.set_hints(seat, level)
    table.session.show()


def _course_of(table: "Table") -> Course:
    if not table.session.course:
        raise CommandError("no game is being played")
    course: Course = table.session.course
    return course


def _running_course_of(table: "Table") -> Course:
    course = _course_of(table)
    if course.ending:
        raise CommandError("no game is being played")
    return course
