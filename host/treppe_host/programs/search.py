"""The search: which action is best, by trying out a few of many continuations (UCT with an evaluation).

It knows no rule: it asks a state for its legal actions and performs them on the position. A tree grows from the
position to move in. Each simulation walks down from its root, at every node along the action with the best balance of
what was found behind it and what was not yet tried (the formula is AlphaZero's: Silver et al., Science 362, 2018), and
where it leaves the tree it adds a node, whose actions the evaluation judges one by one. What is found there counts for
every node on the way. A part of what an action is worth is what follows if all choose the best from there, as far as
the tree knows (implicit minimax: Lanctot et al., IEEE CIG 2014). A value is a list: each player's chance, 0 to 1.
"""

from array import array
from collections.abc import Callable
from math import exp, sqrt

from treppe.games import State

MOST_NODES = 300_000
"""A tree that has grown so far grows no further: some hundred megabytes."""

AGAIN = 0.2
"""A level's error grows by so much each time the same position comes again: programs would go round for ever."""
LATELY = 40
"""Actions, or turns of the program, in which a position counts as the same one again."""

CURIOSITY = 1.5  # weight of what was not yet tried against what was found
ANY = -1  # in place of an action: all of them are looked at
SHARPNESS = 12.0  # how much more an action is tried whose first judgement is better: exp(self.sharpness * difference)
LEAST = 1e-6  # spread: of actions that are alike any is taken
MINIMAX = 0.3  # weight of the best line behind an action against the mean of all
_SURE = 0.9999
_WON = 1e9
_AS_OFTEN = 0.3
_AS_GOOD = 0.02
_FINE = 1 << 17  # chances are sorted as whole parts of this
_PLACES = 12  # bits of an action's place among the others: no position has so many
_FAR = 6  # actions between two turns of a player

Evaluation = Callable[[State], list[float]]
Guess = Callable[[State, list[int]], list[float]]
"""The mover's chance after each of some actions: 1 where he wins at once, 0 where another one then does."""


class Node:
    """A position in the tree, with its actions from the best to the worst at first sight."""

    __slots__ = (
        "actions",
        "backed",
        "children",
        "depth",
        "guesses",
        "is_solved",
        "leader",
        "live",
        "player",
        "position",
        "priors",
        "share",
        "totals",
        "values",
        "visits",
        "visits_here",
    )

    def __init__(self) -> None:
        """A leaf, before anything is known."""
        self.position = b""
        self.player = -1
        self.is_solved = False  # `values` are exact: the end of the game is known
        self.depth = 0  # actions to that end
        self.values: list[float] = []
        self.backed: list[float] = []  # values at the end of the best line
        self.leader: Node | None = None  # the child on that line
        self.actions = array("i")
        self.guesses = array("f")  # the mover's chance after each action at first sight
        self.live = 0  # the first so many actions are not lost at first sight; all where each is
        self.share = 0.0  # what `priors` are divided by
        # The actions tried so far, always the first ones of `actions`.
        self.children: list[Node] = []
        self.visits: list[int] = []
        self.totals: list[float] = []  # chances found behind an action, the first judgement among them
        self.priors: list[float] = []
        self.visits_here = 0


