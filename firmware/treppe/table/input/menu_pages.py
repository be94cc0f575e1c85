"""What the pages of the menu offer: each function returns a title and entries (see menu.py)."""

from treppe import games
from treppe.games import catalogue
from treppe.games.options import complete
from treppe.runtime import const
from treppe.table.show import display

_MINUTES = (0, 3, 5, 10, 15, 30, 60)
_INCREMENTS_S = (0, 2, 5, 10, 30)
_BRIGHTNESS_PERCENT = (5, 10, 20, 40, 70, 100)
_SEEDS = const(60_000)


def first(menu):
    """Begin, or what can be done with the game that is being played."""
    words, session = menu.words, menu.session
    if session.course and not session.course.ending:
        entries = [
            (words["go_on"], menu.back, (), 0),
            (words["pause"], _ordering("pause", {}), (), 0),
            _leading(menu, words["draw"], sure, "draw", {}),
            _leading(menu, words["resign"], give_up),
            _leading(menu, words["hints"], hints),
        ]
    else:
        entries = [_leading(menu, words["new"], choose_game)]
        if session.journal.unfinished:
            entries.append(_leading(menu, words["resume"], resume))
        entries.append(_leading(menu, words["sensors"], sensors))
    return words["menu"], entries + [_leading(menu, words["settings"], settings)]


def choose_game(menu):
    """List the games that can be played here."""
    session = menu.session
    names = catalogue.names_on(session.surface.NAME)
    return menu.words["new"], [_leading(menu, catalogue.title(name), start, Setup(session, name)) for name in names]


def _leading(menu, label, make, *given):
    return label, lambda: menu.open(make, *given), (), 0


def resume(menu):
    """List the games that can go on, the last one first; none if the journal is damaged."""
    entries = []
    for head in reversed(menu.session.journal.heads()):
        entries.append((catalogue.title(head["game"]), _ordering("resume", {"game": head["e"]}), (), 0))
    return menu.words["resume"], entries or [(menu.words["no"], menu.back, (), 0)]


def _ordering(command, fields):
    return lambda: (command, fields, True)


class Setup:
    """A game that is about to begin: its options as they have been chosen so far."""

    def __init__(self, session, name: str):
        self.name = name
        self.surface = session.surface.NAME
        self._random_below = session.random_below
        self.chosen: dict = {"minutes": 0, "increment_s": 0, "starter": 0}
        self.specs: list[tuple] = []

    def load(self):
        """Load the game, and find out which values its options may have on this surface."""
        game = games.load(self.name)
        for name, allowed, default in game.OPTIONS:
            if not isinstance(allowed, str):  # a number or players' colours are left to a host
                values = [value for value in allowed if self._fits(game, name, value)]
                self.chosen[name] = default
                if len(values) > 1:
                    self.specs.append((name, values))
        if game.State.OPEN_SEED and self._random_below:
            self.chosen["seed"] = None
            self.specs.append(("seed", [None, 1 + self._random_below(_SEEDS)]))

    def _fits(self, game, name, value):
        players = 4 if name == "teams" else game.OPTIONS[0][2]
        options = complete(game, {"players": players, name: value})
        return game.State(options).surface == self.surface

    def order(self):
        """Return the order to begin."""
        chosen = self.chosen
        options = {name: chosen[name] for name, _ in self.specs if self.is_open(name)}
        fields: dict = {"game": self.name, "options": options}
        if chosen["minutes"]:
            fields["clock"] = {"minutes": chosen["minutes"], "increment_s": chosen["increment_s"]}
        if chosen["starter"]:
            fields["starter"] = chosen["starter"]
        return "new", fields, True

    def is_open(self, name: str) -> bool:
        """Tell whether there is anything to choose."""
        return name != "teams" or self.chosen["players"] == 4


def start(menu, setup):
    """Show the options of a game, the start first, for most will want it as in the rules."""
    if not setup.specs and "players" not in setup.chosen:
        setup.load()
    words, chosen = menu.words, setup.chosen
    words.use(menu.session.language, setup.name, "MENU")
    entries: list[tuple] = [(words["start"], setup.order, (), 0)]

    def offer(label, name, values, shown):
        index = values.index(chosen[name]) if chosen[name] in values else 0
        named = [(shown(value), value) for value in values]
        entries.append((label, lambda value: chosen.update({name: value}), named, index))

    for name, values in setup.specs:
        if setup.is_open(name):
            label = words.get("option " + name) or name
            offer(label, name, values, lambda value, name=name: _name_of(words, name, value))
    offer(words["clock"], "minutes", _MINUTES, lambda value: str(value) + " min" if value else words["off"])
    if chosen["minutes"]:
        offer(words["increment"], "increment_s", _INCREMENTS_S, lambda value: "+" + str(value) + " s")
    if chosen["players"] > 1:
        seats = list(range(chosen["players"])) + ["random"]
        offer(words["starter"], "starter", seats, lambda value: _seat_of(words, value))
    return catalogue.title(setup.name), entries


def _name_of(words, name, value):
    # True equals 1, so it must not be looked up as a key.
    if name == "seed" or value is True or value is False:
        return words["yes" if value else "no"]
    return words.get("value " + str(value)) or str(value)


def _seat_of(words, value):
    return words["lot"] if value == "random" else words["player"] + " " + str(value + 1)


def _colour(menu, player):
    return display.player_name(menu.session.texts, player)


def give_up(menu):
    """Ask who gives up, the player to move first."""
    state = menu.session.course.state
    order = [(max(0, state.current_player()) + seat) % state.players for seat in range(state.players)]
    entries = [_leading(menu, _colour(menu, player), sure, "resign", {"player": player}) for player in order]
    return menu.words["who"], entries


def sure(menu, command, fields):
    """Ask once more."""
    words = menu.words
    title = words["agreed"]
    if "player" in fields:
        title = _colour(menu, fields["player"]) + " " + words["resigns"]
    return title, [(words["no"], menu.back, (), 0), (words["yes"], _ordering(command, fields), (), 0)]


def hints(menu):
    """Offer hints to each player by himself."""
    words, session = menu.words, menu.session
    switch = [(words["on"], "legal"), (words["off"], "off")]
    entries = []
    for player in range(session.course.state.players):
        index = 0 if session.shows_hints(player) else 1
        entries.append((_colour(menu, player), _levelling(player), switch, index))
    return words["hints"], entries


def _levelling(player):
    return lambda level: ("hints", {"player": player, "level": level}, False)


def settings(menu):
    """Offer the settings that players change."""
    words, chosen = menu.words, menu.session.settings
    percents = [(str(value) + " %", value) for value in _BRIGHTNESS_PERCENT]
    switch = [(words["on"], True), (words["off"], False)]
    levels = [(words["on"], "legal"), (words["off"], "off")]
    languages = [("English", "en"), ("Deutsch", "de")]

    def offer(name, values, present):
        known = [value for _, value in values]
        index = known.index(present) if present in known else 0
        return words[name], lambda value: ("set", {"name": name, "value": value}, False), values, index

    return words["settings"], [
        offer("brightness_percent", percents, chosen.get("brightness_percent", 20)),
        offer("sound", switch, chosen.get("sound", True)),
        offer("hints", levels, chosen.get("hints", "legal")),
        offer("language", languages, chosen.get("language", "en")),
    ]


def sensors(menu):
    """Offer what can be done with the sensors; reeds need no calibration."""
    words = menu.words
    names = ("self_test", "check", "calibrate") if menu.session.open_memory else ("self_test", "check")
    return words["sensors"], [(words[name], _ordering(name, {}), (), 0) for name in names]
