"""Each game's board in letters, for engines and terminals, after a dozen actions."""

from pathlib import Path

import pytest
from treppe import games
from treppe.games import catalogue

DATA = Path(__file__).parents[1] / "data"
SHORT = dict(line.split(": ") for line in (DATA / "short_games.txt").read_text().splitlines())


def drawing_of(name: str) -> str:
    head = next(head for head in SHORT if head.split()[0] == name)
    options = dict(pair.split("=") for pair in head.split()[1:])
    values = {key: value == "true" if value in ("true", "false") else int(value) for key, value in options.items()}
    state = games.start(name, values)
    for word in SHORT[head].split()[:12]:
        state.apply_action(state.action(word))
    return state.board()


@pytest.mark.parametrize("name", catalogue.names())
def test_a_board_in_letters_shows_what_stands_where(name: str) -> None:
    assert drawing_of(name) == (DATA / f"drawings/{name}.txt").read_text().rstrip("\n")
