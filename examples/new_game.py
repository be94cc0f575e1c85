"""A game of your own: a folder with rules, words and a page. TREPPE_GAMES names the folder it stands in.

Board, page, menu, demo and tests find a game by its folder, see docs/dev/games.md; `games/tapatan` is a whole one.
"""

from pathlib import Path

from treppe import games
from treppe_host.games import folders
from treppe_host.web import texts

folders.use(Path(__file__).parent / "games")  # what TREPPE_GAMES=examples/games does for all commands
state = games.start("tapatan")
for word in ("+b2", "+a1", "+a3", "+b1", "+c1"):
    state.apply_action(state.action(word))
print(
    state.board(),
    f"ended by {state.reason!r}" if state.is_terminal() else f"player {state.current_player()} to move",
    sep="\n",
)
print(texts.game_words(texts.load("en"), "tapatan").summary)
