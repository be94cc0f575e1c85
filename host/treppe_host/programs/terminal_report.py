"""The analysis of a stored game in the terminal: a line of chances for each player, and the worst actions."""

import time
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.text import Text
from treppe_host.colours import COLOURS
from treppe_host.narrow_table import NarrowTable
from treppe_host.programs import analysis, stored_games
from treppe_host.programs.analysis import BLUNDER, Analysis, Moment
from treppe_host.programs.process import Thinkers
from treppe_host.store.store import Store

_STEPS = "▁▂▃▄▅▆▇█"
_WIDTH = 64
_WORST = 10
_KEPT_EACH_S = 5.0  # so much is lost at most where the program is killed


def analyse(store: Store, number: int, console: Console) -> None:
    """Analyse a game, or go on with it, and print what was found; Ctrl-C stops it. Raises HandsUnknown, ThinkerGone."""
    sheet = store.sheet(number)
    game = stored_games.moments_of(sheet)
    found = stored_games.find_analysis(store, number, game) or analysis.begin(game)
    if len(found.chances) < len(game):
        _analyse_rest(store, number, game, found, console)
    for line in _draw_chances(found):
        console.print(line)
    if len(found.chances) == len(game):
        console.print(_counts(found, game, sheet.seats))
        if left := analysis.pieces_left(sheet.game, found):
            console.print("Pieces left: {}; possible: {}".format(*left))
    if found.mistakes:
        console.print(_worst(found, sheet.turn_numbers()))


def _analyse_rest(store: Store, number: int, game: list[Moment], found: Analysis, console: Console) -> None:
    thinkers = Thinkers(is_modest=False)  # somebody waits for it
    columns = (TextColumn("Positions"), BarColumn(), MofNCompleteColumn())
    due_s = time.monotonic() + _KEPT_EACH_S
    try:
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=len(game), completed=len(found.chances))
            while len(found.chances) < len(game):
                analysis.go_on(found, game, thinkers)
                progress.update(task, completed=len(found.chances))
                if time.monotonic() > due_s:
                    due_s = time.monotonic() + _KEPT_EACH_S
                    stored_games.keep(store, number, found)
                    if not console.is_terminal:
                        console.print(f"{len(found.chances)} of {len(game)} positions")
    except KeyboardInterrupt:
        console.print(f"Stopped after {len(found.chances)} of {len(game)} positions; give the command again to go on.")
    finally:
        thinkers.close()
        stored_games.keep(store, number, found)


def _draw_chances(found: Analysis) -> list[Text]:
    """Return each player's chance over the game as a line of little columns."""
    lines = []
    rows = found.chances
    columns = min(len(rows), _WIDTH)
    places = [at * (len(rows) - 1) // max(1, columns - 1) for at in range(columns)]
    for player in range(len(rows[0]) if rows else 0):
        drawn = "".join(_STEPS[min(7, int(8 * rows[place][player]))] for place in places)
        last = f" {100 * rows[-1][player]:.0f} %"
        lines.append(Text.assemble((f"{COLOURS[player]:8}", COLOURS[player]), (drawn, COLOURS[player]), last))
    return lines


def _counts(found: Analysis, game: Sequence[Moment], seats: Sequence[str | None]) -> NarrowTable:
    """Return how often each player erred."""
    table = NarrowTable()
    for name in ("player", "", "actions", "mistakes", "blunders"):
        table.add_column(name, justify="left" if name in ("player", "") else "right")
    for player in range(len(found.chances[0])):
        actions = sum(bool(moment.word) and moment.state.current_player() == player for moment in game)
        losses = [mistake.loss for mistake in found.mistakes if mistake.player == player]
        blunders = sum(loss >= BLUNDER for loss in losses)
        name = (seats[player] if player < len(seats) else "") or ""
        counts = (str(each) for each in (actions, len(losses) - blunders, blunders))
        table.add_row(Text(COLOURS[player], COLOURS[player]), name, *counts)
    return table


def _worst(found: Analysis, turns: Sequence[int]) -> NarrowTable:
    table = NarrowTable(goes=("", "better"))
    for name in ("turn", "player", "played", "lost", "better", ""):
        table.add_column(name, justify="right" if name in ("turn", "lost") else "left")
    for mistake in sorted(found.mistakes, key=lambda each: -each.loss)[:_WORST]:
        kind = "blunder" if mistake.loss >= BLUNDER else ""
        better = mistake.better + (" alone" if mistake.is_only else "")
        colour = COLOURS[mistake.player]
        lost = f"{100 * mistake.loss:.0f} %"
        table.add_row(str(turns[mistake.place - 1]), Text(colour, colour), mistake.word, lost, better, kind)
    return table
