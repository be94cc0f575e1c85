"""The simulated board's USB: when Ctrl-C reaches the firmware."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from treppe_sim.relay import _FIRST_SLEEPS, Relay

CTRL_C = b"\x03"


class Firmware:
    """A stand-in for the controller: it tells whether the firmware is blocked, and its processor time."""

    is_in_its_sleep = False
    processor_s = 0.0

    def is_blocked(self) -> bool:
        return self.is_in_its_sleep

    def worked_s(self) -> float:
        return self.processor_s


@pytest.fixture
def relay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    monkeypatch.setattr("treppe_sim.relay.os.tcgetpgrp", lambda _: 1)  # the firmware has opened its terminal
    relay = Relay(tmp_path / "port")
    relay.plug()
    os.set_blocking(relay.stdin, False)
    yield relay
    relay.close()


def start(relay: Relay, firmware: Firmware) -> None:
    """Let the firmware sleep as often as at its start."""
    for _ in range(_FIRST_SLEEPS):
        relay.pump(0.0, False, firmware)
        relay.pump(0.0, True, firmware)


def reaches(relay: Relay) -> bool:
    """Tell whether the byte behind a Ctrl-C has come to the firmware; the Ctrl-C itself is a signal there."""
    try:
        return os.read(relay.stdin, 10) == b"."
    except BlockingIOError:
        return False


def test_ctrl_c_waits_for_firmware_that_a_busy_computer_holds_up_and_interrupts_it_in_its_sleep(relay: Relay) -> None:
    firmware = Firmware()
    start(relay, firmware)
    with open(relay.port, "wb", buffering=0) as port:
        port.write(CTRL_C + b".")
        for second in range(1, 60):
            relay.pump(float(second), False, firmware)
            assert not reaches(relay), "it has not worked meanwhile"
        relay.pump(60.0, True, firmware)
        firmware.is_in_its_sleep = True
        assert not reaches(relay), "it has only just fallen asleep"
        relay.pump(60.1, True, firmware)
        assert reaches(relay)


def test_ctrl_c_ends_a_program_that_never_sleeps(relay: Relay) -> None:
    firmware = Firmware()
    start(relay, firmware)
    with open(relay.port, "wb", buffering=0) as port:
        port.write(CTRL_C + b".")
        relay.pump(0.1, False, firmware)
        firmware.processor_s = 2.1
        relay.pump(0.2, False, firmware)
        assert reaches(relay)


def test_ctrl_c_waits_until_the_start_of_the_firmware_is_over(relay: Relay) -> None:
    firmware = Firmware()
    firmware.is_in_its_sleep = True
    relay.pump(0.0, True, firmware)
    with open(relay.port, "wb", buffering=0) as port:
        port.write(CTRL_C + b".")
        for _ in range(5):
            relay.pump(0.1, True, firmware)
        firmware.processor_s = 20.0
        relay.pump(0.2, False, firmware)
        assert not reaches(relay)
        start(relay, firmware)
        relay.pump(0.3, True, firmware)
        assert reaches(relay)


def test_ctrl_c_that_waits_is_told_so_that_a_late_board_may_sleep_longer(relay: Relay) -> None:
    firmware = Firmware()
    start(relay, firmware)
    relay.pump(0.0, False, firmware)
    assert not relay.is_interrupting
    with open(relay.port, "wb", buffering=0) as port:
        port.write(CTRL_C + b".")
        relay.pump(0.0, True, firmware)
        assert relay.is_interrupting
        firmware.is_in_its_sleep = True
        relay.pump(0.1, True, firmware)
        assert reaches(relay) and not relay.is_interrupting
