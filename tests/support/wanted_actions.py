"""What players want at the board: seeded actions, one by one or a few in haste, and what hands have to do for them."""

from __future__ import annotations

from random import Random

from treppe import games
from treppe_sim.hands import script
from treppe_sim.hands.plan import Planner

MOST_IN_HASTE = 3
MOST_WORDS = 40  # looked at to choose an action

# How often players choose what a word's first letter stands for, where a plain action weighs 1.
_WEIGHTS = {".": 0.15, "!": 0.15, "$": 0.5, "<": 0.1, ">": 0.1, "x": 0.05, "-": 0.3}


class Step:
    """One action that a player wants, what hands do for it, and what comes of it."""

    def __init__(self, state: games.State, action: int) -> None:
        self.before = state
        self.word = state.word(action)
        self.player = state.current_player()
        self.movements = script(state, action)
        self.after = state.clone()
        self.after.apply_action(action)
        is_question = self.word[:2] in ("T+", "S+", "!0") or self.word.endswith("-off")
        self.is_asked = not self.movements or is_question
        image = state.image()
        for place, change in state.hand_moves(action):
            if place < len(image):
                image[place] = image[place] + change & 255
        self.has_aftermath = image != self.after.image()

    def alternatives(self) -> list[list[tuple[int, int]]]:
        """Return the placements of all that could have been done."""
        return [self.before.hand_moves(other) for other in self.before.legal_actions()]

    def takes_from(self, others: list[Step]) -> bool:
        """Tell whether a piece is lifted that another player has put in this haste: no sensor sees whose hand it is."""
        puts = {movement.field for step in others if step.player != self.player for movement in step.movements[-1:]}
        return any(movement.act == "lift" and movement.field in puts for movement in self.movements)

    def is_second_thought(self, last: Step) -> bool:
        """Tell whether a piece would be moved on by the same player although one action would have led it there."""
        if not (self.before.TWO_SIDED and self.movements and last.movements and self.player == last.player):
            return False
        start, end = last.movements[0].field, self.movements[-1].field
        if self.movements[0].field != last.movements[-1].field:
            return False
        return start == end or [(start, -1), (end, 1)] in last.alternatives()


def _is_hidden(step: Step, stop: Step) -> bool:
    """Tell whether an action after `.` could as well be one before it, so that only END tells them apart."""
    fields = {movement.field for movement in step.movements}
    return any(field in fields and field < 255 for hand_moves in stop.alternatives() for field, _ in hand_moves)


class Players:
    """Players who choose at random, each kind of action as often as people do."""

    def __init__(self, random: Random, planner: Planner) -> None:
        self._random = random
        self._planner = planner

    def choose_turn(self, state: games.State, before: list[Step]) -> list[Step]:
        """Return what is played without a look at the lights: one action, or a few in haste.

        `before` are the actions that the same player has played in this turn.
        """
        steps = [self._choose(state, before)]
        while len(steps) < MOST_IN_HASTE and self._may_hasten(steps[-1]):
            step = self._choose(steps[-1].after, before + steps)
            if not step.movements or step.takes_from(steps):
                break
            if steps[-1].movements or not _is_hidden(step, steps[-1]):
                steps.append(step)
        while len(steps) > 1 and not steps[-1].movements:
            steps.pop()
        return steps

    def _may_hasten(self, step: Step) -> bool:
        """Tell whether the next action comes before this one is answered by lights."""
        if step.after.is_terminal() or step.is_asked or step.has_aftermath:
            return False
        if not step.movements:
            return step.word == "." and self._planner.happens("no_end")
        is_same = step.after.current_player() == step.player
        return self._planner.happens("together" if is_same else "fast_reply")

    def _choose(self, state: games.State, before: list[Step]) -> Step:
        """Return an action: first one of the kinds there are, then one of the kind."""
        kinds: dict[str, list[int]] = {}
        actions = state.legal_actions()
        if len(actions) > MOST_WORDS and state.SIMPLE:  # where hundreds of actions are of one kind
            actions = self._random.sample(actions, MOST_WORDS)
        for action in actions:
            word = state.word(action)
            kinds.setdefault(word[0] if word[0] in _WEIGHTS or word[0] == "+" else "a", []).append(action)
        weights = [_WEIGHTS.get(kind, 1) for kind in kinds]
        while True:
            step = Step(state, self._random.choice(kinds[self._random.choices(list(kinds), weights)[0]]))
            if not any(step.is_second_thought(other) for other in before):
                return step
