"""The nine games. Only the module of the game that is played is loaded."""

from treppe.games.state import (
    IllegalAction,
    InvalidOption,
    InvalidText,
    InvalidWord,
    NothingToUndo,
    State,
    option_text,
)

__all__ = (
    "NAMES",
    "IllegalAction",
    "InvalidOption",
    "InvalidText",
    "InvalidWord",
    "NothingToUndo",
    "State",
    "complete",
    "load",
    "option_text",
    "parse_option",
    "read_text",
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
    game = load(name)
    state = game.State(complete(game, options))
    state.set_up()
    return state


def complete(game, options: dict) -> dict:
    """Return a game's options with defaults filled in, checked."""
    known = [spec[0] for spec in game.OPTIONS]
    for name in options:
        if name not in known:
            raise InvalidOption(f"{game.State.NAME} has no option {name!r}; it has: {' '.join(known)}")
    checked = {}
    for name, allowed, default in game.OPTIONS:
        value = options.get(name)
        if value is None:
            value = default
        elif not _is_allowed(value, allowed):
            raise InvalidOption(f"{name}={option_text(value)} is not allowed; allowed: {allowed_text(allowed)}")
        checked[name] = value
    if checked.get("teams") and checked["players"] != 4:
        raise InvalidOption(f"teams=true needs players=4, not players={checked['players']}")
    if hasattr(game, "check_options"):
        game.check_options(checked)
    return checked


def parse_option(game, text: str) -> tuple:
    """Return (name, value) of one `name=value` as typed; the value is checked later, by `complete`."""
    name, _, value = text.partition("=")
    if not name or not value:
        raise InvalidOption(f"an option is name=value, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    if "," in value:
        return name, [_number(item) for item in value.split(",")]
    for spec in game.OPTIONS:
        if spec[0] == name and spec[1] == "seats":
            return name, [_number(value)]
    return name, _number(value)


def allowed_text(allowed) -> str:
    """Return the values an option allows, for people: `5|7|9`, `1..9999`."""
    if isinstance(allowed, str):
        return allowed
    return "|".join(option_text(value) for value in allowed)


def read_text(text: str) -> State:
    """Return the state that `State.text` has described; it has no history. Raises `InvalidText`."""
    from treppe.games import positions

    words = text.split()
    if len(words) < 2 or words[0] not in NAMES:
        raise InvalidText(f"not a position: {text!r}")
    game = load(words[0])
    try:
        options = dict([parse_option(game, word) for word in words[1:-1]])
        state = game.State(complete(game, options))
    except InvalidOption as error:
        raise InvalidText(f"not a position: {text!r}: {error}")
    positions.read(text, state.position)
    return state


def _number(text):
    is_number = text.isdigit() or (text[:1] == "-" and text[1:].isdigit())
    return int(text) if is_number else text


def _is_allowed(value, allowed):
    # True equals 1, so types are compared as well.
    if allowed == "seats":
        return isinstance(value, (list, tuple)) and all(type(item) is int for item in value)
    if isinstance(allowed, str):
        low, high = allowed.split("..")
        return type(value) is int and int(low) <= value <= int(high)
    return any(value == item and type(value) is type(item) for item in allowed)
