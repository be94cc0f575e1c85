"""The lines of the display: at most eight of 21 letters."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet import roles
from treppe.panel import diagnostics, result
from treppe.panel.letters import spell
from treppe.panel.wording import (
    LETTERS,
    LINES,
    called,
    clock_line,
    happened,
    in_words,
    place,
    player_name,
    proposal,
    say_turn,
    seated,
    spelt_place,
    step_line,
    to_turn_over,
    wrap,
)
from treppe.sensing import UNSURE, has_activity
from treppe.tracking.guidance import CLEAR, SETUP

if TYPE_CHECKING:
    from treppe.panel.task import Task
    from treppe.panel.view import View
    from treppe.types import Bytes, Job

_OWED = ("not_built", "not_ended")  # codes of what the player to move still owes, when the next one has begun


def compose(view: "View", lit: bytearray, task: "Task | None", menu: "Task | None") -> "Job":
    """Work out what a display shows: the fields of the stream `display` in protocol.toml.

    `lit` are the lamps' roles. A job, see job.py.
    """
    game = view.game_record
    shown: dict = {"phase": task.stage if task else _phase(view), "game": game.name if game else "", "player": -1}
    shown["players"] = game.state.players if game else 0
    if game:
        shown["player"] = -1 if game.ending else game.state.current_player()
        shown["last"] = game.last_word()
        shown["events"] = [game.state.event_line(event) for event in game.state.events]
        shown["winners"] = list(game.ending[1]) if game.ending else []
    if task:
        shown["progress"] = list(task.progress)
        shown["says"] = task.says
        if task.diagnostic:
            shown["wrong"] = task.diagnostic
    shown["choice"], shown["instead"] = proposal(view)
    shown["doubt"] = place(view, view.guidance.doubts[0]) if view.guidance.doubts else ""
    shown["menu"] = menu is not None
    if game and game.num_redoable():
        shown["redo"] = game.num_redoable()
    if view.sensing.num_known < view.surface.FIELDS:
        shown["learning"] = [view.sensing.num_known, view.surface.FIELDS]
    if view.messages.is_advice_asked:
        shown["asks"] = "advice"
    elif view.needs_warning():
        shown["asks"] = "warning"
    shown["no_more"] = view.pending.has_no_more
    yield
    if task:
        lines = task.lines()
    elif menu:
        lines = menu.lines()
    else:
        lines = yield _lines(view, lit, shown)
    shown["lines"] = [spell(line)[:LETTERS] for line in lines[:LINES]]
    if view.messages.notice and not task:
        shown["says"] = view.messages.diagnostic
    return shown


def _phase(view: "View") -> str:
    if view.pending.is_wrong:
        return "wrong"
    return "setup" if view.stage == "guide" else view.stage


def _lines(view: "View", lit: "Bytes", shown: "dict[str, Any]") -> "Job":
    texts = view.texts
    below = wrap(view.messages.fault) if view.messages.faults else []
    if view.messages.sag_mv:
        below += wrap(texts["sagging"])
    if view.stage == "guide" and "learning" in shown:
        below.append(texts["learning"] + " {}/{}".format(*shown["learning"]))
    if view.stage == "play" and view.game_record.clock:
        below.append(clock_line(view))
        shown["left_s"] = view.game_record.clock.seconds(view.observed.position.player)
        shown["clock_stands"] = not view.game_record.clock.is_running
    room = LINES - len(below)
    lines = wrap(view.messages.notice) if view.messages.notice else (yield _game_lines(view, lit, shown, room))
    return lines[:room] + below


def _game_lines(view: "View", lit: "Bytes", shown: "dict[str, Any]", room: int) -> "Job":
    """Return the question or what is to be done in words; fill in `says` and `steps` of `shown`, too."""
    texts, game = view.texts, view.game_record
    pending, position = view.pending, view.observed.position
    if view.stage == "idle":
        return result.say_idle(view)
    first = [game.state.TITLE]
    activity = view.observed.activity
    if has_activity(activity, UNSURE, UNSURE) and not pending.alternatives:
        unsure = [place(view, field) for field in range(len(activity)) if activity[field] == UNSURE]
        shown["says"] = {"code": "unsure", "fields": unsure}
        return first + [texts["unsure"]] + [spelt_place(texts, name) for name in unsure]
    if view.stage == "over":
        return first + result.say(texts, game) + [texts["again"]]
    question = _question(view, shown)
    no_more = [texts["no more"]] if pending.has_no_more else []
    if view.stage == "guide" or pending.is_wrong:
        has_to_leave = position.way_off() and not view.observed.has_filled_at_once()
        reason = view.guidance.reason if not pending.is_wrong else "leave" if has_to_leave else "wrong"
        shown["says"] = {"code": reason}
        shown["steps"] = yield _way_back(view, lit)
        steps = [step_line(texts, step) for step in shown["steps"]]
        if view.guidance.reason == SETUP:
            first = seated(view) or first
        text = _refusal(view, shown) if reason != "leave" else []
        if reason == CLEAR:
            text = happened(texts, game.state) + wrap(texts[reason])
        lines = first + (text or wrap(texts[reason])) + steps + no_more
        return lines[: max(1, room - len(question))] + question
    if view.messages.peek and not question:
        return view.messages.own
    name = called(texts, game, position.player)
    turn = yield say_turn(view, position, shown)
    if question:
        return turn[:1] + no_more + question
    if position.advice:
        turn[1:1] = position.advice
    elif view.messages.is_advice_asked:
        turn.insert(1, texts["asking"])
    away = _away(view, lit)
    if away:
        away += _refusal(view, shown)
    if no_more:
        no_more.append(texts["hold menu"])
    return ([name] if name else first) + away + turn + no_more + (yield to_turn_over(view))


def _away(view: "View", lit: "Bytes") -> list[str]:
    """Return the pieces that have been away for long; where they have been put, what is to be taken off besides."""
    texts, away, changes = view.texts, view.pending.away, view.observed.changes()
    taken = _taken_off(lit) if away and changes and max(changes.values()) > 0 else []
    if taken:
        return [step_line(texts, {"field": place(view, field), "do": "take"}) for field in taken]
    return [spelt_place(texts, place(view, field)) + ": " + texts["away" if changes else "beside"] for field in away]


def _refusal(view: "View", shown: "dict[str, Any]") -> list[str]:
    """Return why what hands do is refused, in words; nothing without a reason."""
    refused = view.pending.refused
    if not refused or (refused["code"] == "filled_at_once" and not view.observed.has_filled_at_once()):
        return []

    shown["refused"] = refused
    text = diagnostics.render(view, refused)
    if refused["code"] in _OWED:
        text = player_name(view.texts, view.observed.position.player) + ": " + text
    return wrap(text)


def _question(view: "View", shown: "dict[str, Any]") -> list[str]:
    """Return the second question and its answers in words; nothing without one."""
    texts, choice, instead = view.texts, shown["choice"], shown["instead"]
    if view.guidance.doubts:
        shown["question"] = {"code": "there", "field": shown["doubt"]}
        line = spelt_place(texts, shown["doubt"]) + ": "
        count = len(view.observed.state.pieces(view.guidance.doubts[0]))
        if count > 1:  # a look from above does not tell whether a tower is whole
            shown["question"] = {"code": "all_there", "field": shown["doubt"], "count": count}
            line += str(count) + " "
        line += texts[shown["question"]["code"]]
        return [line, texts["yes"], texts["no"]]
    if not choice:
        return []
    asked = "confirm" if len(view.pending.alternatives) == 1 else "which"
    shown["question"] = {"code": asked}
    lines = wrap(", ".join([in_words(texts, word) for word in choice]))
    if instead:
        lines += wrap(texts["instead"] + " " + ", ".join([in_words(texts, word) for word in instead]))
    more = [texts["next"]] if asked == "which" else []
    answer = "take" if view.is_only_asked() and view.observed.position.stop is None else asked
    return lines[: LINES - 3 - len(more)] + more + [texts[answer]]


def _way_back(view: "View", lit: "Bytes") -> "Job":
    """Return the next steps: fields to put a piece on, then fields to take one from, as many as fit."""
    yield
    targets = [field for field in range(len(lit)) if lit[field] in roles.PUTS][:LINES]
    yield
    sources = _taken_off(lit)
    for field in view.guidance.doubts[:1]:  # its lamp asks
        image, expected = view.observed.image[field], view.observed.position.image[field]
        if image != expected:
            (targets if expected > image else sources).insert(0, field)
    steps = []
    for field in targets:
        yield
        piece, count = view.guidance.wanted(field)
        steps.append({"field": place(view, field), "do": "put", "piece": piece, "count": count})
    return steps + [{"field": place(view, field), "do": "take"} for field in sources]


def _taken_off(lit: "Bytes") -> list[int]:
    """Return the fields from which a piece is to be taken, as many as fit."""
    return [field for field in range(len(lit)) if lit[field] == roles.REMOVE][:LINES]
