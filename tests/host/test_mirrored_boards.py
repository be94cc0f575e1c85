"""Two boards, one game: whatever is dropped, repeated, reordered, switched off or taken back, both come to the same."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import own_loop
import pytest
from mirrored_machine import Table
from spread import seeds
from treppe_host.web.connections import mirror


def play(folder: Path, seed: int, scene: Callable[[Table], Awaitable[None]]) -> None:
    async def run() -> None:
        table = Table(folder, seed)
        await table.begin()
        await scene(table)
        for side in table.sides:
            side.stop()

    own_loop.run(run())


async def calm() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


def is_even(table: Table) -> bool:
    host, guest = table.sides
    return host.board.game.words == guest.board.game.words == host.agreed == guest.agreed


@pytest.fixture(autouse=True)
def _errors_are_tried_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror, "_AGAIN_S", 0.0)


@pytest.mark.parametrize("seed", seeds(60, 15))
def test_both_boards_come_to_the_same_and_want_nothing_else(tmp_path: Path, seed: int) -> None:
    async def scene(table: Table) -> None:
        for _ in range(150):
            await table.happen()
        await table.settle()
        host, guest = table.sides
        assert is_even(table), (host.board.game.words, guest.board.game.words, host.agreed, guest.agreed)
        assert host.shared.log == guest.shared.log and not guest.shared.pending
        ids = [entry["id"] for entry in host.shared.log if "id" in entry]
        assert ids == sorted(set(ids)), "nothing is taken twice"
        assert [side.board.wanted for side in table.sides] == [[], []]

    play(tmp_path, seed, scene)


async def _led(table: Table) -> None:
    """The host plays his whole turn, and the guest's board is told of it; no hand does it yet."""
    host, guest = table.sides
    for word in ("a1-b1", "+c1"):
        host.board.record(word)
        await calm()
    guest.hear(table.said[0][-1])
    await calm()
    assert guest.board.wanted == ["a1-b1", "+c1"]


def test_a_board_wants_no_more_what_the_other_side_has_taken_back(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        await _led(table)
        host, guest = table.sides
        host.board.take_back(2)
        await calm()
        guest.hear(table.said[0][-1])
        guest.mirror.answer(True)
        await calm()
        assert guest.agreed == [] and guest.board.wanted == []

    play(tmp_path, 1, scene)


def test_a_board_is_led_again_after_its_hands_have_taken_back_what_they_did(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        await _led(table)
        guest = table.sides[1]
        guest.board.record("a1-b1")
        await calm()
        guest.board.take_back(1)
        await calm()
        assert guest.board.wanted == ["a1-b1", "+c1"]

    play(tmp_path, 1, scene)


def test_people_are_asked_whether_they_have_resigned_as_the_other_side_tells(tmp_path: Path) -> None:
    async def scene(table: Table) -> None:
        host, guest = table.sides
        forged = host.shared.message() | {"log": [*host.shared.log, {"by": 1, "do": "resign"}]}
        for _ in range(2):
            guest.shared.hear(forged)
            guest.pair.watch()
            await calm()
            assert not guest.shared.agreement.is_over
        assert guest.mirror.question == (True, "claim", ())
        guest.mirror.answer(False)
        assert guest.mirror.question is None and host.mirror.question is None
        await _led(table)
        assert guest.agreed == ["a1-b1", "+c1"]

    play(tmp_path, 1, scene)
