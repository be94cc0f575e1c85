"""What hands have done goes into the record, in place of what it takes back, and counts from then on."""

from treppe.sensing import QUIET
from treppe.table import stages
from treppe.table.guide import guidance
from treppe.table.hands import corrections
from treppe.table.hands.corrections import Played
from treppe.table.hands.images import next_difference
from treppe.table.hands.position import BEYOND


def commit(session, actions: list[int], how: str = "seen"):
    """Record the actions, after taking back those that they replace; `how` it came to it goes into the trace."""
    game = session.course
    seen = session.trace.explain(session, actions, how)
    replaced = session.rewritable[-session.back :] if session.back else []
    while replaced and actions and replaced[0].action == actions[0]:
        replaced = replaced[1:]
        actions = actions[1:]
    if replaced:
        game.undo(len(replaced), seen)
        seen = ""
        session.view = replaced[0].before
        session.to_turn = replaced[0].to_turn
        del session.rewritable[-len(replaced) :]
    for action in actions:
        _play(session, action, how, seen)
        seen = ""
    if session.faults:
        session.doubt("keep_up")
    session.notice = ""
    session.is_wrong = False
    session.wrong_stamp = 0
    session.back = 0
    session.unanswered = []
    if game.ending:
        stages.finish(session)
    elif guidance.left_over(session):
        stages.lead(session, "clear")
    else:
        session.stage = "play"
        game.confirm()
        _keep_stamps(session)
        _count_absent(session)
        session.explanation = None
        session.is_to_tell = True
        session.thought = [session.find_out()]


def _play(session, action, how, seen):
    before = session.view
    played = Played(before, action, session)
    played.is_said = how in ("OK", "chosen")
    played.is_tacit = how == "seen" and action == before.scratch.STOP
    session.last_fields = [field for field, _ in before.recall().placement(action) if field != BEYOND]
    session.course.play(action, seen)
    session.rewritable = rewritable = corrections.still_rewritable(session, before.player, played.taken_from)
    if rewritable:
        rewritable[-1].before.forget()
    rewritable.append(played)
    session.view = before.after(action)
    turn_over(session.to_turn, session.course.state)
    session.to_turn = [field for field in session.to_turn if session.view.image[field]]


def turn_over(to_turn, state):
    """Note which stones have to be turned over after an action, and which need not any more; return them all."""
    for event in state.events:
        if event[0] in ("active", "inactive"):
            field = state.field(event[1])
            if field in to_turn:
                to_turn.remove(field)
            else:
                to_turn.append(field)
    return to_turn


def _keep_stamps(session):
    """What still differs, or is just being put, has begun after what has just been recorded; all else is history."""
    stamps, changes = session.stamps, session.differences()
    never = bytes(len(stamps))
    field = next_difference(0, stamps, never)
    while field < len(stamps):
        if field not in changes and session.activity[field] == QUIET:
            stamps[field] = 0
        field = next_difference(field + 1, stamps, never)


def _count_absent(session):
    """Count, for each field whose piece is not seen, how many times something has been recorded since it went."""
    game = session.course
    before, game.absent = game.absent, {}
    for field, change in session.differences().items():
        if change < 0:
            game.absent[field] = before.get(field, 0) + 1
