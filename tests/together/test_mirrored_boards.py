"""Two boards, one game: whatever is dropped, repeated, reordered, switched off or taken back, both come to the same."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import fakes_programs
import own_loop
import pytest
from spread import seeds
from treppe_host.errors import BoardError
from treppe_host.records.followed_game import FollowedGame
from treppe_host.web.connections.changes import Changes
from treppe_together import rival_board
from treppe_together.rival_board import RivalBoard
from treppe_together.shared_game import SharedGame


class Board(fakes_programs.Board):
    """A board with hands: it records what they do, and takes nothing but what is wanted while something is."""

    def __init__(self, key: str) -> None:
        super().__init__(game="step", players=2, size=5)
        self.board = key
        self._games, self.game = 0, FollowedGame()  # none has begun
        self.changes = Changes()
        self.changes.begin()
        self.attached: list[Callable[[Any], None]] = []
        self.take_clock: Any = None
        self.wanted: list[str] = []

    def clock(self) -> float:
        return 0.0

    def can_show(self, _: str) -> bool:
        return True

    async def new_game(self, *_: Any) -> None:
        self.begin()

    async def command(self, do: str, **fields: Any) -> dict[str, Any]:
        await asyncio.sleep(0)
        if not self.is_connected:
            raise BoardError({"code": "failed", "text": "the board is off"})
        if do == "undo":
            if fields["count"] > len(self.game.notations):
                raise BoardError({"code": "failed", "text": "there is less"})
            self.take_back(fields["count"])
        elif do == "want":
            self.wanted = list(fields["words"])
        elif do in ("play", "choose"):
            for word in fields.get("words") or [fields["word"]]:
                self.record(word)
        return {}

    def record(self, word: str) -> None:
        assert self.wanted[:1] in ([], [word]), "while something is wanted, nothing else is legal"
        self.wanted = self.wanted[1:]
        self.play(word)

    def take_back(self, count: int) -> None:
        self.wanted = []
        self.undo(count)

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
        """Start the program; its board goes on, and keeps what it was given."""
        self.board.changes.watchers.clear()
        self.board.attached.clear()
        self.observers: list[Callable[[Any], None]] = []
        self.shared = SharedGame(self.file, self.side)
        pair = SimpleNamespace(game=self.shared, side=self.side, publish=self.publish, watch=lambda: None)
        self.mirror = RivalBoard(self.board, pair)  # type: ignore[arg-type]
        self.pair = pair
        client = SimpleNamespace(observe=lambda name, take: name == "connected" and self.observers.append(take))
        for attach in self.board.attached:
            attach(client)
        self.board.changes.tell()

    def publish(self) -> None:
        self.said.append(json.dumps(self.shared.message()))

    def hear(self, said: str) -> None:
        if self.shared.hear(json.loads(said)):
            self.publish()
        assert self.shared.claimed == [], "hosts that are honest claim nothing"
        self.pair.watch()

    def stop(self) -> None:
        self.mirror.drop_step()

    def switch_on(self) -> None:
        for observer in self.observers:
            observer({})
        self.board.switch(is_on=True)

    @property
    def agreed(self) -> list[str]:
        return list(self.shared.agreement.notations) if self.shared.agreement else []


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
        if side.board.is_connected and side.board.game.notations:
            side.board.take_back(self.chance.randint(1, min(3, len(side.board.game.notations))))

    def answer(self, side: Side) -> None:
        if side.mirror.open_question and side.mirror.open_question[0]:
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
                side.publish()
                self.sides[1 - side.side].hear(self.said[side.side][-1])
                self.answer(side)
                if side.board.wanted:
                    side.board.record(side.board.wanted[0])
                side.mirror.restart_if_behind()
            for _ in range(30):
                await asyncio.sleep(0)


def at_table(test: Callable[[Table], Awaitable[None]]) -> Callable[[Path, int], None]:
    """Make a test of a coroutine that is given a table where a game has begun."""

    async def play(folder: Path, seed: int) -> None:
        table = Table(folder, seed)
        await table.begin()
        await test(table)
        for side in table.sides:
            side.stop()

    def run(tmp_path: Path, seed: int) -> None:
        own_loop.run(play(tmp_path, seed))

    return run


@pytest.fixture
def seed() -> int:
    return 1


async def calm() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


def is_even(table: Table) -> bool:
    host, guest = table.sides
    return host.board.game.notations == guest.board.game.notations == host.agreed == guest.agreed


@pytest.fixture(autouse=True)
def _errors_are_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rival_board, "_AGAIN_S", 0.0)


@pytest.mark.parametrize("seed", seeds(60, 15))
@at_table
async def test_both_boards_come_to_the_same_and_want_nothing_else(table: Table) -> None:
    for _ in range(150):
        await table.happen()
    await table.settle()
    host, guest = table.sides
    assert is_even(table), (host.board.game.notations, guest.board.game.notations, host.agreed, guest.agreed)
    assert host.shared.log == guest.shared.log and not guest.shared.pending
    ids = [entry["id"] for entry in host.shared.log if "id" in entry]
    assert ids == sorted(set(ids)), "nothing is taken twice"
    assert [side.board.wanted for side in table.sides] == [[], []]


async def _led(table: Table) -> None:
    """The host plays his whole turn, and the guest's board hears of it; no hand does it yet."""
    host, guest = table.sides
    for word in ("a1-b1", "+c1"):
        host.board.record(word)
        await calm()
    guest.hear(table.said[0][-1])
    await calm()
    assert guest.board.wanted == ["a1-b1", "+c1"]


@at_table
async def test_a_board_wants_no_more_what_the_other_side_has_taken_back(table: Table) -> None:
    await _led(table)
    host, guest = table.sides
    host.board.take_back(2)
    await calm()
    guest.hear(table.said[0][-1])
    guest.mirror.answer(True)
    await calm()
    assert guest.agreed == [] and guest.board.wanted == []


@at_table
async def test_a_board_is_led_again_after_its_hands_have_taken_back_what_they_did(table: Table) -> None:
    await _led(table)
    guest = table.sides[1]
    guest.board.record("a1-b1")
    await calm()
    guest.board.take_back(1)
    await calm()
    assert guest.board.wanted == ["a1-b1", "+c1"]


@at_table
async def test_people_are_asked_whether_they_have_resigned_as_the_other_side_tells(table: Table) -> None:
    host, guest = table.sides
    forged = host.shared.message() | {"log": [*host.shared.log, {"by": 1, "do": "resign"}]}
    for _ in range(2):
        guest.shared.hear(forged)
        guest.pair.watch()
        await calm()
        assert not guest.shared.agreement.is_over
    assert guest.mirror.open_question == (True, "claim", ())
    guest.mirror.answer(False)
    assert guest.mirror.open_question is None and host.mirror.open_question is None
    await _led(table)
    assert guest.agreed == ["a1-b1", "+c1"]
