"""From stage to stage: a game is taken up, led, over, laid aside; the menu beside it."""

from treppe.runtime import let_go
from treppe.table.guide import guidance
from treppe.table.hands.position import view_of


def open_game(session, game, guide: str, remembered: dict):
    """Take up a game: first the board has to show its position.

    `remembered` are pieces that may stand there instead, though they look the same: field -> code.
    """
    known, was_right = guidance.standing(session), _shows_position(session)
    session.course = game
    from treppe.games import catalogue

    catalogue.keep_only(game.name)
    session.texts.use(session.language, game.name)
    session.notice = ""
    close_menu(session)
    session.remembered = remembered
    session.view = view_of(game.state)
    if not was_right and _shows_position(session):
        known = {}  # somebody has laid it out already, and knows which pieces he has taken
    lead(session, guide, known)
    session.sensing.expect(session.view.image)


def _shows_position(session):
    return session.course is not None and not session.differences()


def lead(session, guide: str, known: dict | None = None):
    """Lead the board to the position that counts; `guide` names the reason: setup, back, clear.

    `known` is what `standing` has said before the position was another one.
    """
    if guide != "clear":
        session.view = view_of(session.course.state)
        session.rewritable.clear()
        session.to_turn = []
        session.last_fields = []
    session.guide = guide
    session.stage = "guide"
    settle_down(session)
    if known:
        guidance.recall(session, known)
    session.look()
    session.tell()


def finish(session):
    """The game is over: show who has won."""
    close_menu(session)
    session.stage = "over"
    settle_down(session)
    session.show()
    session.tell()


def close(session):
    """Lay the game aside; it stays in the journal."""
    close_menu(session)
    session.course = None  # type: ignore[assignment]
    session.doubts = []  # they ask about fields of a game that is gone
    session.to_turn = []
    session.stage = "idle"
    settle_down(session)
    session.show()
    session.tell()


def open_menu(session):
    """Show the menu until something is taken."""
    from treppe.table.input.menu import Menu

    session.notice = ""
    session.menu = Menu(session)  # type: ignore[assignment]


def close_menu(session):
    """Leave the menu, and give its memory back."""
    if session.menu:
        session.menu = None
        for name in ("menu", "menu_pages"):
            let_go("treppe.table.input." + name)


def settle_down(session):
    """Forget what led here."""
    session.explanation = session.thought = None
    session.back = session.due_ms = 0
    session.is_wrong = False
    session.wrong_stamp = 0
    session.offers = []
    session.has_no_more = False
    session.unanswered = []
    session.recovery = None
    let_go("treppe.table.guide.recovery")
    session.stamps[:] = bytes(len(session.stamps))