class Search:
    """A tree over one position; `think` makes it grow, and it can be asked what it thinks at any time."""

    def __init__(
        self,
        state: State,
        evaluate: Evaluation,
        only: int = ANY,
        curiosity: float = CURIOSITY,
        sharpness: float = SHARPNESS,
        guess: Guess | None = None,
        minimax: float = MINIMAX,
    ):
        """Look at the position of `state`, which is left as it is; `only` behind this action, if one is given.

        `guess` judges the actions of a position at first sight; else each is tried, and `evaluate` judges what follows.
        """
        self.state = state.clone()
        self.evaluate = evaluate
        self.guess = guess
        self.minimax = minimax
        self.curiosity = curiosity
        self.sharpness = sharpness
        self.nodes = 0
        self.simulations = 0
        self.root = self._make_node(bytes(self.state.position))
        self._rank_root()
        if only != ANY:
            _restrict(self.root, only)

    def think(self, simulations: int) -> None:
        """Make so many simulations, fewer when the outcome is known or the tree is full."""
        for _ in range(simulations):
            if self.root.is_solved or self.nodes > MOST_NODES:
                return
            self._simulate()

    def find(self, position: bytes) -> bool:
        """Go on from a position that is in the tree, a few actions from its root; tell whether it is."""
        row = [self.root]
        for _ in range(_FAR):
            for node in row:
                if node.position == position:
                    self.root = node
                    self._rank_root()
                    self.nodes = _count_nodes(node)
                    return True
            row = [child for node in row for child in node.children]
        return False

    def _rank_root(self) -> None:
        if not (self.root.live or self.root.is_solved):
            self.state.position[:] = self.root.position
            self._rank_actions(self.root)

    def thoughts(self) -> list[tuple[int, int, float]]:
        """Return the actions, the best first: (action, simulations behind it, the mover's chance after it)."""
        node = self.root
        ranked = []
        for place, action in enumerate(node.actions):
            visits = 0
            chance = node.guesses[place]
            # What was tried comes before what was not, for it was better at first sight; what loses at once comes last.
            merit = chance if place < node.live else -_WON
            if place < len(node.children):
                child = node.children[place]
                visits = node.visits[place]
                merit = 1.0 + visits
                if child.is_solved:
                    chance = child.values[node.player]
                    if chance > _SURE:
                        merit = _WON - child.depth
                    elif chance < 1 - _SURE:
                        merit = child.depth - _WON
                elif visits:
                    chance = node.totals[place] / (visits + 1)
            ranked.append((merit, visits, -place, action, chance))
        ranked.sort(reverse=True)
        return [(action, visits, chance) for _, visits, _, action, chance in ranked]

    def line(self, longest: int) -> list[int]:
        """Return the actions that are expected to follow, the best one first."""
        root = self.root
        found: list[int] = []
        while len(found) < longest and self.root.actions:
            found.append(self.thoughts()[0][0])
            place = list(self.root.actions).index(found[-1])
            if place >= len(self.root.children):
                break
            self.root = self.root.children[place]
        self.root = root
        return found

    def _simulate(self) -> None:
        path = []
        node = self.root
        while True:
            if not node.live:
                self.state.position[:] = node.position
                self._rank_actions(node)
                if node.is_solved:
                    break
            place = self._choose(node)
            path.append((node, place))
            if place == len(node.children):
                node = self._grow(node)
                break
            node = node.children[place]
            if node.is_solved:
                break
        values = node.values
        self.simulations += 1
        for parent, place in reversed(path):
            parent.visits_here += 1
            parent.visits[place] += 1
            parent.totals[place] += values[parent.player]
            if node.is_solved and not parent.is_solved:
                _solve(parent, node)
            if self.minimax:
                _back_up(parent, node)
            node = parent

    def _choose(self, node: Node) -> int:
        """Return the place of the action to look at next; the first untried one stands for all that are untried."""
        best = -1.0
        chosen = 0
        player = node.player
        curiosity = self.curiosity * sqrt(node.visits_here + 1)
        children, visits, totals, priors = node.children, node.visits, node.totals, node.priors
        tried = len(children)
        minimax = self.minimax
        mean = 1.0 - minimax
        for place in range(tried):
            child = children[place]
            if child.is_solved:
                score = child.values[player]
            else:
                score = (mean * totals[place] + curiosity * priors[place]) / (1 + visits[place])
                if minimax:
                    score += minimax * child.backed[player]
            if score > best:
                best = score
                chosen = place
        if tried < node.live:
            guess = node.guesses[tried]
            prior = exp(self.sharpness * (guess - node.guesses[0])) / node.share
            if guess + curiosity * prior > best:
                return tried
        return chosen

    def _grow(self, node: Node) -> Node:
        """Try the next action of a node for the first time; return the new node behind it."""
        place = len(node.children)
        state = self.state
        state.position[:] = node.position
        state.perform(node.actions[place])
        child = self._make_node(bytes(state.position))
        node.children.append(child)
        node.visits.append(0)
        node.totals.append(node.guesses[place])
        node.priors.append(exp(self.sharpness * (node.guesses[place] - node.guesses[0])) / node.share)
        return child

    def _make_node(self, position: bytes) -> Node:
        """Return a new node for the state's position; its actions wait for another visit where the game guesses."""
        state = self.state
        self.nodes += 1
        node = Node()
        node.position = position
        node.player = state.current_player()
        state.events.clear()
        if node.player < 0:
            node.is_solved = True
            node.values = node.backed = judge(state, self.evaluate)
        elif self.guess:
            node.values = node.backed = self.evaluate(state)
            if not 1 - _SURE < node.values[0] < _SURE:
                self._rank_actions(node)
        else:
            self._rank_actions(node)
        return node

    def _rank_actions(self, node: Node) -> None:
        """Judge the actions of a node, in whose position the state is, and sort them."""
        ranked = self._guess_actions(node, self.guess) if self.guess else self._try_actions(node)
        best = -ranked[0][0]
        node.backed = node.values
        node.actions = array("i", [action for _, action in ranked])
        node.guesses = array("f", [-loss for loss, _ in ranked])
        node.live = len(ranked)
        share = 0.0
        for place, (loss, _) in enumerate(ranked):
            if not loss and place:
                node.live = place
                break
            share += exp(self.sharpness * (-loss - best))
        node.share = share

    def _try_actions(self, node: Node) -> list[tuple[float, int]]:
        """Judge what follows each action; return the actions from the best, each behind the loss at first sight."""
        state = self.state
        before = bytearray(node.position)  # copied faster into another one than bytes are
        ranked = []
        best = -1.0
        for action in state.legal_actions():
            state.position[:] = before
            state.perform(action)
            values = judge(state, self.evaluate)
            guess = values[node.player]
            ranked.append((-guess, action))
            if guess > best:
                best = guess
                node.values = values
                if guess > _SURE and state.position[-2]:
                    node.is_solved = True
                    node.depth = 1
        state.events.clear()
        ranked.sort()
        return ranked

    def _guess_actions(self, node: Node, guess: Guess) -> list[tuple[float, int]]:
        """As `_try_actions`, where the game guesses; who loses whatever he does has no use for more than one action."""
        state = self.state
        actions = state.legal_actions()
        guesses = guess(state, actions)
        order = [int(_FINE * (1.0 - chance)) << _PLACES | place for place, chance in enumerate(guesses)]
        order.sort()  # numbers are sorted several times faster than what they stand for
        ranked = []
        for key in order:
            place = key & (1 << _PLACES) - 1
            ranked.append((-guesses[place], actions[place]))
        best = -ranked[0][0]
        if best > _SURE or best < 1 - _SURE:
            node.is_solved = True
            node.depth = 1 if best > 0.5 else 2
            node.values = [best if player == node.player else 1.0 - best for player in range(state.players)]
        return ranked


