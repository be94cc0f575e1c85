"""A link to a broker that sends whatever it likes: the link hears the rest, and no thread of it ends."""

import socket
import threading

import pytest
from treppe_together.address import read_address
from treppe_together.link import BrokerLink
from waiting import LIMIT_S

CONNECTED = b"\x20\x02\x00\x00"


def published(topic: bytes, payload: bytes) -> bytes:
    body = bytes([0, len(topic)]) + topic + payload
    return bytes([0x30, len(body)]) + body


@pytest.mark.parametrize("topic", [b"\xff", b"a/\xed\xa0\x80", b"\xc3"])
def test_a_topic_that_is_no_text_is_dropped(topic: bytes) -> None:
    heard: list[tuple[str, bytes]] = []
    has_heard = threading.Event()

    def hear(named: str, payload: bytes, _is_kept: bool) -> None:
        heard.append((named, payload))
        has_heard.set()

    with socket.create_server(("127.0.0.1", 0)) as broker:
        link = BrokerLink(read_address(f"mqtt://127.0.0.1:{broker.getsockname()[1]}/t"), "a", on_message=hear)
        link.connect()
        line, _ = broker.accept()
        line.recv(1000)
        line.sendall(CONNECTED + published(topic, b"x") + published(b"a/b", b"y"))
        assert has_heard.wait(LIMIT_S)
        assert heard == [("a/b", b"y")]
        link.close()
        line.close()
