"""A table whose menu is worked by its buttons, for tests on both runtimes."""

from fakes_table import Table
from treppe import surfaces
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO

BUTTONS = {"E": END, "U": UNDO, "M": MENU, "O": OK, "L": MENU | LONG}


def table_on(surface, **settings):
    return Table(surfaces.load(surface), **settings)


def check(shown):
    assert len(shown) <= 8 and all([len(line) <= 21 for line in shown]), shown


def press(table, letters):
    for letter in letters:
        table.wait(20, BUTTONS[letter])


def choose(table, line):
    """Press MENU until the display marks a line that begins so, then OK."""
    for _ in range(2 * len(table.lines())):  # more than fit the display are shown in turn
        if any([shown.startswith(">" + line) for shown in table.lines()]):
            press(table, "O")
            return
        press(table, "M")
    raise AssertionError(line + " is not offered: " + str(table.lines()))


def start_event(table):
    return next(iter(table.journal.read_game(table.journal.open_number)))


def last_event(table):
    return next(iter(table.journal.read_from(table.journal.next_number - 1)))
