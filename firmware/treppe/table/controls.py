"""Joins the table with buttons and commands, each loaded when it is used, and let go."""

from treppe.runtime import const, is_loaded, let_go
from treppe.table.table import Table

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    from typing import Any

    from treppe.table.types import Journal, Sensing, Surface

_GAMES = "treppe.games"
# Modules that the start of a game needs besides, in this order.
_OF_A_BEGIN = (
    "treppe.table.input.commands",
    "treppe.table.input.commands_start",
    "treppe.games.options",
    "treppe.fold",
    "treppe.table.opening",
    "treppe.games.catalogue",
)


def start(
    surface: "Surface",
    sensing: "Sensing",
    journal: "Journal",
    settings: dict,
    keep_setting: "Any" = None,
    random_below: "Any" = None,
    open_memory: "Any" = None,
    look_at_parts: "Any" = list,
    has_display: bool = True,
) -> Table:
    """Return the table of a board, with the game that was open when the power went. For the arguments see Table."""
    table = Table(surface, sensing, journal, settings, (press, command), has_display)
    table.keep_setting = keep_setting
    table.random_below = random_below
    table.open_memory = open_memory
    table.look_at_parts = look_at_parts
    if journal.open_number or journal.lost_number:
        from treppe.table.input import commands_start

        let_go("treppe.table.input.commands_start")
        commands_start.take_up(table, journal.open_number or journal.lost_number)
        table.finish_change()
    table.refresh()
    return table


def press(table: Table, presses: int) -> None:
    """Carry out presses of buttons (see buttons.py), and an END that waited for hands."""
    if presses:
        from treppe.table.input import buttons

        let_go("treppe.table.input.buttons")
        buttons.press(table, presses)
        _confirm(table)
    elif table.session.take_end():
        from treppe.table.input import answers

        let_go("treppe.table.input.answers")
        answers.stop(table.session)


def command(table: Table, name: str, fields: dict) -> dict:
    """Carry out a host's command (see commands.py); return its answer, raise CommandError."""
    if name == "button":
        from treppe.table.input import buttons

        let_go("treppe.table.input.buttons")
        buttons.press(table, buttons.pressed(fields))
        answer: dict = {}
    else:
        from treppe.table.input import commands

        let_go("treppe.table.input.commands")
        try:
            answer = commands.carry_out(table, name, fields)
        except (ValueError, OSError):
            for module in _OF_A_BEGIN:  # a game that has begun has let go of them itself
                let_go(module)
            raise
    _confirm(table)
    return answer


def prepare(name: str, fields: dict) -> bool:
    """Load a module that a host's command will need; True once all are there. Together they would take a second."""
    if name not in ("new", "resume"):
        return True
    if not is_loaded(_GAMES):
        __import__(_GAMES)
        return False
    from treppe import games
    from treppe.games import more

    game = fields.get("game")
    if isinstance(game, str) and not is_loaded("treppe.games." + game + more.JOIN + "rules"):
        try:
            games.load(game)  # first, for it stays: what is let go should lie behind it
        except games.InvalidOption:
            return True  # the command says so
        return False
    for module in _OF_A_BEGIN:
        if not is_loaded(module):
            __import__(module)
            return False
    return True


def _confirm(table: "Table") -> None:
    """Ask people to confirm a pending command by buttons."""
    if table.to_confirm:
        from treppe.table.input.menu_pages import confirm

        name, fields = table.to_confirm
        table.to_confirm = ()
        confirm(table, name, fields)
