"""The connection to a real board; sensors and game together tell its pieces."""

from collections.abc import Callable, Sequence
from typing import Any

from treppe import surfaces
from treppe.alphabet.image import BALL

from treppe_host.link.client import Message
from treppe_host.link.ports import open_port
from treppe_host.store.store import Store
from treppe_host.web.connections.connection import BoardConnection

UNKNOWN = "U"
"""The code of a piece that a sensor sees and no rule names."""


class RealConnection(BoardConnection):
    """A board at a port. People move its pieces by hand."""

    def __init__(self, key: str, store: Store, find: Callable[[], str]):
        """Connect to the port that `find` returns or raises PortError for; it is called again after an unplugging."""
        super().__init__(key, store)
        self._find = find

    def open(self) -> None:
        open_port(self.port()).close()

    def port(self) -> str:
        return self._find()

    def _take_hello(self, hello: Message) -> None:
        if self.surface is None or hello["surface"] != self.surface.NAME:
            self.surface = surfaces.load(hello["surface"])
            self._image = b""
        super()._take_hello(hello)

    @property
    def stacks(self) -> list[tuple[str, ...]]:
        return self._seen()[0]

    @property
    def hand(self) -> list[str]:
        """See BoardConnection: the pieces that are missing from their places."""
        return self._seen()[1]

    def _seen(self) -> tuple[list[tuple[str, ...]], list[str]]:
        if self.surface is None:
            return [], []
        state = self.game.state
        image = self._image or (state.image() if state else bytes(self.surface.FIELDS))
        return seen_pieces(state, image, "B" if self.surface.PIECES == "bricks" else UNKNOWN)


def seen_pieces(state: Any, image: Sequence[int], unknown: str) -> tuple[list[tuple[str, ...]], list[str]]:
    """Return the pieces on each field and the pieces in hands, as far as they are known.

    `image` is the sensors' image, `state` the game, if any. Where both agree, the game names the pieces. A piece that
    has appeared is the piece that is missing elsewhere, if only one kind is missing, else `unknown`.
    """
    stacks: list[list[str]] = []
    balls: list[str] = []
    missing: list[str] = []
    missing_balls: list[str] = []
    for field, seen in enumerate(image):
        stack = state.pieces(field) if state else []
        ball = stack[-1] if stack and stack[-1][0] == "O" else ""
        stack = stack[:-1] if ball else stack
        level = seen % BALL
        stacks.append(stack[:level] + [""] * (level - len(stack)))
        missing += stack[level:]
        balls.append(ball if seen >= BALL else "")
        missing_balls += [ball] if ball and seen < BALL else []
    for field, seen in enumerate(image):
        stacks[field] = [code or _only(missing, unknown) for code in stacks[field]]
        if seen >= BALL:
            stacks[field].append(balls[field] or _only(missing_balls, UNKNOWN))
    return [tuple(stack) for stack in stacks], missing + missing_balls


def _only(missing: list[str], unknown: str) -> str:
    """Take a missing piece if all missing pieces are alike, else return `unknown`."""
    return missing.pop() if len(set(missing)) == 1 else unknown
