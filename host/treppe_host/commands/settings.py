"""Settings of boards as users write them: `NAME=VALUE`."""

import json
from typing import Any

from treppe_host.errors import DeployError


def parse_setting(text: str) -> tuple[str, Any]:
    """Return name and value. The value is JSON; a word needs no quotes. Raises DeployError."""
    name, sign, value = text.partition("=")
    if not sign:
        raise DeployError(f"settings: {text!r} is not NAME=VALUE")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):  # the latter: nested too deep
        return name, value
