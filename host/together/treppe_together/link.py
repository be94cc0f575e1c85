"""A connection to a broker that reconnects by itself; while the broker is away nothing waits for it."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from treppe_together.address import BadAddress, BrokerAddress

_KEEP_ALIVE_S = 15
_LONGEST_WAIT_S = 15
_MOST_WAITING = 500  # messages that wait for the broker
_PARTING_S = 1.0
_ID_LETTERS = 20


class BrokerLink:
    """A connection to a broker in a thread of its own, which also calls the callbacks.

    `name` is the same at each start of the program: a broker ends an older connection of the same name on this PC, and
    its will comes before what the new one says. `will` is a topic and the payload that the broker publishes there if
    this end is lost. `on_state` is called with an empty text once the broker is connected, else with the reason why it
    is not, each reason once. `on_message` gets a topic, a payload, and whether the broker has kept it from earlier.
    """

    def __init__(
        self,
        address: BrokerAddress,
        name: str,
        *,
        will: tuple[str, bytes | str] | None = None,
        on_connect: Callable[[], None] = lambda: None,
        on_message: Callable[[str, bytes, bool], None] = lambda _topic, _payload, _is_kept: None,
        on_state: Callable[[str], None] = lambda _: None,
    ):
        """Connect to nothing yet; raise BadAddress if the certificate of an authority cannot be used."""
        self.is_connected = False
        self._address = address
        self._on_connect = on_connect
        self._on_message = on_message
        self._on_state = on_state
        self._state: str | None = None
        self._client = Client(CallbackAPIVersion.VERSION2, _client_id(name))
        self._client.on_connect = self._take_connection
        self._client.on_connect_fail = lambda *_: self._report_state("it cannot be reached")
        self._client.on_disconnect = self._take_loss
        self._client.on_message = self._take_message
        self._client.reconnect_delay_set(1, _LONGEST_WAIT_S)
        self._client.max_queued_messages_set(_MOST_WAITING)
        if address.user:
            self._client.username_pw_set(address.user, address.password or None)
        if address.is_encrypted:
            try:
                self._client.tls_set(str(address.authority) if address.authority else None)
            except OSError as error:
                raise BadAddress(f"{address.authority}: this certificate cannot be used: {error}") from error
        if will:
            self._client.will_set(*will, qos=1, retain=True)

    def connect(self) -> None:
        """Begin to connect; return at once."""
        self._client.connect_async(self._address.host, self._address.port, _KEEP_ALIVE_S)
        self._client.loop_start()

    def subscribe(self, topic: str) -> None:
        """Ask for the messages of a topic; call it after each connection."""
        self._client.subscribe(topic, qos=1)

    def publish(self, topic: str, payload: bytes | str, *, is_kept: bool = False) -> None:
        """Publish at a topic if the broker is connected; `is_kept`: also for later subscribers."""
        if self.is_connected:
            self._client.publish(topic, payload, qos=1, retain=is_kept)

    def close(self, *parting: tuple[str, bytes | str]) -> None:
        """Publish last messages, also for later subscribers, and end the connection."""
        if self.is_connected:
            receipts = [self._client.publish(topic, payload, qos=1, retain=True) for topic, payload in parting]
            with suppress(RuntimeError, ValueError):
                for each in receipts:
                    each.wait_for_publish(_PARTING_S)
        self.is_connected = False
        self._client.disconnect()

    def _take_connection(
        self, _client: Client, _: object, _flags: ConnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        if reason.is_failure:
            self._report_state(str(reason))
            return
        self.is_connected = True
        self._report_state("")
        self._on_connect()

    def _take_loss(
        self, _client: Client, _: object, _flags: DisconnectFlags, reason: ReasonCode, _properties: Properties | None
    ) -> None:
        was_connected, self.is_connected = self.is_connected, False
        if was_connected:
            self._report_state(str(reason))

    def _take_message(self, _client: Client, _: object, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:  # a broker may send anything
            return
        self._on_message(topic, bytes(message.payload), message.retain)

    def _report_state(self, state: str) -> None:
        if state != self._state:
            self._state = state
            self._on_state(state)


def _client_id(name: str) -> str:
    """Return an id of as many letters as every broker takes, its own for each name and PC."""
    return "tr" + sha256(f"{name} {uuid.getnode():x}".encode()).hexdigest()[:_ID_LETTERS]
