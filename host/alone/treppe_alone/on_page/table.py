"""Ideal hands at the simulated board: what clicks mean, and pieces that lie as the record says."""

import plain_world
from treppe.alphabet.image import BEYOND
from treppe_host.web.connections import clicks


class Table:
    """The hand, and where the piece in it is from."""

    def __init__(self):
        self._origin = BEYOND
        self._laid = None

    def mean(self, state, name, value, only):
        """Return what a click means as values for the page, and move the piece that comes into the hand or goes back.

        `name`: touch, take or give; `only`: the notation of the one action that counts, empty where all do.
        """
        hand = plain_world.world.hand
        if name == "take":
            self._put_back(state)
            meant = clicks.of_take(state, value, only)
        elif name == "give":
            meant = clicks.of_give(state, self._origin, only)
        elif hand:
            meant = clicks.of_put(state, self._origin, hand[-1], int(value), only)
        else:
            meant = clicks.of_touch(state, int(value), only)
        if meant.lifted != BEYOND or meant.taken or meant.is_put_back:
            self._put_back(state)
        if meant.lifted != BEYOND:
            plain_world.world.touch(meant.lifted)
            self._origin = meant.lifted
        elif meant.taken:
            plain_world.world.take(meant.taken)
        return {"notations": meant.notations, "offers": meant.offers, "refused": meant.refused}

    def accepting(self, state, all_endpoints, only):
        """Return the fields on which a click is accepted now, see `mean`."""
        hand = plain_world.world.hand
        return sorted(clicks.accepting(state, all_endpoints, self._origin, hand[-1] if hand else "", only))

    def lay(self, state, box):
        """Lay all pieces as a position has them, once; `box`: the pieces on and beside the board at the start."""
        world, position = plain_world.world, bytes(state.position)
        if self._laid == (state.NAME, position):
            return
        stacks = [list(state.pieces(field)) for field in range(len(state.image()))]
        beside = dict(box)
        for stack in stacks:
            for code in stack:
                beside[code] = beside.get(code, 0) - 1
        stays = "N" if state.TWO_SIDED else ""  # stones of two sides never leave the board
        world.arrange(stacks, {code: count for code, count in beside.items() if count > 0 and code[0] != stays})
        self._origin = BEYOND
        self._laid = (state.NAME, position)

    def forget(self):
        """Take other pieces for laid than those of the record."""
        self._origin, self._laid = BEYOND, None

    def _put_back(self, state):
        world = plain_world.world
        if world.hand and self._origin == BEYOND:
            world.give()
        elif world.hand:
            world.touch(self._origin)
        self._origin = BEYOND
