"""The menu: MENU goes through a page's entries, OK takes one, UNDO goes back, END leaves. OK held takes the first entry
of the page, such as a game's start. Loaded while the menu is open.

What is taken is carried out as the command that a host would give, so the menu changes nothing itself. Without a
display lamps show the same: each page begins on a row of its own (of seven fields where the surface has no rows), as
many fields as it has choices, the chosen one steady; below the last row the values that the choice may have.
"""

from typing import TYPE_CHECKING, Any

from treppe import texts
from treppe.alphabet import roles
from treppe.alphabet.buttons import END, LONG, MENU, OK, UNDO
from treppe.alphabet.codes import diagnostic_of
from treppe.panel import commands, wording
from treppe.panel.task import Task
from treppe.play import CommandError
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Callable

    from treppe.panel.console import Console
    from treppe.types import Order
    from treppe.types import Page as Shown

_ROW = const(7)
_LINES = const(8)
LEAVE: tuple = ("", {}, True)  # an order that only leaves the menu


class Page:
    """A title of one or more lines, and entries: (label, act, values, index of the present value); without values
    (label, act, (), 0). A label that takes time to read is a function, called for the lines that are shown.

    OK calls `act` with the value after the present one, or without values with nothing. It returns an order, or None
    where the menu itself has changed.
    """

    def __init__(self, make: "Callable[..., Any]"):
        """Take the function that makes title and entries; every change calls it again."""
        self._make = make
        self.at = 0
        self.renew()

    def renew(self) -> None:
        """Make the page again."""
        self.title, self.entries = self._make()
        self.at = min(self.at, len(self.entries) - 1)

    def take(self) -> "Order | None":
        """Carry out the chosen entry; return an order or None."""
        _, act, values, index = self.entries[self.at]
        return act(values[(index + 1) % len(values)][1]) if values else act()

    def text(self, number: int) -> str:
        """Return the line of an entry."""
        label, _, values, index = self.entries[number]
        label = label() if callable(label) else label
        return (">" if number == self.at else " ") + label + (": " + values[index][0] if values else "")


class Menu(Task):
    """The pages from the first to the one that is shown.

    An order is (command, fields, is_last): what is to be carried out, nothing if the command is empty, and whether
    the menu is to be closed before.
    """

    def __init__(self, table: "Console"):
        self.table = table
        self.session = table.session
        self.words = texts.load(self.session.language, "menu")
        self.pages: list[Page] = []

    def open_page(self, make: "Callable[..., Any]", *given: "Any") -> None:
        """Show another page; `make` is a function of menu_pages, which takes the menu and `given`."""
        self.pages.append(Page(lambda: make(self, *given)))

    def back(self) -> "Order | None":
        """Return to the page before; an order to leave the menu if there is none."""
        self.pages.pop()
        return None if self.pages else LEAVE

    def take_presses(self, presses: int) -> None:
        """Take presses of buttons, and carry out their order."""
        order = self.take_order(presses)
        table = self.table
        if order:
            command, fields, is_last = order
            if is_last:
                table.close_menu()

            try:
                if command:
                    commands.carry_out(table, command, fields)
            except CommandError as error:
                table.close_menu()
                table.warnings.refuse(diagnostic_of(error))
            self.renew()
        self.session.messages.renew()

    def take_order(self, presses: int) -> "Order | None":
        """Return the order that presses give, None if they only change the page."""
        page = self.pages[-1]
        if presses & END or (presses & MENU and presses & LONG):
            return LEAVE
        if presses & UNDO:
            return self.back()
        if presses & MENU:
            page.at = (page.at + 1) % len(page.entries)
        elif presses & OK:
            page.at = 0 if presses & LONG else page.at
            order = page.take()
            self.renew()
            return order
        return None

    def renew(self) -> None:
        """Show the changed setting, in the language that is set now."""
        self.words = texts.load(self.session.language, "menu")
        for page in self.pages:
            page.renew()

    def colour(self, player: int) -> str:
        """Name a player by his colour."""
        return wording.player_name(self.session.texts, player)

    def lines(self) -> list[str]:
        page = self.pages[-1]
        title = page.title.split("\n")
        shown = _LINES - len(title)
        first = max(0, min(page.at - shown // 2, len(page.entries) - shown))
        numbers = range(first, min(first + shown, len(page.entries)))
        return title + [page.text(number) for number in numbers]

    def show(self, out: bytearray) -> None:
        """Fill `out` with the roles of the fields: the pages as rows of lamps."""
        row = self.session.surface.COLUMNS or _ROW
        field = 0
        for page in self.pages[:-1]:
            out[field + page.at] = roles.MAY_LIFT
            field += (len(page.entries) + row - 1) // row * row
        page = self.pages[-1]
        roles.show_numbers(out, field, len(page.entries), page.at)
        field += (len(page.entries) + row - 1) // row * row
        _, _, values, index = page.entries[page.at]
        roles.show_numbers(out, field, len(values), index, roles.BUILD)


def leading(menu: Menu, label: "Any", make: "Callable[..., Any]", *given: "Any") -> "tuple[Any, ...]":
    """Return an entry that opens a page."""
    return label, lambda: menu.open_page(make, *given), (), 0


def ordering(command: str, fields: "dict[str, Any]") -> "Any":
    """Return what carries out a command and closes the menu."""
    return lambda: (command, fields, True)


def sure(menu: Menu, command: str, fields: "dict[str, Any]") -> "Shown":
    """Ask again before the command."""
    words = menu.words
    title = words["sure " + command]
    if "player" in fields:
        title = menu.colour(fields["player"]) + " " + title
    return title, [(words["no"], menu.back, (), 0), (words["yes"], ordering(command, fields), (), 0)]
