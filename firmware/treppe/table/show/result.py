"""When a game is over: who has won, in words and by lamps; loaded when needed."""

from treppe.table.show import roles
from treppe.table.show.display import called, player_name, points, wrap


def result(session) -> list[str]:
    """Say how the game ended, and who has won."""
    texts, course = session.texts, session.course
    lines = [texts["over"]]
    state, (reason, winners) = course.state, course.ending
    if reason == "time":
        lines.append(texts["time"])
    if hasattr(state, "rating"):
        return lines + [points(texts, state), texts["rating " + state.rating]]
    for player in winners:
        name = called(texts, course, player)
        won = player_name(texts, player) + " " + texts["wins"]
        lines += wrap(won + ": " + name if name else won)
    if not winners:
        lines.append(texts["draw"])
    if state.scores is not None:
        lines.append(points(texts, state))
    return lines


def show_winners(session, out):
    """Light the line that has won, or every field on top of which a winner's piece stands.

    Where pieces are nobody's, all fields shine in his colour.
    """
    state, (reason, winners) = session.course.state, session.course.ending
    image = state.image()
    theirs = [field for field in range(len(image)) if image[field] and state.owner(field) in winners]
    if reason == "line":
        theirs = [state.field(cell) for cell in state.line(winners[0])]
    for field in theirs:
        out[field] = roles.WINNER
    if winners and not theirs:
        for field in range(len(out)):
            out[field] = roles.PLAYER + winners[field % len(winners)]
