"""Two boards that play one game, without boards and broker: what people, power and network do comes from a seed."""

import asyncio
import json
import random
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from treppe import games
from treppe_host.broker.shared_game import SharedGame
from treppe_host.errors import BoardError
from treppe_host.web.connections.changes import Changes
from treppe_host.web.connections.mirror import Mirror

GAME = ("step", {"players": 2, "size": 5})


class BoardGame:
    """The game on a board, as far as a mirror looks at it."""

    is_over, reason, winners, limits = False, "", (), None

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.name, self.options = GAME
        self.words: list[str] = []
        self.seats: list[str] = []
        self._known: tuple[list[str], Any] = [""], None

    @property
    def state(self) -> Any:
        if not self.number:
            return None
        if self._known[0] != self.words:
            state: Any = games.start(self.name, self.options)
            for word in self.words:
                state.apply_action(state.action(word))
            self._known = self.words, state
        return self._known[1]

    def turns(self) -> list[Any]:
        return []


class Board:
    """A board with hands: it records what they do, and takes nothing but what is wanted while something is."""

    speed = 1e9

    def __init__(self, key: str) -> None:
        self.board = key
        self.is_connected = True
        self.display = {"phase": "play"}
        self.changes = Changes()
        self.changes.begin()
        self.attached: list[Callable[[Any], None]] = []
        self.take_clock: Any = None
        self.game = BoardGame()
        self.wanted: list[str] = []

    def clock(self) -> float:
        return 0.0

    def can_show(self, _: str) -> bool:
        return True

    def ask(self, do: str, **fields: Any) -> None:
        pass

    async def new_game(self, *_: Any) -> None:
        self.game = BoardGame(self.game.number + 1)
        self.changes.tell()

    async def command(self, do: str, **fields: Any) -> dict[str, Any]:
        await asyncio.sleep(0)
        if not self.is_connected:
            raise BoardError({"code": "failed", "text": "the board is off"})
        if do == "undo":
            self.take_back(fields["count"])
        elif do == "want":
            self.wanted = list(fields["words"])
        elif do in ("play", "choose"):
            for word in fields.get("words") or [fields["word"]]:
                self.record(word)
        return {}

    def record(self, word: str) -> None:
        assert self.wanted[:1] in ([], [word]), "while something is wanted, nothing else is legal"
        self.game.words = [*self.game.words, word]
        self.wanted = self.wanted[1:]
        self.changes.tell()

    def take_back(self, count: int) -> None:
        self.game.words = self.game.words[:-count]
        self.wanted = []
        self.changes.tell()

    def switch(self, *, is_on: bool) -> None:
        """Cut the power, or switch it on: what was wanted is forgotten."""
        self.is_connected, self.wanted = is_on, []
        self.changes.tell()


class Side:
    """A board, the program beside it, and what it says to the other side."""

    def __init__(self, file: Path, side: int, said: list[str]) -> None:
        self.side, self.file, self.said = side, file, said
        self.board = Board(f"b{side}")
        self.start()

    def start(self) -> None:
        """Start the program; its board goes on, and keeps what it was told."""
        self.board.changes.watchers.clear()
        self.board.attached.clear()
        self.observers: list[Callable[[Any], None]] = []
        self.shared = SharedGame(self.file, self.side)
        pair = SimpleNamespace(game=self.shared, side=self.side, say=self.say, watch=lambda: None)
        self.mirror = Mirror(self.board, pair)  # type: ignore[arg-type]
        self.pair = pair
        client = SimpleNamespace(observe=lambda name, take: name == "connected" and self.observers.append(take))
        for attach in self.board.attached:
            attach(client)
        self.board.changes.tell()

    def say(self) -> None:
        self.said.append(json.dumps(self.shared.message()))

    def hear(self, said: str) -> None:
        if self.shared.hear(json.loads(said)):
            self.say()
        assert self.shared.claimed == [], "hosts that are honest claim nothing"
        self.pair.watch()

    def stop(self) -> None:
        self.mirror._drop()

    def switch_on(self) -> None:
        for observer in self.observers:
            observer({})
        self.board.switch(is_on=True)

    @property
    def agreed(self) -> list[str]:
        return list(self.shared.agreement.words) if self.shared.agreement else []


class Table:
    """Both sides, and a chance that decides what happens next."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.said: tuple[list[str], list[str]] = [], []
        self.sides = [Side(folder / f"{side}.json", side, self.said[side]) for side in (0, 1)]

    async def begin(self) -> None:
        await self.sides[0].board.new_game()
        await self.settle()

    # What happens.

    def act(self, side: Side) -> None:
        """Hands do what is wanted, else they play, now and then also for the other side."""
        board, agreement = side.board, side.shared.agreement
        if not board.is_connected or not agreement or not side.mirror.is_ours:
            return
        state = board.game.state
        if board.wanted:
            board.record(board.wanted[0])
        elif not state.is_terminal() and (agreement.to_move == side.side or self.chance.random() < 0.1):
            board.record(state.word(self.chance.choice(state.legal_actions())))

    def take_back(self, side: Side) -> None:
        if side.board.is_connected and side.board.game.words:
            side.board.take_back(self.chance.randint(1, min(3, len(side.board.game.words))))

    def answer(self, side: Side) -> None:
        if side.mirror.question and side.mirror.question[0]:
            side.mirror.answer(self.chance.random() < 0.5)

    def deliver(self, side: Side) -> None:
        """A message arrives: the last one, or any older one again; others never do."""
        said = self.said[1 - side.side]
        if said:
            side.hear(said[-1] if self.chance.random() < 0.5 else self.chance.choice(said))

    def cut_power(self, side: Side) -> None:
        side.board.switch(is_on=False)

    def switch_on(self, side: Side) -> None:
        if not side.board.is_connected:
            side.switch_on()

    def restart(self, side: Side) -> None:
        side.stop()
        side.start()

    async def happen(self) -> None:
        often = [self.act] * 5 + [self.deliver] * 5 + [self.answer] * 2 + [self.switch_on] * 2
        step = self.chance.choice([*often, self.take_back, self.cut_power, self.restart])
        step(self.chance.choice(self.sides))
        for _ in range(self.chance.choice([0, 1, 3, 30])):
            await asyncio.sleep(0)

    # How it ends.

    async def settle(self) -> None:
        """Let all arrive, and hands do what is wanted, until nothing is left to be done."""
        for _ in range(40):
            for side in self.sides:
                self.switch_on(side)
                side.say()
                self.sides[1 - side.side].hear(self.said[side.side][-1])
                self.answer(side)
                if side.board.wanted:
                    side.board.record(side.board.wanted[0])
                side.mirror._put_right()
            for _ in range(30):
                await asyncio.sleep(0)
