"""Plain UCT, a player without any knowledge: what a program that plays must beat to be worth its code.

Random games to the end, cut after `CUT` actions, decide what an action is worth (Kocsis and Szepesvari, ECML 2006).
What a player cannot know is dealt anew for each simulation, where a game's evaluation has `hide`. bench_programs.py
compiles it, as the programs that it plays against are.
"""

import time
from math import log, sqrt

EXPLORING = 1.4
CUT = 120  # actions of a random game; whoever has not won by then has drawn


class Leaf:
    """What was found behind an action: visits, and the points of the player who chose it."""

    __slots__ = ("children", "points", "visits")

    def __init__(self):
        """Nothing has been found yet."""
        self.children = {}  # by action
        self.visits = 0
        self.points = 0.0


class PlainUct:
    """One search from one position; no tree is kept."""

    def __init__(self, state, seed, hide=None):
        """Search from the position of a state, which is left as it is."""
        self.state = state.clone()
        self.start = bytes(state.position)
        self.hide = hide
        self.generator = bytearray([seed & 255, seed >> 8 & 255, seed >> 16 & 255, 1])
        self.dice = seed | 1
        self.root = Leaf()

    def search(self, simulations, seconds):
        """Return the best action after so many simulations, or after so many seconds of the processor."""
        end = time.process_time() + seconds
        for number in range(simulations):
            if seconds and number & 15 == 0 and number and time.process_time() >= end:
                break
            self._simulate()
        return max([(child.visits, action) for action, child in self.root.children.items()])[1]

    def _simulate(self):
        state = self.state
        state.position[:] = self.start
        if self.hide is not None:
            self.hide(state, state.position[-1], self.generator)
        node = self.root
        path = [node]
        movers = [0]
        while not state.position[-2]:
            legal = state.legal_actions()
            children = node.children
            movers.append(state.position[-1])
            action = -1
            best = -1.0
            untried = 0
            bonus = EXPLORING * EXPLORING * log(node.visits + 1)
            for each in legal:
                child = children.get(each)
                if child is None:
                    untried += 1
                    if self._random(untried) == 0:
                        action = each
                elif not untried:
                    score = child.points / child.visits + sqrt(bonus / child.visits)
                    if score > best:
                        best = score
                        action = each
            if untried:
                child = children[action] = Leaf()
            else:
                child = children[action]
            state.perform(action)
            path.append(child)
            node = child
            if untried:
                break
        length = 0
        while not state.position[-2] and length < CUT:
            legal = state.legal_actions()
            state.perform(legal[self._random(len(legal))])
            length += 1
        state.events.clear()
        won = state.position[-3] if state.position[-2] else 0
        winners = 0
        for player in range(state.players):
            winners += won >> player & 1
        for place in range(len(path)):
            node = path[place]
            node.visits += 1
            if not winners:
                node.points += 1.0 / state.players
            elif won >> movers[place] & 1:
                node.points += 1.0 / winners

    def _random(self, count):
        """Return a number below a count (xorshift)."""
        dice = self.dice
        dice ^= dice << 13 & 0xFFFFFFFF
        dice ^= dice >> 17
        dice ^= dice << 5 & 0xFFFFFFFF
        self.dice = dice
        return (dice >> 3) % count
