"""Words of the display for players, pieces, fields, in lines of 21 letters."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet.image import BEYOND
from treppe.panel.letters import spell
from treppe.play.game_record import GameRecord
from treppe.runtime import const
from treppe.texts import Texts
from treppe.tracking.known_pieces import colour_of
from treppe.tracking.position import notations

if TYPE_CHECKING:
    from treppe.games.state import State
    from treppe.panel.view import View
    from treppe.tracking.position import Position
    from treppe.types import Job

_AT_ONCE = const(10)  # pieces that are looked at without a pause
LETTERS = const(21)
LINES = const(8)
"""So many lines a display has at most."""


def player_name(texts: Texts, player: int) -> str:
    """Name a player by his colour."""
    return texts["player " + str(player)]


def wrap(text: str) -> list[str]:
    """Return the text in lines of 21 letters, broken between words, and in words that are longer than a line.

    Letters that no display has are spelt, and what does not fit on the display is left out.

    >>> wrap("Put the white piece back to überall")
    ['Put the white piece', 'back to ueberall']
    """
    lines = [""]
    for word in spell(text).split():
        while len(word) > LETTERS:
            lines.append(word[:LETTERS])
            word = word[LETTERS:]
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LETTERS:
            lines.append(word)
        else:
            lines[-1] = (lines[-1] + " " + word).strip()
    return [line for line in lines if line][:LINES]


def called(texts: Texts, game_record: GameRecord, player: int) -> str:
    """Return a player's name besides his colour, empty if he has none."""
    return seat_name(texts, game_record.seats[player])[:LETTERS] if player < len(game_record.seats) else ""


def seat_name(texts: Texts, name: "Any") -> str:
    """Return the name of a seat; who has none is called by his number."""
    name = in_letters(name)
    return texts["player"] + " " + name if name.isdigit() else name


def in_letters(name: "Any") -> str:
    """Return a name, if it has one, in one line of letters that the display has."""
    return " ".join(spell(str(name or "")).split())


def points(texts: Texts, state: "State") -> str:
    """Return each player's points, or those left to a single player."""
    scores: Any = state.scores
    if state.players == 1:
        return texts["left"] + " " + str(scores[0])
    letters = texts["letters"].split()
    return " ".join([letters[player] + str(scores[player]) for player in range(state.players)])


def noted(texts: Texts, notes: "list[tuple]") -> list[str]:
    """Return a line for each note that the game has words for; the others are for one player's eyes."""
    lines = []
    for key, player, value in notes:
        intro = texts.get("note " + key)
        if intro:
            lines.append(intro + " " + (player_name(texts, player) if player >= 0 else str(value)))
    return lines


def piece_name(texts: Texts, piece: str) -> str:
    """Name a piece by its code: `Blue ball`, `disc 3` by its pips, `Red 4`, `Red 4 off` with its blank side up.

    A game may have words for what stands on its stones, as `piece NK: king`.
    """
    if not piece:
        return texts["missing"]
    colour = colour_of(piece)
    words = [player_name(texts, colour)] if colour >= 0 else []
    if piece[0] == "N":
        words.append(texts.get("piece " + piece[:2]) or piece[1])
        if piece[-1] == "i":
            words.append(texts["inactive"])
    else:
        words.append(texts["piece " + piece[0]])
    if piece[0] == "D":
        words.append(str(int(piece[1]) + 1))
    return " ".join(words)


def piece_to_move(position: "Position", is_put: bool) -> "Job":
    """Return the kind of piece that may be moved, or put from the supply, by its letter; empty if there are several."""
    state = position.recall()
    if is_put:
        move = position.firsts.find(b"\xff")
        while position.lasts[move] == BEYOND:
            move = position.firsts.find(b"\xff", move + 1)
        state.perform(position.actions[move])
        return state.pieces(position.lasts[move])[-1][0]
    kind = ""
    for number, field in enumerate(set(position.firsts)):
        if number % _AT_ONCE == _AT_ONCE - 1:
            yield
        if field != BEYOND:
            other = state.pieces(field)[-1][0]
            if kind and other != kind:
                return ""
            kind = other
    return kind


def clock_line(view: "View") -> str:
    """Return the display's last line, which tells the time of the player to move."""
    player = view.observed.position.player
    clock: Any = view.game_record.clock
    if not clock.is_running:
        return spell(view.texts["clock stands"])[:LETTERS]
    return spell(player_name(view.texts, player))[: LETTERS - 6] + " " + clock.face(player)


def seated(view: "View") -> list[str]:
    """Say who plays which colour, if players have names."""
    game = view.game_record
    if not any(game.seats):
        return []
    texts, players = view.texts, range(game.state.players)
    return [(player_name(texts, player) + ": " + called(texts, game, player))[:LETTERS] for player in players]


def place(view: "View", field: int) -> str:
    """Return a field's name in the game; beside the game's board `*` and its name on the whole surface."""
    return view.game_record.state.field_name(field) or "*" + view.surface.NAMES[field]


def spelt_place(texts: Texts, name: str) -> str:
    """Return a field's name for people: beside the game's board it is at the edge."""
    return texts["edge"] + " " + name[1:] if name[:1] == "*" else name


