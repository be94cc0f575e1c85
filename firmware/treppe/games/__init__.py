"""The games, a folder each: its rules, its words, and in `host/` what a board never loads.

Only a game that is played is loaded.
"""

from treppe.games import catalogue
from treppe.games.errors import IllegalAction, InvalidOption, InvalidText, InvalidWord, NothingToUndo
from treppe.games.options import complete
from treppe.games.state import State

__all__ = ("IllegalAction", "InvalidOption", "InvalidText", "InvalidWord", "NothingToUndo", "State", "load", "start")


def load(name: str):
    """Return the module with a game's rules; raise `InvalidOption` for a name that is no game.

    It has the class `State` and the tables of the game's options; `catalogue.names` has the games. A module that was
    loaded stays in memory: on a Pico one takes 5 to 20 kB.

        >>> from treppe import games
        >>> games.load("tor").State.TITLE
        'Das Tor'
    """
    if not catalogue.has(name):
        raise InvalidOption({"code": "no_game", "game": name, "known": catalogue.names()})
    return __import__("treppe.games." + name + ".rules", None, None, ("State",))


def fitted(name: str, surface: str, options: dict) -> dict:
    """Return the options with those that a surface demands of a game (`ON` in its module)."""
    demanded = getattr(load(name), "ON", {}).get(surface)
    if not demanded:
        return options
    both = dict(options)
    both.update(demanded)
    return both


def start(name: str, given: dict | None = None, **options) -> State:
    """Return a game at its start. Options from outside come as the dict `given`: they may have any name.

    Options that are not given take their defaults (see `OPTIONS` in the game's rules: name, allowed values,
    default). Raises `InvalidOption` for an unknown one, a value that is not allowed, or those that do not go together.

        >>> state = start("step", players=3, size=5)
        >>> state.TITLE, state.players, state.current_player()
        ('STEP BY STEP', 3, 0)
        >>> start("step", players=5)
        Traceback (most recent call last):
            ...
        treppe.games.errors.InvalidOption: {'code': 'option_value', 'option': 'players', 'value': '5', ...}
    """
    game = load(name)
    options.update(given or {})
    state = game.State(complete(game, options))
    state.set_up()
    return state
