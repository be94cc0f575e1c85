"""People's answers to proposals, by button or by word."""

from typing import TYPE_CHECKING, Any

from treppe.runtime import const
from treppe.table.guide import doubts
from treppe.table.guide.guidance import BACK
from treppe.table.hands.position import end_of, words
from treppe.table.show.wording import noted, player_name

_TURN_BEGINS_MS = const(1000)

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Evidence
    from treppe.table.hands.verdict import Explanation
    from treppe.table.session import Session


def next_choice(session: "Session") -> None:
    """Propose the next offer; without offers, the first action that hands cannot show."""
    if session.pending.offers:
        session.look_for_more_offers()
        return
    known = session.pending.verdict.explanation
    silent: list[int] = []
    done = known.actions if known else []
    if known and not known.unexplained and not session.pending.verdict.back:
        silent = [action for action in known.position.know().silent if action != known.position.stop]
        if session.messages.faults and not known.actions:
            silent = doubts.unseen_actions(session.evidence) + silent
    session.propose([(0, done + [action]) for action in silent], has_no_more=not silent)


def peek(session: "Session") -> None:
    """Show what players hold, each his own; any button but OK, and whatever is recorded, hides it.

    The player to move comes first. Each other one is called before, so that he can turn the display to himself; but
    no program, whose hand is nobody's to see.
    """
    texts, game = session.texts, session.course.state
    if not game.own_notes(game.current_player()):
        return
    step = (session.messages.peek + 1) % (2 * game.players)
    player = (game.current_player() + step // 2) % game.players
    while 1 < step < 2 * game.players and not session.course.is_person(player):
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


def take(session: "Session") -> None:
    """Record the proposal."""
    back, actions = session.pending.offers[session.pending.choice]
    session.record(actions, back, "OK")


def stop(session: "Session") -> None:
    """End the turn: play `.` if it is legal, ask first if it ends the game; else drop a proposal.

    While something is still moving, END waits until the board is at rest again.
    """
    pending = session.pending
    known: Any = pending.verdict.explanation
    offers = pending.offers
    if offers and (known is None or (known.has_extra_lifts and not known.unproved)):  # no other explanation
        session.lead(BACK)
        return
    is_open = known is None or pending.verdict.back or (known.unexplained and known.begun is known.position)
    is_denied = offers and is_open and (pending.verdict.back or not known.choices)
    if is_denied and not session.evidence.is_busy():  # people deny what is asked
        _deny(session)
        return
    if is_open or session.evidence.is_busy():
        if not _is_pressed_twice(session.evidence):
            session.early_end.keep()
        return
    session.early_end.drop()
    if offers and _is_beside(session):  # people reject MENU's proposal
        session.propose([])
    elif offers and known.actions and not _is_end_of_game(session):
        _deny(session)
    elif known.choices or known.position.know().stop is None:
        if offers and not session.is_only_asked():
            _deny(session)
    elif known.actions or not _is_end_of_last_turn(session.evidence):
        _play_stop(session, known)


def _is_end_of_game(session: "Session") -> bool:
    """Tell whether it is asked whether END shall end the game."""
    actions = session.pending.offers[0][1]
    return len(session.pending.offers) == 1 and actions[-1] == session.evidence.position.scratch.STOP


def _deny(session: "Session") -> None:
    """People deny what was asked: name a piece that is in the air; a board that differs by more is led back.

    Who then takes his time is not asked the same again.
    """
    changes = session.evidence.changes()
    if len(changes) > 1 or any([change > 0 for change in changes.values()]):
        session.lead(BACK)
    else:
        session.name_missing(changes)
        session.propose([])


def _is_pressed_twice(evidence: "Evidence") -> bool:
    """Tell whether END has just ended a turn: a player's own turn takes longer."""
    if not evidence.recent:
        return False
    last = evidence.recent[-1]
    is_end = last.action == evidence.position.scratch.STOP and not last.is_tacit
    return is_end and evidence.since(last.at_ms) < _TURN_BEGINS_MS


def _is_end_of_last_turn(evidence: "Evidence") -> bool:
    """Tell whether END may have been meant for the turn before, or was pressed twice, with no touch since."""
    if not evidence.recent or any(evidence.stamps):
        return False
    last = evidence.recent[-1]
    is_end = last.action == evidence.position.scratch.STOP
    return (is_end or last.player != evidence.position.player) and evidence.since(last.at_ms) < _TURN_BEGINS_MS


def _play_stop(session: "Session", known: "Explanation") -> None:
    stop: Any = known.position.stop
    actions = known.actions + [stop]
    if end_of(session.evidence.position, actions).player >= 0:
        session.record(actions, 0, "END")
    else:
        session.propose([] if session.pending.offers == [(0, actions)] else [(0, actions)])


def _is_beside(session: "Session") -> bool:
    """Tell whether the proposal is beside what the board shows, so that hands may go on instead."""
    pending = session.pending
    known: Any = pending.verdict.explanation
    back, actions = pending.offers[pending.choice]
    if known.choices or known.unproved or session.is_only_asked():
        return False
    return not back and actions[:-1] == known.actions and actions[-1] != known.position.know().stop


def choose(session: "Session", word: str) -> bool:
    """Carry out a word: all words of an offer, or an action that hands cannot show; False if it is neither.

    Who names what he answers cannot be misunderstood, even if MENU has changed the proposal meanwhile.
    """
    evidence = session.evidence
    for back, actions in session.pending.offers:
        if " ".join(words(evidence.position_before(back), actions)) == word:
            session.record(actions, back, "OK")
            return True
    known = session.pending.verdict.explanation
    if not known or session.pending.verdict.back:
        return False
    possible = list(known.choices) + list(known.unproved)
    if not known.unexplained:
        possible += [[action] for action in known.position.know().silent]
    for actions in possible:
        if actions and words(known.position, actions)[-1] == word:
            session.record(known.actions + actions, 0, "chosen")
            return True
    return False
