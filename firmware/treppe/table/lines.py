"""The lines of the display: at most eight of 21 letters."""

from treppe.runtime import const
from treppe.sensing import UNSURE
from treppe.table import hints, roles
from treppe.table.explain import BEYOND
from treppe.table.texts import LANGUAGES, SURFACES, TITLES

_LETTERS = const(21)
_LINES = const(8)


def texts(language: str) -> dict:
    """Return the table of texts in a language; English where it is unknown."""
    return LANGUAGES.get(language, LANGUAGES["en"])


def title(name: str) -> str:
    """Return the title of a game."""
    return TITLES.get(name, name)


def wrong_surface(name: str, wanted: str, present: str) -> str:
    """Say that a game with its options cannot be played on the surface that is present."""
    if not wanted:
        return f"{title(name)} of this size needs a surface of its own; it can be played in the engine only"
    return f"{title(name)} needs {SURFACES[wanted]}; this board is {present}"


def wrap(text: str) -> list[str]:
    """Return the text in lines, broken between words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LETTERS:
            lines.append(word)
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return lines[:_LINES]


def display(session) -> dict:
    """Return what a display shows (see Session)."""
    game = session.course
    shown = {"phase": _phase(session), "game": game.name if game else "", "player": -1, "players": 0}
    if game:
        shown["player"] = -1 if game.ending else game.state.current_player()
        shown["players"] = game.state.players
        shown["last"] = game.last_word()
        shown["events"] = [game.state.event_line(event) for event in game.state.events]
        shown["winners"] = list(game.ending[1]) if game.ending else []
    shown["lines"] = _lines(session)
    return shown


def _phase(session):
    if session.is_wrong:
        return "wrong"
    return "setup" if session.stage == "guide" else session.stage


def _lines(session):
    texts = session.texts
    lines = wrap(session.notice) if session.notice else _game_lines(session)
    if session.faults:
        lines = lines + wrap(texts["faulty"] + " " + session.faults[-1])
    return lines[:_LINES]


def _game_lines(session):
    texts, game, known = session.texts, session.course, session.explanation
    if session.stage == "idle":
        return [texts["paused" if session.journal.unfinished else "idle"]]
    first = [title(game.name)]
    unsure = [session.surface.NAMES[f] for f in range(len(session.activity)) if session.activity[f] == UNSURE]
    if unsure:
        return first + [texts["unsure"]] + unsure
    if session.stage == "over":
        return first + _result(texts, game)
    if session.stage == "guide" or session.is_wrong:
        return first + [texts["wrong" if session.is_wrong else session.guide]] + _way_back(session)
    if known and known.choices:
        return first + [texts["which"], known.view.recall().word(known.choices[session.choice][0])]
    if known and len(known.unproved) == 1:
        return first + [texts["confirm"], known.view.recall().word(known.unproved[0])]
    return first + _turn(texts, game, session.view)


def _turn(texts, course, view):
    """Say who is to do what with which piece, and what was done last."""
    lines = [texts["players"][view.player]]
    if view.count():
        verb = "put" if view.lift(0) == BEYOND else "move"
        lines[0] += ": " + texts[verb] + " " + _piece_of(texts, view, verb)
    if course.last_word():
        lines.append(course.last_word())
    for event in course.state.events:
        if event[0] in ("blocked", "eliminated"):
            lines.append(texts["players"][event[1]] + " " + texts[event[0]])
    return lines


def _piece_of(texts, view, verb):
    """Name the piece of the first legal action: on top where it is lifted, or where it has come to lie."""
    if verb == "move":
        pieces = view.recall().pieces(view.lift(0))
    else:
        pieces = view.after(view.actions[0]).recall().pieces(view.placement(0)[-1][0])
    return texts["pieces"][pieces[-1][0]] if pieces else ""


def _way_back(session):
    """Say what to take away and what to put, field by field."""
    texts, expected = session.texts, session.view.image
    lines = []
    for field, change in sorted(session.differences().items()):
        line = session.surface.NAMES[field] + ": "
        if hints.way_back(expected[field] + change, expected[field]) == roles.REMOVE:
            lines.append(line + texts["surplus"])
            continue
        pieces = session.course.state.pieces(field)
        owner = hints.owner_of(pieces)
        if owner >= 0:
            line += texts["players"][owner] + " "
        lines.append(line + (texts["pieces"][pieces[-1][0]] if pieces else texts["missing"]))
    return lines


def _result(texts, course):
    lines = [texts["over"]]
    winners = course.ending[1]
    for player in winners:
        lines.append(texts["players"][player] + " " + texts["wins"])
    if not winners:
        lines.append(texts["draw"])
    return lines
