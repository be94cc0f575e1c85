"""Checksums of random games, equal on every runtime and compiler. Run as a program it prints them."""

import json
import random
import sys
from zlib import crc32

from treppe import games

VARIANTS = {
    "aufstellen": [{}, {"diagonals": False}],
    "blockade": [{}],
    "cubes": [{"seed": 3}, {"seed": 4, "players": 4, "third_point": "while"}, {}],
    "seven": [{"seed": 5}, {"seed": 9, "players": 4, "side": "mixed"}, {}],
    "sprung": [{}, {"players": 3}, {"players": 4, "teams": True, "shapes": True}],
    "step": [
        {},
        {"players": 4, "blocked": "way"},
        {"size": 5, "players": 3, "bricks": 20, "last_brick": "reach"},
        {"size": 9},
    ],
    "tor": [{}, {"players": 3, "crowd": "one"}, {"players": 4, "teams": True, "partner_forbids": True}],
    "weltreich": [{}, {"players": 3, "captures": "clear"}, {"players": 4, "teams": True}],
    "wetteifern": [{}, {"seed": 3, "area": 8}],
}


def trace(name: str, lengths: int = 3) -> int:
    """Return a checksum over legal actions, positions and events of some random games."""
    found = 0
    for options in VARIANTS[name]:
        for seed in range(lengths):
            chance = random.Random(seed)
            state = games.start(name, **options)
            for _ in range(250):
                actions = sorted(state.legal_actions())
                if not actions:
                    break
                state.apply_action(actions[chance.randrange(len(actions))])
                found = crc32(repr((actions, bytes(state.position), state.events, state.scores)).encode(), found)
    return found


if __name__ == "__main__":
    print(json.dumps({name: trace(name) for name in sys.argv[1:]}))
