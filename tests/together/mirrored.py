"""Two simulated boards, each with its store and its side of one game, over a real broker."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from treppe_host.errors import TreppeError
from treppe_host.store.store import Store
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_sim.hands import script
from treppe_together.address import read_address
from treppe_together.pair import Pair
from treppe_together.rival_board import RivalBoard
from treppe_together.shared_game import GUEST, HOST
from waiting import until

CODE = "7K3M-0Q9X-AB2C-DE4F"
NAMES = ("Ann", "Bob")
STEP: tuple[str, dict[str, Any]] = ("step", {"players": 2, "size": 5})


class Side:
    """One PC with its board; it may be killed and started again."""

    def __init__(self, folder: Path, side: int, url: str) -> None:
        self.folder = folder / NAMES[side]
        self.folder.mkdir()
        self.side, self.url = side, url

    async def start(self) -> None:
        self.store = Store(f"sqlite:///{self.folder / 'games.db'}")
        self.connection = SimulatedConnection(self.folder, self.store, speed=10.0, has_real_hands=True)
        await asyncio.to_thread(self.connection.open)
        loop = asyncio.get_running_loop()
        post = loop.call_soon_threadsafe
        self.pair = Pair(read_address(self.url), CODE, self.side, self.folder / "together", NAMES[self.side], post)
        self.mirror = RivalBoard(self.connection, self.pair)
        await self.connection.listen()
        self.mirror.begin()

    async def stop(self) -> None:
        """End the program and switch the board off, at once and without a word to anybody."""
        self.mirror.drop_step()
        self.mirror.ticking.cancel()
        self.pair.link._client.on_disconnect = None
        self.pair.link._client.loop_stop()
        self.pair.link._client._sock_close()
        await self.connection.close()
        self.store.close()

    async def cut_power(self) -> None:
        """Switch the board off and on again, and wait until it shows something."""
        await self.connection.switch_power()
        await asyncio.sleep(0.1)  # what it has said last is heard
        self.connection.display = {}
        await self.connection.switch_power()
        await until(lambda: self.connection.display)

    @property
    def notations(self) -> list[str]:
        return list(self.connection.game.notations)

    @property
    def agreed(self) -> list[str]:
        agreement = self.pair.game.agreement
        return list(agreement.notations) if agreement else []

    def may_act(self) -> bool:
        """Whether people here are to move, and the board lets them."""
        game, agreement = self.connection.game, self.pair.game.agreement
        is_playing = self.connection.is_connected and self.connection.display.get("phase") == "play"
        return bool(
            agreement
            and is_playing
            and self.mirror.is_ours
            and game.state
            and not game.is_over
            and self.notations == self.agreed
            and agreement.to_move == self.side
        )

    async def act(self, word: str) -> None:
        """Play an action with hands."""
        state = self.connection.game.state
        await self.connection.simulated_hand.play(script(state, state.action(word)))


def reported(*sides: Side) -> str:
    """Return where sides stand, for people who look for what went wrong."""
    lines = []
    for side in sides:
        kept, pair, board = dict(side.pair.game.kept), side.pair, side.connection
        played, agreed, base = map(_end, (side.notations, side.agreed, kept.pop("base", [])))
        lines.append(f"{NAMES[side.side]}: {played}; agreed {agreed}; base {base} {kept}")
        lines.append(
            f"  board connected {board.is_connected}, notice {board.notice}, hand {board.hand}, {board.display}"
        )
        lines.append(f"  fields {_differences(side)}, image {board._image.hex()}")
        lines.append(f"  wish {side.mirror.wish and side.mirror.wish.word}, failure {side.mirror.failure!r}")
        lines.append(f"  broker {pair.is_reached}, other {pair.is_other_here}, pending {pair.game.pending}")
    return "\n".join(lines)


def _end(words: list[str]) -> str:
    return f"{len(words)} actions, ... {' '.join(words[-4:])}"


def _differences(side: Side) -> list[tuple[str, object, object, str]]:
    """Return the fields where pieces, the record or lamps want something: name, pieces, record, role."""
    connection = side.connection
    state = connection.game.state
    if not state:
        return []
    rows = zip(connection.game.names, connection.stacks, connection.roles.ljust(len(connection.stacks)), strict=False)
    found = [(name, list(stack), state.pieces(field), role) for field, (name, stack, role) in enumerate(rows)]
    return [each for each in found if each[1] != each[2] or each[3] not in ". "]


async def sit_down(folder: Path, url: str) -> tuple[Side, Side]:
    """Start both sides, and a game on the host's board; return them as soon as both have it."""
    host, guest = Side(folder, HOST, url), Side(folder, GUEST, url)
    for side in (host, guest):
        await side.start()
    await until(lambda: host.pair.game.names[GUEST])
    while not host.pair.game.number:  # on a busy PC the board may answer too late
        with suppress(TreppeError, AssertionError):
            await host.connection.new_game(*STEP, list(NAMES), {})
            await until(lambda: host.pair.game.number)
    await until(lambda: host.pair.game.number == guest.pair.game.number)
    await until(lambda: host.mirror.is_ours and guest.mirror.is_ours)
    return host, guest
