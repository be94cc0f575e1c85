"""What Home Assistant reads to make a device of a board by itself: MQTT discovery, one retained message a board.

The form is Home Assistant's "device discovery", of 2024.11 and later: home-assistant.io/integrations/mqtt.
"""

from typing import Any

from treppe import VERSION
from treppe.alphabet import events as kinds

PREFIX = "homeassistant"
"""The topic below which Home Assistant looks, unless its user has chosen another one."""
_PLAYERS = 4
_PHASES = ["idle", "play", "paused", "over"]
_EXPIRES_S = 90  # three beats of a board's status
_KINDS = [text for name, text in vars(kinds).items() if name.isupper()]
_TO_MOVE = (
    "{{ value_json.phase if value_json.to_move is none else "
    "value_json.players[value_json.to_move] or 'player ' ~ (value_json.to_move + 1) }}"
)
_CLOCK = "{{{{ value_json.left_s[{0}] if value_json.left_s | length > {0} else 'unknown' }}}}"
_EVENT = "{{ dict(value_json, event_type=value_json.kind) | to_json }}"


def topic_of(board: str, prefix: str = PREFIX) -> str:
    """Return the topic of a board's message."""
    return f"{prefix}/device/treppe_{board}/config"


def message(base: str, facts: dict[str, str]) -> dict[str, Any]:
    """Return the message for a board whose topics begin with `base`; `facts` are the content of its topic `board`."""
    board = facts["board"]
    parts = {
        "state": _sensor("Game", "game", "{{ value_json.phase }}", device_class="enum", options=_PHASES)
        | {"json_attributes_topic": f"{base}/game"},
        "title": _sensor("Title", "game", "{{ value_json.title or 'none' }}"),
        "to_move": _sensor("To move", "game", _TO_MOVE),
        "players": _sensor("Players", "game", "{{ value_json.players | select | join(', ') or 'unnamed' }}"),
        "last": _sensor("Last action", "action", "{{ value_json.word or value_json.kind }}"),
        "actions": {"p": "event", "name": "Action", "topic": "action", "value_template": _EVENT, "event_types": _KINDS},
        "presence": {
            **{"p": "binary_sensor", "name": "Connection", "topic": "status", "device_class": "connectivity"},
            **{"payload_on": "online", "payload_off": "offline", "expire_after": _EXPIRES_S},
        },
    }
    for player in range(_PLAYERS):
        clock = _sensor(f"Clock {player + 1}", "clock", _CLOCK.format(player), unit_of_measurement="s")
        parts[f"clock_{player + 1}"] = clock | {"enabled_by_default": player < 2}
    for name, part in parts.items():
        part["unique_id"] = f"treppe_{board}_{name}"
        part["state_topic"] = f"{base}/{part.pop('topic')}"
        if name != "presence":
            part["availability_topic"] = f"{base}/status"
    device: dict[str, Any] = {"identifiers": [f"treppe_{board}"], "manufacturer": "Treppe"}
    device |= {"name": facts["name"] or f"Treppe {board[:6]}"}
    device |= {"model": facts["surface"], "sw_version": facts["firmware"]}
    return {"device": device, "origin": {"name": "treppe", "sw_version": VERSION}, "components": parts}


def _sensor(name: str, topic: str, template: str, **more: Any) -> dict[str, Any]:
    return {"p": "sensor", "name": name, "topic": topic, "value_template": template, **more}
