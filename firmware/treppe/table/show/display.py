"""The lines of the display: at most eight of 21 letters."""

from treppe.runtime import const
from treppe.sensing import UNSURE, has_activity
from treppe.table import questions
from treppe.table.guide import guidance
from treppe.table.hands.position import BEYOND
from treppe.table.show import lamps, roles

_LETTERS = const(21)
_UMLAUTS = ("äae", "öoe", "üue", "ÄAe", "ÖOe", "ÜUe", "ßss")  # the display has ASCII only
_LINES = const(8)
_AT_ONCE = const(10)  # pieces that are looked at without a pause


def player_name(texts, player: int) -> str:
    """Name a player by his colour."""
    return texts["player " + str(player)]


def wrap(text: str) -> list[str]:
    """Return the text in lines, broken between words, and in words that are longer than a line."""
    lines = [""]
    for word in text.split():
        while len(word) > _LETTERS:
            lines.append(word[:_LETTERS])
            word = word[_LETTERS:]
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LETTERS:
            lines.append(word)
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return [line for line in lines if line][:_LINES]


def display(session):
    """Work out what a display shows (see Session). A generator, see job.py."""
    game = session.course
    shown = {"phase": _phase(session), "game": game.name if game else "", "player": -1, "players": 0}
    if game:
        shown["player"] = -1 if game.ending else game.state.current_player()
        shown["players"] = game.state.players
        shown["last"] = game.last_word()
        shown["events"] = [game.state.event_line(event) for event in game.state.events]
        shown["winners"] = list(game.ending[1]) if game.ending else []
    if session.task:
        shown["progress"] = list(session.task.progress)
        shown["question"] = session.task.question
    shown["choice"] = questions.proposal(session)
    shown["doubt"] = place(session, session.doubts[0]) if session.doubts else ""
    shown["menu"] = session.menu is not None
    shown["no_more"] = session.has_no_more
    shown["instead"] = questions.replaced(session)
    yield
    shown["lines"] = yield _lines(session, shown["choice"], shown["instead"])
    shown["head"] = 0 if session.notice else len(_seats(session) or [""])
    return shown


def _phase(session):
    if session.is_wrong:
        return "wrong"
    return "setup" if session.stage == "guide" else session.stage


def _lines(session, choice, instead):
    if session.task:
        return session.task.lines()[:_LINES]
    if session.menu:
        return session.menu.lines()
    texts = session.texts
    lines = wrap(session.notice) if session.notice else (yield _game_lines(session, choice, instead))
    below = wrap(session.fault) if session.faults else []
    if session.sag_mv:
        below += wrap(texts["sagging"])
    if session.stage == "play" and session.course.clock:
        below.append(session.course.clock.line(session))
    return lines[: _LINES - len(below)] + below


def _game_lines(session, choice, instead):
    texts, game = session.texts, session.course
    if session.stage == "idle":
        return [texts["paused" if session.journal.unfinished else "idle"], texts["menu"]]
    first = [game.state.TITLE]
    if has_activity(session.activity, UNSURE, UNSURE):
        unsure = [field for field in range(len(session.activity)) if session.activity[field] == UNSURE]
        return first + [texts["unsure"]] + [place(session, field) for field in unsure]
    if session.stage == "over":
        return first + session.do_seldom("show.result", "result") + [texts["menu"]]
    if session.doubts:
        return first + [place(session, session.doubts[0]) + ": " + texts["there"], texts["yes"], texts["no"]]
    no_more = [texts["no more"]] if session.has_no_more else []
    if choice:
        asked = "confirm" if len(session.offers) == 1 else "which"
        replaced = wrap(texts["instead"] + " " + " ".join(instead)) if instead else []
        return first + no_more + [texts[asked]] + wrap(" ".join(choice)) + _meaning(texts, choice[-1]) + replaced
    first = _seats(session) or first
    if session.stage == "guide" or session.is_wrong:
        reason = session.guide if not session.is_wrong else "leave" if _must_leave(session.view) else "wrong"
        return first + [texts[reason]] + (yield _way_back(session)) + no_more
    name = called(texts, game, session.view.player)
    turn = yield _turn(texts, game, session.view)
    return ([name] if name else first) + turn + no_more + (yield _to_turn_over(session))


def _must_leave(view):
    """Tell whether the only legal action is to leave the board on a way that may not be lit."""
    return len(view.know().actions) == 1 and bool(view.recall().passage(view.actions[0]))


