"""A listener to a broker's topics, for tests."""

import json

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion
from waiting import wait_until


class Topics:
    """What is said at the topics below a prefix: the last payload of each, and all in a row."""

    def __init__(self, broker, prefix: str = "test", user: str = "", password: str = ""):
        self.last: dict[str, bytes] = {}
        self.all: list[tuple[str, bytes]] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        self.was_sent_away = False
        self._client.on_message = self._take
        self._client.on_disconnect = lambda *_: setattr(self, "was_sent_away", True)
        self._client.on_connect = lambda client, *_: client.subscribe(f"{prefix}/#", qos=1)
        if user:
            self._client.username_pw_set(user, password)
            self._client.tls_set(str(broker.authority))
        self._client.connect_async("127.0.0.1", broker.port)
        self._client.loop_start()

    def _take(self, _client, _, message) -> None:
        self.last[message.topic] = message.payload
        self.all.append((message.topic, message.payload))

    def wait_for(self, topic: str, is_meant=lambda _: True):
        """Return what is said at a topic, as soon as it is what is meant."""
        wait_until(lambda: topic in self.last and is_meant(read(self.last[topic])))
        return read(self.last[topic])

    def say(self, topic: str, payload: bytes) -> MQTTMessageInfo:
        """Publish a retained message; what is returned knows when the broker has it."""
        return self._client.publish(topic, payload, qos=1, retain=True)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def read(payload: bytes):
    """Return what a payload says: JSON, or a word."""
    try:
        return json.loads(payload)
    except ValueError:
        return payload.decode()
