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
    if state.rating:
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
    """Light the fields with which the winners have won; where pieces are nobody's, all fields in their colours."""
    state, (_, winners) = session.course.state, session.course.ending
    theirs = [field for player in winners for field in state.winning_fields(player)]
    for field in theirs:
        out[field] = roles.WINNER
    if winners and not theirs:
        for field in range(len(out)):
            out[field] = roles.PLAYER + winners[field % len(winners)]
