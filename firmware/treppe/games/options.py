"""Options of games: checked, completed, and as people type them. Loaded where a game begins."""

from treppe.games.state import InvalidOption


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


def option_text(value) -> str:
    """Return an option's value as it is typed: `true`, `7`, `de`, `1,2,0`."""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return ",".join(str(item) for item in value)
    return str(value)


def allowed_text(allowed) -> str:
    """Return the values an option allows, for people: `5|7|9`, `1..9999`."""
    if isinstance(allowed, str):
        return allowed
    return "|".join(option_text(value) for value in allowed)


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
