"""The lines of the display: at most eight of 21 letters."""

from typing import TYPE_CHECKING, Any

from treppe.sensing import UNSURE, has_activity
from treppe.table.guide.guidance import SETUP
from treppe.table.show import complaints, result, roles
from treppe.table.show.wording import (
    LINES,
    called,
    clock_line,
    in_words,
    place,
    proposal,
    say_turn,
    seated,
    spelt_place,
    step_line,
    to_turn_over,
    wrap,
)

if TYPE_CHECKING:
    from treppe.table.task import Task
    from treppe.table.types import Bytes, Job
    from treppe.table.view import View


def compose(state: "View", lit: bytearray, task: "Task | None", menu: "Task | None") -> "Job":
    """Work out what a display shows: the fields of the stream `display` in protocol.toml.

    `lit` are the lamps' roles. A job, see job.py.
    """
    game = state.course
    shown: dict = {"phase": task.stage if task else _phase(state), "game": game.name if game else "", "player": -1}
    shown["players"] = game.state.players if game else 0
    if game:
        shown["player"] = -1 if game.ending else game.state.current_player()
        shown["last"] = game.last_word()
        shown["events"] = [game.state.event_line(event) for event in game.state.events]
        shown["winners"] = list(game.ending[1]) if game.ending else []
    if task:
        shown["progress"] = list(task.progress)
        shown["says"] = task.says
        if task.complaint:
            shown["wrong"] = task.complaint
    shown["choice"], shown["instead"] = proposal(state)
    shown["doubt"] = place(state, state.guidance.doubts[0]) if state.guidance.doubts else ""
    shown["menu"] = menu is not None
    if state.sensing.num_known < state.surface.FIELDS:
        shown["learning"] = [state.sensing.num_known, state.surface.FIELDS]
    if state.messages.is_advice_asked:
        shown["asks"] = "advice"
    shown["no_more"] = state.pending.has_no_more
    yield
    if task:
        shown["lines"] = task.lines()[:LINES]
    elif menu:
        shown["lines"] = menu.lines()
    else:
        shown["lines"] = yield _lines(state, lit, shown)
    if state.messages.notice and not task:
        shown["says"] = state.messages.told
    return shown


def _phase(state: "View") -> str:
    if state.pending.is_wrong:
        return "wrong"
    return "setup" if state.stage == "guide" else state.stage


def _lines(state: "View", lit: "Bytes", shown: "dict[str, Any]") -> "Job":
    texts = state.texts
    below = wrap(state.messages.fault) if state.messages.faults else []
    if state.messages.sag_mv:
        below += wrap(texts["sagging"])
    if state.stage == "guide" and "learning" in shown:
        below.append(texts["learning"] + " {}/{}".format(*shown["learning"]))
    if state.stage == "play" and state.course.clock:
        below.append(clock_line(state))
        shown["left_s"] = state.course.clock.seconds(state.evidence.position.player)
        shown["clock_stands"] = not state.course.clock.is_running
    room = LINES - len(below)
    lines = wrap(state.messages.notice) if state.messages.notice else (yield _game_lines(state, lit, shown, room))
    return lines[:room] + below


