"""Computes when a simulated board's sleeps end, in real time."""

import time

from treppe_sim.wire import Request


class Pace:
    """Computes the ends of the board's sleeps, by this computer's clock or by the board's own times a speed."""

    def __init__(self, speed: float):
        """Begin when the power comes."""
        self._speed = speed
        self._began = self.due = time.monotonic()

    def await_end(self, request: Request | None) -> None:
        """Take note of a sleep that begins now, if one does."""
        now = time.monotonic()
        if request is None:
            self.due = now
        elif self._speed == 1:
            self.due = now + request.wait_us / 1e6
        else:
            until_s = (request.now_us + request.wait_us) / 1e6 / self._speed
            self._began = max(self._began, now - until_s)  # time that this computer was too slow for is lost
            self.due = self._began + until_s

    def now_us(self, now: float, request: Request) -> float:
        """Return how long the board has been on when a sleep ends."""
        return (now - self._began) * 1e6 if self._speed == 1 else request.now_us + request.wait_us
