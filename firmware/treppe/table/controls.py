"""Joins the table with what acts on it: buttons and commands."""

from typing import TYPE_CHECKING, Any

from treppe.table.input import answers, buttons, commands, commands_start, menu_pages
from treppe.table.table import Table

if TYPE_CHECKING:
    from treppe.table.types import Journal, Sensing, Surface


def open_table(
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
        commands_start.take_up(table, journal.open_number or journal.lost_number)
        table.finish_change()
    table.refresh()
    return table


def press(table: Table, presses: int) -> None:
    """Carry out presses of buttons (see buttons.py), or an END that waited for hands."""
    if presses:
        buttons.press(table, presses)
        _ask_to_confirm(table)
    elif table.session.early_end.take():
        answers.stop(table.session)


def command(table: Table, name: str, fields: dict) -> dict:
    """Carry out a host's command (see commands.py); return its answer, raise CommandError."""
    if name == "button":
        buttons.press(table, buttons.pressed(fields))
        answer: dict = {}
    else:
        answer = commands.carry_out(table, name, fields)
    _ask_to_confirm(table)
    return answer


def _ask_to_confirm(table: Table) -> None:
    """Ask people to confirm a pending command by buttons."""
    if table.to_confirm:
        name, fields = table.to_confirm
        table.to_confirm = ()
        menu_pages.confirm(table, name, fields)
