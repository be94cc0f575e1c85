"""Access for the network: a password, stored only as a scrypt hash, and a random key for spectators."""

import contextlib
import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import scrypt
from ipaddress import IPv6Address, ip_address
from pathlib import Path

_COST = {"n": 1 << 14, "r": 8, "p": 1}  # about 50 ms and 16 MB a guess
_FILE = "access.json"
_MOST_ADDRESSES = 1000


@dataclass(frozen=True, slots=True)
class Access:
    """The password and the key `watch_key`, which opens the spectators' pages."""

    salt: str
    digest: str
    watch_key: str

    def knows(self, password: bytes) -> bool:
        """Return whether this is the password. Takes long on purpose, against guessing."""
        return hmac.compare_digest(_digest(password, self.salt), self.digest)


def open_access(folder: Path, password: str) -> Access:
    """Return the access for a password; the spectators' key stays the same until the password changes."""
    file = folder / _FILE
    with contextlib.suppress(OSError, ValueError, TypeError):
        kept = Access(**json.loads(file.read_text("utf-8")))
        if kept.knows(password.encode()):
            return kept
    made = lend_access(password)
    fresh = file.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        json.dump(asdict(made), out)
    fresh.replace(file)
    return made


def lend_access(password: str) -> Access:
    """Return the access for a password that nobody keeps."""
    salt = secrets.token_hex(16)
    return Access(salt, _digest(password.encode(), salt), secrets.token_urlsafe(18))


def _digest(password: bytes, salt: str) -> str:
    return scrypt(password, salt=salt.encode(), **_COST).hex()


class Attempts:
    """Remaining guesses for each address and for all addresses together; time brings them back.

    A guess counts before it is judged, so that parallel guesses gain nothing.
    """

    _BURST, _EACH_S = 5, 20.0
    _BURST_OF_ALL, _EACH_OF_ALL_S = 30, 2.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}
        self._left_of_all = (float(self._BURST_OF_ALL), clock())

    def take(self, address: str) -> float:
        """Count a guess; return 0 if it is allowed, else the seconds until one is."""
        now_s = self._clock()
        place = _network(address)
        own = self._refilled(self._left.get(place, (self._BURST, now_s)), self._BURST, self._EACH_S, now_s)
        of_all = self._refilled(self._left_of_all, self._BURST_OF_ALL, self._EACH_OF_ALL_S, now_s)
        if own < 1 or of_all < 1:
            return max((1 - own) * self._EACH_S, (1 - of_all) * self._EACH_OF_ALL_S)
        if place not in self._left and len(self._left) >= _MOST_ADDRESSES:
            del self._left[min(self._left, key=lambda each: self._left[each][1])]
        self._left[place] = own - 1, now_s
        self._left_of_all = of_all - 1, now_s
        return 0.0

    def give_back(self, address: str) -> None:
        """Do not count a guess, because it was right."""
        place = _network(address)
        left, now_s = self._left.get(place, (0.0, self._clock()))
        self._left[place] = left + 1, now_s
        self._left_of_all = self._left_of_all[0] + 1, self._left_of_all[1]

    def _refilled(self, bucket: tuple[float, float], burst: int, each_s: float, now_s: float) -> float:
        left, since_s = bucket
        return min(burst, left + (now_s - since_s) / each_s)


def _network(address: str) -> str:
    """Return the network of one guesser: an IPv4 address, or the first half of an IPv6 address."""
    with contextlib.suppress(ValueError):
        parsed = ip_address(address)
        if isinstance(parsed, IPv6Address) and not parsed.ipv4_mapped:
            return parsed.exploded[:19]
    return address
