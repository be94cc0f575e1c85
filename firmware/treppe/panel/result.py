"""The display and lamps between games: who has won, or what to do next."""

from typing import TYPE_CHECKING, Any

from treppe.alphabet import roles
from treppe.games import catalogue
from treppe.panel.wording import called, player_name, points, wrap
from treppe.play.game_record import GameRecord
from treppe.sensing.kinds import kind_of
from treppe.texts import Texts

if TYPE_CHECKING:
    from treppe.panel.view import View


def say(texts: Texts, game_record: GameRecord) -> list[str]:
    """Say how the game ended, and who has won."""
    lines = [texts["over"]]
    state: Any = game_record.state
    reason, winners = game_record.outcome()
    why = texts.get("ended " + reason)
    if why:
        lines.append(why)
    if state.rating:
        return lines + [points(texts, state), texts["rating " + state.rating]]
    for player in winners:
        name = called(texts, game_record, player)
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


def show_winners(out: bytearray, game_record: GameRecord) -> None:
    """Light the fields with which the winners have won; where no piece has an owner all pieces, in their colours."""
    _, winners = game_record.outcome()
    theirs = [field for player in winners for field in game_record.state.winning_fields(player)]
    for field in theirs:
        out[field] = roles.WINNER
    image = game_record.state.image()
    for field in range(len(image)) if winners and not theirs else ():
        if image[field]:
            out[field] = roles.PLAYER + winners[field % len(winners)]
