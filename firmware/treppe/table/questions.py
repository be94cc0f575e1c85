"""What no sensor sees: proposals that OK takes and MENU changes, and the words that a host may choose."""

from treppe.runtime import const
from treppe.table import play, stages
from treppe.table.explain import end_of
from treppe.table.thought import Thought

_PATIENCE_MS = const(3000)


def follow(session, offers: list[tuple]):
    """The explanation is new: ask about `offers`, or what it leaves open; drop what was asked before."""
    known = session.explanation
    if offers:
        pass
    elif known and known.choices:
        offers = [(session.back, known.actions + choice) for choice in known.choices]
    elif is_only_asked(session):
        offers = [(0, [action]) for action in session.view.silent if action != session.view.stop]
    if offers != session.offers:
        session.unanswered = offers or session.unanswered
        session.offers = offers
        session.choice = 0


def is_only_asked(session) -> bool:
    """Tell whether the player to move has nothing to do on the board, but something to choose."""
    view = session.view
    return session.stage == "play" and len(view.know().silent) == len(view.actions) > 0 and not session.back


def ask(session, offers: list[tuple]):
    """Propose the first of some lists of actions; nothing, if there are none."""
    session.offers = offers
    session.choice = 0
    session.show()
    session.tell()


def next_choice(session):
    """Propose the next possibility; where nothing is asked, the first action that no hand shows."""
    known = session.explanation
    if session.offers:
        session.thought = Thought(_propose_next(session))
    elif known and not known.rest and not session.back:
        silent = [action for action in known.view.know().silent if action != known.view.stop]
        if session.faults and not known.actions:
            from treppe.table import doubts

            silent = doubts.unseen(session) + silent
        ask(session, [(0, known.actions + [action]) for action in silent])


def _propose_next(session):
    if session.choice + 1 == len(session.offers):
        session.offers = session.offers + (yield session.do_seldom("earlier", "look"))
    session.choice = (session.choice + 1) % len(session.offers)
    ask_again(session)


def ask_again(session):
    """Show the proposal that has changed."""
    session.show()
    session.tell()


def take(session):
    """Carry out what is proposed."""
    session.back, actions = session.offers[session.choice]
    session.offers = []
    play.commit(session, actions, "OK")


def stop(session):
    """End what is optional: play `.` if it is legal, ask if it ends the game; else drop a proposal.

    While something is still moving, END waits until the board is at rest again.
    """
    known = session.explanation
    if session.offers and (known is None or (known.is_loose and not known.unproved)):  # nothing else explains the board
        stages.lead(session, "back")
        return
    if session.offers and known.rest and not known.choices:  # what is asked about is not so
        ask(session, [])
        return
    is_open = known is None or session.back or (known.rest and known.begun is known.view)
    if is_open or session.is_busy():
        if not session.end_due_ms:
            session.end_due_ms = _PATIENCE_MS
            session.ended_ms = session.now_ms
        return
    session.end_due_ms = 0
    if not known.choices:
        stop_action = known.view.know().stop
        if stop_action is not None:
            actions = known.actions + [stop_action]
            if end_of(session.view, actions).player < 0:
                ask(session, [] if session.offers == [(0, actions)] else [(0, actions)])
            else:
                session.offers = []
                play.commit(session, actions, "END")
            return
    if session.offers and not (known and known.choices) and not is_only_asked(session):
        ask(session, [])


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
        if " ".join(words(start(session, back), actions)) == word:
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
        if actions and words(known.view, actions)[-1] == word:
            play.commit(session, known.actions + actions, "chosen")
            return True
    return False


def words(view, actions: list[int]) -> list[str]:
    """Return the notation of some actions from a position."""
    found = []
    for action in actions:
        found.append(view.recall().word(action))
        view = view.after(action)
    return found


def replaced(session) -> list[str]:
    """Return the words that the proposal would replace."""
    back = session.offers[session.choice][0] if proposal(session) else 0
    return [played.before.recall().word(played.action) for played in session.rewritable[-back:]] if back else []


def proposal(session) -> list[str]:
    """Return the words that OK would record now; none if nothing is asked."""
    if session.stage != "play" or not session.offers:
        return []
    back, actions = session.offers[session.choice]
    return words(start(session, back), actions)


def start(session, back: int):
    """Return the position that a proposal starts from, which takes back some actions."""
    return session.rewritable[-back].before if back else session.view
