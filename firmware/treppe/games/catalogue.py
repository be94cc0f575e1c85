"""Which games there are: their names, surfaces and titles."""

from treppe.games import more
from treppe.games.index import GAMES


def names() -> list[str]:
    """Return the names of all games: a name is the game's folder, and what `games.load` and `games.start` take.

    >>> "step" in names(), has("weltreich"), has("ludo")
    (True, True, False)
    """
    return [line.split(" ")[0] for line in (GAMES + more.GAMES).split("\n") if line]


def has(name: str) -> bool:
    """Tell whether a game has this name."""
    return " " not in name and "\n" + name + " " in GAMES + more.GAMES


def names_on(surface: str) -> list[str]:
    """Return the names of the games that are played on a surface, with whatever options.

    >>> names_on("square7"), names_on("plywood")
    (['step'], [])
    """
    lines = [line.split(" ", 2) for line in (GAMES + more.GAMES).split("\n") if line]
    return [name for name, places, _ in lines if surface in places.split(",")]


def title(name: str) -> str:
    """Return what people call a game; its name if its folder is not here, for a stored game outlives a folder.

    >>> title("cubes"), title("ludo")
    ('Cubes', 'ludo')
    """
    return _entry(name)[1]


def _entry(name):
    """Return the surfaces, with commas between them, and the title."""
    lines = GAMES + more.GAMES
    begin = lines.find("\n" + name + " ")
    if begin < 0:
        return "", name
    begin += len(name) + 2
    return lines[begin : lines.find("\n", begin)].split(" ", 1)
