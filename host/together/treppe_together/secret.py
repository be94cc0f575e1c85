"""Encryption of messages between two boards, which do not trust the broker.

Both sides have a code of 80 random bits. Argon2id and BLAKE2b derive from it the name of the topics and a key for each
direction. A message is sealed by XChaCha20-Poly1305 with a random nonce, and bound to its topic. Whoever lacks the code
can neither read a message nor make one, nor move one to another topic. He can repeat an old one: messages have to be
harmless when they are repeated (see shared_game.py).
"""

import json
import secrets
from hashlib import blake2b
from typing import Any

from nacl import pwhash
from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
    crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
)
from nacl.exceptions import CryptoError
from treppe_host.errors import TreppeError

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no two are mistaken for each other
_LOOKALIKES = str.maketrans("ILO", "110")
_LENGTH, _GROUP = 16, 4
_SALT = b"treppe together1"
_BLOCK = 2048  # messages are padded to multiples of it, so that their length tells little
_NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES
LONGEST = 1 << 19
"""The most bytes of a message; a longer one is ignored."""


class BadCode(TreppeError):
    """The typed text is not a code."""


def new_code() -> str:
    """Return a random code, in a form for people to tell each other."""
    return _grouped("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)))


def read_code(typed: str) -> str:
    """Return a typed code in its usual form; raise BadCode."""
    letters = "".join(typed.upper().translate(_LOOKALIKES).replace("-", " ").split())
    if len(letters) != _LENGTH or set(letters) - set(_LETTERS):
        raise BadCode(f"a code has {_LENGTH} letters and digits, as {_grouped('0' * _LENGTH)}, without U")
    return _grouped(letters)


def _grouped(letters: str) -> str:
    return "-".join(letters[place : place + _GROUP] for place in range(0, _LENGTH, _GROUP))


class Secret:
    """Topics and keys that both sides derive from the code."""

    def __init__(self, code: str, prefix: str):
        """Derive the keys, which takes a tenth of a second and 64 MB on purpose."""
        master = pwhash.argon2id.kdf(
            32, code.encode(), _SALT, pwhash.argon2id.OPSLIMIT_INTERACTIVE, pwhash.argon2id.MEMLIMIT_INTERACTIVE
        )
        name = _derived(master, b"topic").hex()[:32]
        self.name = name
        self._topics = tuple(f"{prefix}/together/{name}/{side}" for side in range(2))
        self._keys = tuple(_derived(master, b"side %d" % side) for side in range(2))

    def topic(self, side: int, below: str = "") -> str:
        """Return the topic at which a side publishes, or one below it: 0 is the host, 1 the guest."""
        return self._topics[side] + below

    def seal(self, side: int, message: dict[str, Any], below: str = "") -> bytes:
        """Encrypt a message of a side for its topic, or for one below it."""
        text = json.dumps(message).encode()
        text += b" " * (-len(text) % _BLOCK)
        nonce = secrets.token_bytes(_NONCE)
        bound = self.topic(side, below).encode()
        return nonce + crypto_aead_xchacha20poly1305_ietf_encrypt(text, bound, nonce, self._keys[side])

    def unseal(self, side: int, sealed: bytes, below: str = "") -> dict[str, Any] | None:
        """Decrypt a message of a side; return None if it has not sent it at this topic, or it is damaged."""
        if not _NONCE < len(sealed) <= LONGEST:
            return None
        bound = self.topic(side, below).encode()
        try:
            text = crypto_aead_xchacha20poly1305_ietf_decrypt(sealed[_NONCE:], bound, sealed[:_NONCE], self._keys[side])
            message = json.loads(text)
        except (CryptoError, ValueError, RecursionError):
            return None
        return message if isinstance(message, dict) else None


def _derived(master: bytes, purpose: bytes) -> bytes:
    return blake2b(key=master, person=purpose, digest_size=32).digest()
