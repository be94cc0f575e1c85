"""Checks stored games against the rules and against the raw events behind them."""

from collections.abc import Sequence

from treppe import games
from treppe.alphabet import events as kinds
from treppe.fold import GameLog

from treppe_host.errors import BadCorrection
from treppe_host.records.rules_check import BY_AGREEMENT, final_position, find_fault, result_by_rules
from treppe_host.store.score_sheet import Content, Move, ScoreSheet, result_text
from treppe_host.store.store import Store
from treppe_host.words import reason

RULES = "the rules"
"""Author of the corrections that `rejudge` makes."""


def verify(store: Store, number: int) -> str:
    """Return the first fault in the record of a game, empty if it is right. Raises UnknownRecord."""
    sheet = store.sheet(number)
    recorded = sheet_of_events(store.events(number))
    _correct(recorded, store, number)
    for place, (stored, raw) in enumerate(zip(sheet.moves, recorded.moves, strict=False), 1):
        if (stored.word, stored.undo, stored.player) != (raw.word, raw.undo, raw.player):
            return (
                f"move {place} is {_describe_move(stored)} in the record, {_describe_move(raw)} in the board's events"
            )
    if len(sheet.moves) != len(recorded.moves):
        return f"{len(sheet.moves)} moves in the record, {len(recorded.moves)} in the board's events"
    if _result(sheet) != _result(recorded):
        return (
            f"the result is {result_text(_result(sheet))} in the record, "
            f"{result_text(_result(recorded))} in the board's events"
        )
    fault = find_fault(sheet)
    return f"move {fault.place}: {fault.reason}" if fault else ""


def correct_action(store: Store, number: int, ply: int, word: str, author: str) -> str:
    """Replace action number `ply`, counted from 1, of a record; return the first fault in the corrected record.

    Between several corrections the record may break the rules, until the last correction. Raises UnknownRecord,
    BadCorrection.
    """
    sheet = store.sheet(number)
    if games.start(sheet.game, sheet.options).parse(word) < 0:
        raise BadCorrection(f"game {number}: {word!r} is no action of {sheet.game}")
    store.remark(number, "action", {"ply": ply, "word": word}, author)
    return verify(store, number)


def rejudge(store: Store, number: int) -> list[str]:
    """Rebuild the record of a game from its raw events by this version's rules; return the differences, line by line.

    Corrections stay. If the rules give another result, that becomes a correction with the author RULES. Raises
    UnknownRecord.
    """
    before = store.sheet(number)
    store.rebuild(number)
    after = store.sheet(number)
    changes = [
        f"move {place}: {_describe_move(old)} became {_describe_move(new)}"
        for place, (old, new) in enumerate(zip(before.moves, after.moves, strict=False), 1)
        if (old.word, old.undo, old.player) != (new.word, new.undo, new.player)
    ]
    if len(before.moves) != len(after.moves):
        changes.append(f"{len(before.moves)} moves became {len(after.moves)}")
    try:
        state = final_position(after)
    except ValueError as error:
        return [*changes, f"by the rules it cannot have been played: {reason(error)}"]
    judged = _result(after)
    if state.is_terminal() or after.reason not in BY_AGREEMENT:
        judged = result_by_rules(state)
    if judged != _result(after):
        store.remark(number, "result", judged, RULES)
    if judged != _result(before):
        changes.append(f"the result {result_text(_result(before))} became {result_text(judged)}")
    return changes


def _result(sheet: ScoreSheet) -> Content:
    return {"reason": sheet.reason, "winners": sheet.winners, "scores": sheet.scores}


def _correct(sheet: ScoreSheet, store: Store, number: int) -> None:
    """Apply the corrections that people made to the sheet of the board's events."""
    played = [move for move in sheet.moves if not move.undo]
    for remark in store.remarks(number):
        if remark.kind == "action":
            played[remark.content["ply"] - 1].word = remark.content["word"]
        elif remark.kind == "result":
            sheet.reason, sheet.winners, sheet.scores = (
                remark.content[name] for name in ("reason", "winners", "scores")
            )


def _describe_move(move: Move) -> str:
    return f"a take-back of {move.undo}" if move.undo else move.word


def sheet_of_events(events: Sequence[Content]) -> ScoreSheet:
    """Return the score sheet of a game from its board's events, from `start` on."""
    game = GameLog(events)
    start, end = game.start, game.ending or {}
    sheet = ScoreSheet(start["game"], start["options"], start["seats"], firmware=start["firmware"])
    sheet.moves = [
        Move(undo=event["count"]) if event["k"] == kinds.UNDO else Move(event["word"], player=event["player"])
        for event in game.moves
    ]
    sheet.reason, sheet.winners, sheet.scores = (end.get(name) for name in ("reason", "winners", "scores"))
    return sheet
