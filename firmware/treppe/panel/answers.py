"""People's answers to proposals, by button or by word."""

from typing import TYPE_CHECKING, Any

from treppe.panel.wording import noted, player_name
from treppe.runtime import const
from treppe.tracking import doubts
from treppe.tracking.guidance import BACK
from treppe.tracking.position import end_of, notations

_TURN_BEGINS_MS = const(1000)
_TURN_PASSES_MS = const(2500)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.play.session import Session
    from treppe.tracking.observed import ObservedBoard
    from treppe.tracking.verdict import Hypothesis
    from treppe.types import Diagnostic


def next_choice(session: "Session") -> None:
    """Propose the next offer; without offers, the first action that hands cannot show."""
    if session.pending.alternatives:
        session.look_for_more_offers()
        return
    hypothesis = session.pending.verdict.hypothesis
    done = hypothesis.actions if hypothesis else []
    stop = session.observed.position.scratch.STOP
    silent = [action for action in _silent(session) if action != stop]
    if session.messages.faults and hypothesis and not (done or hypothesis.unexplained):
        silent = doubts.unseen_actions(session.observed) + silent
    session.propose([(0, done + [action]) for action in silent], has_no_more=not silent)


def _silent(session: "Session") -> "Sequence[int]":
    """Return what may be chosen now that hands cannot show: also while pieces are missing, or nothing else is due."""
    verdict, observed = session.pending.verdict, session.observed
    hypothesis = verdict.hypothesis
    left = hypothesis.unexplained if hypothesis else observed.changes()
    is_only_missing = all([change < 0 for change in left.values()])
    if verdict.undo_count or not (is_only_missing or session.is_only_asked()):
        return ()
    return (hypothesis or observed).position.know().silent


