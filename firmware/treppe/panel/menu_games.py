"""Pages of the menu that begin a game; see menu_pages.py."""

from typing import TYPE_CHECKING, Any

from treppe import games
from treppe.games import catalogue
from treppe.games.options import complete, is_met, with_needs
from treppe.panel.menu import Menu, leading
from treppe.play.game_record import HOSTS, PROGRAMS
from treppe.runtime import const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from treppe.panel.console import Console
    from treppe.types import Order, Page

_MINUTES = (0, 3, 5, 10, 15, 30, 60)
_INCREMENTS_S = (0, 2, 5, 10, 30)
_SEEDS = const(60_000)
LEVELS = const(6)


def choose_game(menu: "Menu") -> "Page":
    """List the games of this surface."""
    table = menu.table
    names = catalogue.names_on(table.session.surface.NAME)
    return menu.words["new"], [leading(menu, catalogue.title(name), start, Setup(table, name)) for name in names]


def again(menu: "Menu", last: "dict[str, Any]") -> "Order":
    """Return the order to play the last game once more: same options, same seats, same clock; the lot draws anew."""
    options = dict(last["options"])
    if options.get("seed") and menu.table.random_below:
        options["seed"] = 1 + menu.table.random_below(_SEEDS)
    fields = {"game": last["game"], "options": options, "seats": last["seats"]}
    if "clock" in last:
        fields["clock"] = last["clock"]
    if last.get("lot"):
        fields["starter"] = "random"
    return "new", fields, True


class Setup:
    """A game to be started, with the options chosen so far."""

    def __init__(self, table: "Console", name: str):
        self.name = name
        self.surface = table.session.surface.NAME
        self._random_below = table.random_below
        self.chosen: dict = {"minutes": 0, "increment_s": 0, "starter": 0}
        self.seats = ["", "", "", ""]  # names of the programs there; empty: a person's
        self.is_judged = False
        self._is_dealt = False
        self.specs: list[tuple] = []
        self._seated: list = []  # options that name a player for each player
        self._needs: dict = {}  # see treppe/games/options.py
        self.readings: tuple = ()

    def load_game(self) -> None:
        """Load the game, and find the values that its options may have on this surface."""
        game = games.load(self.name)
        self.is_judged = game.State.JUDGED
        self._needs, self.readings = getattr(game, "NEEDS", {}), getattr(game, "READINGS", ())
        for name, allowed, default in game.OPTIONS:
            if not isinstance(allowed, str):  # a number or players' colours are left to a host
                values = [value for value in allowed if self._fits(game, name, value)]
                self.chosen[name] = default if default in values or not values else values[0]
                if len(values) > 1:
                    self.specs.append((name, values))
        self._is_dealt = not game.State.OPEN_SEED and any([spec[0] == "seed" for spec in game.OPTIONS])
        if (game.State.OPEN_SEED or game.State.DEALS_CARDS) and self._random_below:
            self.chosen["seed"] = None
            self.specs.append(("seed", [None, 1 + self._random_below(_SEEDS)]))
        self._seated = [spec[0] for spec in game.OPTIONS if spec[1] == "seats"]

    def remember(self, last: "dict[str, Any]") -> None:
        """Choose what the last game was played with, as far as it can be: its clock and players, and all options."""
        self.chosen.update(last.get("clock", {}))
        options = last["options"]
        for name, values in self.specs:
            is_shared = name == "players" or last["game"] == self.name
            if is_shared and name != "seed" and options.get(name) in values:
                self.chosen[name] = options[name]

    def seats_specs(self) -> list[tuple]:
        """Return the options that name a player for each player, with what they may be: never himself, or by lot."""
        players = self.chosen["players"]
        if players < 3 or self.chosen.get("seed"):
            return []  # two can only name each other
        values: list = _derangements(players)
        return [(name, values + ["random"] if self._random_below else values) for name in self._seated]

    def _fits(self, game: "Any", name: str, value: "Any") -> bool:
        surface: str = game.State(complete(game, with_needs(game, name, value))).surface
        return surface == self.surface

    def order(self) -> "Order":
        """Return the order to begin."""
        chosen = self.chosen
        options = {name: chosen[name] for name, _ in self.specs if self.is_open(name)}
        for name, values in self.seats_specs():
            value = chosen.get(name, values[0])
            if value == "random":
                value = values[self._random_below(len(values) - 1)]
            options[name] = list(value) if value in values else None
        fields: dict = {"game": self.name, "options": options}
        seats = self.seats[: chosen["players"]]
        if any(seats):
            fields["seats"] = seats
            if self._is_dealt and self._random_below:  # programs have to know their hands
                options["seed"] = 1 + self._random_below(_SEEDS)
                for name in self._seated:
                    options.pop(name, None)
        if chosen["minutes"]:
            fields["clock"] = {"minutes": chosen["minutes"], "increment_s": chosen["increment_s"]}
        if chosen["starter"]:
            fields["starter"] = chosen["starter"]
        return "new", fields, True

    def is_open(self, name: str) -> bool:
        """Tell whether the game has options."""
        if name not in self._needs:
            return True
        other, wanted = self._needs[name]
        return is_met(wanted, self.chosen.get(other)) and self.is_open(other)


