"""Hands play for programs in every game: the lamps say all of it, and what is not wanted is never recorded."""

from random import Random

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_sim.bench_board import BenchBoard
from treppe_sim.hands import Hands, script
from treppe_sim.material import start_stacks, start_supply

ACTIONS = 60
SETTLED_MS = 1300  # see connections/program.py
LEADS_MS = 7000
LIT = b"lgbxr"


class Attendant:
    """Clean hands at a board where a program plays all seats."""

    def __init__(self, name: str) -> None:
        about = facts.of(name)
        self.state = games.start(name, **about.DEMO)
        self.board = BenchBoard.with_world(self.state.surface, seed=3)
        self.hands = Hands(self.board, lambda: self.board.display)
        self.board.world.arrange(start_stacks(self.state), start_supply(self.state))
        self.command("new", game=name, options=about.DEMO, seats=[])
        self.await_play()

    def command(self, name: str, **fields) -> None:
        self.board.table.command(name, fields)

    def await_play(self) -> None:
        assert self.board.run_until(lambda: self.board.display["phase"] == "play", 10_000), self.board.display["lines"]

    def recorded(self) -> list[str]:
        return [event["word"] for event in self.board.events if event["k"] == "action"]

    def want(self, words: list[str]) -> None:
        self.board.run_ms(SETTLED_MS)
        self.command("want", words=words)
        self.board.run_ms(200)

    def lit(self) -> set[int]:
        return {field for field, role in enumerate(self.board.roles) if role in LIT}

    def do(self, word: str) -> None:
        """Do what is wanted, and confirm it as a host does where the board asks."""
        action = self.state.action(word)
        before = len(self.recorded())
        self.hands.play(self.state, action)
        if not self.board.run_until(lambda: len(self.recorded()) > before, 4000):
            assert self.board.display["choice"] == [word], self.board.display["lines"]
            self.command("choose", word=word)
        assert self.recorded()[before:] == [word]
        self.state.apply_action(action)
        self.board.run_ms(300)
        self.hands.tidy(self.state)
        self.board.run_ms(1000)


def other_action(state, word: str, random: Random) -> int | None:
    """Return a legal action that leaves another board behind, if there is one."""
    endpoints = {word: _image_after(state, state.action(word))}
    others = [
        action
        for action in state.legal_actions()
        if state.hand_moves(action) and _image_after(state, action) != endpoints[word]
    ]
    return random.choice(others) if others else None


def _image_after(state, action: int) -> bytes:
    after = state.clone()
    after.apply_action(action)
    return bytes(after.image())


@pytest.mark.parametrize("name", catalogue.names())
def test_only_what_is_wanted_is_lit_and_recorded(name):
    random = Random(name)
    table = Attendant(name)
    tried = 0
    for _ in range(ACTIONS):
        state = table.state
        if state.is_terminal():
            break
        action = random.choice(state.legal_actions())
        word = state.word(action)
        if not state.hand_moves(action):
            table.command("choose", word=word)
            state.apply_action(action)
            table.board.run_ms(300)
            table.hands.tidy(state)
            continue
        table.want([word])
        fields = {field for field, _ in state.hand_moves(action) if field != 255}
        if state.NAME == "blockade":
            fields |= set(state.passage(action)[-1:])  # a king is out where his way ends, too
        assert table.lit() == fields, (word, table.board.roles, table.board.display["lines"])
        wrong = other_action(state, word, random) if random.random() < 0.3 else None
        if wrong is not None:
            tried += 1
            before = table.recorded()
            table.hands.move(script(state, wrong))
            table.board.run_ms(LEADS_MS)
            assert table.recorded() == before, (word, state.word(wrong))
            table.hands.tidy(state)
            table.board.run_ms(LEADS_MS)
            table.await_play()
            assert table.recorded() == before, (word, state.word(wrong))
        table.do(word)
    assert tried
