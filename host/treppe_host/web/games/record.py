"""One stored game in words and as a list of moves."""

from collections.abc import Sequence

from treppe import games

from treppe_host.html import Html
from treppe_host.link.client import Message
from treppe_host.records.rules_check import Fault
from treppe_host.store.rows import ActionRecord, GameRow
from treppe_host.store.score_sheet import ScoreSheet
from treppe_host.store.times import on_the_wall
from treppe_host.web import assets, texts
from treppe_host.web.games.position import Position
from treppe_host.web.texts import saying
from treppe_host.web.texts.en import Texts


def player_names(words: Texts, record: GameRow | ScoreSheet) -> list[str]:
    """Return the players' names by seat as they are stored; a seat without a name has its colour."""
    return [seat if isinstance(seat, str) and seat else words.PLAYERS[place] for place, seat in enumerate(record.seats)]


def who_played(words: Texts, sheet: ScoreSheet, start: Message) -> str:
    """Return who played which colour, and whether lots decided it; `start` is the game's first event."""
    players = games.start(sheet.game, sheet.options).players
    names = " – ".join(texts.player_name(words, sheet.seats, player) for player in range(players))
    return f"{names} · {words.GAMES['by_lot']}" if start.get("lot") else names


def result_of(words: Texts, record: GameRow | ScoreSheet) -> str:
    """Return how a game ended."""
    if record.num_missing:
        return words.GAMES["breaks_off"].format(record.num_missing)
    if record.reason is None:
        return words.GAMES["running"]
    reason = texts.reason(words, record.game, record.reason)
    return f"{texts.outcome(words, record.winners or [], record.seats, record.reason, record.scores)}: {reason}"


def fault_of(words: Texts, sheet: ScoreSheet, fault: Fault | None) -> str:
    """Return where the record of an ended game breaks the rules, empty if it does not."""
    return words.GAMES["broken"].format(f"{fault.place}: {fault.reason}") if fault and sheet.reason else ""


def record_rows(words: Texts, sheet: ScoreSheet, records: Sequence[ActionRecord]) -> Html:
    """Return the moves, each with thinking time, the board's clock and local time."""
    rows = []
    played = iter(records)
    begun_ms = records[0].board_ms if records else 0
    position = Position(sheet, 0)
    for move, number in zip(sheet.moves, sheet.turn_numbers(), strict=True):
        record = None if move.undo else next(played, None)
        back = words.GAMES["taken_back"].format(move.undo)
        word = back if move.undo else saying.shown(words, position.state, move.word)
        position.advance()
        thought = texts.figure(words, move.thinking_ms / 1000) + " s" if move.thinking_ms is not None else ""
        board = _clock_text(words, record.board_ms - begun_ms) if record and record.boot == records[0].boot else ""
        moment = on_the_wall(record.at, sheet.zone_s) if record else None
        times = () if move.undo else (thought, board, moment.strftime("%H:%M:%S") if moment else "")
        shown = {"number": number, "player": move.player, "word": word, "comments": move.comments, "times": times}
        rows.append(shown)
    return assets.part("game_parts", "moves", rows)


def _clock_text(words: Texts, milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds / 1000, 60)
    return f"{minutes:.0f}:{texts.figure(words, seconds):0>4}"