def _game_lines(state: "View", lit: "Bytes", shown: "dict[str, Any]", room: int) -> "Job":
    """Return the question or what is to be done in words; fill in `says` and `steps` of `shown`, too."""
    texts, game = state.texts, state.course
    pending, position = state.pending, state.evidence.position
    if state.stage == "idle":
        return result.say_idle(state)
    first = [game.state.TITLE]
    activity = state.evidence.activity
    if has_activity(activity, UNSURE, UNSURE) and not pending.offers:
        unsure = [place(state, field) for field in range(len(activity)) if activity[field] == UNSURE]
        shown["says"] = {"code": "unsure", "fields": unsure}
        return first + [texts["unsure"]] + [spelt_place(texts, name) for name in unsure]
    if state.stage == "over":
        return first + result.say(texts, game) + [texts["again"]]
    question = _question(state, shown)
    no_more = [texts["no more"]] if pending.has_no_more else []
    if state.stage == "guide" or pending.is_wrong:
        reason = state.guidance.reason if not pending.is_wrong else "leave" if position.way_off() else "wrong"
        shown["says"] = {"code": reason}
        shown["steps"] = yield _way_back(state, lit)
        steps = [step_line(texts, step) for step in shown["steps"]]
        if state.guidance.reason == SETUP:
            first = seated(state) or first
        said = _refusal(state, shown) if reason != "leave" else []
        lines = first + (said or wrap(texts[reason])) + steps + no_more
        return lines[: max(1, room - len(question))] + question
    if state.messages.peek and not question:
        return state.messages.own
    name = called(texts, game, position.player)
    turn = yield say_turn(state, position, shown)
    if question:
        return turn[:1] + no_more + question
    if position.advice:
        turn[1:1] = position.advice
    elif state.messages.is_advice_asked:
        turn.insert(1, texts["asking"])
    away = _away(state, lit)
    if away:
        away += _refusal(state, shown)
    return ([name] if name else first) + away + turn + no_more + (yield to_turn_over(state))


def _away(state: "View", lit: "Bytes") -> list[str]:
    """Return the pieces that have been away for long; where they have been put, what is to be taken off besides."""
    texts, away = state.texts, state.pending.away
    taken = _taken_off(lit) if away and max(state.evidence.changes().values()) > 0 else []
    if taken:
        return [step_line(texts, {"field": place(state, field), "do": "take"}) for field in taken]
    return [spelt_place(texts, place(state, field)) + ": " + texts["away"] for field in away]


def _refusal(state: "View", shown: "dict[str, Any]") -> list[str]:
    """Return why what hands do is refused, in words; nothing without a reason."""
    refused = state.pending.refused
    if not refused:
        return []

    shown["refused"] = refused
    return wrap(complaints.said(state, refused))


def _question(state: "View", shown: "dict[str, Any]") -> list[str]:
    """Return the second question and its answers in words; nothing without one."""
    texts, choice, instead = state.texts, shown["choice"], shown["instead"]
    if state.guidance.doubts:
        shown["question"] = {"code": "there", "field": shown["doubt"]}
        line = spelt_place(texts, shown["doubt"]) + ": "
        count = len(state.evidence.state.pieces(state.guidance.doubts[0]))
        if count > 1:  # a look from above does not tell whether a tower is whole
            shown["question"] = {"code": "all_there", "field": shown["doubt"], "count": count}
            line += str(count) + " "
        line += texts[shown["question"]["code"]]
        return [line, texts["yes"], texts["no"]]
    if not choice:
        return []
    asked = "confirm" if len(state.pending.offers) == 1 else "which"
    shown["question"] = {"code": asked}
    lines = wrap(", ".join([in_words(texts, word) for word in choice]))
    if instead:
        lines += wrap(texts["instead"] + " " + ", ".join([in_words(texts, word) for word in instead]))
    more = [texts["next"]] if asked == "which" else []
    answer = "take" if state.is_only_asked() and state.evidence.position.stop is None else asked
    return lines[: LINES - 3 - len(more)] + more + [texts[answer]]


def _way_back(state: "View", lit: "Bytes") -> "Job":
    """Return the next steps: fields to put a piece on, then fields to take one from, as many as fit."""
    yield
    targets = [field for field in range(len(lit)) if lit[field] in roles.PUTS][:LINES]
    yield
    sources = _taken_off(lit)
    for field in state.guidance.doubts[:1]:  # its lamp asks
        image, expected = state.evidence.image[field], state.evidence.position.image[field]
        if image != expected:
            (targets if expected > image else sources).insert(0, field)
    steps = []
    for field in targets:
        yield
        piece, count = state.guidance.wanted(field)
        steps.append({"field": place(state, field), "do": "put", "piece": piece, "count": count})
    return steps + [{"field": place(state, field), "do": "take"} for field in sources]


def _taken_off(lit: "Bytes") -> list[int]:
    """Return the fields from which a piece is to be taken, as many as fit."""
    return [field for field in range(len(lit)) if lit[field] == roles.REMOVE][:LINES]
