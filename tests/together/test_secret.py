"""What goes over a broker: it reads nothing, makes nothing, and moves nothing elsewhere."""

import pytest
from treppe_together.secret import LONGEST, BadCode, Secret, new_code, read_code

CODE = "7K3M-0Q9X-AB2C-DE4F"
SAID = {"word": "a1-b1", "name": "Zo\u00eb"}


@pytest.fixture(scope="module")
def secret() -> Secret:
    return Secret(CODE, "treppe")


def test_codes_are_random_and_read_as_people_type_them() -> None:
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100 and all(read_code(code) == code for code in codes)
    assert read_code(" 7k3m 0q9xab2c-de4f") == CODE
    assert read_code("7K3M-OQ9X-AB2C-DE4F") == CODE
    for typed in ("", "7K3M", CODE + "0", "7K3M-0Q9X-AB2C-DE4U", "7K3M-0Q9X-AB2C-DE4\u00c4"):
        with pytest.raises(BadCode):
            read_code(typed)


def test_the_other_side_reads_it_and_nobody_else(secret: Secret) -> None:
    again, other = Secret(CODE, "treppe"), Secret(new_code(), "treppe")
    sealed = secret.seal(0, SAID)
    assert again.unseal(0, sealed) == SAID and again.topic(0) == secret.topic(0)
    assert other.unseal(0, sealed) is None and other.topic(0) != secret.topic(0)
    assert b"a1-b1" not in sealed and CODE not in secret.topic(0)


def test_the_same_said_twice_looks_different_and_is_as_long_as_other_things(secret: Secret) -> None:
    assert secret.seal(0, SAID) != secret.seal(0, SAID)
    assert len(secret.seal(0, SAID)) == len(secret.seal(0, {"log": ["a1-b1"] * 100}))


def test_what_is_changed_or_moved_is_no_message(secret: Secret) -> None:
    sealed = secret.seal(0, SAID)
    assert secret.unseal(1, sealed) is None, "said back to its speaker"
    assert Secret(CODE, "elsewhere").unseal(0, sealed) is None
    below = secret.seal(0, SAID, "/here")
    assert secret.unseal(0, below, "/here") == SAID and secret.topic(0, "/here") == secret.topic(0) + "/here"
    assert secret.unseal(0, below) is None and secret.unseal(0, sealed, "/here") is None
    for place in (0, 23, 24, 100, len(sealed) - 1):
        forged = bytearray(sealed)
        forged[place] ^= 1
        assert secret.unseal(0, bytes(forged)) is None
    for forged in (b"", sealed[:-1], sealed + b"x", b"x" * 24, bytes(100), b"x" * (LONGEST + 1)):
        assert secret.unseal(0, forged) is None
