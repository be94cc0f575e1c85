"""Commands that a host, or the menu, may give the table. Loaded when there is one."""

from treppe import games
from treppe.table import CommandError, buttons, course, guidance, lines, questions, stages


def carry_out(session, name: str, fields: dict) -> dict:
    """Carry out a command and return its answer; raise CommandError.

    `new` game, options, seats, starter, clock; `button` name, is_long; `choose` word; `undo` count, turn; `hints`
    player, level; `resign` player, ask; `draw` ask; `pause`; `unfinished`; `resume` game; `status`; `set` name,
    value; of a tower surface `calibrate` material, `check` and `field` name, which begin and, given again meanwhile,
    tell how far it is; `load` size, at, hex; of any surface `self_test` empty, which tells how it ended when given
    again.
    """
    if name not in COMMANDS:
        raise CommandError(f"no command {name!r}; there are {', '.join(sorted(COMMANDS))}")
    if session.task and name not in _BESIDE_A_TASK:
        raise CommandError("the board is being calibrated: button END leaves the old calibration")
    try:
        return COMMANDS[name](session, fields) or {}
    except (games.InvalidOption, OSError) as error:
        raise CommandError(str(error))


def new(session, fields):
    """Start a game; the lamps lead the set-up.

    `clock`: minutes, increment_s (see clock.py), for a game without one nothing. `starter`: who of `seats` (of the
    players by number, if there are none) plays the first colour, as an index or "random"; the others follow in turn.
    """
    name = fields.get("game", "")
    options = fields.get("options") or {}
    state = games.start(name, **options)
    if state.surface != session.surface.NAME:
        raise CommandError(lines.wrong_surface(session.texts, name, state.surface))
    _use_pieces(session)
    seats = fields.get("seats") or []
    if "starter" in fields:
        if not any(seats):
            seats = [str(player + 1) for player in range(state.players)]
        seats = _seat(session, seats, fields["starter"])
    stages.open_game(session, course.begin(session.journal, name, options, seats, fields.get("clock")), "setup")


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


def button(session, fields):
    """Press a button, or hold it (`is_long`)."""
    if fields.get("name") not in buttons.NAMES:
        raise CommandError(f"no button {fields.get('name')!r}; there are END, UNDO, MENU, OK")
    buttons.press(session, buttons.NAMES[fields["name"]] | (buttons.LONG if fields.get("is_long") else 0))


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
        game = course.replay(journal, journal.read_game(number))
        _use_pieces(session)
    except ValueError as error:
        session.notice = session.texts["broken"] + " " + str(error)
        return
    if game.state.surface != session.surface.NAME:
        session.notice = lines.wrong_surface(session.texts, game.name, game.state.surface)
    elif is_asked or not game.is_paused:
        if not game.ending:
            journal.append({"k": "resume", "game": number})
        stages.open_game(session, game, "back")


def status(session, fields):
    """Return phase, notice, faults, settings and the game: options, seats, clock, actions, and the position as text."""
    answer = {"phase": session.display["phase"], "notice": session.notice, "faults": list(session.faults)}
    answer["settings"] = dict(session.settings)
    if session.course:
        state = session.course.state
        answer["game"] = session.course.name
        answer["options"] = state.options
        answer["seats"] = session.course.seats
        answer["hints"] = ["legal" if session.shows_hints(player) else "off" for player in range(state.players)]
        answer["text"] = state.text()
        answer["played"] = len(state.history())
        if session.course.clock:
            answer["clock"] = dict(session.course.clock.limits)
            answer["left_ms"] = list(session.course.clock.left_ms)
    return answer


def set_(session, fields):
    """Change a setting, at once and for later starts."""
    name, value = fields.get("name"), fields.get("value")
    if session.keep_setting:
        try:
            session.keep_setting(name, value)
        except ValueError as error:
            raise CommandError(str(error))
    session.settings[name] = value
    session.apply_settings()
    session.show()
    session.tell()


def calibrate(session, fields):
    """Begin a calibration of the whole board, or tell how far it is; hands and lamps do the rest."""
    return _calibrate(session, "calibrate", fields)


def check(session, fields):
    """Begin a quick check of the calibration, of reeds by a magnet over all fields, or tell how far it is."""
    return _calibrate(session, "check", fields)


def field(session, fields):
    """Begin a full table for the field `name`, or tell how far it is."""
    return _calibrate(session, "field", fields)


def load(session, fields):
    """Take a piece of a calibration from the host: the bytes `hex` from `at` on, of `size` in all; OK saves it."""
    _calibrate(session, "load", fields)
    if not hasattr(session.task, "add"):
        raise CommandError("something else is going on at the board")
    session.task.add(fields.get("at"), bytes.fromhex(fields.get("hex", "")))
    return session.task.report() if session.task else {}


def _calibrate(session, kind, fields):
    if not session.task:
        if session.course and not session.course.ending:
            raise CommandError("a game is being played: pause it first")
        try:
            task = _task(session, kind, fields)
        except ValueError as error:
            raise CommandError(str(error))
        stages.close(session)
        stages.begin_task(session, task)
    return session.task.report()


def _task(session, kind, fields):
    if kind == "check" and session.surface.SENSOR == "reed":
        from treppe.table.sweep import Sweep

        return Sweep(session)
    from treppe.table import calibrate

    return calibrate.begin(session, kind, fields)


def self_test(session, fields):
    """Begin a self-test, `empty`: of a board with nothing on it; given again, tell what it has found."""
    is_fresh = session.tests and session.since(session.tested_ms) < _FRESH_MS
    if not session.examining and not is_fresh:
        stages.examine(session, bool(fields.get("empty")))
    names = ("name", "state", "text")
    tests, session.tests = session.tests, []
    return {"running": session.examining is not None, "tests": [dict(zip(names, test)) for test in tests]}


def hints(session, fields):
    """Show a `player`, or all if none is said, what is legal, or not: `level` is "legal" or "off"."""
    game, level = _game_of(session), fields.get("level")
    player = fields.get("player")
    if level not in ("legal", "off"):
        raise CommandError(f"no level of hints {level!r}; there are legal, off")
    if player is not None and player not in range(game.state.players):
        raise CommandError(f"no player {player!r} in this game of {game.state.players}")
    for seat in range(game.state.players) if player is None else (player,):
        session.hint_levels[seat] = level
    session.show()


def _game_of(session):
    if not session.course:
        raise CommandError("no game is being played")
    return session.course


def _running_game_of(session):
    if not session.course or session.course.ending:
        raise CommandError("no game is being played")
    return session.course


_FRESH_MS = 10_000  # for so long the results of a self-test are told
_BESIDE_A_TASK = ("button", "status", "calibrate", "check", "field", "load", "self_test")
COMMANDS = {
    "new": new,
    "button": button,
    "choose": choose,
    "undo": undo,
    "resign": resign,
    "draw": draw,
    "pause": pause,
    "resume": resume,
    "unfinished": unfinished,
    "status": status,
    "set": set_,
    "calibrate": calibrate,
    "check": check,
    "field": field,
    "load": load,
    "self_test": self_test,
    "hints": hints,
}
