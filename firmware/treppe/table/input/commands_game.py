"""Commands about the game that is played; see commands.py."""

from treppe.table import CommandError, stages
from treppe.table.guide import guidance


def choose(session, fields):
    """Play an action that no hand can show, or answer what is asked, by its word."""
    word = fields.get("word", "")
    if session.stage != "play" or not session.do_seldom("input.answers", "choose", word):
        raise CommandError(f"cannot choose {word!r} now")


def undo(session, fields):
    """Take back `count` actions, one if it is not said, or the last `turn`; the lamps lead the board back."""
    game = _game_of(session)
    count = _turn_length(game) if fields.get("turn") else fields.get("count", 1)
    played = game.num_undoable()
    if not isinstance(count, int) or not 1 <= count <= played:
        raise CommandError(f"cannot take back {count!r} actions: {played} have been played")
    lying, known = _sides_up(session), guidance.standing(session)
    game.undo(count)
    stages.lead(session, "back", known)
    session.to_turn = guidance.lying_wrong(session, lying)
    session.show()


def _turn_length(game):
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


def _sides_up(session):
    """Return how stones with two sides lie: field -> code."""
    pieces = session.course.state.pieces
    if not session.course.state.TWO_SIDED:
        return {}
    stones = {field: pieces(field)[-1] for field, is_full in enumerate(session.view.image) if is_full}
    for field in session.to_turn:
        stones[field] = stones[field][:-1] + ("i" if stones[field][-1] == "a" else "a")
    return stones


def resign(session, fields):
    """Let a player, if not said the one to move, give up; with `ask` once the players have confirmed it by buttons."""
    game = _running_game_of(session)
    player = fields.get("player", game.state.current_player())
    if player not in range(game.state.players):
        raise CommandError(f"no player {player!r} in this game of {game.state.players}")
    if fields.get("ask"):
        _ask(session, "resign", {"player": player})
        return
    game.resign(player)
    stages.finish(session)


def draw(session, fields):
    """End the game in a draw that the players have agreed on; with `ask` once they have confirmed it by buttons."""
    game = _running_game_of(session)
    if fields.get("ask"):
        _ask(session, "draw", {})
        return
    game.draw()
    stages.finish(session)


def _ask(session, command, fields):
    stages.open_menu(session)
    session.menu.ask(command, fields)
    session.show()
    session.tell()


def pause(session, fields):
    """Lay the game aside."""
    _running_game_of(session).pause()
    stages.close(session)


def hints(session, fields):
    """Show a `player`, or all if none is said, what is legal, or not: `level` is "legal" or "off"."""
    game, level = _game_of(session), fields.get("level")
    player = fields.get("player")
    if level not in ("legal", "off"):
        raise CommandError(f"no level of hints {level!r}; there are legal, off")
    if player is not None and player not in range(game.state.players):
        raise CommandError(f"no player {player!r} in this game of {game.state.players}")
    for seat in range(game.state.players) if player is None else (player,):
        game.set_hints(seat, level)
    session.show()


def _game_of(session):
    if not session.course:
        raise CommandError("no game is being played")
    return session.course


def _running_game_of(session):
    if not session.course or session.course.ending:
        raise CommandError("no game is being played")
    return session.course
