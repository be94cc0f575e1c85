"""The display and lamps between games: who has won, or what to do next."""

from typing import TYPE_CHECKING, Any

from treppe.games import catalogue
from treppe.sensing.kinds import kind_of
from treppe.table.course import Course
from treppe.table.show import roles
from treppe.table.show.wording import called, player_name, points, wrap
from treppe.table.texts import Texts

if TYPE_CHECKING:
    from treppe.table.view import View


def say(texts: Texts, course: Course) -> list[str]:
    """Say how the game ended, and who has won."""
    lines = [texts["over"]]
    state: Any = course.state
    reason, winners = course.outcome()
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


def say_idle(view: "View") -> list[str]:
    """Say which game goes on with OK, if one was laid aside, and that the menu has all else."""
    texts = view.texts
    lines = [texts["idle"]]
    unfinished = view.journal.unfinished
    if unfinished:
        last = view.journal.head(unfinished[-1])
        lines = [texts["paused"]] + ([catalogue.title(last["game"])] if last else [])
    if kind_of(view.surface).IS_CALIBRATED and not view.sensing.serial:
        lines.append(texts["rough"])
    elif view.sensing.num_known < view.surface.FIELDS:
        lines.append(texts["learning"] + f" {view.sensing.num_known}/{view.surface.FIELDS}")
    return lines + [texts["menu"]]


def show_winners(out: bytearray, course: Course) -> None:
    """Light the fields with which the winners have won; where no piece has an owner all pieces, in their colours."""
    _, winners = course.outcome()
    theirs = [field for player in winners for field in course.state.winning_fields(player)]
    for field in theirs:
        out[field] = roles.WINNER
    image = course.state.image()
    for field in range(len(image)) if winners and not theirs else ():
        if image[field]:
            out[field] = roles.PLAYER + winners[field % len(winners)]
