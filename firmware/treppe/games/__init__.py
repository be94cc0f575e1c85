"""The nine games. Only the module of the game that is played is loaded."""

from treppe.games.state import IllegalAction, InvalidOption, InvalidText, InvalidWord, NothingToUndo, State

__all__ = (
    "NAMES",
    "IllegalAction",
    "InvalidOption",
    "InvalidText",
    "InvalidWord",
    "NothingToUndo",
    "State",
    "load",
    "start",
)

NAMES = ("step", "seven", "blockade", "weltreich", "sprung", "aufstellen", "wetteifern", "tor", "cubes")


def load(name: str):
    """Return a game's module; raise `InvalidOption` for a name that is no game."""
    if name not in NAMES:
        raise InvalidOption(f"no game {name!r}; there are: {' '.join(NAMES)}")
    return __import__("treppe.games." + name, None, None, ("State",))


def start(name: str, **options) -> State:
    """Return a game at its start.

    Options that are not given take their defaults (see `OPTIONS` in the game's module: name, allowed values,
    default). Raises `InvalidOption` for an unknown one, a value that is not allowed, or teams without four players.
    """
    from treppe.games.options import complete  # needed at the start of a game only

    game = load(name)
    state = game.State(complete(game, options))
    state.set_up()
    return state
