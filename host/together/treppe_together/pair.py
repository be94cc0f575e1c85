"""One side of a game over a broker: sends what it knows, takes what the other side sends."""

import time
from collections.abc import Callable
from pathlib import Path

from treppe_together.address import BrokerAddress
from treppe_together.link import BrokerLink
from treppe_together.secret import Secret
from treppe_together.shared_game import GUEST, HOST, SharedGame

_AGAIN_S = 15.0  # repeats everything: a broker may lose messages
_UNCONFIRMED_S = 1.0  # at first, then twice as long each time
_LIFE_S = 2.5 * _AGAIN_S  # whoever has said nothing for so long is gone
_HERE = "/here"

Post = Callable[[Callable[[], None]], None]


class Pair:
    """One side. The broker's thread hands everything to `post`, which runs it elsewhere, as in an event loop.

    `is_reached`: the broker is connected. `is_other_here`: the other side was heard of late, and has not parted since;
    this is the only thing about which a broker can lie.
    """

    def __init__(
        self,
        address: BrokerAddress,
        code: str,
        side: int,
        folder: Path,
        name: str,
        post: Post,
        *,
        now: Callable[[], float] = time.monotonic,
    ):
        """Read this side's game from its file; connect to nothing yet. `now` gives seconds."""
        self.side = side
        self.is_reached = False
        self.is_other_here = False
        self.watch: Callable[[], None] = lambda: None
        """Called after changes."""
        folder.mkdir(parents=True, exist_ok=True)
        self.secret = Secret(code, address.prefix)
        self.game = SharedGame(folder / f"{self.secret.name}-{'guest' if side else 'host'}.json", side)
        self.game.names[side] = name or self.game.names[side]
        self._other = GUEST if side == HOST else HOST
        self._is_parting = False
        self._post = post
        self._now = now
        self._said_s = 0.0
        self._patience_s = _UNCONFIRMED_S
        self._heard_s = 0.0
        here = self.secret.topic(side, _HERE)
        self.link = BrokerLink(
            address,
            here,
            will=(here, self._sealed_here(False)),
            on_connect=lambda: post(self._join_topics),
            on_message=lambda topic, sealed, is_kept: post(lambda: self._hear(topic, sealed, is_kept)),
            on_state=lambda state: post(lambda: self._take_state(state)),
        )

    def open(self) -> None:
        self.link.connect()

    def close(self) -> None:
        """Tell the other side that this one is gone."""
        self._is_parting = True
        self.link.close((self.secret.topic(self.side, _HERE), self._sealed_here(False)))

    def publish(self) -> None:
        """Send all that this side knows."""
        self._patience_s = _UNCONFIRMED_S
        self._publish_game()

    def _publish_game(self) -> None:
        self._said_s = self._now()
        sealed = self.secret.seal(self.side, self.game.message())
        self.link.publish(self.secret.topic(self.side), sealed, is_kept=True)

    def tick(self) -> None:
        """Send it again after a while, sooner if the other side has not confirmed it; miss the other side."""
        if self.is_other_here and self._now() - self._heard_s > _LIFE_S:
            self.is_other_here = False
            self.watch()
        patience_s = _AGAIN_S if self.game.is_confirmed else self._patience_s
        if self._now() - self._said_s > patience_s:
            self._patience_s = min(2 * self._patience_s, _AGAIN_S)
            self._publish_game()

    def _join_topics(self) -> None:
        for topic in (self.secret.topic(self._other), self.secret.topic(self._other, _HERE)):
            self.link.subscribe(topic)
        self.link.subscribe(self.secret.topic(self.side, _HERE))
        self._say_here()
        self.publish()

    def _say_here(self) -> None:
        self.link.publish(self.secret.topic(self.side, _HERE), self._sealed_here(True), is_kept=True)

    def _sealed_here(self, is_here: bool) -> bytes:
        return self.secret.seal(self.side, {"here": is_here}, _HERE)

    def _take_state(self, state: str) -> None:
        self.is_reached = not state
        self.is_other_here = self.is_other_here and self.is_reached
        self.watch()

    def _hear(self, topic: str, sealed: bytes, is_kept: bool) -> None:
        if topic == self.secret.topic(self.side, _HERE):
            own = self.secret.unseal(self.side, sealed, _HERE)
            if own and own.get("here") is False and not self._is_parting:  # the will of a connection of long ago
                self._say_here()
            return
        below = _HERE if topic.endswith(_HERE) else ""
        message = self.secret.unseal(self._other, sealed, below)
        if message is None:
            return
        if below:
            self._take_presence(message.get("here") is True)
        else:
            if not is_kept:
                self._take_presence(True)
            if self.game.hear(message):
                self.publish()
        self.watch()

    def _take_presence(self, is_here: bool) -> None:
        was_here, self.is_other_here = self.is_other_here, is_here
        self._heard_s = self._now()
        if is_here and not was_here:
            self.publish()
