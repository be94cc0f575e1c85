"""The prompt is reached although a board is deaf for a while and then answers what it was asked before."""

import os
import pty
import struct
import termios
import threading
import tty

import pytest
import serial
from treppe_host.deploy import prompt
from treppe_host.errors import DeployError, PortError, PortVanished
from treppe_host.link.ports import open_port

GREETING = b"raw REPL; CTRL-B to exit\r\n>"


class LateBoard:
    """A board's end of a port: silent while it is asked so many times, then it catches up with all its greetings.

    A program prints how long it is.
    """

    def __init__(self, num_silences: int, chatter: bytes = b"") -> None:
        """`chatter` is said meanwhile, again and again, whatever it is asked."""
        self.num_asked = 0
        self._chatter = chatter
        self._num_silences = num_silences
        self._own, self._terminal = pty.openpty()
        tty.setraw(self._terminal)
        self.port = os.ttyname(self._terminal)
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()
        self._is_closed = threading.Event()
        self._chatterer = threading.Thread(target=self._talk, daemon=True)
        self._chatterer.start()

    def close(self) -> None:
        self._is_closed.set()
        self._chatterer.join()
        os.close(self._terminal)  # nobody has it open any more: reading from it ends
        self._thread.join()
        os.close(self._own)

    def _answer(self) -> None:
        program, is_pasted = b"", False
        while heard := self._hear():
            if heard == b"\x01":
                self.num_asked += 1
                if self.num_asked == self._num_silences + 1:
                    self._say(GREETING * self.num_asked)
                elif self.num_asked > self._num_silences:
                    self._say(GREETING)
                program = b""
            elif self.num_asked <= self._num_silences:
                pass
            elif heard == b"\x05":
                assert self._hear() + self._hear() == b"A\x01"
                self._say(b"R\x01" + struct.pack("<H", 1 << 15))
                is_pasted = True
            elif heard == b"\x04":
                self._say((b"\x04" if is_pasted else b"OK") + b"%d\x04\x04>" % len(program))
                program, is_pasted = b"", False
            else:
                program += heard

    def _talk(self) -> None:
        while self._chatter and not self._is_closed.wait(0.1):
            self._say(self._chatter)

    def _hear(self) -> bytes:
        try:
            return os.read(self._own, 1)
        except OSError:
            return b""

    def _say(self, answer: bytes) -> None:
        os.write(self._own, answer)


@pytest.mark.long
@pytest.mark.parametrize("num_silences", [0, 1])
def test_question_and_answer_belong_together(num_silences: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 4.0)
    board = LateBoard(num_silences)
    with prompt.Prompt(board.port) as at_prompt:
        assert at_prompt.execute("123456789") == "9"
        assert at_prompt.execute("1234") == "4"
        assert at_prompt._wire.use_raw_paste, "not given up for a late answer"
    board.close()
    assert board.num_asked > 2 * num_silences


@pytest.mark.parametrize("chatter", [b"", b"$GPGGA,123519,4807.038,N\r\n"])
def test_what_does_not_answer_is_given_up(chatter: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.8)
    board = LateBoard(99, chatter)
    with pytest.raises(DeployError, match="does not answer: unplug it"), prompt.Prompt(board.port):
        pass
    board.close()
    assert board.num_asked == prompt.ATTEMPTS


def test_a_port_that_vanishes_while_it_is_emptied_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanish(_: object) -> None:
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(prompt, "_PATIENCE_S", 0.8)
    board = LateBoard(99)
    with monkeypatch.context() as patch:
        patch.setattr(serial.Serial, "reset_input_buffer", vanish)
        with pytest.raises(PortVanished, match="has vanished: is the board unplugged"), prompt.Prompt(board.port):
            pass
    with monkeypatch.context() as patch:
        patch.setattr(serial.Serial, "_reset_input_buffer", vanish)
        with pytest.raises(PortError, match="cannot be used: Input/output error"):
            open_port(board.port)
    board.close()
