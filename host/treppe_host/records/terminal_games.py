"""Shows stored games in the terminal."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text
from treppe import games
from treppe.games.options import option_text
from treppe.play.game_record import DISCARDED

from treppe_host import terminal
from treppe_host.colours import COLOURS
from treppe_host.narrow_table import Facts, NarrowTable
from treppe_host.records.terminal_board import LEGEND, BoardDrawing
from treppe_host.store.rows import ActionRecord, GameRow, RemarkRecord
from treppe_host.store.score_sheet import Content, result_text
from treppe_host.store.times import on_the_wall
from treppe_host.words import reason

_GUESSED = "~"  # before a date
_BOARD_LETTERS = 6  # letters of a board's id: enough to tell boards apart


def list_table(records: Iterable[GameRow]) -> NarrowTable:
    """Return games as a table for 80 columns or less, with the event below the players."""
    table = NarrowTable(goes=("board", "actions", "begun", "game", "result"))
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("begun", no_wrap=True)
    table.add_column("game", no_wrap=True)
    table.add_column("players")
    table.add_column("actions", justify="right", no_wrap=True)
    table.add_column("result", min_width=len("(commander)"))
    table.add_column("board", no_wrap=True)
    gap = "\n" if terminal.is_folded() else ", "
    for record in records:
        table.add_row(
            str(record.number),
            _GUESSED * record.is_guessed + when(record.started_at, record.zone_s),
            record.game,
            Text(", ".join(seat_names(record))).append(f"{gap}{record.event}" if record.event else "", "dim"),
            str(record.num_actions),
            result(record),
            record.board[:_BOARD_LETTERS],
        )
    return table


def game_view(
    record: GameRow, actions: Sequence[ActionRecord], remarks: Sequence[RemarkRecord], start: Content
) -> RenderableType:
    """Return everything about one game; `start` is its first event."""
    options = " ".join(f"{name}={option_text(value)}" for name, value in record.options.items() if value is not None)
    rows = {
        "game": f"{record.game} {options}",
        "players": ", ".join(seat_names(record)),
        "first": f"{seat_names(record)[0]}, by lot" if start.get("lot") else "",
        "clock": _describe_clock(start.get("clock")),
        "event": ", ".join(part for part in (record.event, record.site, record.round) if part),
        "begun": when(record.started_at, record.zone_s, "%Y-%m-%d %H:%M:%S %z"),
        "ended": when(record.ended_at, record.zone_s, "%Y-%m-%d %H:%M:%S %z"),
        "dates": "a guess: the PC did not know the time then" if record.is_guessed else "",
        "board": record.board,
        "firmware": record.firmware,
        "result": result(record),
    }
    turns = turns_table(actions, is_alone=len(seat_names(record)) == 1)
    head = (Text(f"Game {record.number}", "bold"), Facts(rows), Text(), turns, Text())
    lines = [remark_text(remark) for remark in remarks]
    return Group(*head, *lines, board_view(record, actions))


def _describe_clock(limits: Content | None) -> str:
    if not limits:
        return ""
    added = f" and {limits['increment_s']} s each turn" if limits.get("increment_s") else ""
    return f"{limits['minutes']} min for each{added}"


def turns_table(actions: Sequence[ActionRecord], *, is_alone: bool = False) -> NarrowTable:
    """Return a row for each turn: player, words (in brackets if taken back), and time.

    For one who plays alone each action is a turn.
    """
    table = NarrowTable(goes=("time", "turn"))
    table.add_column("turn", justify="right", no_wrap=True)
    table.add_column("player")
    table.add_column("actions")
    table.add_column("time", justify="right")
    turns = [[action] for action in actions]
    if not is_alone:
        turns = [list(group) for _, group in groupby(actions, key=lambda action: action.player)]
    for number, turn in enumerate(turns, 1):
        words = Text(" ").join(_word_text(action) for action in turn)
        thinking_ms = [action.thinking_ms for action in turn if action.thinking_ms is not None]
        table.add_row(
            str(number), colour_text(turn[0].player), words, f"{sum(thinking_ms) / 1000:.1f} s" if thinking_ms else ""
        )
    return table


def remark_text(remark: RemarkRecord) -> Text:
    """Return a remark in one line: when, who, what."""
    content = remark.content
    who = f"{when(remark.at)} {remark.author or ''}".strip() + ": "
    if remark.kind == "comment":
        place = f"action {content['ply']}: " if content["ply"] else ""
        return Text(who, "dim").append(place + content["text"], "")
    if remark.kind == "action":
        return Text(who, "dim").append(f"action {content['ply']} was {content['was']}, is {content['word']}", "")
    if remark.kind == "result":
        return Text(who, "dim").append(f"result was {result_text(content['was'])}, is {result_text(content)}", "")
    if remark.kind == "analysis":
        return Text(who, "dim").append(f"{len(content['chances'])} positions analysed", "")
    if remark.kind == "solved":
        return Text(who, "dim").append(f"action {content['place']} solved as a puzzle", "")
    if "was" not in content:
        joined = f", for game {content['joined']} says all of it" if "joined" in content else ""
        return Text(who, "dim").append(
            {"hide": "taken out of the lists", "show": "back in the lists"}[remark.kind] + joined, ""
        )
    was = content["was"]
    changed = ", ".join(f"{name} was {was[name]}, is {content[name]}" for name in was)
    return Text(who, "dim").append(changed, "")


def board_view(record: GameRow, actions: Iterable[ActionRecord]) -> RenderableType:
    """Return the board after the last action with its lamps, or why it cannot be drawn."""
    try:
        state = games.start(record.game, record.options)
        for action in actions:
            if not action.is_undone:
                state.apply_action(state.action(action.word))
    except ValueError as error:
        return Text(f"the board cannot be drawn: {reason(error)}", "red")
    is_lit = record.reason is None and not state.is_terminal()
    return Group(BoardDrawing(state, is_lit=is_lit), Text(LEGEND if is_lit else ""))


def _word_text(action: ActionRecord) -> Text:
    return Text(f"[{action.word}]", "dim") if action.is_undone else Text(action.word)


def seat_names(record: GameRow) -> list[str]:
    """Return a name for each player: the colour, and the player's name if it is known."""
    names = []
    for player in range(record.options.get("players", len(record.seats))):
        colour = COLOURS[player]
        called = str(record.seats[player]) if player < len(record.seats) else ""
        names.append(colour if called in ("", colour, str(player)) else f"{called} ({colour})")
    return names


def result(record: GameRow) -> str:
    """Return how a game ended, in words."""
    if record.num_missing:
        return f"breaks off: {record.num_missing} events are missing"
    if record.reason is None:
        return "not ended"
    if record.reason == DISCARDED:
        return "called off"
    if record.scores and len(record.scores) == 1:
        return f"{record.scores[0]} left ({record.reason})"
    won = ", ".join(COLOURS[player] for player in record.winners or ())
    scores = " " + ":".join(map(str, record.scores)) if record.scores else ""
    return f"{won} won{scores} ({record.reason})" if won else f"draw{scores} ({record.reason})"


def colour_text(player: int) -> Text:
    """Return a player's colour, in this colour."""
    return Text(COLOURS[player], COLOURS[player])


def when(seconds: float | None, zone_s: int | None = None, form: str = "%Y-%m-%d %H:%M") -> str:
    """Return a local time of the place where it was stored, empty if it is unknown."""
    moment = on_the_wall(seconds, zone_s)
    return moment.strftime(form) if moment else ""
