"""Spectators of a club's wall, each over a connection of its own: `python club_spectators.py HOST PORT COOKIE COUNT`.

Prints `ready` when all have the wall. A line on the standard input ends it; then it prints, as JSON, the frames as one
of them got them, and for each frame the times at which the spectators had it.
"""

import asyncio
import json
import re
import resource
import sys
import time

FRAME = re.compile(rb"id: [0-9a-f]+-(\d+)\n")
_OVERLAP = 48  # bytes: a frame's number may be cut in two


class Spectator(asyncio.Protocol):
    """One connection; `whole` collects all that came, for the one who is asked what the frames say."""

    def __init__(self, cookie: str, seen: list[tuple[int, float]], whole: bytearray | None) -> None:
        self.cookie = cookie
        self.seen = seen
        self.whole = whole
        self.tail = b""
        self.has_wall = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(  # type: ignore[attr-defined]
            f"GET /stream HTTP/1.1\r\nHost: localhost\r\nCookie: treppe-club={self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now_s = time.time()
        if self.whole is not None:
            self.whole += data
        joined = self.tail + data
        for found in FRAME.finditer(joined):
            self.seen.append((int(found[1]), now_s))
            if not self.has_wall.done():
                self.has_wall.set_result(None)
        self.tail = joined[-_OVERLAP:]
        cut = self.tail.rfind(b"id: ")
        # A number that was read in full is not read again.
        if cut >= 0 and b"\n" in self.tail[cut:]:
            self.tail = b""


def frames_in(whole: bytes) -> list[dict]:
    """Return what the frames say: numbers, and the plies of the tables in them."""
    body = whole.split(b"\r\n\r\n", 1)[1]
    text = bytearray()
    while body:
        size, _, body = body.partition(b"\r\n")
        length = int(size, 16)
        if length > len(body):
            break
        text += body[:length]
        body = body[length + 2 :]
    found = []
    for frame in text.decode("utf-8", "replace").split("\n\n"):
        head, _, data = frame.partition("\ndata: ")
        if data:
            try:
                tables = json.loads(data).get("wall", {}).get("tables", {})
            except ValueError:
                continue  # the last one may be cut off
            found.append(
                {"number": int(head.rpartition("-")[2]), "tables": {key: _of(each) for key, each in tables.items()}}
            )
    return found


def _of(changes: dict) -> dict:
    return {name: changes[name] for name in ("game", "ply") if name in changes}


async def main(host: str, port: int, cookie: str, count: int) -> None:
    loop = asyncio.get_running_loop()
    seen: list[tuple[int, float]] = []
    whole = bytearray()
    spectators = []
    for number in range(count):
        _, spectator = await loop.create_connection(
            lambda number=number: Spectator(cookie, seen, None if number else whole), host, port
        )
        spectators.append(spectator)
    await asyncio.gather(*(spectator.has_wall for spectator in spectators))
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    times: dict[int, list[float]] = {}
    for number, at_s in seen:
        times.setdefault(number, []).append(at_s)
    print(json.dumps({"frames": frames_in(bytes(whole)), "times": times, "bytes": len(whole)}))


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