def peek(session: "Session") -> "Diagnostic":
    """Show what players hold, each his own; any button but OK, and whatever is recorded, hides it.

    The player to move comes first. Each other one is called before, so that he can turn the display to himself; but
    no program, whose hand is nobody's to see. Returns a code if there is nothing to show while a hand is on the board,
    else {}.
    """
    texts, game = session.texts, session.game_record.state
    if not game.own_notes(game.current_player()):
        return {"code": "hands_on"} if session.observed.is_busy() else {}
    step = (session.messages.peek + 1) % (2 * game.players)
    player = (game.current_player() + step // 2) % game.players
    while 1 < step < 2 * game.players and not session.game_record.is_person(player):
        step = (step | 1) + 1  # past what is his
        player = (player + 1) % game.players
    step %= 2 * game.players
    lines = [player_name(texts, player) + ":"]
    if step % 2 == 0:
        lines.append(texts["own"])
    else:
        notes = game.own_notes(player)
        lines += noted(texts, notes)
        for card in " ".join([value for key, _, value in notes if key == "cards"]).split():
            lines.append((texts["card " + card[0]] + " " + card[1:]).rstrip())
    session.messages.show_own(step, lines)
    return {}


def take(session: "Session") -> None:
    """Record the proposal."""
    undo_count, actions = session.pending.alternatives[session.pending.choice]
    session.record(actions, undo_count, "OK")


def stop(session: "Session") -> "Diagnostic":
    """End the turn: play `.` if it is legal, ask first if it ends the game; else drop a proposal.

    While something is still moving, END waits until the board is at rest again. Returns a code if END is refused,
    else {}.
    """
    if not session.pending.alternatives and _has_turn_passed(session):
        return {"code": "turn_over"}
    _stop(session)
    return {}


def _stop(session: "Session") -> None:
    pending = session.pending
    hypothesis: Any = pending.verdict.hypothesis
    alternatives = pending.alternatives
    if alternatives and (
        hypothesis is None or (hypothesis.has_extra_lifts and not hypothesis.unproved)
    ):  # no other explanation
        session.lead(BACK)
        return
    is_open = (
        hypothesis is None
        or pending.verdict.undo_count
        or (hypothesis.unexplained and hypothesis.begun is hypothesis.position)
    )
    is_denied = alternatives and is_open and (pending.verdict.undo_count or not hypothesis.choices)
    if is_denied and not session.observed.is_busy():  # people deny what is asked
        _deny(session)
        return
    if is_open or session.observed.is_busy():
        if not _is_pressed_twice(session.observed):
            session.early_end.keep()
        return
    session.early_end.drop()
    if alternatives and _is_beside(session):  # people reject MENU's proposal
        session.propose([])
    elif alternatives and hypothesis.actions and not _is_end_of_game(session):
        _deny(session)
    elif hypothesis.choices or hypothesis.position.know().stop is None:
        if alternatives and not session.is_only_asked():
            _deny(session)
    elif hypothesis.actions or not _is_end_of_last_turn(session.observed):
        _play_stop(session, hypothesis)


def _is_end_of_game(session: "Session") -> bool:
    """Tell whether it is asked whether END shall end the game."""
    actions = session.pending.alternatives[0][1]
    return len(session.pending.alternatives) == 1 and actions[-1] == session.observed.position.scratch.STOP


def _deny(session: "Session") -> None:
    """People deny what was asked: name a piece that is in the air; a board that differs by more is guided back.

    Who then takes his time is not asked the same again.
    """
    changes = session.observed.changes()
    if len(changes) > 1 or any([change > 0 for change in changes.values()]):
        session.lead(BACK)
    else:
        session.name_missing(changes)
        session.propose([])


def _is_pressed_twice(observed: "ObservedBoard") -> bool:
    """Tell whether END has just ended a turn: a player's own turn takes longer."""
    if not observed.recent:
        return False
    last = observed.recent[-1]
    is_end = last.action == observed.position.scratch.STOP and not last.is_tacit
    return is_end and observed.since(last.at_ms) < _TURN_BEGINS_MS


def _has_turn_passed(session: "Session") -> bool:
    """Tell whether the turn has just passed without END: that of the player before may be meant.

    Not where it passed by itself and who is next has put something: who hurries so ends his own turn.
    """
    observed, hypothesis = session.observed, session.pending.verdict.hypothesis
    has_put = bool(hypothesis and hypothesis.actions)
    for played in reversed(observed.recent):
        if played.player != observed.position.player:
            is_stop = played.action == observed.position.scratch.STOP
            is_open = played.is_tacit if is_stop else not has_put
            return is_open and observed.since(played.at_ms) < _TURN_PASSES_MS
        has_put = True
    return False


def _is_end_of_last_turn(observed: "ObservedBoard") -> bool:
    """Tell whether END may have been meant for the turn before, or was pressed twice, with no touch since."""
    if not observed.recent or any(observed.stamps):
        return False
    last = observed.recent[-1]
    is_end = last.action == observed.position.scratch.STOP
    return (is_end or last.player != observed.position.player) and observed.since(last.at_ms) < _TURN_BEGINS_MS


def _play_stop(session: "Session", hypothesis: "Hypothesis") -> None:
    stop: Any = hypothesis.position.stop
    actions = hypothesis.actions + [stop]
    if end_of(session.observed.position, actions).player >= 0:
        session.record(actions, 0, "END")
    else:
        session.propose([] if session.pending.alternatives == [(0, actions)] else [(0, actions)])


def _is_beside(session: "Session") -> bool:
    """Tell whether the proposal is beside what the board shows, so that hands may go on instead."""
    pending = session.pending
    hypothesis: Any = pending.verdict.hypothesis
    undo_count, actions = pending.alternatives[pending.choice]
    if hypothesis.choices or hypothesis.unproved or session.is_only_asked():
        return False
    return not undo_count and actions[:-1] == hypothesis.actions and actions[-1] != hypothesis.position.know().stop


def choose_word(session: "Session", word: str) -> bool:
    """Carry out a notation: all actions of an offer, or an action that hands cannot show; False if it is neither.

    Who names what he answers cannot be misunderstood, even if MENU has changed the proposal meanwhile.
    """
    observed = session.observed
    for undo_count, actions in session.pending.alternatives:
        if " ".join(notations(observed.position_before(undo_count), actions)) == word:
            session.record(actions, undo_count, "OK")
            return True
    hypothesis = session.pending.verdict.hypothesis
    if not hypothesis or session.pending.verdict.undo_count:
        return False
    possible = list(hypothesis.choices) + list(hypothesis.unproved)
    if not hypothesis.unexplained:
        possible += [[action] for action in _silent(session)]
    for actions in possible:
        if actions and notations(hypothesis.position, actions)[-1] == word:
            session.record(hypothesis.actions + actions, 0, "chosen")
            return True
    return False
