"""The search where chance and hidden hands decide as well: each simulation begins with another deal.

What the player to move cannot know is dealt again for every simulation, so the tree holds actions, not positions
(information set search: Cowling, Powley and Whitehouse, IEEE TCIAIG 4, 2012). Which actions are legal at a node depends
on the deal; an action that appears for the first time is judged there and then.
"""

from collections.abc import Callable
from math import exp, sqrt

from treppe.games import State, chance
from treppe_host.programs.search import ANY, CURIOSITY, SHARPNESS, Evaluation, judge

Hide = Callable[[State, int, bytearray], None]


class Choice:
    """A place in the tree: what was found behind each of its actions, in whichever deals they were legal."""

    __slots__ = ("children", "guesses", "places", "player", "totals", "visits", "visits_here")

    def __init__(self, player: int) -> None:
        self.player = player
        self.places: dict[int, int] = {}  # where an action stands in the lists
        self.guesses: list[float] = []
        self.visits: list[int] = []
        self.totals: list[float] = []
        self.children: list[Choice | None] = []
        self.visits_here = 0


class UnseenSearch:
    """As `Search`, over positions that the player to move knows in part."""

    def __init__(
        self,
        state: State,
        evaluate: Evaluation,
        hide: Hide,
        seed: int,
        only: int = ANY,
        curiosity: float = CURIOSITY,
        sharpness: float = SHARPNESS,
    ):
        """Look at the position of `state`, which is left as it is; `only` behind this action, if one is given.

        `seed`, 1 to 2**32 - 1, decides the deals.
        """
        self.state = state.clone()
        self.evaluate = evaluate
        self.hide = hide
        self.only = only
        self.curiosity = curiosity
        self.sharpness = sharpness
        self.generator = bytearray(4)
        chance.seed(self.generator, 0, seed)
        self.simulations = 0
        self._reset_tree()

    def _reset_tree(self) -> None:
        self.start = bytes(self.state.position)
        self.root = Choice(self.state.current_player())

    def think(self, simulations: int) -> None:
        """Make so many simulations."""
        for _ in range(simulations):
            self._simulate()

    def find(self, position: bytes) -> bool:
        """Tell whether the search can go on from a position: never, for each action shows a part of what was hidden."""
        return False

    def thoughts(self) -> list[tuple[int, int, float]]:
        """Return the actions, the best first: (action, simulations behind it, the mover's chance after it)."""
        node = self.root
        ranked = []
        for action, place in node.places.items():
            visits = node.visits[place]
            ranked.append(
                (visits, node.guesses[place], action, (node.guesses[place] + node.totals[place]) / (1 + visits))
            )
        ranked.sort(reverse=True)
        return [(action, visits, chance) for visits, _, action, chance in ranked]

    def _simulate(self) -> None:
        state = self.state
        state.position[:] = self.start
        self.hide(state, self.root.player, self.generator)
        path: list[tuple[Choice, int]] = []
        node = self.root
        while True:
            legal = state.legal_actions() if path or self.only == ANY else [self.only]
            if not legal:
                values = judge(state, self.evaluate)
                break
            if node.player < 0:
                node.player = state.position[-1]
            values = self._meet(node, legal)
            if node.visits_here == 0:
                node.visits_here = 1
                break
            action = self._choose(node, legal)
            place = node.places[action]
            path.append((node, place))
            state.perform(action)
            child = node.children[place]
            if child is None:
                child = node.children[place] = Choice(-1)
            node = child
        state.events.clear()
        self.simulations += 1
        for parent, place in path:
            parent.visits_here += 1
            parent.visits[place] += 1
            parent.totals[place] += values[parent.player]

    def _meet(self, node: Choice, legal: list[int]) -> list[float]:
        """Judge the actions that this node has not met; return the players' chances after the best of them."""
        state = self.state
        player = state.position[-1]
        position = None
        best = -1.0
        chances: list[float] = []
        for action in legal:
            if action not in node.places:
                if position is None:
                    position = bytes(state.position)
                state.perform(action)
                values = judge(state, self.evaluate)
                state.position[:] = position
                node.places[action] = len(node.guesses)
                node.guesses.append(values[player])
                node.visits.append(0)
                node.totals.append(0.0)
                node.children.append(None)
                if values[player] > best:
                    best = values[player]
                    chances = values
        return chances

    def _choose(self, node: Choice, legal: list[int]) -> int:
        """Return the legal action to look at next."""
        top = 0.0
        for action in legal:
            guess = node.guesses[node.places[action]]
            if guess > top:
                top = guess
        share = 0.0
        for action in legal:
            share += exp(self.sharpness * (node.guesses[node.places[action]] - top))
        curiosity = self.curiosity * sqrt(node.visits_here) / share
        best = -1.0
        chosen = ANY
        for action in legal:
            place = node.places[action]
            guess = node.guesses[place]
            weight = 1.0 / (1 + node.visits[place])
            score = (guess + node.totals[place] + curiosity * exp(self.sharpness * (guess - top))) * weight
            if score > best:
                best = score
                chosen = action
        return chosen
