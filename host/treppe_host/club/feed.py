"""Numbered frames for spectators, made once for all; a browser that was away gets the frames that it has missed."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

_KEPT = 256  # frames; a browser that has missed more begins again with everything
_LONGEST = 12  # digits of a frame's number

Content = dict[str, Any]


class Feed:
    """One language's frames; `everything` makes the first frame of a browser that has seen none."""

    def __init__(self, everything: Callable[[], Content]):
        self.number = 0
        """The number of the last frame."""
        self._everything = everything
        self._run = secrets.token_hex(4)  # tells frames of another run of the server apart
        self._frames: deque[bytes] = deque(maxlen=_KEPT)
        self._news = asyncio.Event()
        self._is_ended = False
        self._whole: tuple[int, bytes] | None = None

    def publish(self, content: Content) -> None:
        """Send a frame to all; an empty one keeps the connection alive."""
        self.number += 1
        self._frames.append(self._frame(content))
        news, self._news = self._news, asyncio.Event()
        news.set()

    def end(self) -> None:
        """End all readers."""
        self._is_ended = True
        self._news.set()

    async def read(self, last_seen: str) -> AsyncIterator[bytes]:
        """Yield the frames after the one of an id, joined where several wait; else everything first."""
        place = self._place_of(last_seen)
        while not self._is_ended:
            if place == self.number:
                await self._news.wait()
                continue
            missed = self.number - place
            is_known = place >= 0 and missed <= len(self._frames)
            waiting = [self._frames[-count] for count in range(missed, 0, -1)] if is_known else [self._all()]
            place = self.number
            yield waiting[0] if len(waiting) == 1 else b"".join(waiting)

    def _place_of(self, last_seen: str) -> int:
        run, _, number = last_seen.partition("-")
        if run != self._run or not number.isdecimal() or len(number) > _LONGEST or int(number) > self.number:
            return -1
        return int(number)

    def _all(self) -> bytes:
        if self._whole is None or self._whole[0] != self.number:
            self._whole = self.number, self._frame(self._everything())
        return self._whole[1]

    def _frame(self, content: Content) -> bytes:
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        return f"id: {self._run}-{self.number}\ndata: {text}\n\n".encode()
