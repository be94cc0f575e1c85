"""Commands about the present game; see commands.py."""

from typing import TYPE_CHECKING

from treppe.alphabet.codes import diagnostic_of
from treppe.alphabet.image import BEYOND
from treppe.panel import answers
from treppe.panel.wording import piece_name, place, wrap
from treppe.play import CommandError
from treppe.play.game_record import GameRecord
from treppe.tracking.guidance import BACK, SETUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.panel.console import Console
    from treppe.play.session import Session
    from treppe.types import Diagnostic, Job


def choose(table: "Console", fields: dict) -> None:
    """Play an action that hands cannot show, or answer a question, by its word."""
    word = fields.get("word", "")
    if table.session.stage != "play" or not answers.choose_word(table.session, word):
        raise CommandError({"code": "no_choice", "word": word})


def want(table: "Console", fields: dict) -> None:
    """Let hands play the actions of `words` for the player to move, as a program wants, and nothing else."""
    game_record = _running_record_of(table)
    notations = fields.get("words", ())
    actions, players = _read_notations(game_record, notations)
    for word, player in zip(notations, players):
        if player != players[0]:
            raise CommandError({"code": "other_turn", "word": word})
    table.session.want(tuple(actions))


def play(table: "Console", fields: dict) -> None:
    """Record the actions of `words` without hands; the lamps lead the board to the position after them.

    `laid`: whoever sends this lays the pieces himself, so the board need not fear that equal ones are exchanged.
    """
    game_record, session = _running_record_of(table), table.session
    standing = {} if fields.get("laid") else session.guidance.standing()
    for action in _read_notations(game_record, fields.get("words", ()))[0]:
        game_record.record_action(action)
    _show_position(session, SETUP, standing)


def _show_position(session: "Session", reason: str, standing: "dict[int, str]") -> None:
    """Lead the board to the position after actions without hands, or show who has won."""
    if session.game_record.ending:
        session.observed.begin(session.game_record.state)
        session.finish()
    else:
        session.lead(reason, standing)


def redo(table: "Console", fields: dict) -> None:
    """Play forward what was taken back since hands have played; the lamps lead the board. `laid` is that of `play`."""
    if not _record_of(table).num_redoable():
        raise CommandError({"code": "nothing_forward"})
    table.change_later(_redoing(table.session, bool(fields.get("laid"))))


def _redoing(session: "Session", is_laid: bool) -> "Job":
    standing = {} if is_laid else session.guidance.standing()
    yield session.game_record.redo()
    _show_position(session, BACK, standing)


def _read_notations(game_record: GameRecord, notations: "Sequence[str]") -> "tuple[list[int], list[int]]":
    """Return the actions of some notations, and their players; raise CommandError."""
    twin = game_record.state.clone()
    actions: list[int] = []
    players: list[int] = []
    for word in notations:
        players.append(twin.current_player())
        try:
            actions.append(twin.action(word))
        except ValueError as error:
            raise CommandError(diagnostic_of(error))
        twin.apply_action(actions[-1])
    return actions, players


def advise(table: "Console", fields: dict) -> None:
    """Show the player to move a program's advice: the action `word`, or only its piece if `kind` is "piece".

    `why` is one of the codes that tell why.
    """
    state = _running_record_of(table).state
    session, word, kind = table.session, fields.get("word", ""), fields.get("kind", "")
    try:
        action = state.action(word)
    except ValueError as error:
        raise CommandError(diagnostic_of(error))
    first = state.endpoints([action])[0][0]
    if kind == "piece" and first != BEYOND:
        session.advise(word, kind, bytes([first]), _advice(session, place(table.view, first)))
    elif kind == "piece" and state.hand_moves(action):
        twin = state.clone()
        twin.perform(action)
        piece = piece_name(session.texts, twin.pieces(state.endpoints([action])[1][0])[-1])
        session.advise(word, kind, b"", _advice(session, piece))
    else:
        advised, why = bytes([field for field, _ in state.hand_moves(action) if field != BEYOND]), fields.get("why")
        session.advise(word, kind, advised, _advice(session, word) + _why(session, why or {}), why)


def warn(table: "Console", fields: dict) -> None:
    """Show the player to move where the piece in his hand, from `field` or from the supply, would cost him much."""
    _running_record_of(table)
    origin = _field_of(table, fields["field"]) if "field" in fields else BEYOND
    table.session.warn(origin, bytes([_field_of(table, name) for name in fields["fields"]]))


def _field_of(table: "Console", name: str) -> int:
    names = table.session.surface.NAMES
    if name not in names:
        raise CommandError({"code": "no_field", "name": name})
    return int(names.index(name))


def _advice(session: "Session", what: str) -> "list[str]":
    return wrap(session.texts["advice"] + " " + what)


def _why(session: "Session", why: "Diagnostic") -> "list[str]":
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
    game_record = _record_of(table)
    count = _turn_length(game_record) if fields.get("turn") else fields.get("count", 1)
    played = game_record.num_undoable()
    if not isinstance(count, int) or not 1 <= count <= played:
        raise CommandError({"code": "too_many_back", "count": count, "played": played})
    table.change_later(table.session.take_back(_with_answers(game_record, count), bool(fields.get("laid"))))


def _with_answers(game_record: "GameRecord", count: int) -> int:
    """Return how many actions to take back until a person is to move, past those of the board's programs."""
    twin = game_record.state.clone()
    num_actions = count + len(twin.history()) - game_record.num_undoable()
    for _ in range(num_actions):
        twin.undo_action()
    more = 0
    while num_actions and game_record.levels[twin.position[-1]]:
        if not twin.history():
            return count
        twin.undo_action()
        more += 1
    return count + more


def _turn_length(game: "GameRecord") -> int:
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
    game = _running_record_of(table)
    player = fields.get("player", game.state.current_player())
    if player not in range(game.state.players) or game.state.is_out(player):
        raise CommandError({"code": "no_player", "player": player, "players": game.state.players})
    if fields.get("ask"):
        table.confirm_by_buttons("resign", {"player": player})
        return
    table.session.resign(player)


def draw(table: "Console", fields: dict) -> None:
    """End the game in an agreed draw; with `ask` after people have confirmed it by buttons."""
    game = _running_record_of(table)
    if fields.get("ask"):
        table.confirm_by_buttons("draw", {})
        return
    game.draw()
    table.session.finish()


def pause(table: "Console", fields: dict) -> None:
    """Lay the game aside."""
    _running_record_of(table).pause()
    table.session.close()


def hints(table: "Console", fields: dict) -> None:
    """Set the hints of `player` (without it of all players): `level` is "legal", "off", "advice" or "warning"."""
    game, level = _record_of(table), fields.get("level")
    player = fields.get("player")
    if level not in ("legal", "off", "advice", "warning"):
        raise CommandError({"code": "no_level", "level": level})
    if player is not None and player not in range(game.state.players):
        raise CommandError({"code": "no_player", "player": player, "players": game.state.players})
    for seat in range(game.state.players) if player is None else (player,):
        game.set_hints(seat, level)
    table.session.messages.renew_lamps()


def _record_of(table: "Console") -> GameRecord:
    if not table.session.game_record:
        raise CommandError({"code": "nothing_played"})
    game_record: GameRecord = table.session.game_record
    return game_record


def _running_record_of(table: "Console") -> GameRecord:
    game_record = _record_of(table)
    if game_record.ending:
        raise CommandError({"code": "nothing_played"})
    return game_record
