"""A man in the middle before a real broker: it repeats, reorders, drops and forges messages.

What MQTT allows at QoS 1 is `repeats`, `delays` (others overtake) and `cuts` (a message is lost with its connection).
`loses` and `forges` are lies: a message is acknowledged and thrown away, or made up from what was heard before.
"""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass

_PUBLISH, _PUBACK = 3, 4
_LONGEST_DELAY_S = 0.4
_KEPT = 200


@dataclass
class Chances:
    """How many of a hundred messages meet with what."""

    repeats: int = 0
    delays: int = 0
    cuts: int = 0
    loses: int = 0
    forges: int = 0


class UnreliableBroker:
    """Listens at `port`, in the running loop, and hands on to the broker at another port."""

    def __init__(self, port: int, chances: Chances, chance: random.Random):
        """Listen to nothing yet."""
        self.done: Counter[str] = Counter()
        self.port = 0
        self._broker_port = port
        self._chances = chances
        self._chance = chance
        self._heard: list[tuple[bytes, bytes]] = []

    async def start(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        """Listen no more."""
        self._server.close()

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        try:
            broker, to_broker = await asyncio.open_connection("127.0.0.1", self._broker_port)
        except OSError:
            to_client.close()
            return
        ways = (self._carry(client, to_broker, to_client), self._carry(broker, to_client, to_broker))
        tasks = [asyncio.ensure_future(way) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for writer in (to_client, to_broker):
                writer.transport.abort()

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, back: asyncio.StreamWriter
    ) -> None:
        """Carry packets one way; whoever is handed as `back` is where they come from."""
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                packet = await _read_packet(source)
                if packet[0] >> 4 != _PUBLISH:
                    sink.write(packet)
                elif not self._pass_on(packet, sink, back):
                    return
                await sink.drain()

    def _pass_on(self, packet: bytes, sink: asyncio.StreamWriter, back: asyncio.StreamWriter) -> bool:
        """Pass a message on, or do what a bad broker does; return whether the connection stays."""
        what = self._draw()
        self.done[what] += 1
        topic, number, payload = _parts(packet)
        self._heard = [*self._heard[-_KEPT:], (topic, payload)]
        if what == "cuts":
            return False
        if what == "loses":
            if number:
                back.write(bytes((_PUBACK << 4, 2)) + number)
            return True
        if what == "delays":
            delay_s = self._chance.uniform(0.0, _LONGEST_DELAY_S)
            asyncio.get_running_loop().call_later(delay_s, _write, sink, packet)
            return True
        sink.write(packet)
        if what == "repeats":
            sink.write(bytes((packet[0] | 8,)) + packet[1:] if number else packet)
        if what == "forges":
            sink.write(_message(*self._forged()))
        return True

    def _draw(self) -> str:
        draw = self._chance.uniform(0, 100)
        for what, percent in vars(self._chances).items():
            draw -= percent
            if draw < 0:
                return what
        return "passes"

    def _forged(self) -> tuple[bytes, bytes]:
        """Make up a message: an old one again, one at another's topic, or one that is not whole."""
        topic, payload = self._chance.choice(self._heard)
        other, _ = self._chance.choice(self._heard)
        place = self._chance.randrange(max(1, len(payload)))
        altered = payload[:place] + bytes((payload[place] ^ 1,)) + payload[place + 1 :] if payload else b"?"
        return self._chance.choice([(topic, payload), (other, payload), (topic, altered), (topic, payload[:place])])


async def _read_packet(source: asyncio.StreamReader) -> bytes:
    head = await source.readexactly(2)
    length, shift = head[1] & 127, 7
    while head[-1] & 128:
        head += await source.readexactly(1)
        length |= (head[-1] & 127) << shift
        shift += 7
    return head + await source.readexactly(length)


def _parts(packet: bytes) -> tuple[bytes, bytes, bytes]:
    """Return topic, number (empty with QoS 0) and payload of a message."""
    place = 1
    while packet[place] & 128:
        place += 1
    place += 1
    length = int.from_bytes(packet[place : place + 2], "big")
    topic, rest = packet[place + 2 : place + 2 + length], packet[place + 2 + length :]
    return (topic, rest[:2], rest[2:]) if packet[0] & 6 else (topic, b"", rest)


def _message(topic: bytes, payload: bytes) -> bytes:
    """Return a message with QoS 0 as a packet."""
    body, size = len(topic).to_bytes(2, "big") + topic + payload, b""
    length = len(body)
    while True:
        length, digit = length >> 7, length & 127
        size += bytes((digit | (128 if length else 0),))
        if not length:
            return bytes((_PUBLISH << 4,)) + size + body


def _write(sink: asyncio.StreamWriter, packet: bytes) -> None:
    if not sink.transport.is_closing():
        sink.write(packet)
