"""Commands about the game that is played, or others; see commands.py."""

from treppe import games
from treppe.runtime import let_go
from treppe.table import CommandError, guidance, lines, questions, stages


def new(session, fields):
    """Start a game; the lamps lead the set-up.

    `clock`: minutes, increment_s (see clock.py), for a game without one nothing. `starter`: who of `seats` (whoever has
    no name there is called by his number) plays the first colour, as an index or "random"; the others follow in turn.
    Who had hints of his own in the game before keeps them.
    """
    name = fields.get("game", "")
    options = fields.get("options") or {}
    state = games.start(name, **options)
    if state.surface != session.surface.NAME:
        raise CommandError(lines.wrong_surface(session.texts, name, state.surface))
    _use_pieces(session)
    starter, seats = fields.get("starter"), fields.get("seats") or []
    if starter is not None:
        seats = _seat(session, [_called(seats, player) for player in range(state.players)], starter)
    levels = _levels_by_name(session.course) if session.course else {}
    game = _open("begin", session.journal, name, options, seats, fields.get("clock"), starter == "random")
    for player in range(state.players):
        if _called(seats, player) in levels:
            game.set_hints(player, levels[_called(seats, player)])
    stages.open_game(session, game, "setup")


def _open(how, *given):
    """Return the course that a function of opening.py begins, and forget how it is done."""
    function = getattr(__import__("treppe.table.opening", None, None, (how,)), how)
    game = function(*given)
    for room in ("treppe.table.opening", "treppe.games.options"):
        let_go(room)
    return game


def _called(seats, player):
    """Return what a player is called: by his name, else by his number."""
    return seats[player] if player < len(seats) and seats[player] else str(player + 1)


def _levels_by_name(game):
    return {_called(game.seats, player): level for player, level in game.hint_levels.items()}


def _use_pieces(session):
    """Let sensing read the weights of the surface's pieces; CommandError where it cannot tell them apart."""
    try:
        session.sensing.use()
    except ValueError as error:
        raise CommandError(str(error))


def _seat(session, seats, starter):
    if starter == "random" and session.random_below:
        starter = session.random_below(len(seats))
    if starter not in range(len(seats)):
        raise CommandError(f"no starter {starter!r} among {len(seats)} players")
    return seats[starter:] + seats[:starter]


def choose(session, fields):
    """Play an action that no hand can show, or answer what is asked, by its word."""
    word = fields.get("word", "")
    if session.stage != "play" or not questions.choose(session, word):
        raise CommandError(f"cannot choose {word!r} now")


def undo(session, fields):
    """Take back `count` actions, one if it is not said, or the last `turn`; the lamps lead the board back."""
    game = _game_of(session)
    count = game.turn_length() if fields.get("turn") else fields.get("count", 1)
    played = game.num_undoable()
    if not isinstance(count, int) or not 1 <= count <= played:
        raise CommandError(f"cannot take back {count!r} actions: {played} have been played")
    lying, known = _sides_up(session), guidance.standing(session)
    game.undo(count)
    stages.lead(session, "back", known)
    session.to_turn = [field for field in lying if _lies_wrong(game.state, field, lying[field])]
    session.show()


def _sides_up(session):
    """Return how stones with two sides lie: field -> code."""
    pieces = session.course.state.pieces
    if session.course.name != "cubes":
        return {}
    stones = {field: pieces(field)[-1] for field, is_full in enumerate(session.view.image) if is_full}
    for field in session.to_turn:
        stones[field] = stones[field][:-1] + ("i" if stones[field][-1] == "a" else "a")
    return stones


def _lies_wrong(state, field, lying):
    pieces = state.pieces(field)
    return len(lying) > 1 and bool(pieces) and pieces[-1][:-1] == lying[:-1] and pieces[-1] != lying


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


def resume(session, fields):
    """Go on with the unfinished game `game` (see `unfinished`), the last one if it is not said."""
    known = session.journal.unfinished
    number = fields.get("game", known[-1] if known else 0)
    if number not in known:
        raise CommandError(f"no unfinished game {number}; there are {known}" if known else "no game to go on with")
    take_up(session, number, is_asked=True)


def unfinished(session, fields):
    """Return the games that can go on, the one played last at the end: the numbers that they are called by."""
    heads = session.journal.heads()
    return {"games": [{"number": head["e"], "game": head["game"], "seats": head["seats"]} for head in heads]}


def take_up(session, number: int, is_asked: bool):
    """Take up a game of the journal; the lamps lead the board to its position. A paused one only when asked for."""
    journal = session.journal
    try:
        game = _open("replay", journal, journal.read_game(number))
        _use_pieces(session)
    except ValueError as error:
        session.notice = session.texts["broken"] + " " + session.complain("said", str(error))
        return
    if game.state.surface != session.surface.NAME:
        session.notice = lines.wrong_surface(session.texts, game.name, game.state.surface)
    elif is_asked or not game.is_paused:
        if not game.ending:
            journal.append({"k": "resume", "game": number})
        stages.open_game(session, game, "back")
        _remember(session)


def _remember(session):
    """Nobody has seen what became of a take-back: look for the pieces that may still stand as before it."""
    game = session.course
    before = game.before_undoing()
    session.remembered = before
    if game.name == "cubes" and session.has_display:  # which says how they should lie
        lying = before or {}
        session.to_turn = [field for field in lying if _lies_wrong(game.state, field, lying[field])]
        for event in () if game.undone else game.state.events:
            if event[0] in ("active", "inactive"):
                session.to_turn.append(game.state.field(event[1]))


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
