"""Record a random game: `python tests/make_playthrough.py SEED FILE GAME [name=value ...]` writes a data file.

FILE is the game's name, or begins with it and a hyphen, where an option gets a recording of its own.

A recording pins today's behaviour: look at it, and at why it changes, before it replaces another.
"""

import random
import sys

from treppe import games
from treppe.games.options import parse_option


def main(seed, file, name, words):
    """Play and write."""
    random.seed(int(seed))
    game = games.load(name)
    state = games.start(name, **dict(parse_option(game, word) for word in words))
    lines = [" ".join([name, *words])]
    while not state.is_terminal() and len(lines) <= 500:
        actions = state.legal_actions()
        action = random.choice(sorted(actions, key=state.word))
        lines.append(f"{state.current_player()} {len(actions)} {state.word(action)}")
        state.apply_action(action)
        lines[-1] += "".join(";" + state.event_line(event) for event in state.events)
    lines.append(state.result())
    with open(f"tests/data/playthroughs/{file}.txt", "w") as out:
        out.write("\n".join(lines) + "\n")
    print(len(lines) - 2, "actions:", lines[-1])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
