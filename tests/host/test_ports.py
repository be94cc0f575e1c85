import errno
from types import SimpleNamespace

import pytest
from treppe_host.errors import PortBusy, PortError, PortNotFound
from treppe_host.link.ports import TerminalError, open_port
from treppe_host.link.usb_boards import UsbBoard, choose_port, find_boards

TWO = [UsbBoard("/dev/ttyACM0", "e66118604b7a"), UsbBoard("/dev/ttyACM1", "e6614c311b2f")]


def test_boards_are_found_by_their_usb_ids() -> None:
    pico = SimpleNamespace(device="/dev/ttyACM0", vid=0x2E8A, pid=0x0005, serial_number="E66118604B7A")
    other = SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523, serial_number=None)
    nameless = SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A, pid=0x0005, serial_number=None)
    assert find_boards([other, pico, nameless]) == [TWO[0], UsbBoard("/dev/ttyACM1", "")]


def test_the_only_board_need_not_be_named() -> None:
    assert choose_port(TWO[:1], {}) == "/dev/ttyACM0"
    with pytest.raises(PortNotFound, match=r"which board\? There are: e66118604b7a at /dev/ttyACM0, club at"):
        choose_port(TWO, {"e6614c311b2f": "club"})
    with pytest.raises(PortNotFound, match="no board found at USB; there are: none"):
        choose_port([], {})


def test_a_board_is_chosen_by_name_or_by_the_beginning_of_its_id() -> None:
    names = {"e6614c311b2f": "Club", "e66118604b7a": "e6614c"}
    assert choose_port(TWO, names, "club") == "/dev/ttyACM1"
    assert choose_port(TWO, {}, "E66118") == "/dev/ttyACM0"
    assert choose_port(TWO, names, "e6614c") == "/dev/ttyACM0", "a name goes before an id"
    with pytest.raises(PortNotFound, match="which board"):
        choose_port(TWO, {}, "e66")
    with pytest.raises(PortNotFound, match="no board chess at USB"):
        choose_port(TWO, names, "chess")


def test_a_port_that_is_none_is_said_without_numbers_of_the_system(tmp_path) -> None:
    with pytest.raises(PortError, match=r"cannot be used: Is a directory$"):
        open_port(str(tmp_path))
    for name in ("socket://127.0.0.1:99999", "socket://127.0.0.1", "socket://:5"):
        with pytest.raises(PortError, match="write it as socket://HOST:NUMBER"):
            open_port(name)
    with pytest.raises(PortError, match="it is no serial port"):
        open_port("/dev/null")


@pytest.mark.parametrize(
    ("number", "kind", "said"),
    [
        (errno.ENOENT, PortNotFound, r"^no port /dev/ttyACM0: is the board plugged in\?$"),
        (errno.EAGAIN, PortBusy, r"^port /dev/ttyACM0 is in use by another program$"),
        (errno.EBUSY, PortBusy, r"^port /dev/ttyACM0 is in use by another program$"),
        (errno.EACCES, PortError, r"^permission denied for port /dev/ttyACM0: `treppe install usb` prints a rule"),
        (errno.ECONNREFUSED, PortNotFound, r"^no answer at /dev/ttyACM0$"),
        (errno.ENOTTY, PortError, r"it is no serial port$"),
        (errno.EIO, PortError, r"^port /dev/ttyACM0 cannot be used: Input/output error$"),
    ],
)
def test_a_port_that_cannot_be_opened_says_what_to_do(number, kind, said, monkeypatch) -> None:
    def refuse(_name):
        raise OSError(number, "the system's own words")

    monkeypatch.setattr("treppe_host.link.ports.SerialPort", refuse)
    with pytest.raises(PortError, match=said) as caught:
        open_port("/dev/ttyACM0")
    assert type(caught.value) is kind


def test_a_terminal_that_has_vanished_is_not_taken_for_another_device(monkeypatch) -> None:
    def vanish(_descriptor):
        raise TerminalError(errno.EIO, "gone")

    monkeypatch.setattr("serial.serialposix.termios.tcgetattr", vanish)
    with pytest.raises(PortError, match=r"^port /dev/null cannot be used: Input/output error$"):
        open_port("/dev/null")
