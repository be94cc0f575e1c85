"""Publishes boards: sends to a broker what happens on them, and takes nothing from it.

A broker publishes the will of a connection that it has lost, which may be long after the program has made a new one, or
never if its own power went. So a board's presence is said again where something else is heard, and from time to time.
"""

import json
import threading
from collections.abc import Callable
from typing import Any

from treppe import surfaces
from treppe.games import catalogue
from treppe_host.link.client import Client, Message
from treppe_host.records.followed_game import FollowedGame
from treppe_host.records.game_feed import GameFeed
from treppe_host.store.store import Store

from treppe_together import discovery
from treppe_together.address import BrokerAddress
from treppe_together.link import BrokerLink

ONLINE, OFFLINE = "online", "offline"
_BEAT_S = 30.0
_NO_GAME: dict[str, Any] = {
    **{"game": "", "title": "", "number": None, "options": {}, "players": [], "phase": "idle", "to_move": None},
    **{"reason": None, "winners": [], "scores": None},
}

Topics = dict[str, dict[str, Any]]


class Publisher:
    """Publishes any number of boards, each over a connection of its own, whose will tells that the board is gone."""

    def __init__(
        self,
        address: BrokerAddress,
        store: Store,
        tell: Callable[[str], None] = lambda _: None,
        *,
        beat_s: float = _BEAT_S,
    ):
        """`tell` gets a sentence whenever the broker begins or ceases to answer; presence is said every `beat_s`."""
        self._address = address
        self._store = store
        self._tell = tell
        self._boards: dict[str, PublishedBoard] = {}
        self._diagnostic = ""
        self._lock = threading.Lock()
        self._beat_s = beat_s
        self._is_closed = threading.Event()
        self._beating = threading.Thread(target=self._beat, name="treppe presence", daemon=True)

    def attach(self, client: Client) -> None:
        """Publish the board of a link's client from its next hello on."""
        Listener(client, self._store, self._board, self._leave)

    def close(self) -> None:
        """Publish that the boards are gone."""
        self._is_closed.set()
        for board in list(self._boards.values()):
            board.close()

    def _beat(self) -> None:
        while not self._is_closed.wait(self._beat_s):
            for board in list(self._boards.values()):
                board.say_status()

    def _board(self, name: str) -> "PublishedBoard":
        with self._lock:
            if self._beating.ident is None:
                self._beating.start()
            if name not in self._boards:
                self._boards[name] = PublishedBoard(self._address, name, self._take_state)
            return self._boards[name]

    def _leave(self, name: str) -> None:
        """Publish that a board is gone, and leave its name at the broker to another program that may have it now."""
        with self._lock:
            board = self._boards.pop(name, None)
        if board:
            board.close()

    def _take_state(self, state: str) -> None:
        host = f"{self._address.host}:{self._address.port}"
        text = f"The broker {host} does not listen: {state}" if state else f"Publishing to {host}"
        with self._lock:
            is_new, self._diagnostic = text != self._diagnostic, text
        if is_new:
            self._tell(text)


class PublishedBoard:
    """One board at a broker; after each connection it publishes the last content of its topics again."""

    def __init__(self, address: BrokerAddress, name: str, on_state: Callable[[str], None]):
        self._seat_name = name
        self._discovery = address.discovery
        self._base = f"{address.prefix}/{name}"
        self._published: dict[str, str] = {}
        self._status = f"{self._base}/status"
        self._lock = threading.Lock()  # keeps changes in order
        self._link = BrokerLink(
            address,
            self._status,
            will=(self._status, OFFLINE),
            on_connect=self._publish_all,
            on_message=self._hear_status,
            on_state=on_state,
        )
        self._link.connect()

    def publish(self, topics: Topics) -> None:
        """Publish the changes, and that the board is there."""
        messages = {f"{self._base}/{topic}": json.dumps(content) for topic, content in topics.items()}
        if "board" in topics and self._discovery:
            device = discovery.message(self._base, topics["board"])
            messages[discovery.topic_of(self._seat_name, self._discovery)] = json.dumps(device)
        with self._lock:
            for topic, payload in (messages | {self._status: ONLINE}).items():
                if self._published.get(topic) != payload:
                    self._published[topic] = payload
                    self._link.publish(topic, payload, is_kept=True)

    def close(self) -> None:
        """Publish that the board is gone, and end the connection."""
        with self._lock:
            self._published.pop(self._status, None)
        self._link.close((self._status, OFFLINE))

    def say_status(self) -> None:
        """Publish again whether the board is there."""
        with self._lock:
            if self._status in self._published:
                self._link.publish(self._status, self._published[self._status], is_kept=True)

    def _hear_status(self, _: str, payload: bytes, _is_kept: bool) -> None:
        """Correct a will that came late."""
        if payload != ONLINE.encode() and self._published.get(self._status) == ONLINE:
            self.say_status()

    def _publish_all(self) -> None:
        self._link.subscribe(self._status)
        with self._lock:
            for topic, payload in self._published.items():
                self._link.publish(topic, payload, is_kept=True)


