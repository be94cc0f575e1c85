"""What people answer to proposals, by button or by word; loaded for that."""

from treppe.runtime import const
from treppe.table import questions, stages
from treppe.table.commit import commit
from treppe.table.hands.position import end_of

_PATIENCE_MS = const(3000)


def next_choice(session):
    """Propose the next possibility; where nothing is asked, the first action that no hand shows."""
    known = session.explanation
    if session.offers:
        session.thought = [_propose_next(session)]
        return
    silent = []
    if known and not known.rest and not session.back:
        silent = [action for action in known.view.know().silent if action != known.view.stop]
        if session.faults and not known.actions:
            from treppe.table.guide import doubts

            silent = doubts.unseen(session) + silent
    session.offers = [(0, known.actions + [action]) for action in silent]
    session.choice = 0
    _ask(session, not silent)


def _propose_next(session):
    has_no_more = False
    if session.choice + 1 == len(session.offers):
        others = yield session.do_seldom("hands.earlier", "look")
        session.offers = session.offers + others
        has_no_more = not others
    session.choice = (session.choice + 1) % len(session.offers)
    _ask(session, has_no_more)


def _ask(session, has_no_more):
    """Show the proposal that has changed, or that there is no other one."""
    session.has_no_more = has_no_more
    session.show()
    session.tell()


def take(session):
    """Carry out what is proposed."""
    session.back, actions = session.offers[session.choice]
    session.offers = []
    commit(session, actions, "OK")


def stop(session):
    """End what is optional: play `.` if it is legal, ask if it ends the game; else drop a proposal.

    While something is still moving, END waits until the board is at rest again.
    """
    known = session.explanation
    if session.offers and (known is None or (known.is_loose and not known.unproved)):  # nothing else explains the board
        stages.lead(session, "back")
        return
    if session.offers and known.rest and not known.choices:  # what is asked about is not so
        questions.ask(session, [])
        return
    is_open = known is None or session.back or (known.rest and known.begun is known.view)
    if is_open or session.is_busy():
        if not session.end_due_ms:
            session.end_due_ms = _PATIENCE_MS
            session.ended_ms = session.now_ms
        return
    session.end_due_ms = 0
    if session.offers and _is_beside(session, known):  # what MENU has proposed is not wanted
        questions.ask(session, [])
        return
    if not known.choices:
        stop_action = known.view.know().stop
        if stop_action is not None:
            actions = known.actions + [stop_action]
            if end_of(session.view, actions).player < 0:
                questions.ask(session, [] if session.offers == [(0, actions)] else [(0, actions)])
            else:
                session.offers = []
                commit(session, actions, "END")
            return
    if session.offers and not (known and known.choices) and not questions.is_only_asked(session):
        questions.ask(session, [])


def _is_beside(session, known):
    """Tell whether another action is proposed beside those that the board shows, though hands could go on instead."""
    back, actions = session.offers[session.choice]
    is_added = not back and actions[:-1] == known.actions and actions[-1] != known.view.know().stop
    return is_added and not questions.is_only_asked(session)


def stop_at_last(session):
    """Carry out an END that had to wait, if that was not too long ago."""
    if session.since(session.ended_ms) < session.end_due_ms:
        stop(session)
    else:
        session.end_due_ms = 0


def choose(session, word: str) -> bool:
    """Carry out what a word means: what is asked, all its words, or an action that no hand can show; False if neither.

    Who names what he answers cannot be misunderstood, even if MENU has changed the proposal meanwhile.
    """
    for place, (back, actions) in enumerate(session.offers):
        if " ".join(questions.words(questions.start(session, back), actions)) == word:
            session.choice = place
            take(session)
            return True
    known = session.explanation
    if not known or session.back:
        return False
    possible = list(known.choices) + list(known.unproved)
    if not known.rest:
        possible += [[action] for action in known.view.know().silent]
    for actions in possible:
        if actions and questions.words(known.view, actions)[-1] == word:
            commit(session, known.actions + actions, "chosen")
            return True
    return False