def _restrict(node: Node, action: int) -> None:
    """Leave a new node this action alone."""
    place = node.actions.index(action)
    node.actions = node.actions[place : place + 1]
    node.guesses = node.guesses[place : place + 1]
    node.live = 1
    node.share = 1.0
    node.is_solved = False


def choose(
    thoughts: list[tuple[int, int, float]],
    error: float,
    normal: Callable[[], float],
    is_alone: bool = False,
    is_varied: bool = False,
) -> int:
    """Return the action that a player takes who misjudges each chance by `error` times the spread of all of them.

    So he overlooks what is a little better, not what stands out; nobody but who plays alone overlooks that he wins.
    Who makes no error takes the best; if he is to vary his play, any that the search found as good and tried nearly
    as often. `thoughts` have the best first; `normal` gives chance numbers of mean 0 and deviation 1.
    """
    best = thoughts[0]
    if not error and is_varied and 1 - _SURE < best[2] < _SURE:
        alike = [each for each in thoughts if each[1] >= _AS_OFTEN * best[1] and each[2] >= best[2] - _AS_GOOD]
        return max([(normal(), action) for action, _, _ in alike])[1]
    if not error or (best[2] > _SURE and not is_alone):
        return best[0]
    mean = sum([thought[2] for thought in thoughts]) / len(thoughts)
    spread = sqrt(sum([(thought[2] - mean) ** 2 for thought in thoughts]) / len(thoughts))
    return max([(chance + error * max(spread, LEAST) * normal(), action) for action, _, chance in thoughts])[1]


def judge(state: State, evaluate: Evaluation) -> list[float]:
    """Return the players' chances: exact at the end of the game, by the evaluation before it."""
    players = state.players
    if not state.position[-2] or players == 1:
        return evaluate(state)
    won = state.position[-3]
    winners = 0
    for player in range(players):
        winners += won >> player & 1
    if not winners:
        return [1.0 / players] * players
    return [(won >> player & 1) / winners for player in range(players)]


def _solve(node: Node, child: Node) -> None:
    """A child's outcome is known: perhaps its parent's is as well."""
    player = node.player
    if child.values[player] < _SURE:
        if len(node.children) < node.live:
            return
        best = node.children[0]
        for other in node.children:
            if not other.is_solved:
                return
            if other.values[player] > best.values[player] or (
                other.values[player] == best.values[player] and other.depth > best.depth
            ):
                best = other
        child = best
    node.is_solved = True
    node.values = node.backed = child.values
    node.depth = child.depth + 1


def _back_up(node: Node, child: Node) -> None:
    """A child's best line has changed: perhaps its parent's has as well."""
    player = node.player
    leader = node.leader
    if leader and leader is not child and child.backed[player] < node.backed[player]:
        return
    best = child
    if leader is child:
        for other in node.children:
            if other.backed[player] > best.backed[player]:
                best = other
    node.leader = best
    if not node.is_solved:
        node.backed = best.backed


def _count_nodes(node: Node) -> int:
    waiting = [node]
    count = 0
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += node.children
    return count