class Listener:
    """Publishes what one link's client tells, in the link's thread."""

    def __init__(
        self, client: Client, store: Store, find: Callable[[str], PublishedBoard], leave: Callable[[str], None]
    ):
        self._client = client
        self._store = store
        self._find = find
        self._leave = leave
        self._feed = GameFeed(store)
        self._surface: tuple[str, ...] = ()
        for name, take in (
            ("connected", self._publish_hello),
            ("disconnected", self._take_silence),
            ("event", self._take_event),
            ("missing", lambda _: self._feed.lose()),
            ("lamps", lambda lamps: self._publish_topics(of_lamps(lamps["roles"], self._field_names))),
            ("display", lambda display: self._publish_topics(of_clocks(self._game, display))),
        ):
            client.observe(name, take)

    @property
    def _game(self) -> FollowedGame:
        return self._feed.game

    @property
    def _field_names(self) -> tuple[str, ...]:
        return self._game.names or self._surface

    def _publish_hello(self, hello: Message) -> None:
        self._surface = tuple(surfaces.load(hello["surface"]).NAMES)
        self._feed.read_board(hello["board"])
        facts = {name: hello[name] for name in ("board", "surface", "firmware")}
        name = self._store.board_names().get(hello["board"], "")
        self._publish_topics({"board": facts | {"name": name}} | of_game(self._game))

    def _take_silence(self, _: Message) -> None:
        self._leave(self._client.board)

    def _take_event(self, event: Message) -> None:
        if self._feed.is_new(event):
            self._feed.follow(event)
            self._publish_topics(of_game(self._game) | of_event(event, self._game))

    def _publish_topics(self, topics: Topics) -> None:
        self._find(self._client.board).publish(topics)


def of_game(game: FollowedGame) -> Topics:
    """Return the topics of a game, `game` and `position`, which have the same names whether one is played or not."""
    if game.state is None:
        return {"game": _NO_GAME, "position": {"ply": 0, "text": [], "pieces": {}}}
    state: Any = game.state
    topics: dict[str, Any] = _NO_GAME | {
        "game": game.name,
        "title": catalogue.title(game.name),
        "number": game.number,
        "options": state.options,
        "players": [_seat_name(game.seats, player) for player in range(state.players)],
        "phase": "over" if game.is_over else "paused" if game.is_paused else "play",
        "to_move": None if game.is_over else state.current_player(),
    }
    if game.is_over:
        scores = (game.ending or {}).get("scores") or state.scores
        topics |= {"reason": game.reason, "winners": list(game.winners), "scores": list(scores) if scores else None}
    pieces = {name: state.pieces(field) for field, name in enumerate(game.names) if name}
    position = {
        "ply": len(game.notations),
        "text": state.board().splitlines(),
        "pieces": {name: stack for name, stack in pieces.items() if stack},
    }
    return {"game": topics, "position": position}


def of_event(event: Message, game: FollowedGame) -> Topics:
    """Return the topics that an event changes besides: the last `action`, or how many were taken back."""
    facts = {name: event[name] for name in ("player", "word", "count") if name in event}
    number = {"number": event["e"], "kind": event["k"], "ply": len(game.notations)}
    return {"action": number | dict.fromkeys(("player", "word", "count")) | facts}


def of_lamps(roles: str, names: tuple[str, ...]) -> Topics:
    """Return the roles of the lit lamps by the names of their fields."""
    return {"lamps": {"roles": {name: role for name, role in zip(names, roles, strict=False) if role != "." and name}}}


def of_clocks(game: FollowedGame, display: Message) -> Topics:
    """Return each player's time, and whose clock runs."""
    if game.state is None or not game.left_ms:
        return {"clock": {"left_s": [], "running": None}}
    left_s = [(left_ms + 999) // 1000 for left_ms in game.left_ms]
    player = -1 if game.is_over or game.is_paused else game.state.current_player()
    if player >= 0:
        left_s[player] = display.get("left_s", left_s[player])
    is_running = player >= 0 and not display.get("clock_stands")
    return {"clock": {"left_s": left_s, "running": player if is_running else None}}


def _seat_name(seats: list[Any], player: int) -> str:
    name = seats[player] if player < len(seats) else ""
    return name if isinstance(name, str) else ""
