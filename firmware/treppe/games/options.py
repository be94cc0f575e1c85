"""Options of games: checked, completed, and as people type them.

A game's `OPTIONS` are (name, allowed values, default). Allowed are the values of a tuple; `"1..9"` a number; `"seats"`
numbers of players; capital letters: the same letters in any order. Its `NEEDS`, if it has any, say of an option which
value, or one of which range, another option must have, where it differs from its default: name -> (other, value). Its
`READINGS` are the options that choose how a sentence of the original is read: most people never look at them.
"""

from treppe.games.errors import InvalidOption


def complete(game, options: dict) -> dict:
    """Return a game's options with defaults filled in, checked; raise InvalidOption.

    >>> from treppe import games
    >>> complete(games.load("weltreich"), {"players": 4, "teams": True})["captures"]
    'leap'
    """
    names = [spec[0] for spec in game.OPTIONS]
    for name in options:
        if name not in names:
            raise InvalidOption({"code": "no_option", "game": game.State.NAME, "option": name, "known": names})
    checked = {}
    for name, allowed, default in game.OPTIONS:
        value = options.get(name)
        if value is None:
            value = default
        elif not _is_allowed(value, allowed):
            diagnostic = {"code": "option_value", "option": name, "value": option_text(value)}
            diagnostic["allowed"] = allowed_text(allowed)
            raise InvalidOption(diagnostic)
        checked[name] = value
    for name, (other, wanted) in getattr(game, "NEEDS", {}).items():
        (default,) = [spec[2] for spec in game.OPTIONS if spec[0] == name]
        if checked[name] != default and not is_met(wanted, checked[other]):
            diagnostic = {"code": "option_needs", "option": name, "value": option_text(checked[name]), "other": other}
            diagnostic.update({"needed": option_text(wanted), "given": option_text(checked[other])})
            raise InvalidOption(diagnostic)
    if hasattr(game, "check_options"):
        game.check_options(checked)
    return checked


def is_met(needed, value) -> bool:
    """Tell whether an option has the value that another one needs, or one in its range such as `1..9`."""
    return _is_allowed(value, needed if isinstance(needed, str) and ".." in needed else (needed,))


def with_needs(game, name: str, value) -> dict:
    """Return an option's value with those of the options that it needs, and that these need; of a range the least.

    >>> from treppe import games
    >>> with_needs(games.load("tor"), "partner_forbids", True)
    {'partner_forbids': True, 'teams': True, 'players': 4}
    """
    options = {name: value}
    needs = getattr(game, "NEEDS", {})
    while name in needs:
        name, needed = needs[name]
        options[name] = int(needed.split("..")[0]) if isinstance(needed, str) and ".." in needed else needed
    return options


def parse_option(game, text: str) -> tuple:
    """Return (name, value) of one `name=value` as typed; the value is checked later, by `complete`.

    >>> from treppe import games
    >>> parse_option(games.load("step"), "size=5")
    ('size', 5)
    """
    name, _, value = text.partition("=")
    if not name or not value:
        raise InvalidOption({"code": "option_text", "text": text})
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
    if not isinstance(allowed, str):
        # True equals 1, so types are compared as well.
        return any(value == item and type(value) is type(item) for item in allowed)
    if allowed == "seats":
        return isinstance(value, (list, tuple)) and all(type(item) is int for item in value)
    if allowed.isupper():
        return isinstance(value, str) and sorted(value) == sorted(allowed)
    low, high = allowed.split("..")
    return type(value) is int and int(low) <= value <= int(high)
