"""Which games there are. Loaded where one begins, is chosen or is listed."""

from treppe.games import more
from treppe.games.index import GAMES
from treppe.runtime import let_go, let_go_all


def names() -> list[str]:
    """Return the names of all games."""
    return [line.split(" ")[0] for line in (GAMES + more.GAMES).split("\n") if line]


def names_on(surface: str) -> list[str]:
    """Return the names of the games that are played on a surface."""
    return [name for name in names() if surface in _entry(name)[0].split(",")]


def title(name: str) -> str:
    """Return what a game is called; its name if it is not here any more."""
    return _entry(name)[1]


def keep_only(name: str):
    """Let go of all other games, and of what lists them."""
    for other in names():
        if other != name:
            let_go_all("treppe.games." + other + more.JOIN)
    for module in ("catalogue", "index"):
        let_go("treppe.games." + module)


def _entry(name):
    """Return the surfaces, with commas between them, and the title."""
    lines = GAMES + more.GAMES
    begin = lines.find("\n" + name + " ")
    if begin < 0:
        return "", name
    begin += len(name) + 2
    return lines[begin : lines.find("\n", begin)].split(" ", 1)