def in_words(texts: Texts, word: str) -> str:
    """Return an action in words: what the game calls it, else what hands do.

    >>> from treppe import texts
    >>> in_words(texts.load("en"), "a1-b2"), in_words(texts.load("en"), "+c3")
    ('a1 to b2', 'put on c3')
    """
    for key in (word, word[:2], word[:1], word[1:2]):
        meaning = texts.get("word " + key)
        if meaning:
            return _filled(texts, meaning, word)
    for link, kind in (("x", "takes"), ("-", "moves"), ("+", "puts")):
        start, found, end = word.partition(link)
        if found:
            if kind == "puts" and start:
                kind = "stone"
            elif end == "off" or (not start and kind == "moves"):
                kind = "off"
            return texts["act " + kind].replace("{a}", start or end).replace("{b}", end)
    return word


def _filled(texts: Texts, meaning: str, word: str) -> str:
    """Fill in what a word says: players by their place in it, discs, cards, or fields after its first two letters."""
    for place in (0, 2):  # `0*2` is about players 0 and 2
        if "{" + str(place) + "}" in meaning:
            meaning = meaning.replace("{" + str(place) + "}", player_name(texts, int(word[place])))
    if "{discs}" in meaning:
        meaning = meaning.replace("{discs}", " ".join([str(int(disc) + 1) for disc in word[1:]]))
    if "{cards}" in meaning:
        cards = [" " + card if card.isdigit() else ", " + str(texts.get("card " + card)) for card in word[1:]]
        meaning = meaning.replace("{cards}", "".join(cards)[2:])
    first, _, second = word[2:].partition(",")
    fields = "2 x " + first if second == first != "" else word[2:].replace(",", ", ")
    fields = fields.replace("-", " " + texts["to"] + " ")
    return meaning.replace("{fields}", fields).strip()


def step_line(texts: "Texts", step: "dict[str, Any]") -> str:
    """Say what to put on a field, and how many of it, or to take off there."""
    field = spelt_place(texts, step["field"]) + ": "
    if step["do"] != "put":
        return field + texts["surplus"]
    return field + (str(step["count"]) + " x " if step["count"] > 1 else "") + piece_name(texts, step["piece"])


def to_turn_over(view: "View") -> "Job":
    """Say how stones should lie that are to be turned over."""
    texts, pieces = view.texts, view.game_record.state.pieces
    lines = []
    for field in view.observed.to_turn:
        yield
        lines.append(spelt_place(texts, place(view, field)) + ": " + piece_name(texts, pieces(field)[-1]))
    return lines


def proposal(view: "View") -> "tuple[list[str], list[str]]":
    """Return the notations of what OK would record now, and those that they replace; none if nothing is asked."""
    pending, observed = view.pending, view.observed
    if view.stage != "play" or not pending.alternatives:
        return [], []
    undo_count, actions = pending.alternatives[pending.choice]
    replaced = observed.recent[-undo_count:] if undo_count else []
    instead = [played.before.recall().word(played.action) for played in replaced]
    return notations(observed.position_before(undo_count), actions), instead


def happened(texts: Texts, state: "State") -> list[str]:
    """Say what the last action has done to players and towers, a line each."""
    lines = []
    for kind, whom in [event[:2] for event in state.events]:
        if kind in ("blocked", "eliminated", "left"):
            lines.append(player_name(texts, whom) + " " + texts["blocked" if kind == "blocked" else "eliminated"])
        elif kind == "collapse":
            lines.append(state.cell_name(whom) + " " + texts[kind])
    return lines


def say_turn(view: "View", position: "Position", shown: "dict[str, Any]") -> "Job":
    """Return the player to move, the kind of move and piece, and the last action."""
    texts, game_record = view.texts, view.game_record
    is_alone = game_record.state.players == 1  # who plays all the colours himself is not called by one
    lines = ["" if is_alone else player_name(texts, position.player)]
    lines += noted(texts, game_record.state.notes())
    if position.way_off():
        shown["says"] = {"code": "leave"}
        lines += wrap(texts["leave"])
    elif len(position.silent) < len(position.actions):
        is_put = position.firsts.count(b"\xff") > len(position.silent)
        verb = "put" if is_put else "move"
        yield
        kind = yield piece_to_move(position, is_put)
        shown["says"] = {"code": verb, "piece": kind}
        text = (texts[verb] + " " + (texts["piece " + kind] if kind else "")).rstrip()
        lines[0] = text if is_alone else lines[0] + ": " + text
        yield
    end = [] if position.stop is None else [texts["stop" if game_record.state.players > 1 else "finish"]]
    if position.wanted:
        return lines + (end or wrap(" ".join(notations(position, list(position.wanted)))))
    if view.is_left_to_program(position.player):
        return lines + [texts["thinking"]]
    lines += end
    if len(position.silent) > (position.stop is not None):
        lines.append(texts["more"])
    if game_record.last_word():
        lines.append(game_record.last_word())
    lines += happened(texts, game_record.state)
    if game_record.state.scores is not None:
        lines.append(points(texts, game_record.state))
    return lines
