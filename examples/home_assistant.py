"""What boards publish by MQTT: Home Assistant reads the same topics, and finds each board by itself.

    treppe play --publish mqtt://localhost
    python home_assistant.py localhost 1883 10

All topics are retained, so whoever subscribes gets the present state at once: host/together/mqtt.md has each of them.
"""

import json
import sys

import paho.mqtt.client as mqtt

host, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)


def show(_: mqtt.Client, __: object, message: mqtt.MQTTMessage) -> None:
    """Print one message; leave after so many."""
    global count
    _, board, topic = message.topic.split("/", 2)
    text = message.payload.decode()
    if topic == "action":
        action = json.loads(text)
        text = f"{action['kind']} {action.get('word', '')}".strip()
    print(f"{board} {topic}: {text}", flush=True)
    count -= 1
    if not count:
        client.disconnect()


client.on_connect = lambda *_: client.subscribe("treppe/#", qos=1)
client.on_message = show
client.connect(host, port)
client.loop_forever()
