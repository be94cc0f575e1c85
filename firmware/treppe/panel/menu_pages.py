"""Pages of the menu: each function returns a title and entries (see menu.py). Those that begin a game are in
menu_games.py.
"""

from typing import TYPE_CHECKING, Any

from treppe.games import catalogue
from treppe.panel import menu_games, wording
from treppe.panel.menu import LEAVE, Menu, leading, ordering, sure
from treppe.runtime import const
from treppe.sensing import FAULTY, UNSURE

if TYPE_CHECKING:
    from collections.abc import Callable

    from treppe.panel.console import Console
    from treppe.types import Order, Page

_BRIGHTNESS_PERCENT = (5, 10, 20, 40, 70, 100)
_MOST_BY_HAND = const(4)
_LABEL = const(20)  # letters of an entry
_TITLE = const(18)
_SHORT_TITLE = const(7)  # between a day and names


def open_menu(table: "Console") -> None:
    """Show the menu until an entry is taken."""
    _open(table, first)


def confirm(table: "Console", command: str, fields: "dict[str, Any]") -> None:
    """Ask people in the menu to confirm a command."""
    _open(table, sure, command, fields)


def _open(table: "Console", make: "Callable[..., Page]", *given: "Any") -> None:
    menu = Menu(table)
    menu.open_page(make, *given)
    table.show_menu(menu)


def first(menu: "Menu") -> "Page":
    """The first page: begin a game, or act on the present one."""
    words, session = menu.words, menu.session
    title = words["menu"]
    num_redoable = session.game_record.num_redoable() if session.game_record else 0
    forward = [(words["redo"] + " " + str(num_redoable), ordering("redo", {}), (), 0)] if num_redoable else []
    if session.game_record and not session.game_record.ending:
        entries = [(words["go_on"], menu.back, (), 0)] + forward + [(words["pause"], ordering("pause", {}), (), 0)]
        if session.game_record.state.players > 1:
            entries.append(leading(menu, words["draw"], sure, "draw", {}))
            entries.append(leading(menu, words["resign"], give_up))
        entries.append(leading(menu, words["discard"], sure, "discard", {}))
        entries.append(leading(menu, words["hints"], hints))
        entries += [_answering(menu, field) for field in _misread(session)]
    else:
        entries = forward
        if menu.table.lacks_calibration():
            entries.append(leading(menu, words["quick"], sure, "calibrate", {"few": True}))
        last = session.journal.last_head()
        if last and last["game"] in catalogue.names_on(session.surface.NAME):
            title = catalogue.title(last["game"])
            entries.append((words["again"], lambda: menu_games.again(menu, last), (), 0))
        entries.append(leading(menu, words["new"], menu_games.choose_game))
        if session.journal.unfinished:
            entries.append(leading(menu, words["resume"], paused))
        entries.append(leading(menu, words["sensors"], sensors))
    return title, entries + [leading(menu, words["settings"], settings)]


def _misread(session: "Any") -> list[int]:
    """Return the fields for which people may answer themselves: those in doubt, and those that read wrongly."""
    observed = session.observed
    activity, image, expected = observed.activity, observed.image, observed.position.image
    fields = range(len(activity)) if hasattr(session.sensing, "leave_to_people") else ()
    found = [field for field in fields if activity[field] == UNSURE or image[field] != expected[field]]
    return [field for field in found if activity[field] != FAULTY][:_MOST_BY_HAND]


def _answering(menu: "Menu", field: int) -> "tuple[Any, ...]":
    """Return an entry by which people answer for a field instead of its sensor."""

    def answer() -> "Order":
        menu.session.sensing.leave_to_people(field)
        return LEAVE

    return menu.words["by_hand"] + " " + wording.place(menu.table.view, field), answer, (), 0


def paused(menu: "Menu") -> "Page":
    """List the games that can be resumed, the last one first."""
    games = reversed(menu.session.journal.unfinished)
    entries = [leading(menu, _listing(menu, game), paused_game, game) for game in games]
    return menu.words["resume"], entries or [(menu.words["no"], menu.back, (), 0)]