def _seats(session):
    """Say at set-up who plays which colour, if players have names."""
    game = session.course
    if session.stage != "guide" or session.guide != "setup" or not any(game.seats):
        return []
    texts, players = session.texts, range(game.state.players)
    return [(player_name(texts, player) + ": " + called(texts, game, player))[:_LETTERS] for player in players]


def called(texts, course, player) -> str:
    """Return what a player is called besides his colour, empty if he is called nothing."""
    name = str(course.seats[player]) if player < len(course.seats) else ""
    for letter in _UMLAUTS if len(name.encode()) > len(name) else ():
        name = name.replace(letter[0], letter[1:])
    return (texts["player"] + " " + name if name.isdigit() else name)[:_LETTERS]


def _to_turn_over(session):
    """Say how stones should lie that are to be turned over."""
    texts, pieces = session.texts, session.course.state.pieces
    lines = []
    for field in session.to_turn:
        yield
        lines.append(place(session, field) + ": " + piece_name(texts, pieces(field)[-1]))
    return lines


def _meaning(texts, word):
    """Say what a word means that is no movement: by the whole word, else by how it begins."""
    for known in (word, word[:2], word[:1]):
        meaning = texts.get("word " + known)
        if meaning:
            return wrap(meaning)
    return []


def _turn(texts, course, view):
    """Say who is to do what with which piece, and what was done last."""
    lines = [player_name(texts, view.player)]
    view.know()
    if len(view.silent) < len(view.actions):
        is_put = view.firsts.count(b"\xff") > len(view.silent)
        verb = "put" if is_put else "move"
        yield
        kind = yield _piece_of(texts, view, is_put)
        lines[0] += (": " + texts[verb] + " " + kind).rstrip()
        yield
    if view.stop is not None:
        lines.append(texts["stop" if course.state.players > 1 else "finish"])
    if len(view.silent) > (view.stop is not None):
        lines.append(texts["more"])
    if course.last_word():
        lines.append(course.last_word())
    for event in course.state.events:
        if event[0] in ("blocked", "eliminated"):
            lines.append(player_name(texts, event[1]) + " " + texts[event[0]])
    if course.state.scores is not None:
        lines.append(points(texts, course.state))
    return lines


def _piece_of(texts, view, is_put):
    """Name the kind of piece that may be moved, or put from the supply, if there is but one."""
    state = view.recall()
    if is_put:
        move = view.firsts.find(b"\xff")
        while view.lasts[move] == BEYOND:
            move = view.firsts.find(b"\xff", move + 1)
        state.perform(view.actions[move])
        return texts["piece " + state.pieces(view.lasts[move])[-1][0]]
    kind = ""
    for number, field in enumerate(set(view.firsts)):
        if number % _AT_ONCE == _AT_ONCE - 1:
            yield
        if field != BEYOND:
            other = state.pieces(field)[-1][0]
            if kind and other != kind:
                return ""
            kind = other
    return texts["piece " + kind] if kind else ""


def points(texts, state) -> str:
    """Return what each player has, or the one player has left."""
    scores = state.scores
    if state.players == 1:
        return texts["left"] + " " + str(scores[0])
    letters = texts["letters"].split()
    return " ".join([letters[player] + str(scores[player]) for player in range(state.players)])


def _way_back(session):
    """Say what to put where, then what to take from where, field by field, as far as the display has room."""
    texts, lit = session.texts, session.roles
    yield
    targets = [field for field in range(len(lit)) if lit[field] in roles.PUTS][:_LINES]
    yield
    sources = [field for field in range(len(lit)) if lit[field] == roles.REMOVE][:_LINES]
    lines = []
    for field in targets:
        yield
        lines.append(place(session, field) + ": " + piece_name(texts, guidance.wanted_piece(session, field)))
    return lines + [place(session, field) + ": " + texts["surplus"] for field in sources]


def place(session, field: int) -> str:
    """Return what the game that is played calls a field; beside its board `*` and the name on the whole surface."""
    return session.course.state.field_name(field) or "*" + session.surface.NAMES[field]


def piece_name(texts, piece: str) -> str:
    """Name a piece by its code: `Blue ball`, `brick`, `Red 4`, and `Red 4 off` for a stone with its blank side up."""
    if not piece:
        return texts["missing"]
    colour = lamps.colour_of(piece)
    words = [player_name(texts, colour)] if colour >= 0 else []
    if piece[0] == "N":
        words.append(piece[1])
        if piece[-1] == "i":
            words.append(texts["inactive"])
    else:
        words.append(texts["piece " + piece[0]])
    return " ".join(words)