def _derangements(players: int) -> list[tuple]:
    """Return all ways in which each player has another one, the next one first."""
    ways: list = [()]
    for player in range(players):
        ways = [way + (other,) for way in ways for other in range(players) if other != player and other not in way]
    following = tuple([(player + 1) % players for player in range(players)])
    return [following] + [way for way in ways if way != following]


def start(menu: "Menu", setup: "Setup") -> "Page":
    """Show a game's options, the start first, and players and clock next: most people play by the rules."""
    if not setup.specs and "players" not in setup.chosen:
        setup.load_game()
        setup.remember(menu.session.journal.last_head() or {"game": "", "options": {}})
    words, chosen = menu.words, setup.chosen
    clock = [_offer(menu, setup, "clock", "minutes", _MINUTES)]
    if chosen["minutes"]:
        clock.append(_offer(menu, setup, "increment", "increment_s", _INCREMENTS_S))
    options = _options(menu, setup, False)
    num_first = any([name == "players" for name, _ in setup.specs])
    entries = [(words["start"], setup.order, (), 0)] + options[:num_first] + clock + options[num_first:]
    if menu.table.session.has_host or setup.is_judged:
        entries.append(leading(menu, words["seats"], seats, setup))
    if chosen["players"] > 1:
        entries.append(_offer(menu, setup, "starter", "starter", list(range(chosen["players"])) + ["random"]))
    if setup.readings:
        entries.append(leading(menu, words["readings"], readings, setup))
    return catalogue.title(setup.name), entries


def seats(menu: "Menu", setup: "Setup") -> "Page":
    """Let each player be a person, a program of the board, or one of the host."""
    words = menu.words
    named = [(words["person"], "")]
    if setup.is_judged:
        named += [(words["board"] + name[-2:], name) for name in PROGRAMS]
    if menu.table.session.has_host:
        named += [(words["program"] + " " + str(level), HOSTS + str(level)) for level in range(1, LEVELS + 1)]
    names = [name for _, name in named]
    entries = []
    for player in range(setup.chosen["players"]):
        index = names.index(setup.seats[player]) if setup.seats[player] in names else 0
        entries.append((menu.colour(player), _seating(setup.seats, player), named, index))
    return words["seats"], entries


def _seating(seats: list[str], player: int) -> "Any":
    def seat(name: str) -> None:
        seats[player] = name

    return seat


def readings(menu: "Menu", setup: "Setup") -> "Page":
    """Show the readings of the rules' open sentences."""
    return menu.words["readings"], _options(menu, setup, True)


def _options(menu: "Menu", setup: "Setup", are_readings: bool) -> "list[tuple]":
    menu.words.use(menu.session.language, setup.name, "MENU")
    specs = setup.specs + ([] if are_readings else setup.seats_specs())
    return [
        _offer(menu, setup, "option " + name, name, values)
        for name, values in specs
        if setup.is_open(name) and (name in setup.readings) == are_readings
    ]


def _offer(menu: "Menu", setup: "Setup", label: str, name: str, values: "Sequence[Any]") -> tuple:
    """Return an entry that changes an option."""
    words, chosen = menu.words, setup.chosen
    index = values.index(chosen.get(name)) if chosen.get(name) in values else 0
    named = [(_value_of(menu, name, value), value) for value in values]
    return words.get(label) or name, lambda value: chosen.update({name: value}), named, index


def _value_of(menu: "Menu", name: str, value: "Any") -> str:
    words = menu.words
    if name == "minutes":
        return str(value) + " min" if value else words["off"]
    if name == "increment_s":
        return "+" + str(value) + " s"
    if isinstance(value, tuple):
        letters = menu.session.texts["letters"].split()
        return " ".join([letters[player] for player in value])
    if value == "random":
        return words["lot"]
    if name == "starter":
        return words["player"] + " " + str(value + 1)
    # True equals 1, so it must not be looked up as a key.
    if name == "seed" or value is True or value is False:
        return words["yes" if value else "no"]
    return words.get("value " + str(value)) or str(value)