def _day(menu: "Menu", head: "dict[str, Any]") -> str:
    """Return the day on which a game began, as its language writes it, and a blank; empty if no host has set it."""
    day = head.get("day", "")
    return menu.words["day"].replace("D", day[8:]).replace("M", day[5:7]) + " " if day else ""


def _listing(menu: "Menu", game: int) -> "Callable[[], str]":
    """Return what reads a game's head when its line is shown: there may be 16, and each takes 6 ms."""
    return lambda: _listed(menu, menu.session.journal.head(game))


def _listed(menu: "Menu", head: "dict[str, Any]") -> str:
    """Return a game in one line: its day, its title, and who plays, or how many do; `?` if its head is damaged."""
    if not head:
        return "?"
    day = _day(menu, head)
    title = catalogue.title(head["game"])
    names = ", ".join([wording.in_letters(name) for name in head["seats"] if name and not str(name).isdigit()])
    if names:
        return (day + (title[:_SHORT_TITLE].strip() if day else title) + ": " + names)[:_LABEL]
    return day + title[: _TITLE - len(day)] + " " + str(head["options"]["players"])


def paused_game(menu: "Menu", game: int) -> "Page":
    """Offer to go on with a game that was laid aside, or to delete it; the title has its players."""
    words, number = menu.words, {"game": game}
    head = menu.session.journal.head(game)
    title = catalogue.title(head["game"]) if head else "?"
    for player, name in enumerate(head["seats"] if head else ()):
        if name:
            title += (
                "\n" + (menu.colour(player) + ": " + wording.seat_name(menu.session.texts, name))[: wording.LETTERS]
            )
    return title, [
        (words["go_on"], ordering("resume", number), (), 0),
        leading(menu, words["delete"], sure, "discard", number),
    ]


def give_up(menu: "Menu") -> "Page":
    """Ask who gives up, the player to move first."""
    state = menu.session.game_record.state
    order = [(max(0, state.current_player()) + seat) % state.players for seat in range(state.players)]
    entries = [
        leading(menu, menu.colour(player), sure, "resign", {"player": player})
        for player in order
        if not state.is_out(player)
    ]
    return menu.words["who"], entries


def hints(menu: "Menu") -> "Page":
    """Show an entry for each player's hints."""
    words, session = menu.words, menu.session
    levels = _hint_levels(words)
    levels_offered = [level for _, level in levels]
    entries = []
    for player in range(session.game_record.state.players):
        index = levels_offered.index(menu.table.view.hint_level(player))
        entries.append((menu.colour(player), _levelling(player), levels, index))
    return words["hints"], entries


def _hint_levels(words: "Any") -> "list[tuple[str, str]]":
    return [(words["on"], "legal")] + [(words[level], level) for level in ("off", "advice", "warning")]


def _levelling(player: int) -> "Any":
    return lambda level: ("hints", {"player": player, "level": level}, False)


def settings(menu: "Menu") -> "Page":
    """Show the settings that players change."""
    words, chosen = menu.words, menu.session.settings
    percents = [(str(value) + " %", value) for value in _BRIGHTNESS_PERCENT]
    switch = [(words["on"], True), (words["off"], False)]
    languages = [("English", "en"), ("Deutsch", "de")]

    def offer(name: str, values: "list[Any]", present: "Any") -> "Any":
        levels_offered = [value for _, value in values]
        index = levels_offered.index(present) if present in levels_offered else 0
        return words[name], lambda value: ("set", {"name": name, "value": value}, False), values, index

    return words["settings"], [
        offer("brightness_percent", percents, chosen.get("brightness_percent", 20)),
        offer("sound", switch, chosen.get("sound", True)),
        offer("hints", _hint_levels(words), chosen.get("hints", "legal")),
        offer("language", languages, chosen.get("language", "en")),
    ]


def sensors(menu: "Menu") -> "Page":
    """Show the checks of the sensors; reeds need no calibration."""
    words = menu.words
    entries = [(words[name], ordering(name, {}), (), 0) for name in ("self_test", "check")]
    if menu.table.open_memory:
        entries.append((words["quick"], ordering("calibrate", {"few": True}), (), 0))
        entries.append((words["calibrate"], ordering("calibrate", {}), (), 0))
    return words["sensors"], entries
