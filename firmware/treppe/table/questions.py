"""What no sensor sees: what the board proposes; for what people say to it see answers.py."""


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
    session.has_no_more = False


def is_only_asked(session) -> bool:
    """Tell whether the player to move has nothing to do on the board, but something to choose."""
    view = session.view
    return session.stage == "play" and len(view.know().silent) == len(view.actions) > 0 and not session.back


def ask(session, offers: list[tuple]):
    """Propose the first of some lists of actions; nothing, if there are none."""
    session.offers = offers
    session.choice = 0
    session.has_no_more = False
    session.show()
    session.tell()


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
