"""One side of a game over a broker: sends what it knows, takes what the other side sends."""

import time
from collections.abc import Callable
from pathlib import Path

from treppe_host.broker.address import BrokerAddress
from treppe_host.broker.link import BrokerLink
from treppe_host.broker.secret import Secret
from treppe_host.broker.shared_game import GUEST, HOST, SharedGame

_AGAIN_S = 15.0  # repeats everything: a broker may lose messages
_UNCONFIRMED_S = 1.0  # at first, then twice as long each time
_HERE = "/here"

Post = Callable[[Callable[[], None]], None]


class Pair:
    """One side. The broker's thread hands everything to `post`, which runs it elsewhere, as in an event loop.

    `is_reached`: the broker is connected. `is_other_here`: the broker says that the other side is, too; this is the
    only thing about which a broker can lie.
    """

    def __init__(self, address: BrokerAddress, code: str, side: int, folder: Path, name: str, post: Post):
        """Read this side's game from its file; connect to nothing yet."""
        self.side = side
        self.is_reached = False
        self.is_other_here = False
        self.watch: Callable[[], None] = lambda: None
        """Called after changes."""
        folder.mkdir(parents=True, exist_ok=True)
        self._secret = Secret(code, address.prefix)
        self.game = SharedGame(folder / f"{self._secret.name}-{'guest' if side else 'host'}.json", side)
        self.game.names[side] = name or self.game.names[side]
        self._other = GUEST if side == HOST else HOST
        self._post = post
        self._said_s = 0.0
        self._patience_s = _UNCONFIRMED_S
        self._link = BrokerLink(
            address,
            will=(self._secret.topic(side) + _HERE, self._secret.seal(side, {"here": False})),
            on_connect=lambda: post(self._greet),
            on_message=lambda topic, sealed: post(lambda: self._hear(topic, sealed)),
            on_state=lambda state: post(lambda: self._take_state(state)),
        )

    def open(self) -> None:
        """Begin to connect."""
        self._link.open()

    def close(self) -> None:
        """Tell the other side that this one is gone."""
        self._link.close((self._secret.topic(self.side) + _HERE, self._secret.seal(self.side, {"here": False})))

    def say(self) -> None:
        """Send all that this side knows."""
        self._patience_s = _UNCONFIRMED_S
        self._say()

    def _say(self) -> None:
        self._said_s = time.monotonic()
        sealed = self._secret.seal(self.side, self.game.message())
        self._link.publish(self._secret.topic(self.side), sealed, is_kept=True)

    def tick(self) -> None:
        """Send it again after a while, sooner if the other side has not confirmed it."""
        patience_s = _AGAIN_S if self.game.is_confirmed else self._patience_s
        if time.monotonic() - self._said_s > patience_s:
            self._patience_s = min(2 * self._patience_s, _AGAIN_S)
            self._say()

    def _greet(self) -> None:
        self._link.subscribe(self._secret.topic(self._other))
        self._link.subscribe(self._secret.topic(self._other) + _HERE)
        here = self._secret.seal(self.side, {"here": True})
        self._link.publish(self._secret.topic(self.side) + _HERE, here, is_kept=True)
        self.say()

    def _take_state(self, state: str) -> None:
        self.is_reached = not state
        self.is_other_here = self.is_other_here and self.is_reached
        self.watch()

    def _hear(self, topic: str, sealed: bytes) -> None:
        message = self._secret.unseal(self._other, sealed)
        if message is None:
            return
        if topic.endswith(_HERE):
            was_here, self.is_other_here = self.is_other_here, message.get("here") is True
            if self.is_other_here and not was_here:
                self.say()
        elif self.game.hear(message):
            self.say()
        self.watch()
