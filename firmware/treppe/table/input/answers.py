"""People's answers to proposals, by button or by word."""

from typing import TYPE_CHECKING

from treppe.table.guide import doubts
from treppe.table.show.wording import noted, player_name
from treppe.table.tracking.positions import words

if TYPE_CHECKING:
    from treppe.table.session import Session


def next_choice(session: "Session") -> None:
    """Propose the next offer; without offers, the first action that hands cannot show."""
    if session.situation.offers:
        session.look_for_more_offers()
        return
    situation = session.situation
    silent: list[int] = []
    done = list(situation.actions)
    if situation.position and not (situation.unexplained or situation.back):
        silent = [action for action in situation.position.know().silent if action != situation.position.stop]
        if session.faults and not done:
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
    step = (session.peek + 1) % (2 * game.players)
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
    session.show_own(step, lines)


def take(session: "Session") -> None:
    """Record the proposal."""
    back, actions = session.situation.offers[session.situation.choice]
    session.record(actions, back, "OK")


def stop(session: "Session") -> None:
    """END: say no to a question, else end the turn; ask first if that ends the game.

    While something is still moving, END waits until the board is at rest again.
    """
    situation, evidence = session.situation, session.evidence
    if evidence.is_busy() or not (situation.offers or situation.is_legal()):
        session.keep_end()
    elif situation.offers and not session.is_only_asked(situation):
        session.drop_end()
        if situation.is_menu:
            session.propose([])
        else:
            session.deny()
    elif situation.unexplained or situation.back or situation.actions:
        session.keep_end()
    else:
        session.drop_end()
        stop = evidence.position.know().stop
        if stop is not None and evidence.position.after(stop).player < 0:
            session.propose([(0, [stop])])
        else:
            session.end_turn()


def choose(session: "Session", word: str) -> bool:
    """Carry out a word: all words of an offer, or an action that hands cannot show; False if it is neither.

    Who names what he answers cannot be misunderstood, even if MENU has changed the proposal meanwhile.
    """
    evidence = session.evidence
    for back, actions in session.situation.offers:
        if " ".join(words(evidence.position_before(back), actions)) == word:
            session.record(actions, back, "OK")
            return True
    situation = session.situation
    if situation.unexplained or situation.back or not situation.position:
        return False
    done = list(situation.actions)
    for action in situation.position.know().silent:
        if words(situation.position, [action])[-1] == word:
            session.record(done + [action], 0, "chosen")
            return True
    return False
